"""Folders below the root, each listed once."""

from __future__ import annotations

import os
import stat
from enum import IntEnum
from typing import TYPE_CHECKING
from unicodedata import normalize

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


class Entry(IntEnum):
    """What a name in a folder is."""

    FILE = 0
    FOLDER = 1
    LINK = 2


class Folders:
    """The folders below a root.

    :param root: may itself be reached through symbolic links.
    """

    def __init__(self, root: Path) -> None:
        """Remember the root; nothing is read yet."""
        self.root = os.path.realpath(root)
        self.listed: dict[str, Mapping[str, Entry] | None] = {}
        self.followed: dict[str, str | None] = {}
        self._folded: dict[str, Mapping[str, str]] = {}

    def entries(self, folder: str) -> Mapping[str, Entry] | None:
        """Give a folder's entries by name, ``None`` when it is no folder.

        :param folder: POSIX, relative to the root, without symbolic links in it.
        """
        if folder not in self.listed:
            self.listed[folder] = list_folder(self.root, folder)
        return self.listed[folder]

    def other_case(self, folder: str, name: str) -> str | None:
        """Find the entry that a case-insensitive file system would take for a name."""
        if folder not in self._folded:
            names = self.entries(folder) or {}
            self._folded[folder] = {_fold(other): other for other in sorted(names, reverse=True)}
        return self._folded[folder].get(_fold(name))

    def follow(self, link: str) -> tuple[str, bool] | None:
        """Follow a symbolic link.

        :return: the path relative to the root (it begins with ``../`` outside of it), and
            whether it is a folder; ``None`` when the link leads nowhere.
        """
        full = os.path.realpath(os.path.join(self.root, link))  # noqa: PTH118 - a Path costs more
        try:
            status = os.stat(full)  # noqa: PTH116
        except OSError:
            self.followed[link] = None
            return None
        self.followed[link] = full
        inside = os.path.relpath(full, self.root).replace(os.sep, "/")
        return "" if inside == "." else inside, stat.S_ISDIR(status.st_mode)


def list_folder(root: str, folder: str) -> Mapping[str, Entry] | None:
    """List a folder now; ``None`` when it is no folder, or can't be listed."""
    try:
        with os.scandir(os.path.join(root, folder)) as entries:  # noqa: PTH118 - a Path costs more
            return {
                entry.name: Entry.LINK
                if entry.is_symlink()
                else Entry.FOLDER
                if entry.is_dir()
                else Entry.FILE
                for entry in entries
            }
    except (OSError, ValueError):  # ValueError: a name that no file can have
        return None


def _fold(name: str) -> str:
    return normalize("NFC", name).casefold()
