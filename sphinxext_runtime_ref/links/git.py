"""What git knows of a tree."""

from __future__ import annotations

import os
from pathlib import Path

from sphinxext_runtime_ref.errors import ConfigError


class GitError(Exception):
    """Git is not installed, or the folder is not in a working tree."""


def run_git(folder: Path, *arguments: str, index: Path | None = None) -> bytes:
    """Run a git command that only reads.

    :param index: a file to use instead of the repository's own index.
    :raises GitError: when git is missing or the command fails; the message is git's own.
    """
    import subprocess  # noqa: PLC0415 - slow to load, and some runs do without

    # hooks, pagers, prompts and locks have no part in reading
    environment = {**os.environ, "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0"}
    if index is not None:
        environment["GIT_INDEX_FILE"] = str(index)
    command = ["git", "-c", "core.fsmonitor=false", "-c", "core.quotePath=false", *arguments]
    try:
        done = subprocess.run(  # noqa: S603 - a fixed command, no shell
            command,
            cwd=folder,
            env=environment,
            check=False,
            capture_output=True,
            stdin=subprocess.DEVNULL,
        )
    except FileNotFoundError as fault:
        raise GitError("the command 'git' was not found") from fault
    except OSError as fault:
        raise GitError(f"git can't be run in {folder}: {fault.strerror}") from fault
    if done.returncode:
        raise GitError(os.fsdecode(done.stderr).strip() or f"git exited with {done.returncode}")
    return done.stdout


def top_level(folder: Path) -> Path | None:
    """Give the top folder of the working tree around a folder, ``None`` outside of any."""
    try:
        return Path(os.fsdecode(run_git(folder, "rev-parse", "--show-toplevel")).rstrip("\r\n"))
    except GitError:
        return None


def tracked_files(root: Path) -> frozenset[str]:
    """Give the paths in git's index, POSIX and relative to ``root``.

    :raises ConfigError: when git can't tell.
    """
    try:
        return frozenset(_split(run_git(root, "ls-files", "-z", "--cached")))
    except GitError as fault:
        raise ConfigError(
            f"require_tracked needs git, which can't list {root}: {fault}; install git and run in "
            "a clone, or turn require_tracked off"
        ) from fault


def visible_files(root: Path, folder: str = "") -> list[str] | None:
    """List the files below a folder that git does not ignore, tracked or not.

    :param folder: POSIX, relative to ``root``.
    :return: sorted paths relative to ``root``; ``None`` where git can't tell.
    """
    command = ("ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate")
    try:
        return sorted(
            _split(run_git(root, *command, "--", f":(literal){folder}" if folder else "."))
        )
    except GitError:
        return None


def _split(data: bytes) -> list[str]:
    return [os.fsdecode(name) for name in data.split(b"\0") if name]
