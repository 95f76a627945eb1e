"""Reading a regular file, whatever else a name may lead to."""

from __future__ import annotations

import os
import stat

_READ = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_CLOEXEC", 0)
)
MAX_BYTES = 64 * 2**20
"""Files above this size are not read."""


def read_regular(path: str) -> tuple[bytes, os.stat_result]:
    """Read a file and its status, but never wait for a pipe or read a device.

    :raises OSError: as :func:`open` does.
    :raises ValueError: when it is no regular file, or larger than :data:`MAX_BYTES`.
    """
    handle = os.open(path, _READ)
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise ValueError("not a regular file")
        if status.st_size > MAX_BYTES:
            raise ValueError(f"larger than {MAX_BYTES // 2**20} MB")
        parts, size = [], max(status.st_size + 1, 4096)
        # a file gives all that is asked for, up to its end
        while len(part := os.read(handle, size)) == size:
            parts.append(part)
        return b"".join((*parts, part)), status
    finally:
        os.close(handle)
