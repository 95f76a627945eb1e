"""Files that are whole or absent."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file so that a reader, or a crash, never sees half of it.

    The data goes to a temporary file in the same folder, which then replaces the target; an
    existing file keeps its permissions. What is no file, such as a pipe or ``/dev/null``, is
    written to and stays what it is.

    :raises OSError: when the folder can't be written; the old file is then untouched.
    """
    if _is_special(path):
        path.write_bytes(data)
        return
    import tempfile  # noqa: PLC0415 - slow to load, and most runs write nothing

    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name[:80]}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        Path(name).chmod(_mode(path))
        Path(name).replace(path)
    except BaseException as fault:
        with suppress(OSError):
            Path(name).unlink()
        if isinstance(fault, OSError) and fault.filename is None:
            fault.filename = str(path)
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
