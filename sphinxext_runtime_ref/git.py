"""Git commands that only read: no hook, pager, prompt or lock has a part in them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path


class GitError(Exception):
    """Git is not installed, the folder is not in a work tree, or git refuses for its own reason."""


class NoGitError(GitError):
    """Git is not installed."""


def run_git(
    folder: Path, *arguments: str, index: Path | None = None, timeout: float | None = None
) -> bytes:
    """Run a git command, and give what it prints.

    :param index: a file to use instead of the repository's own index.
    :param timeout: seconds that it may take.
    :raises GitError: when git is missing, takes too long, or the command fails; the message is
        then git's own.
    """
    return output_of(start_git(folder, *arguments, index=index), timeout)


def start_git(folder: Path, *arguments: str, index: Path | None = None) -> subprocess.Popen[bytes]:
    """Start a git command, for :func:`output_of`.

    :raises GitError: when it can't be started.
    """
    import subprocess  # noqa: PLC0415 - slow to load, and some runs do without

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
    except OSError as fault:
        if isinstance(fault, FileNotFoundError) and folder.is_dir():
            raise NoGitError("the command 'git' was not found") from fault
        raise GitError(f"git can't be run in {folder}: {fault.strerror}") from fault


def output_of(process: subprocess.Popen[bytes], timeout: float | None = None) -> bytes:
    """Wait for a command and give what it printed.

    :raises GitError: when it failed, or takes too long.
    """
    from subprocess import TimeoutExpired  # noqa: PLC0415 - loaded by now

    with process:
        try:
            output, said = process.communicate(timeout=timeout)
        except TimeoutExpired as fault:
            process.kill()
            raise GitError(f"git has not answered in {timeout:g} seconds") from fault
        except BaseException:
            process.kill()
            raise
    if process.returncode:
        raise GitError(os.fsdecode(said).strip() or f"git exited with {process.returncode}")
    return output


def split_names(data: bytes) -> list[str]:
    """Take apart what git prints with ``-z``."""
    return [name for name in os.fsdecode(data).split("\0") if name]
