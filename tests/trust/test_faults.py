"""Killed, full, read-only, at once: what is written is whole or absent."""

from __future__ import annotations

import errno
import json
import os
import resource
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from sphinxext_runtime_ref.atomic import write_bytes
from sphinxext_runtime_ref.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., subprocess.CompletedProcess[str]]

STAGES = ["pathlib.Path.mkdir", "os.open", "os.fdopen", "pathlib.Path.chmod"]
KILLED = """
import os, pathlib, signal, sys
from sphinxext_runtime_ref.atomic import write_bytes
module, _, name = sys.argv[1].rpartition(".")
owner = pathlib.Path if module == "pathlib.Path" else sys.modules[module]
real = getattr(owner, name)
def killed(*args, **options):
    result = real(*args, **options)
    if name == "fdopen":
        result.write(b"new" * 1000)
        result.flush()
    os.kill(os.getpid(), signal.SIGKILL)
    return result
setattr(owner, name, killed)
write_bytes(pathlib.Path(sys.argv[2]), b"new" * 100_000)
"""


@pytest.mark.parametrize("old", [None, b"old"], ids=["absent", "present"])
@pytest.mark.parametrize("stage", [*STAGES, "pathlib.Path.replace"])
def test_a_file_is_whole_wherever_the_writer_is_killed(
    tmp_path: Path, stage: str, old: bytes | None
) -> None:
    target = tmp_path / "report.json"
    if old:
        target.write_bytes(old)
    done = subprocess.run([sys.executable, "-c", KILLED, stage, str(target)], check=False)
    assert done.returncode == -signal.SIGKILL
    found = target.read_bytes() if target.exists() else None
    assert found == (b"new" * 100_000 if stage == "pathlib.Path.replace" else old)


def tree(root: Path, count: int = 60) -> None:
    for number in range(count):
        text = f"# H{number}\n[a](f{(number + 1) % count}.md#h{(number + 1) % count}) [b](no.md)\n"
        (root / f"f{number}.md").write_text(text)


def limited() -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500))


def test_a_full_disk_leaves_the_old_report_and_says_so(tmp_path: Path, spawn: Run) -> None:
    tree(tmp_path)
    (tmp_path / "report.json").write_text("old")
    done = spawn(
        *("links", ".", "--no-cache", "--format", "json", "-o", "report.json"), preexec_fn=limited
    )
    assert done.returncode == 2
    assert done.stderr == "report.json: error: File too large\n"
    assert (tmp_path / "report.json").read_text() == "old"
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".report")]


@pytest.mark.parametrize("target", ["folder", "folder/no.txt/x.json", "README.md/x.json"])
def test_an_output_that_can_not_be_is_an_error(tmp_path: Path, run: Run, target: str) -> None:
    tree(tmp_path, 1)
    (tmp_path / "README.md").write_text("# R\n")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder/no.txt").write_text("")
    done = run("links", ".", "--no-cache", "--format", "json", "-o", target)
    assert done.returncode == 2
    assert "error: " in done.stderr
    assert "Traceback" not in done.stderr
    assert (tmp_path / "README.md").read_text() == "# R\n"


def test_pipes_and_devices_are_written_to_and_stay(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor() as pool:
        read = pool.submit(pipe.read_bytes)
        write_bytes(pipe, b"report")
        assert read.result(timeout=10) == b"report"
    assert pipe.is_fifo()


def test_runs_at_once_share_a_cache_and_an_output(tmp_path: Path, spawn: Run) -> None:
    root, cache = tmp_path / "root", tmp_path / "cache"
    root.mkdir()
    tree(root, 700)
    env = {**os.environ, "RUNTIME_REF_CACHE_DIR": str(cache), "PYTHONUTF8": "1", "NO_COLOR": "1"}

    def links(*options: str) -> subprocess.CompletedProcess[str]:
        return spawn("links", ".", *options, cwd=root, env=env)

    wanted = links("--no-cache").stdout
    assert wanted.count("no.md") == 700
    with ThreadPoolExecutor(4) as pool:
        output = ("--format", "json", "-o", str(tmp_path / "report.json"))
        jobs = [pool.submit(links, *extra) for extra in ((), (), output, output)]
        results = [job.result() for job in jobs]
    assert [result.stdout for result in results] == [wanted, wanted, "", ""]
    assert {result.returncode for result in results} == {1}
    assert len(json.loads((tmp_path / "report.json").read_text())["links"]) == 1400
    assert links().stdout == wanted


def test_builds_at_once_share_an_output(project: Any, tmp_path: Path) -> None:
    documents = {f"docs/d{number}.md": f"# D{number}\n[x](no.md)\n" for number in range(5)}
    project({**documents, "docs/index.md": "# I\n\n```{toctree}\n:glob:\n\n*\n```\n"})
    # not two of html: of those, Sphinx itself takes away each other's searchindex.js.tmp
    builders = ["html", "dummy", "text"]
    sphinx = [sys.executable, "-m", "sphinx", "-q", "-D", "show_warning_types=1"]
    commands = [
        [*sphinx, "-b", builder, "-d", str(tmp_path / f"t{number}")]
        for number, builder in enumerate(builders)
    ]
    places = [str(tmp_path / "docs"), str(tmp_path / "out")]
    started = [
        subprocess.Popen([*command, *places], stderr=subprocess.PIPE, text=True)
        for command in commands
    ]
    errors = [process.communicate(timeout=120)[1] for process in started]
    assert [process.returncode for process in started] == [0, 0, 0]
    assert [error.count("[runtime_ref.target]") for error in errors] == [5, 5, 5]
    report = (tmp_path / "out/runtime_ref/output.json").read_text()
    assert len([json.loads(line) for line in report.splitlines()]) == 5


def test_a_file_that_vanishes_or_changes_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tree(tmp_path, 3)
    (tmp_path / "f0.md").write_text("# A\n[x](f1.md#h1) [y](f2.md#h2)\n")
    really_open = os.open

    def meddle(path: Any, flags: int, *rest: Any, **options: Any) -> int:
        if str(path).endswith("f1.md"):
            (tmp_path / "f1.md").unlink(missing_ok=True)
        if str(path).endswith("f2.md"):
            (tmp_path / "f2.md").write_bytes(b"# H2\n" * 50_000)
        return really_open(path, flags, *rest, **options)

    monkeypatch.setattr(os, "open", meddle)
    assert main(["links", str(tmp_path), "--root", str(tmp_path), "--no-cache"]) == 1
    out = capsys.readouterr().out
    assert "f0.md:2:5: document: 'f1.md#h1': f1.md can't be read: No such file" in out
    assert "f2.md#h2" not in out


def test_a_source_without_permission_is_an_error_at_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "m.py").write_text("X = [1]\n")
    refuse_at(monkeypatch, "open", "m.py")
    assert main(["dump", "m.py:X", "--root", str(tmp_path)]) == 1
    assert capsys.readouterr().err == "m.py: error: can't be read: Permission denied\n"


