"""Folders below the root, each listed once."""

from __future__ import annotations

import os
from enum import IntEnum
from typing import TYPE_CHECKING
from unicodedata import normalize

from sphinxext_runtime_ref.links.tree.record import digest_names, stamp

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sphinxext_runtime_ref.links.tree.record import FolderState, Stamp


class Entry(IntEnum):
    """What a name in a folder is."""

    FILE = 0
    FOLDER = 1
    LINK = 2
    OTHER = 3
    """A pipe, a socket or a device."""


class Folders:
    """The folders below a root.

    :param root: may itself be reached through symbolic links.
    """

    def __init__(self, root: Path) -> None:
        """Remember the root; nothing is read yet."""
        self.root = os.path.realpath(root)
        self._listed: dict[str, Mapping[str, Entry] | None] = {}
        self._stamps: dict[str, Stamp] = {}
        self.followed: dict[str, str | None] = {}
        self._folded: dict[str, Mapping[str, str]] = {}

    def entries(self, folder: str) -> Mapping[str, Entry] | None:
        """Give a folder's entries by name, ``None`` when it is no folder.

        :param folder: POSIX, relative to the root, without symbolic links in it.
        """
        if folder not in self._listed:
            found = list_folder(self.root, folder)
            self._listed[folder] = found and found[0]
            if found:
                self._stamps[folder] = found[1]
        return self._listed[folder]

    def has(self, path: str) -> bool:
        """Tell whether a path is an entry of its folder."""
        folder, _, name = path.rpartition("/")
        return name in (self.entries(folder) or ())

    def unlistable(self, folder: str) -> str:
        """Tell why a folder that exists can't be listed, ``""`` where that is not so."""
        try:
            os.scandir(os.path.join(self.root, folder)).close()  # noqa: PTH118
        except (FileNotFoundError, NotADirectoryError, ValueError):
            return ""
        except OSError as fault:
            return fault.strerror or str(fault)
        return ""

    def states(self) -> dict[str, FolderState]:
        """Give the state of each folder that was asked for."""
        return {
            folder: None if names is None else (self._stamps[folder], digest_entries(names))
            for folder, names in self._listed.items()
        }

    def other_case(self, folder: str, name: str) -> str | None:
        """Find the entry that a case-insensitive file system would take for a name."""
        if folder not in self._folded:
            names = self.entries(folder) or {}
            self._folded[folder] = {_fold(other): other for other in sorted(names, reverse=True)}
        return self._folded[folder].get(_fold(name))

    def follow(self, link: str) -> tuple[str, bool] | None:
        """Follow a symbolic link.

        :return: the path relative to the root (it begins with ``../`` outside of it), and
            whether it is a folder; ``None`` when the link leads nowhere, or to a device.
        """
        full = self.followed[link] = real_path(self.root, link)
        if full is None:
            return None
        inside = os.path.relpath(full, self.root).replace(os.sep, "/")
        is_dir = os.path.isdir(full)  # noqa: PTH112
        if not (is_dir or inside.startswith("../") or os.path.isfile(full)):  # noqa: PTH113
            return None
        return "" if inside == "." else inside, is_dir


def real_path(root: str, link: str) -> str | None:
    """Give the absolute path that a symbolic link leads to, ``None`` for nowhere."""
    full = os.path.realpath(os.path.join(root, link))  # noqa: PTH118 - a Path costs more
    return full if os.path.exists(full) else None  # noqa: PTH110


def list_folder(root: str, folder: str) -> tuple[Mapping[str, Entry], Stamp] | None:
    """List a folder now; ``None`` when it is no folder, or can't be listed.

    The stamp is from before the listing: a change in between makes the stamp an old one.
    """
    path, file = os.path.join(root, folder), Entry.FILE  # noqa: PTH118 - a Path costs more
    try:
        before = stamp(os.stat(path))  # noqa: PTH116
        with os.scandir(path) as entries:
            return {
                entry.name: file if entry.is_file(follow_symlinks=False) else _kind(entry)
                for entry in entries
            }, before
    except (OSError, ValueError):  # ValueError: a name that no file can have
        return None


def digest_entries(entries: Mapping[str, Entry]) -> str:
    """Give a short name for what a folder holds."""
    return digest_names(f"{name}/{entries[name]:d}" for name in sorted(entries))


def _kind(entry: os.DirEntry[str]) -> Entry:
    """Tell what an entry is that is no regular file."""
    if entry.is_symlink():
        return Entry.LINK
    return Entry.FOLDER if entry.is_dir() else Entry.OTHER


def _fold(name: str) -> str:
    return normalize("NFC", name).casefold()
