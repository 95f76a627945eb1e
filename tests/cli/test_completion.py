"""Completion scripts know every command, option and choice."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.cli.parser import COMMANDS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def scripts() -> dict[str, str]:
    """The script of each shell."""
    from contextlib import redirect_stdout  # noqa: PLC0415 - only here
    from io import StringIO  # noqa: PLC0415 - only here

    from sphinxext_runtime_ref.cli import main  # noqa: PLC0415 - loads every command

    found = {}
    for shell in ("bash", "zsh", "fish"):
        with redirect_stdout(StringIO()) as stream:
            assert main(["completion", shell]) == 0
        found[shell] = stream.getvalue()
    return found


def complete(script: str, folder: Path, line: str) -> list[str]:
    """What bash offers at the end of a line."""
    words = line.split(" ")
    call = (
        f"{script}\nCOMP_WORDS=({' '.join(map(repr, words))})\nCOMP_CWORD={len(words) - 1}\n"
        '_runtime_ref\nprintf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-c", call],
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("runtime-ref c", ["check", "coverage", "completion"]),
        ("runtime-ref --ve", ["--version"]),
        ("runtime-ref links --format s", ["sarif"]),
        ("runtime-ref links --root ", ["folder"]),
        ("runtime-ref --root folder links --q", ["--quiet"]),
        ("runtime-ref dump --wh", ["--where"]),
        ("runtime-ref completion ", ["bash", "zsh", "fish", "-h", "--help", "--root"]),
        ("runtime-ref links --output re", ["report.json"]),
    ],
)
def test_bash_offers_what_fits(
    scripts: dict[str, str], tmp_path: Path, line: str, offered: list[str]
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "report.json").touch()
    assert complete(scripts["bash"], tmp_path, line) == offered


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_command_is_known_to_every_shell(scripts: dict[str, str], shell: str) -> None:
    for command in COMMANDS:
        assert command.name in scripts[shell]
    assert "text jsonl json sarif junit github gitlab" in scripts[shell]


def test_zsh_and_fish_describe_what_they_offer(scripts: dict[str, str]) -> None:
    assert scripts["zsh"].startswith("#compdef runtime-ref\n")
    assert "'fix:apply unambiguous suggestions to links'" in scripts["zsh"]
    assert "1:SOURCE:_files '*:DOCUMENT:_files'" in scripts["zsh"]
    assert (
        "complete -c runtime-ref -n '__fish_seen_subcommand_from links' -l output -s o -r -F"
        in scripts["fish"]
    )


def test_an_unknown_shell_is_refused(run: Run) -> None:
    done = run("completion", "tcsh")
    assert done.returncode == 2
    assert "invalid choice: 'tcsh'" in done.stderr
