"""What the threat model says can never happen."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from subprocess import PIPE
from threading import Timer
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.conftest import Project

    Limited = Callable[..., subprocess.CompletedProcess[str]]

SECONDS = 10
"""Of processor time, so that a busy machine fails nothing."""
MEMORY = 1 << 30
EXECUTION = """
import os, pathlib
from dataclasses import dataclass, field
pathlib.Path("ran").touch()

def touch(*args, **kwargs):
    pathlib.Path("ran").touch()
    return lambda thing: thing

class Meta(type):
    def __new__(cls, *args): touch(); return super().__new__(cls, *args)
    def __getitem__(cls, key): touch(); return key

@touch("decorated")
class Box(metaclass=Meta):
    @property
    def value(self): return touch()
    def __format__(self, spec): touch(); return ""
    def __hash__(self): touch(); return 1
    def __eq__(self, other): touch(); return True
    def __add__(self, other): touch(); return self
    def __getattr__(self, name): touch(); return self

@dataclass
class Record:
    name: str = touch()
    items: list = field(default_factory=touch)

VALUES = {
    "call": touch(), "dunder": __import__("os").system("touch ran"),
    "eval": eval("touch()"), "method": Box().value, "format": f"{Box():x}",
    "old": "{0.value}".format(Box()), "add": Box() + 1, "key": Box["x"], Box(): 1,
    "lambda": (lambda: touch())(), "comprehension": [touch() for _ in range(2)],
    "class": "".__class__.__mro__[1].__subclasses__(), "record": Record(),
    "walrus": (ran := touch()), "sorted": sorted([2, 1], key=touch), "star": [*touch()],
}
"""
EXPENSIVE = {
    "power": "9 ** 9 ** 9",
    "shift": "1 << 10 ** 10",
    "string": "'a' * 10 ** 10",
    "lists": "[[0] * 10 ** 6] * 10 ** 6",
    "range": "list(range(10 ** 10))",
    "comprehension": "[i * j for i in range(10 ** 5) for j in range(10 ** 5)]",
    "width": "f'{1:1000000000}'",
    "format": "'{:>1000000000}'.format(1)",
    "percent": "'%1000000000d' % 1",
    "join": "(',' * 10 ** 5).join(['x'] * 10 ** 5)",
    "replace": "('a' * 10 ** 5).replace('a', 'b' * 10 ** 5)",
    "rjust": "'a'.rjust(10 ** 10)",
    "digits": "str(2 ** 13999) * 10 ** 5",
    "nesting": "(" * 5_000 + ")" * 5_000,
    "unary": "-" * 100_000 + "1",
    "sum": "sum([[1]] * 10 ** 6, [])",
    "doubling": "[x := 'ab', *[x := x + x for _ in range(64)]]",
    "number": "9" * 1_000_000,
}


SERVE = """
import io, json, os, resource, sys, time
from contextlib import redirect_stderr, redirect_stdout
from sphinxext_runtime_ref.cli import main
seconds, memory = map(int, sys.argv[1:])
resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
for line in sys.stdin:
    cwd, arguments = json.loads(line)
    os.chdir(cwd)
    end = int(time.process_time()) + 1 + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (end, resource.RLIM_INFINITY))
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
        code = main(arguments)
    print(json.dumps([code, out.getvalue(), err.getvalue()]), flush=True)
