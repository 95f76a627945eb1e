"""Nothing that is read is run, and nothing outside of the root is opened."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

# Audit events are raised by the interpreter itself: no code can open, import or start past them.
WATCH = """
import json, os, sys
seen = []
def hook(event, arguments):
    if event in {"open", "os.system", "os.exec", "subprocess.Popen", "exec", "import", "os.remove",
                 "os.rename", "os.mkdir", "os.symlink", "os.chmod", "shutil.copyfile", "os.listdir",
                 "os.scandir", "socket.connect", "ctypes.dlopen"}:
        plain = (str, bytes, int)
        seen.append((event, [str(a) if isinstance(a, plain) else repr(type(a)) for a in arguments]))
from sphinxext_runtime_ref.cli import main
import sphinxext_runtime_ref.links.running.run, sphinxext_runtime_ref.links.markup.rst
import html.entities
sys.addaudithook(hook)
code = main(sys.argv[2:])
sys.stdout.flush()
found = json.dumps([code, seen])
with open(sys.argv[1], "w") as stream:
    stream.write(found)
"""
HOSTILE = """
import os, rt.other
import nowhere_to_be_found
from rt.other import EVIL
open("{touched}", "w")
os.system("touch {touched}")
X = [__import__("os").system("touch {touched}"), eval("open('{touched}', 'w')"), EVIL,
     ().__class__.__bases__[0].__subclasses__(), open("{touched}", "w"),
     "{{0.__class__}}".format(1)]
def __getattr__(name): open("{touched}", "w")
class Meta(type):
    def __iter__(cls): open("{touched}", "w")
class M(metaclass=Meta):
    A = 1
    def __repr__(self): open("{touched}", "w")
"""


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    (root / "rt").mkdir(parents=True)
    text = HOSTILE.format(touched=tmp_path / "touched")
    (root / "rt/__init__.py").write_text(text)
    (root / "rt/m.py").write_text(text)
    (root / "rt/other.py").write_text(text.replace("from rt.other import EVIL", "EVIL = 1"))
    (root / "conf.py").write_text(text)
    (root / "sitecustomize.py").write_text(text)
    (root / "pyproject.toml").write_text(
        "[tool.runtime-ref]\nmaintained-docs = ['a.md', 'b.rst', 'c.html', 'd.ipynb']\n"
        "[tool.runtime-ref.tables.x-table]\nsource = 'rt/m.py:X'\n"
    )
    outside = "../secret.txt#L1"
    (root / "a.md").write_text(f"[x]({outside}) [y](up/secret.txt#L1) [z](rt/m.py#L2)\n")
    (root / "b.rst").write_text(f"`x <{outside}>`_\n\n.. include:: ../secret.txt\n")
    (root / "c.html").write_text(f"<script>alert(1)</script><a href='{outside}'>x</a>")
    cell = {"cell_type": "markdown", "source": [f"[x]({outside})"], "metadata": {}}
    (root / "d.ipynb").write_text(json.dumps({"cells": [cell], "nbformat": 4}))
    (tmp_path / "secret.txt").write_text("secret\n")
    (root / "up").symlink_to("..")
    (root / "rt/leak.py").symlink_to(tmp_path / "secret.txt")
    return root


READS = {"open", "os.scandir", "os.listdir"}
COMMANDS = [
    ["dump"],
    ["dump", "rt/m.py:X"],
    ["dump", "rt/m.py:M", "--shape", "enum"],
    ["dump", "rt/leak.py:X"],
    ["dump", "../secret.txt:X"],
    ["links", ".", "--no-cache"],
    ["links", "up/secret.txt", "--no-cache"],
    ["check"],
    ["coverage", "rt/m.py:X", "a.md"],
    ["coverage", "rt/m.py:X", "up/secret.txt"],
    ["fix", "--diff", "a.md"],
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_commands_run_nothing_and_stay_inside(
    hostile: Path, tmp_path: Path, command: list[str]
) -> None:
    report = tmp_path / "report.json"
    done = subprocess.run(
        [sys.executable, "-c", WATCH, str(report), *command],
        cwd=hostile,
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert "Traceback" not in done.stderr
    assert "secret\n" not in done.stdout
    code, seen = json.loads(report.read_text())
    assert code in {0, 1, 2}
    assert not (tmp_path / "touched").exists()
    assert {event for event, _ in seen} <= {"subprocess.Popen", "import", "exec", *READS}
    for event, arguments in seen:
        name = arguments[0]
        if event == "subprocess.Popen":
            assert name.endswith("git")
        elif event == "import":
            assert not name.startswith(("rt", "nowhere", "sitecustomize"))
        elif event in READS:
            place = os.path.realpath(hostile / name)  # through symbolic links
            below = place.startswith(str(hostile))
            assert below or not place.startswith(str(tmp_path)), (event, arguments)
            assert not str(arguments[1:]).startswith(("['w", "['a", "['x", "['r+")), arguments
