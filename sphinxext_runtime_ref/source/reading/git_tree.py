"""Source files as they were at a git revision, read from git's objects."""

from __future__ import annotations

import os
import posixpath
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import ConfigError, DeclarationError, MissingDeclarationError
from sphinxext_runtime_ref.git import GitError, NoGitError, run_git
from sphinxext_runtime_ref.location import Location
from sphinxext_runtime_ref.source.reading.files import inside, too_large

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MAX_LINKS = 40
"""Symbolic links that are followed on the way to one file, as the Linux kernel does."""
TIMEOUT = 120
"""Seconds that git may take for one answer."""


class GitTree:
    """The files below a folder at a revision; nothing is checked out.

    :param root: the folder, in a git work tree; paths are relative to it.
    :param revision: a branch, tag or commit.
    :raises ConfigError: when git is missing, the folder is in no repository, the revision does
        not exist, or the folder did not exist at it.
    """

    def __init__(self, root: Path, revision: str) -> None:
        """List the tree; contents are read when they are asked for."""
        self.root = root
        self.revision = revision
        self.commit = commit_of(root, revision)
        listing = self._git("ls-tree", "-r", "-z", self.commit, "--", ".")
        self._blobs: dict[str, str] = {}
        self._links: dict[str, str] = {}
        self._folders = {""}
        for entry in listing.split(b"\0"):
            if entry:
                self._add(*entry.split(b"\t", 1))
        if not self._blobs:
            raise ConfigError(f"the folder {root} holds no files at the git revision {revision!r}")

    def read(self, path: str, limit: int) -> bytes:
        """Give the content of a file of at most ``limit`` bytes; see :meth:`Files.read`."""
        place = Location(path)
        blob = self._blob(path)
        if blob is None:
            raise MissingDeclarationError(
                f"no such file at the git revision {self.revision!r}", place
            )
        # Sizes of the whole listing would make a partial clone fetch every file.
        size = int(self._git("cat-file", "-s", blob))
        if size > limit:
            raise DeclarationError(too_large(size, limit), place)
        return self._git("cat-file", "blob", blob)

    def is_file(self, path: str) -> bool:
        """Tell whether there is a file, also through symbolic links below the root."""
        return self._blob(path) is not None

    def is_folder(self, path: str) -> bool:
        """Tell whether there is a folder."""
        return self._real(path) in self._folders

    def absolute(self, path: str) -> str:
        """Give the path that the file has, or would have, in the work tree."""
        return str(self.root / path)

    def stamp(self, path: str) -> object:
        """Give the id of the content, which never changes."""
        return self._blob(path)

    def python_files(self, folder: str = "") -> Iterator[str]:
        """Give the paths of all ``.py`` files below a folder; hidden folders are left out."""
        for path in sorted(self._blobs):
            if folder and not path.startswith(f"{folder}/"):
                continue
            hidden = any(part.startswith(".") for part in posixpath.dirname(path).split("/"))
            if path.endswith(".py") and not hidden:
                yield path

    def _add(self, facts: bytes, name: bytes) -> None:
        mode, kind, blob = facts.decode("ascii").split()
        path = os.fsdecode(name)
        if kind != "blob":
            return  # a submodule: its files are not in this repository
        if mode == "120000":
            self._links[path] = blob
        else:
            self._blobs[path] = blob
        parent = posixpath.dirname(path)
        while parent not in self._folders:
            self._folders.add(parent)
            parent = posixpath.dirname(parent)

    def _blob(self, path: str) -> str | None:
        real = self._real(path)
        return None if real is None else self._blobs.get(real)

    def _real(self, path: str) -> str | None:
        """Follow symbolic links; ``None`` when they leave the root or lead in circles."""
        real = posixpath.normpath(path) if path else ""
        for _ in range(MAX_LINKS + 1):
            link = self._first_link(real)
            if link is None:
                return real
            target = os.fsdecode(self._git("cat-file", "blob", self._links[link]))
            rest = real[len(link) :].lstrip("/")
            joined = posixpath.join(posixpath.dirname(link), target, rest)
            try:
                real = inside(joined)
            except DeclarationError:
                return None
        return None

    def _first_link(self, path: str) -> str | None:
        if not self._links:
            return None
        parts = path.split("/")
        prefixes = ("/".join(parts[:end]) for end in range(1, len(parts) + 1))
        return next((prefix for prefix in prefixes if prefix in self._links), None)

    def _git(self, *arguments: str) -> bytes:
        return _git(self.root, self.revision, *arguments)


def commit_of(root: Path, revision: str) -> str:
    """Give the id of the commit that a branch, tag or commit names now.

    :raises ConfigError: when git is missing, the folder is in no repository, or there is none.
    """
    commit = _git(
        root, revision, "rev-parse", "--verify", "--end-of-options", f"{revision}^{{commit}}"
    )
    return commit.decode("ascii", "replace").strip()


def _git(root: Path, revision: str, *arguments: str) -> bytes:
    try:
        return run_git(root, *arguments, timeout=TIMEOUT)
    except NoGitError as fault:
        raise ConfigError("reading a git revision needs git, which is not installed") from fault
    except GitError as fault:
        reason = str(fault).splitlines()[-1].removeprefix("fatal: ")
        if "single revision" in reason:
            reason = (
                "there is no such branch, tag or commit (a shallow clone lacks older ones: "
                "git fetch --unshallow --tags brings them)"
            )
        message = f"can't read the git revision {revision!r} in {root}: {reason}"
        raise ConfigError(message) from fault