"""


@pytest.fixture(scope="module")
def servers() -> Iterator[list[subprocess.Popen[str]]]:
    """Keep the processes that run commands: one, and another one after each that was ended."""
    started: list[subprocess.Popen[str]] = []
    yield started
    for server in started:
        server.communicate(timeout=SECONDS)


@pytest.fixture
def limited(servers: list[subprocess.Popen[str]]) -> Limited:
    """Run the command line with bounds on time and memory; an error that it lets out ends all."""

    def call(cwd: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
        if not servers or servers[-1].poll() is not None:
            command = [sys.executable, "-c", SERVE, str(SECONDS), str(MEMORY)]
            servers.append(subprocess.Popen(command, text=True, stdin=PIPE, stdout=PIPE))
        server = servers[-1]
        assert server.stdin
        assert server.stdout
        timer = Timer(20 * SECONDS, server.kill)
        timer.start()
        print(json.dumps([str(cwd), arguments]), file=server.stdin, flush=True)
        answer = server.stdout.readline()
        timer.cancel()
        assert answer, f"ended by {server.wait()}"
        return subprocess.CompletedProcess(arguments, *json.loads(answer))

    return call


@pytest.mark.parametrize(
    "arguments",
    [
        ("mod.py:VALUES",),
        ("mod.py:VALUES", "--where", "__import__('os').system('touch ran') == 0"),
        ("mod.py:VALUES", "--where", "value.__class__.__mro__"),
        ("mod.py:touch", "--shape", "decorators"),
        ("mod.py:touch", "--shape", "calls"),
        ("mod.py:Record", "--shape", "fields"),
        ("mod.py:VALUES", "--follow", "value"),
    ],
    ids=lambda arguments: " ".join(arguments)[:50],
)
def test_nothing_that_is_read_is_run(
    tmp_path: Path, limited: Limited, arguments: tuple[str, ...]
) -> None:
    (tmp_path / "mod.py").write_text(EXECUTION, encoding="utf-8")
    done = limited(tmp_path, "dump", "--root", ".", *arguments)
    assert done.returncode in (0, 1, 2)
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("name", EXPENSIVE)
@pytest.mark.parametrize("strictness", ["strict", "source"])
def test_an_expensive_expression_ends_soon(
    tmp_path: Path, limited: Limited, name: str, strictness: str
) -> None:
    text = f"VALUES = {{'cheap': 1, 'expensive': {EXPENSIVE[name]}}}\n"
    (tmp_path / "mod.py").write_text(text, encoding="utf-8")
    done = limited(tmp_path, "dump", "--root", ".", "mod.py:VALUES", "--strictness", strictness)
    assert done.returncode in {0, 1}
    assert "Traceback" not in done.stderr
    assert len(done.stdout) + len(done.stderr) < 5_000_000
    if done.returncode:
        assert re.search(r"mod\.py(:\d+)?.*: error: ", done.stderr)


def test_where_is_bounded_too(tmp_path: Path, limited: Limited) -> None:
    (tmp_path / "mod.py").write_text("VALUES = {'a': 1}\n", encoding="utf-8")
    done = limited(tmp_path, "dump", "--root", ".", "mod.py:VALUES", "--where", "'a' * 10 ** 10")
    assert done.returncode in {1, 2}
    assert "limit" in done.stderr


def test_nothing_outside_of_the_root_is_read(tmp_path: Path, limited: Limited) -> None:
    (tmp_path / "secret.py").write_text("SECRET = {'password': 'hunter2'}\n", encoding="utf-8")
    root = tmp_path / "root"
    root.mkdir()
    (root / "link.py").symlink_to(tmp_path / "secret.py")
    (root / "up.py").write_text("from ..secret import SECRET\nX = SECRET\n", encoding="utf-8")
    (root / "here.py").write_text("from link import SECRET\nX = SECRET\n", encoding="utf-8")
    sources = ["../secret.py:SECRET", "link.py:SECRET", "up.py:X", "here.py:X", "l*.py:SECRET"]
    sources.append(f"{tmp_path}/secret.py:SECRET")
    for source in sources:
        done = limited(root, "dump", "--root", ".", source)
        assert "hunter2" not in done.stdout + done.stderr
        assert "Traceback" not in done.stderr


def test_nothing_outside_of_the_root_is_copied_or_shown(
    project: Callable[..., Project], tmp_path: Path
) -> None:
    page = (
        "# Page\n\n[a](../../secret.txt)\n\n![b](../../secret.txt)\n\n{source}`../secret.txt`\n\n"
        "[c](../link.txt)\n\n{source}`link.txt`\n\n{download}`d <../../secret.txt>`\n\n"
        '<img src="../../secret.txt">\n\n'
        "```{declaration-table} ../secret.txt:X\n```\n"
    )
    (tmp_path / "secret.txt").write_text("X = 'hunter2'\n", encoding="utf-8")
    made = project({"root/docs/index.md": page, "root/docs/conf.py": ""})
    (tmp_path / "root/link.txt").symlink_to(tmp_path / "secret.txt")
    conf = (made.docs / "conf.py").read_text(encoding="utf-8")
    (tmp_path / "root/docs/conf.py").write_text(conf, encoding="utf-8")
    made.root = tmp_path / "root"
    built = made.build(show_warning_types=True)
    written = [path for path in built.out.rglob("*") if path.is_file()]
    assert [path for path in written if b"hunter2" in path.read_bytes()] == []
    assert sum("runtime_ref.outside" in line for line in built.warnings) >= 4


HOSTILE = "</td><script>alert(1)</script><img src=x onerror=alert(2)>\"'&lt;"


@pytest.mark.parametrize("builder", ["html", "dirhtml", "epub"])
def test_no_text_becomes_markup(project: Callable[..., Project], builder: str) -> None:
    source = (
        f"# {HOSTILE}\nVALUES = {{\n    # {HOSTILE}\n    {HOSTILE!r}: ({HOSTILE!r}, 1),\n"
        f"    'k': call({HOSTILE!r}),  # {HOSTILE}\n}}\n"
    )
    page = (
        "# Page\n\n```{declaration-table} src/{0}:VALUES\n:caption: Caption\n```\n\n"
        "```{declaration-table} src/{0}:GONE\n```\n\n[x](../src/{0}#L1)\n"
    ).replace("{0}", "a'b&c.py")
    built = project({"docs/index.md": page, "src/a'b&c.py": source}).build(builder)
    for path in built.out.rglob("*.*html"):
        text = path.read_text(encoding="utf-8")
        assert "<script>alert" not in text
        assert not re.search(r"<img[^>]*onerror", text)


def test_a_regular_expression_does_not_blow_up(tmp_path: Path, limited: Limited) -> None:
    (tmp_path / "pyproject.toml").write_text(
        "[tool.runtime-ref]\nignore = ['(a+)+$', '(a|a)*$', '(.*a){30}$']\n", encoding="utf-8"
    )
    (tmp_path / "page.md").write_text(f"[x]({'a' * 5_000}!)\n" * 20, encoding="utf-8")
    done = limited(tmp_path, "links", "page.md")
    assert done.returncode in (1, 2)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        "![" * 50_000,
        "[a](" * 50_000,
        "> " * 50_000 + "x",
        "*a " * 50_000 + "b*",
        "`" * 50_000 + " " + "``" * 20_000,
        "- " * 20_000,
        "<a href=" * 50_000,
        "<!--" * 50_000,
        "[a]: x\n" * 20_000,
        "[a][" * 50_000,
        "&" * 100_000 + "amp;",
        "# " + "a" * 1_000_000,
        "# a\n" * 20_000,
        "[a](#" + "x" * 1_000_000 + ")",
        "[a](b.md#L" + "9" * 100_000 + ")",
        "\\" * 100_000,
        "|a" * 50_000 + "\n" + "|-" * 50_000,
        "\0" * 100_000,
        "\r" * 100_000,
        "a\u0300" * 100_000,
        "---\n" + "a: [" * 10_000 + "\n---\n",
    ],
    ids=lambda text: ascii(text[:10]),
)
@pytest.mark.parametrize("suffix", ["md", "html", "rst", "ipynb"])
def test_a_document_of_any_kind_is_read_in_bounded_time(
    tmp_path: Path, limited: Limited, text: str, suffix: str
) -> None:
    (tmp_path / f"page.{suffix}").write_text(text, encoding="utf-8", newline="")
    (tmp_path / "b.md").write_text("b\n", encoding="utf-8")
    done = limited(tmp_path, "links", "--root", ".", f"page.{suffix}")
    assert done.returncode in (0, 1, 2)
    assert "Traceback" not in done.stderr
    assert done.returncode == 0 or done.stdout or done.stderr
