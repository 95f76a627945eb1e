"""Where the bytes of source files come from."""

from __future__ import annotations

import os
import posixpath
import stat
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from sphinxext_runtime_ref.errors import NO_FILE, DeclarationError, MissingDeclarationError
from sphinxext_runtime_ref.location import Location

if TYPE_CHECKING:
    from collections.abc import Iterator


def inside(path: str) -> str:
    """Give a path in its plain form.

    :param path: POSIX path relative to the root.
    :raises DeclarationError: when it is empty, absolute or leads out of the root.
    """
    plain = posixpath.normpath(path.replace("\\", "/"))
    if not path or plain.startswith(("/", "../")) or plain in {".", ".."} or "\0" in path:
        raise DeclarationError(
            f"{path!r} is not a path below the root; expected one such as 'package/module.py'"
        )
    return plain


class Files(Protocol):
    """A tree of files below a root; paths are POSIX and relative to it."""

    def read(self, path: str, limit: int) -> bytes:
        """Give the content of a regular file of at most ``limit`` bytes.

        :raises DeclarationError: when it is missing, no regular file, outside or too large.
        """

    def is_file(self, path: str) -> bool:
        """Tell whether there is a regular file."""

    def is_folder(self, path: str) -> bool:
        """Tell whether there is a folder; ``""`` is the root."""

    def absolute(self, path: str) -> str:
        """Give the name under which a dependency on the file is recorded."""

    def stamp(self, path: str) -> object:
        """Give something that changes when the file does."""

    def python_files(self, folder: str = "") -> Iterator[str]:
        """Give the paths of all ``.py`` files below a folder; hidden folders are left out."""


class WorkingTree:
    """The files on disk below a folder."""

    def __init__(self, root: Path) -> None:
        """Take the folder; it need not exist yet."""
        self.root = Path(os.path.realpath(root))
        # Plain strings: a table asks for hundreds of files, and most of them are not there.
        self._top = str(self.root).rstrip(os.sep)

    def read(self, path: str, limit: int) -> bytes:
        """Give the content of a regular file below the root; see :meth:`Files.read`."""
        place = Location(path)
        full = self._real(path)
        if full is None:
            raise DeclarationError("lies outside the root (a symbolic link leads there)", place)
        try:
            # A FIFO would block an ordinary open for ever.
            handle = os.open(full, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
            with os.fdopen(handle, "rb") as stream:
                status = os.fstat(stream.fileno())
                if not stat.S_ISREG(status.st_mode):
                    raise DeclarationError("not a regular file", place)
                data = stream.read(limit + 1)
        except FileNotFoundError:
            raise MissingDeclarationError(f"{NO_FILE} {self.root}", place) from None
        except IsADirectoryError:
            text = "is a folder; expected a Python file, such as 'package/module.py'"
            raise DeclarationError(text, place) from None
        except (OSError, ValueError) as fault:
            reason = getattr(fault, "strerror", None) or fault
            raise DeclarationError(f"can't be read: {reason}", place) from None
        # A file of some systems, or one that grows, has more than it tells.
        if (size := max(len(data), status.st_size)) > limit:
            raise DeclarationError(too_large(size, limit), place)
        return data

    def is_file(self, path: str) -> bool:
        """Tell whether there is a regular file below the root."""
        return os.path.isfile(self.absolute(path)) and self._real(path) is not None  # noqa: PTH113 - fast

    def is_folder(self, path: str) -> bool:
        """Tell whether there is a folder below the root."""
        return os.path.isdir(self.absolute(path)) and self._real(path) is not None  # noqa: PTH112 - fast

    def absolute(self, path: str) -> str:
        """Give the absolute path, symbolic links unresolved."""
        return f"{self._top}{os.sep}{path}".rstrip(os.sep) if path else self._top or os.sep

    def stamp(self, path: str) -> object:
        """Give size and time of change, ``None`` when there is no such file."""
        try:
            status = os.stat(self.absolute(path))  # noqa: PTH116 - fast
        except (OSError, ValueError):
            return None
        return status.st_size, status.st_mtime_ns

    def python_files(self, folder: str = "") -> Iterator[str]:
        """Give the paths of all ``.py`` files below a folder; hidden folders are left out."""
        start = self._real(folder)
        if start is None:
            return
        for current, names, files in os.walk(self.root / folder):
            names[:] = sorted(name for name in names if not name.startswith("."))
            for name in sorted(files):
                if name.endswith(".py"):
                    yield Path(current, name).relative_to(self.root).as_posix()

    def _real(self, path: str) -> str | None:
        try:
            full = os.path.realpath(self.absolute(path))
        except (OSError, ValueError):
            return None
        return full if full == self._top or full.startswith(f"{self._top}{os.sep}") else None


def too_large(size: int, limit: int) -> str:
    """Give the message for a file over the size limit."""
    return f"{size} bytes are over the limit of {limit} bytes for a source file"
