"""What a run read, so that a later one can tell whether it would read the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

try:  # hashlib loads OpenSSL, which takes longer than all of a small run's hashing
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable

Stamp: TypeAlias = tuple[int, int, int]
"""Size, and the times of the last change of content and of status in nanoseconds."""
FileState: TypeAlias = tuple[Stamp, str]
"""A file's stamp and the digest of its content."""
FolderState: TypeAlias = tuple[Stamp, str] | None
"""A folder's stamp and the digest of its names; ``None`` where there is no folder."""


class Record:
    """Everything below the root that verdicts depend on.

    :param files: by path, the documents and the targets of fragments.
    :param folders: by path, the folders that were listed.
    :param followed: by path, where symbolic links lead, ``None`` for nowhere.
    :param listing: digest of the names that suggestions were chosen from; empty for none.
    """

    __slots__ = ("files", "folders", "followed", "listing")

    def __init__(
        self,
        files: dict[str, FileState],
        folders: dict[str, FolderState],
        followed: dict[str, str | None],
        listing: str = "",
    ) -> None:
        """Keep the states."""
        self.files = files
        self.folders = folders
        self.followed = followed
        self.listing = listing

    def update(self, other: Record) -> None:
        """Add what another process read."""
        self.files.update(other.files)
        self.folders.update(other.folders)
        self.followed.update(other.followed)
        self.listing = self.listing or other.listing


def stamp(status: os.stat_result) -> Stamp:
    """Give the stamp of a file or folder."""
    return status.st_size, status.st_mtime_ns, status.st_ctime_ns


def digest(data: bytes) -> str:
    """Give a short name for some bytes; no two contents have the same one by accident."""
    return blake2b(data, digest_size=12).hexdigest()


def digest_names(names: Iterable[str]) -> str:
    """Give a short name for names, in their order."""
    return digest("\0".join(names).encode("utf-8", "surrogateescape"))
