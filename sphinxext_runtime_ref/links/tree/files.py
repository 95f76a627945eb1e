"""The files below the root, as a link sees them."""

from __future__ import annotations

import os
import posixpath
from typing import TYPE_CHECKING, NamedTuple

from sphinxext_runtime_ref.errors import DocumentError, Kind
from sphinxext_runtime_ref.links.suggest import Candidates
from sphinxext_runtime_ref.links.tree.folders import Entry, Folders
from sphinxext_runtime_ref.links.tree.kinds import readme_among
from sphinxext_runtime_ref.links.tree.listing import Listing, tracked_files
from sphinxext_runtime_ref.links.tree.names import Names, source_of
from sphinxext_runtime_ref.links.tree.outputs import authored
from sphinxext_runtime_ref.links.tree.reading import read_regular
from sphinxext_runtime_ref.links.tree.record import Record, digest, digest_names, stamp
from sphinxext_runtime_ref.location import Location

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from sphinxext_runtime_ref.links.tree.record import FileState

NO_SUCH = "no such file or folder"
NEEDS_FILE = "a picture or download needs the path of a file"
"""What is said of one that has an anchor alone, or nothing at all."""


class Found(NamedTuple):
    """A file or folder that exists.

    :param path: POSIX, relative to the root; empty for the root itself.
    """

    path: str
    is_dir: bool = False


class Fault(NamedTuple):
    """Why a link is broken.

    :param info: the reason in one sentence, without the destination.
    :param suggestion: a path (POSIX, relative to the root) or a fragment that exists, as the
        method that gives the fault says.
    """

    kind: Kind
    info: str
    suggestion: str | None = None


