"""The program's frame: arguments, help, exit codes, and what must never be seen."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from subprocess import PIPE
from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref import __version__
from sphinxext_runtime_ref.cli import main
from sphinxext_runtime_ref.cli.parser import COMMANDS

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., subprocess.CompletedProcess[str]]

MODULE = [sys.executable, "-m", "sphinxext_runtime_ref"]
NAMES = [command.name for command in COMMANDS]


def test_the_version_is_the_package_s(spawn: Run) -> None:
    done = spawn("--version")
    assert (done.returncode, done.stdout) == (0, f"runtime-ref {__version__}\n")


@pytest.mark.parametrize("arguments", [[], *([name] for name in NAMES)], ids=" ".join)
def test_help_fits_into_eighty_columns(run: Run, arguments: list[str]) -> None:
    done = run(*arguments, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0].startswith(" ".join(["usage: runtime-ref", *arguments]))
    assert "  --root DIR " in done.stdout
    if not arguments:
        assert all(f"    {name} " in done.stdout for name in NAMES)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--check", "--write"], "argument --write: not allowed with argument --check"),
        (["--json", "links"], "argument --json: not allowed with the command links"),
        (["--jso"], "unrecognized arguments: --jso"),
        (["frobnicate"], "invalid choice: 'frobnicate'"),
        (["links", "--format", "pdf"], "invalid choice: 'pdf'"),
        (["--root", "nowhere"], "error: --root nowhere: expected a folder that exists"),
        (["check"], "nothing to check: set reference-page or maintained-docs below"),
        (["links"], "no documents: name some, or list them as maintained-docs"),
        (["links", ""], "expected the name of a document or folder, got an empty one"),
        (["dump", "kv-codecs-table"], "there is no table 'kv-codecs-table'"),
        (["dump", "kv-codecs-table"], "kv-codec-table"),
        (["links", "nowhere.md"], "nowhere.md: no such file"),
        (["write"], "there is no reference page: set reference-page"),
        (["coverage", "m.py:X", "--exclude", "a", "m.md"], "expected NAME=REASON"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_wrong_call_says_what_is_right(run: Run, arguments: list[str], message: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert message in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_faults_of_the_project_file_are_all_told(tmp_path: Path, run: Run) -> None:
    (tmp_path / "pyproject.toml").write_text(
        "[tool.runtime-ref]\nlinks = 1\nreports = ['pdf']\nmaintained-docs = ['a.md']\n"
    )
    done = run("check")
    assert done.returncode == 2
    first, second = done.stderr.splitlines()
    assert first.startswith("pyproject.toml:2:1: error: unknown key 'links'")
    assert second.startswith("pyproject.toml:3:1: error: reports: expected one of 'txt', 'json'")


def test_a_configured_root_must_exist(tmp_path: Path, run: Run) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.runtime-ref]\nroot = 'gone'\n")
    done = run("check")
    assert done.returncode == 2
    assert "pyproject.toml:2:1: error: root: expected a folder that exists, got '" in done.stderr


def test_the_root_is_where_the_configuration_says(tmp_path: Path, run: Run) -> None:
    (tmp_path / "pyproject.toml").write_text(
        "[tool.runtime-ref]\nroot = 'inner'\nmaintained-docs = ['a.md']\n"
    )
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner/a.md").write_text("[x](../pyproject.toml)\n")
    done = run("check")
    assert done.returncode == 1
    assert done.stderr.startswith("a.md:1:5: outside: '../pyproject.toml': ")


@pytest.mark.parametrize("flags", [["--root", "sub"], ["check", "--root", "sub"]], ids=" ".join)
def test_the_root_can_be_given_before_and_after_the_command(
    tmp_path: Path, run: Run, flags: list[str]
) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub/pyproject.toml").write_text("[tool.runtime-ref]\nmaintained-docs=['b.md']\n")
    (tmp_path / "sub/b.md").write_text("[x](c.md)\n")
    done = run(*flags)
    assert done.returncode == 1
    assert done.stderr.startswith("b.md:1:5: target: 'c.md': ")


def test_an_interrupt_ends_quietly(tmp_path: Path) -> None:
    # A background job of a shell ignores the signal, and so would its children.
    call = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
    call += "from sphinxext_runtime_ref.cli import main; print(flush=True); sys.exit(main())"
    command = [sys.executable, "-c", call, "links", "-", "--root", str(tmp_path)]
    with subprocess.Popen(command, cwd=tmp_path, stdin=PIPE, stdout=PIPE, stderr=PIPE) as process:
        assert process.stdout
        process.stdout.readline()
        # It waits for the list of documents soon; the signal may come at any time from here on.
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130
        assert process.stderr
        assert process.stderr.read() == b""


def test_a_closed_pipe_is_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("[x](a.md)\n" * 20_000)
    command = [*MODULE, "links", "a.md", "--format", "jsonl", "--root", "."]
    # Without a buffer, Python itself takes half a write for a whole one.
    env = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with subprocess.Popen(command, cwd=tmp_path, env=env, stdout=PIPE, stderr=PIPE) as process:
        assert process.stdout
        assert process.stderr
        assert process.stdout.read(10) == b'{"filename'
        process.stdout.close()
        assert process.wait(60) == 141
        assert process.stderr.read() == b""


@pytest.mark.skipif(os.name == "nt", reason="the shell is another one there")
@pytest.mark.parametrize(
    ("arguments", "code"),
    [("links a.md >&-", 1), ("links a.md 2>&- >&-", 1), ("links - <&-", 0), ("--help >&-", 0)],
)
def test_a_closed_stream_is_no_traceback(tmp_path: Path, arguments: str, code: int) -> None:
    (tmp_path / "a.md").write_text("[x](gone.md)\n")
    (tmp_path / "pyproject.toml").write_text("[tool.runtime-ref]\n")
    command = f'"$0" -m sphinxext_runtime_ref {arguments}'
    shell = ["sh", "-c", command, sys.executable]
    done = subprocess.run(shell, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == code
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
def test_a_full_disk_is_a_message(tmp_path: Path, spawn: Run) -> None:
    (tmp_path / "a.md").write_text("[x](a.md)\n")
    with Path("/dev/full").open("w") as full:
        done = spawn(
            "links",
            "a.md",
            "--format=json",
            "--root=.",
            capture_output=False,
            stdout=full,
            stderr=PIPE,
        )
    assert done.returncode == 2
    assert "error: No space left on device" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
def test_a_full_device_is_named(tmp_path: Path, run: Run) -> None:
    (tmp_path / "a.md").write_text("[x](a.md)\n")
    done = run("links", "a.md", "--root", ".", "--output", "/dev/full", "--format", "json")
    assert done.returncode == 2
    assert "/dev/full: error: No space left on device" in done.stderr


def test_an_output_that_cannot_be_written_leaves_the_old_one(tmp_path: Path, run: Run) -> None:
    (tmp_path / "a.md").write_text("[x](a.md)\n")
    (tmp_path / "file").write_text("old")
    done = run("links", "a.md", "--root", ".", "--output", "file/report.json", "--format", "json")
    assert done.returncode == 2
    assert "error: " in done.stderr
    assert "Traceback" not in done.stderr
    assert (tmp_path / "file").read_text() == "old"
    (tmp_path / "folder").mkdir()
    for folder in ("folder", "."):
        done = run("links", "a.md", "--root", ".", "--output", folder, "--format", "json")
        assert done.returncode == 2
        assert done.stderr.startswith(f"{folder}: error: ")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.md", "file", "folder"]


@pytest.mark.skipif(os.name == "nt", reason="names are text there")
def test_a_name_that_is_not_utf_8_is_shown_escaped(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"caf\xe9.md")).write_text("[x](gone.md)\n")
    done = subprocess.run(
        [*MODULE, "links", ".", "--root", "."],
        cwd=tmp_path,
        capture_output=True,
        check=False,
        timeout=60,
        env={**os.environ, "NO_COLOR": "1"},
    )
    assert done.returncode == 1
    assert done.stdout.startswith(b"caf\\udce9.md:1:5: target: 'gone.md': ")


def test_a_terminal_without_unicode_gets_escapes(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("[x](漢.md)\n", encoding="utf-8")
    done = subprocess.run(
        [*MODULE, "links", "a.md", "--root", "."],
        cwd=tmp_path,
        capture_output=True,
        check=False,
        timeout=60,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
    )
    assert done.returncode == 1
    assert b"\\u6f22.md" in done.stdout


def test_main_gives_its_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"runtime-ref {__version__}\n"
    assert main(["--nonsense"]) == 2
