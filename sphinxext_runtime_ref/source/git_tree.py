"""The files of a git revision, read from git's objects without a checkout."""

from __future__ import annotations

import posixpath
import subprocess
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import ConfigError, DeclarationError, MissingDeclarationError
from sphinxext_runtime_ref.location import Location
from sphinxext_runtime_ref.source.files import too_large

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SYMBOLIC_LINK = "120000"
MAX_LINKS = 10


class GitTree:
    """The files of one revision below a folder.

    :param root: folder in a git working tree; paths are relative to it.
    :param revision: branch, tag, commit, or anything else that git resolves to one.
    """

    def __init__(self, root: Path, revision: str) -> None:
        """List the revision's files.

        :raises ConfigError: when there is no git, no repository or no such revision.
        """
        self.root = root.resolve()
        self.revision = revision
        self._entries: dict[str, tuple[str, str, int]] = {}
        self._folders: set[str] = {""}
        commit = self._git(
            "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}"
        )
        self.commit = commit.decode().strip()
        listing = self._git("ls-tree", "-r", "-l", "-z", self.commit)
        for line in filter(None, listing.split(b"\0")):
            self._add(line)

    def _add(self, line: bytes) -> None:
        head, _, name = line.partition(b"\t")
        mode, kind, blob, size = head.decode().split()
        if kind != "blob":
            return
        path = name.decode("utf-8", "surrogateescape")
        self._entries[path] = (mode, blob, int(size))
        folder = posixpath.dirname(path)
        while folder and folder not in self._folders:
            self._folders.add(folder)
            folder = posixpath.dirname(folder)

    def read(self, path: str, limit: int) -> bytes:
        """Give the content of a file; symbolic links inside the root are followed."""
        place = Location(path)
        entry = self._resolved(path)
        if entry is None:
            raise MissingDeclarationError(f"no such file in revision {self.revision}", place)
        _, blob, size = entry
        if size > limit:
            raise DeclarationError(too_large(size, limit), place)
        return self._git("cat-file", "blob", blob)

    def is_file(self, path: str) -> bool:
        """Tell whether the revision has such a file."""
        return self._resolved(path) is not None

    def is_folder(self, path: str) -> bool:
        """Tell whether the revision has such a folder."""
        return path in self._folders

    def absolute(self, path: str) -> str:
        """Give the absolute path that the file has in the working tree."""
        return str(self.root / path)

    def stamp(self, path: str) -> object:
        """Give the file's object name: its content never changes."""
        entry = self._resolved(path)
        return entry[1] if entry else None

    def python_files(self) -> Iterator[str]:
        """Give the paths of all ``.py`` files; hidden folders are left out."""
        for path in sorted(self._entries):
            hidden = any(part.startswith(".") for part in path.split("/")[:-1])
            if path.endswith(".py") and not hidden:
                yield path

    def _resolved(self, path: str) -> tuple[str, str, int] | None:
        for _ in range(MAX_LINKS):
            entry = self._entries.get(path)
            if entry is None or entry[0] != SYMBOLIC_LINK:
                return entry
            target = self._git("cat-file", "blob", entry[1]).decode("utf-8", "surrogateescape")
            path = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
        return None

    def _git(self, *arguments: str) -> bytes:
        command = ["git", "-C", str(self.root), *arguments]
        try:
            done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603 - git itself, no shell
        except OSError as fault:
            raise ConfigError(
                f"revision {self.revision!r} can't be read: git can't be run ({fault.strerror})"
            ) from None
        if done.returncode:
            said = done.stderr.decode("utf-8", "replace").strip().partition("\n")[0]
            raise ConfigError(
                f"revision {self.revision!r} can't be read in {self.root}: "
                f"{said or 'there is no such commit'}; name a branch, tag or commit that "
                "'git log' shows (a shallow clone may lack it)"
            )
        return done.stdout