class Files:
    """The tree below a root: exact names, symbolic links, git's index.

    Folders are listed once and remembered, so make a fresh one for each run.

    :param require_tracked: only what git tracks exists.
    :param listing: the paths of all files worth suggesting, where they are known already.
    :raises ConfigError: from :meth:`resolve`, when git can't tell what is tracked.
    """

    def __init__(
        self,
        root: Path,
        *,
        require_tracked: bool = False,
        listing: Sequence[str] | None = None,
    ) -> None:
        """Remember where to look; nothing is read yet."""
        self.root = root
        self._start = os.path.join(root, "")  # noqa: PTH118 - paths are put after it
        self.require_tracked = require_tracked
        self.listing = Listing(root, listing)
        self._folders = Folders(root)
        self._plain: dict[tuple[str, str, bool], tuple[str, Mapping[str, Entry]]] = {}
        self._memo: dict[tuple[str, str, str], Found | Fault] = {}
        self._candidates: dict[str, Candidates] = {}
        self._tracked: frozenset[str] | None = None
        self._names: Names | None = None
        self._states: dict[str, FileState] | None = None

    def resolve(self, folder: str, path: str, *, base: str = "") -> Found | Fault:
        """Find what a path leads to.

        :param folder: POSIX folder of the linking document, relative to the root.
        :param path: decoded; an empty one is ``folder`` itself.
        :param base: the folder that a leading ``/`` stands for, relative to the root.
        :return: a fault has a path, relative to the root, as its suggestion.
        """
        # below the same base, an absolute path is one for all documents
        key = ("", path, base) if path.startswith("/") else (folder, path, base)
        result = self._memo.get(key)
        if result is None:
            result = self._memo[key] = self._resolve(folder, path, base)
        return result

    def _resolve(self, folder: str, path: str, base: str) -> Found | Fault:
        parts = _absolute_parts(base if path.startswith("/") else folder, path)
        if parts is None:
            return Fault(Kind.OUTSIDE, "leads out of the root")
        found = self._descend(parts)
        if isinstance(found, Found) and path.endswith("/") and not found.is_dir:
            return Fault(Kind.TARGET, "is a file, not a folder", found.path)
        return found

    def plain_file(self, folder: str, path: str) -> str | None:
        """Give the file that a path leads to, ``None`` where it takes :meth:`resolve` to tell.

        :return: its path relative to the root.
        """
        head, _, name = path.rpartition("/")
        key = (folder, head, path[:1] == "/")
        if key not in self._plain:
            self._plain[key] = self._plain_folder(folder, head, rooted=key[2])
        start, names = self._plain[key]
        return start + name if names.get(name) is Entry.FILE else None

    def _plain_folder(
        self, folder: str, head: str, *, rooted: bool
    ) -> tuple[str, Mapping[str, Entry]]:
        parts = _absolute_parts("" if rooted else folder, head)
        if parts is None or self.require_tracked:
            return "", {}
        real = ""
        for part in parts:
            if (self._folders.entries(real) or {}).get(part) is not Entry.FOLDER:
                return "", {}
            real = f"{real}/{part}" if real else part
        return f"{real}/" if real else "", self._folders.entries(real) or {}

    def _descend(self, parts: Sequence[str]) -> Found | Fault:
        spelled: list[str] = []
        real, is_dir = "", True
        for number, part in enumerate(parts):
            entries = self._folders.entries(real)
            if entries is None and (reason := self._folders.unlistable(real)):
                return Fault(Kind.DOCUMENT, f"the folder {real or '.'} can't be read: {reason}")
            name = part if entries and part in entries else self._folders.other_case(real, part)
            if entries is None or name is None:
                return self._missing("/".join(parts), "/".join((*spelled, *parts[number:])))
            spelled.append(name)
            real = f"{real}/{name}" if real else name
            is_dir = entries[name] is Entry.FOLDER
            if entries[name] is Entry.OTHER:
                return Fault(Kind.TARGET, "is neither a file nor a folder")
            if entries[name] is Entry.LINK:
                target = self._follow(real)
                if isinstance(target, Fault):
                    return target
                real, is_dir = target
        path = "/".join(spelled)
        if tuple(spelled) != tuple(parts):
            return Fault(Kind.CASE, "exists only with other capitals", path)
        if self.require_tracked and not self._is_tracked(real, is_dir=is_dir):
            what = (
                "holds no file that git tracks" if is_dir else "exists, but git does not track it"
            )
            return Fault(Kind.UNTRACKED, f"{what} (missing after a clone)")
        return Found(path, is_dir)

    def _follow(self, link: str) -> tuple[str, bool] | Fault:
        target = self._folders.follow(link)
        if target is None:
            return Fault(Kind.TARGET, f"the symbolic link {link} leads nowhere")
        if target[0] == ".." or target[0].startswith("../"):
            return Fault(Kind.OUTSIDE, f"the symbolic link {link} leads out of the root")
        return target

    def _is_tracked(self, path: str, *, is_dir: bool) -> bool:
        if self._tracked is None:
            files = tracked_files(self.root)
            folders = {""}
            for name in files:
                parent = posixpath.dirname(name)
                while parent not in folders:
                    folders.add(parent)
                    parent = posixpath.dirname(parent)
            self._tracked = files | {f"{folder}/" for folder in folders}
        return (f"{path}/" if is_dir else path) in self._tracked

    def _missing(self, path: str, spelled: str) -> Fault:
        if "\\" in path:
            parts = _absolute_parts("", path.replace("\\", "/"))
            found = None if parts is None else self._descend(parts)
            if isinstance(found, Found):
                info = "has backslashes, which are part of a name in a link; write /"
                return Fault(Kind.TARGET, info, found.path)
        if (near := self.near(spelled or path)) == path:
            return Fault(Kind.TARGET, "it is not on the disk, though git tracks it")
        return Fault(Kind.TARGET, NO_SUCH, near)

    def readme(self, folder: str) -> str | None:
        """Give the README that GitHub shows below a folder's listing."""
        found = readme_among(self._folders.entries(folder) or ())
        return None if found is None else posixpath.join(folder, found)

    def near(self, path: str) -> str | None:
        """Give the path of a file that is most like a missing one: itself where git tracks it."""
        folder, name = posixpath.split(path)
        entries = self._folders.entries(folder) or ()
        if folder not in self._candidates:
            self._candidates[folder] = Candidates(sorted(entries))
        beside = source_of(name, entries) or self._candidates[folder].near(name) if name else None
        elsewhere = self.names.nearest(path)
        if elsewhere and elsewhere != path and not self._folders.has(elsewhere):
            elsewhere = None  # git lists what is deleted as well
        if elsewhere and (beside is None or posixpath.basename(elsewhere) == name):
            return elsewhere
        return posixpath.join(folder, beside) if beside else None

    @property
    def paths(self) -> Sequence[str]:
        """All files below the root that git does not ignore, or all where git can't tell."""
        return self.listing.below()

    @property
    def names(self) -> Names:
        """All files worth suggesting, by name: none that Sphinx wrote."""
        if self._names is None:
            self._names = Names(authored(self.paths))
        return self._names

    def start_record(self) -> None:
        """From now on, note the state of what is read, for :meth:`record`."""
        if self._states is None:
            self._states = {}

    def read(self, path: str) -> bytes:
        """Read a regular file below the root.

        :raises DocumentError: when it can't be read, is no regular file or is too large.
        """
        try:
            data, status = read_regular(f"{self._start}{path}")
        except (OSError, ValueError) as fault:
            reason = (fault.strerror if isinstance(fault, OSError) else None) or str(fault)
            raise DocumentError(f"can't be read: {reason}", Location(path)) from fault
        if self._states is not None:
            self._states[path] = (stamp(status), digest(data))
        return data

    def record(self) -> Record:
        """Give the state of everything that was asked for until now."""
        names = self._names
        return Record(
            self._states or {},
            self._folders.states(),
            dict(self._folders.followed),
            digest_names(names.paths) if names else "",
        )


def _absolute_parts(folder: str, path: str) -> list[str] | None:
    """Join and normalize as URLs do, without looking at the disk; ``None`` above the root."""
    parts: list[str] = []
    for part in f"{folder}/{path}".split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return parts
