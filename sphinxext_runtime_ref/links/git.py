"""What git knows of a tree."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import ConfigError

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path


class GitError(Exception):
    """Git is not installed, or the folder is not in a working tree."""


def run_git(folder: Path, *arguments: str, index: Path | None = None) -> bytes:
    """Run a git command that only reads, and give what it prints.

    :param index: a file to use instead of the repository's own index.
    :raises GitError: when git is missing or the command fails; the message is git's own.
    """
    return output_of(start_git(folder, *arguments, index=index))


def start_git(folder: Path, *arguments: str, index: Path | None = None) -> subprocess.Popen[bytes]:
    """Start a git command that only reads, for :func:`output_of`.

    :raises GitError: when git is missing.
    """
    import subprocess  # noqa: PLC0415 - slow to load, and some runs do without

    # hooks, pagers, prompts and locks have no part in reading
    environment = {**os.environ, "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0"}
    if index is not None:
        environment["GIT_INDEX_FILE"] = str(index)
    command = ["git", "-c", "core.fsmonitor=false", "-c", "core.quotePath=false", *arguments]
    try:
        return subprocess.Popen(  # noqa: S603 - a fixed command, no shell
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
    except FileNotFoundError as fault:
        raise GitError("the command 'git' was not found") from fault
    except OSError as fault:
        raise GitError(f"git can't be run in {folder}: {fault.strerror}") from fault


def output_of(process: subprocess.Popen[bytes]) -> bytes:
    """Wait for a command and give what it printed.

    :raises GitError: when it failed.
    """
    with process:
        try:
            output, said = process.communicate()
        except BaseException:
            process.kill()
            raise
    if process.returncode:
        raise GitError(os.fsdecode(said).strip() or f"git exited with {process.returncode}")
    return output


def tracked_files(root: Path) -> frozenset[str]:
    """Give the paths in git's index, those of submodules included: POSIX, relative to ``root``.

    :raises ConfigError: when git can't tell.
    """
    try:
        command = ("ls-files", "-z", "--cached", "--recurse-submodules")
        return frozenset(split_names(run_git(root, *command)))
    except GitError as fault:
        raise ConfigError(
            f"require_tracked needs git, which can't list {root}: {fault}; install git and run in "
            "a clone, or turn require_tracked off"
        ) from fault


def split_names(data: bytes) -> list[str]:
    """Take apart what git prints with ``-z``."""
    return [name for name in os.fsdecode(data).split("\0") if name]
