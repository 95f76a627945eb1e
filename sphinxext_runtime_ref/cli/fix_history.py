"""What git remembers of files that moved and of text that was there."""

from __future__ import annotations

import os
import posixpath
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.git import GitError, run_git

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MAX_MOVES = 20
"""How many times a file may have moved before it is given up."""
MAX_VERSIONS = 50
"""How many versions of a file are searched for a heading."""
MAX_PATH = 4096
"""Bytes of a path that is looked up; no usual system has longer ones."""
_RENAMES = ("--name-status", "--find-renames", "--diff-filter=R", "-z", "--relative")


class History:
    """Answers from git about the files below a root; without git there are none.

    Paths are POSIX and relative to the root.
    """

    def __init__(self, root: Path) -> None:
        """Ask nothing yet."""
        self._root = root
        self._renames: dict[str, dict[str, str]] = {}
        self._ends: dict[str, str] = {}
        self._births: dict[str, str] = {}

    def prepare(self, gone: Iterable[str], documents: Iterable[str]) -> None:
        """Look all of them up at once: one walk through a long history takes seconds.

        :param gone: files and folders that do not exist, for :meth:`moved_to`.
        :param documents: files that do, for :meth:`moved_from`.
        """
        self._look_up("D", self._ends, set(gone) - set(self._ends))
        self._look_up("A", self._births, set(documents) - set(self._births))

    def moved_to(self, path: str) -> str | None:
        """Give the present path of a file that is gone, by git's rename detection."""
        here = path
        for _ in range(MAX_MOVES):
            after = self._after(here)
            if after is None or after == path:
                return None
            here = after
            if (self._root / here).exists():
                return here
        return None

    def folder_moved_to(self, path: str) -> str | None:
        """Give the present path of a folder all of whose files moved together."""
        start = f"{path}/"
        self._look_up("D", self._ends, {path} - set(self._ends))
        renames = self._uncommitted() | self._commit_renames(self._ends[path])
        moved = {old: new for old, new in renames.items() if old.startswith(start)}
        targets = {
            new.removesuffix(old[len(start) :]).rstrip("/")
            if new.endswith(old[len(start) :])
            else ""
            for old, new in moved.items()
        }
        if len(targets) != 1:
            return None
        (target,) = targets
        return target if target and (self._root / target).is_dir() else None

    def moved_from(self, path: str) -> Iterator[str]:
        """Give the earlier paths of a file, the latest first."""
        here, seen = path, {path}
        for _ in range(MAX_MOVES):
            before = self._before(here)
            if before is None or before in seen:
                return
            seen.add(before)
            yield before
            here = before

    def versions(self, path: str) -> Iterator[bytes]:
        """Give the contents that a file had in its last commits, the latest first."""
        log = self._git("log", f"-{MAX_VERSIONS}", "--format=%H", "--", _literal(path))
        for commit in log.decode("ascii", "replace").split():
            content = self.content(commit, path)
            if content is not None:
                yield content

    def line_commit(self, path: str, line: int) -> str | None:
        """Give the commit that a line of a document was last changed in."""
        done = self._git("blame", "--porcelain", "-L", f"{line},{line}", "--", path)
        commit = done[:40].decode("ascii", "replace")
        return commit if commit.strip("0") else None

    def content(self, commit: str, path: str) -> bytes | None:
        """Give what a file had in it at a commit, ``None`` when it was not there."""
        try:
            return run_git(self._root, "cat-file", "blob", f"{commit}:./{path}")
        except GitError:
            return None

    def _after(self, path: str) -> str | None:
        if path in self._uncommitted():
            return self._uncommitted()[path]
        self._look_up("D", self._ends, {path} - set(self._ends))
        return self._commit_renames(self._ends[path]).get(path)

    def _before(self, path: str) -> str | None:
        self._look_up("A", self._births, {path} - set(self._births))
        for renames in (self._uncommitted(), self._commit_renames(self._births[path])):
            for old, new in renames.items():
                if new == path:
                    return old
        return None

    def _uncommitted(self) -> dict[str, str]:
        if "" not in self._renames:
            self._renames[""] = _pairs(self._diff_with_new_files())
        return self._renames[""]

    def _diff_with_new_files(self) -> bytes:
        # A file that was moved without git's knowledge is new to it: a copy of the index gets to
        # know it, so that the repository's own stays as it is.
        own = self._git("rev-parse", "--git-path", "index")
        source = self._root / os.fsdecode(own).rstrip("\r\n")
        if not own or not source.is_file():
            return b""
        with tempfile.TemporaryDirectory(prefix="runtime-ref-") as folder:
            index = Path(folder, "index")
            shutil.copyfile(source, index)
            self._git("add", "--intent-to-add", "--", ".", index=index)
            return self._git("diff", "--no-ext-diff", *_RENAMES, "HEAD", index=index)

    def _commit_renames(self, commit: str) -> dict[str, str]:
        if not commit:
            return {}
        if commit not in self._renames:
            # Against the first parent, so that a merge shows what it brought.
            done = self._git("diff-tree", "-r", *_RENAMES, f"{commit}^1", commit)
            self._renames[commit] = _pairs(done)
        return self._renames[commit]

    def _look_up(self, change: str, found: dict[str, str], paths: set[str]) -> None:
        """Note the last commit that deleted (``D``) or added (``A``) each path, or ``""``."""
        for chunk in _chunks(sorted(filter(_is_name, paths))):
            options = ("--no-renames", f"--diff-filter={change}", "--name-only", "-z", "--relative")
            places = map(_literal, chunk)
            log = self._git("log", "--format=%x01%H", *options, "--", *places)
            for entry in log.split(b"\1")[1:]:
                commit, *names = entry.split(b"\0")
                for name in names:
                    path = os.fsdecode(name.lstrip(b"\n"))
                    while path:
                        if path in paths:
                            found.setdefault(path, commit.decode("ascii", "replace").strip())
                        path = posixpath.dirname(path)
        found.update(dict.fromkeys(paths - set(found), ""))

    def _git(self, *arguments: str, index: Path | None = None) -> bytes:
        try:
            return run_git(self._root, *arguments, index=index)
        except GitError:
            # Not a repository, no commit yet, no such path: git has nothing to tell.
            return b""


def _is_name(path: str) -> bool:
    """Tell whether a file can have such a path: a link may have any."""
    try:
        name = os.fsencode(path)
    except UnicodeEncodeError:
        return False
    return b"\0" not in name and len(name) < MAX_PATH


def _chunks(paths: list[str]) -> Iterator[list[str]]:
    # A command line has an end.
    for start in range(0, len(paths), 500):
        yield paths[start : start + 500]


def _literal(path: str) -> str:
    return f":(literal){path}"


def _pairs(data: bytes) -> dict[str, str]:
    names = [os.fsdecode(name) for name in data.split(b"\0")]
    pairs = {}
    position = 0
    while position + 2 < len(names):
        if names[position].lstrip("\n")[:1] == "R":
            pairs[posixpath.normpath(names[position + 1])] = posixpath.normpath(names[position + 2])
            position += 3
        else:
            position += 1
    return pairs
