"""What git remembers of files that moved and of text that was there."""

from __future__ import annotations

import os
import posixpath
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.links.git import GitError, run_git

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MAX_MOVES = 20
"""How many times a file may have moved before it is given up."""
MAX_VERSIONS = 50
"""How many versions of a file are searched for a heading."""
_RENAMES = ("--name-status", "--find-renames", "--diff-filter=R", "-z", "--relative")


class History:
    """Answers from git about the files below a root; without git there are none.

    Paths are POSIX and relative to the root.
    """

    def __init__(self, root: Path) -> None:
        """Ask nothing yet."""
        self._root = root
        self._renames: dict[str, dict[str, str]] = {}
        self._last: dict[str, str] = {}

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
        renames = self._uncommitted() | self._commit_renames(self._last_commit(path))
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
            before = next((o for o, n in self._uncommitted().items() if n == here), None)
            before = before or self._followed(here)
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
        return self._uncommitted().get(path) or self._commit_renames(self._last_commit(path)).get(
            path
        )

    def _uncommitted(self) -> dict[str, str]:
        if "" not in self._renames:
            self._renames[""] = _pairs(self._git("diff", *_RENAMES, "HEAD"))
        return self._renames[""]

    def _commit_renames(self, commit: str) -> dict[str, str]:
        if not commit:
            return {}
        if commit not in self._renames:
            # Against the first parent, so that a merge shows what it brought.
            done = self._git("diff-tree", "-r", *_RENAMES, f"{commit}^1", commit)
            self._renames[commit] = _pairs(done)
        return self._renames[commit]

    def _last_commit(self, path: str) -> str:
        if path not in self._last:
            done = self._git("log", "-1", "--format=%H", "--", _literal(path))
            self._last[path] = done.decode("ascii", "replace").strip()
        return self._last[path]

    def _followed(self, path: str) -> str | None:
        done = self._git("log", "-1", "--follow", "--format=%x00", *_RENAMES, "--", path)
        return next((old for old, new in _pairs(done.lstrip(b"\0\n")).items() if new == path), None)

    def _git(self, *arguments: str) -> bytes:
        try:
            return run_git(self._root, *arguments)
        except GitError:
            # Not a repository, no commit yet, no such path: git has nothing to tell.
            return b""


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
