"""Files that are whole or absent."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_NEW = (
    os.O_WRONLY
    | os.O_CREAT
    | os.O_EXCL
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_CLOEXEC", 0)
)


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file so that a reader, or a crash, never sees half of it.

    The data goes to a temporary file in the same folder, which then replaces the target; an
    existing file keeps its permissions. What is no file, such as a pipe or ``/dev/null``, is
    written to and stays what it is.

    :raises OSError: when the folder can't be written; the old file is then untouched.
    """
    try:
        if _is_special(path):
            path.write_bytes(data)
        else:
            _replace(path, data)
    except OSError as fault:
        fault.filename = str(path)  # what a reader knows, not the temporary file, and not nothing
        raise


def _replace(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    # the module tempfile makes no better name, and loads slowly
    temporary = path.parent / f".{path.name[:40]}.{os.urandom(8).hex()}"
    try:
        with os.fdopen(os.open(temporary, _NEW, 0o600), "wb") as stream:
            stream.write(data)
        temporary.chmod(_mode(path))
        temporary.replace(path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise


def write_text(path: Path, text: str) -> None:
    """Write UTF-8 text with the newlines as given; see :func:`write_bytes`."""
    write_bytes(path, text.encode("utf-8"))


def _is_special(path: Path) -> bool:
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _mode(path: Path) -> int:
    try:
        return path.stat().st_mode & 0o777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