def refuse_at(monkeypatch: pytest.MonkeyPatch, name: str, wanted: str) -> None:
    """Make a function of os refuse paths: nothing is closed to root, who may run these tests."""
    really = getattr(os, name)

    def refuse(path: Any, *rest: Any, **options: Any) -> Any:
        if wanted in str(path):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return really(path, *rest, **options)

    monkeypatch.setattr(os, name, refuse)


def test_what_is_in_a_closed_folder_is_not_said_to_be_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/b.md").write_text("# B\n")
    (tmp_path / "a.md").write_text("[x](docs/b.md#b) [y](docs) [z](docs/)\n")
    monkeypatch.chdir(tmp_path)
    refuse_at(monkeypatch, "scandir", "docs")
    assert main(["links", "a.md", "--no-cache"]) == 1
    out = capsys.readouterr().out
    assert "'docs/b.md#b': the folder docs can't be read: Permission denied\n" in out
    assert out.count("a.md:1:") == 1


def test_a_root_that_can_not_be_listed_is_said_to_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.md").write_text("[x](b.md) [y](a.md/c)\n")
    monkeypatch.chdir(tmp_path)
    assert main(["links", "a.md", "--no-cache"]) == 1
    assert "can't be read" not in capsys.readouterr().out
    refuse_at(monkeypatch, "scandir", str(tmp_path))
    assert main(["links", "a.md", "--no-cache"]) == 1
    said = "document: this document is to be checked, but the folder . can't be read: Permission"
    assert said in capsys.readouterr().out


def test_a_page_in_a_folder_that_is_read_only_is_named_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "m.py").write_text("T = {'a': 1}\n")
    page = tmp_path / "ref.md"
    (tmp_path / "pyproject.toml").write_text(
        "[tool.runtime-ref]\nreference-page = 'ref.md'\n"
        "[tool.runtime-ref.tables.t-table]\nsource = 'm.py:T'\n"
    )
    monkeypatch.chdir(tmp_path)
    refuse_at(monkeypatch, "open", ".ref.md.")
    assert main(["write"]) == 2
    assert capsys.readouterr().err == f"{page}: error: Permission denied\n"
    assert not page.exists()


LISTDIR = os.listdir


def as_stored(path: Path) -> str:
    """Give a path with the capitals that its names have on disk."""
    here = "/"
    for part in path.parts[1:]:
        try:
            names = LISTDIR(here)
        except OSError:
            return str(path)
        same = [name for name in names if name.casefold() == part.casefold()]
        here = f"{here}/{part if part in names or not same else same[0]}"
    return here


@pytest.fixture
def one_case(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Make a file system that does not tell capitals apart, as on macOS and Windows."""
    for name in ("stat", "lstat", "open", "scandir"):
        really = getattr(os, name)

        def folded(path: Any = ".", *rest: Any, really: Any = really, **options: Any) -> Any:
            if isinstance(path, (str, os.PathLike)) and "dir_fd" not in options:
                path = as_stored(tmp_path / path)
            return really(path, *rest, **options)

        monkeypatch.setattr(os, name, folded)


@pytest.mark.usefixtures("one_case")
def test_capitals_count_where_the_file_system_takes_any(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/b.md").write_text("# B\n")
    (tmp_path / "a.md").write_text("[x](DOCS/B.md#b) [y](docs/b.md#b)\n")
    monkeypatch.chdir(tmp_path)
    assert (tmp_path / "Docs/B.MD").is_file()
    assert main(["links", "a.md", "--no-cache"]) == 1
    assert capsys.readouterr().out == (
        "a.md:1:5: case: 'DOCS/B.md#b': exists only with other capitals; "
        "did you mean 'docs/b.md#b'?\n"
    )
    assert main(["links", "Docs", "--no-cache"]) == 1
    assert "Docs/b.md: document: " in capsys.readouterr().out
