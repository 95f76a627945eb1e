"""What git remembers of files that moved and of text that was there."""

from __future__ import annotations

import os
import posixpath
import shutil
import tempfile
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.git import GitError, run_git, split_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MAX_MOVES = 20
"""How many times a file may have moved before it is given up."""
MAX_VERSIONS = 50
"""How many versions of a file are searched for a heading."""
MAX_PATH = 4096
"""Bytes of a path that is looked up; no usual system has longer ones."""
MAX_NAMES = 500
"""Names that one command line gets, which has an end."""
ADDED, DELETED = "A", "D"
"""What a commit does to a path, as ``--diff-filter`` has it."""
_RENAMES = ("--name-status", "--find-renames", "--diff-filter=R", "-z", "--relative")


class History:
    """Answers from git about the files below a root; without git there are none.

    Paths are POSIX and relative to the root.
    """

    def __init__(self, root: Path) -> None:
        """Ask nothing yet."""
        self._root = root
        self._renames: dict[str, dict[str, str]] = {}
        self._commits: dict[str, dict[str, str]] = {ADDED: {}, DELETED: {}}

    def prepare(self, gone: Iterable[str], documents: Iterable[str]) -> None:
        """Look all of them up at once: one walk through a long history takes seconds.

        :param gone: files and folders that do not exist, for :meth:`moved_to`.
        :param documents: files that do, for :meth:`moved_from`.
        """
        self._look_up(DELETED, gone)
        self._look_up(ADDED, documents)

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
        renames = self._uncommitted() | self._commit_renames(self._commit(DELETED, path))
        targets = set()
        for old, new in renames.items():
            if old.startswith(f"{path}/"):
                inside = old.removeprefix(path)
                targets.add(new.removesuffix(inside) if new.endswith(inside) else "")
        target = targets.pop() if len(targets) == 1 else ""
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
        return self._commit_renames(self._commit(DELETED, path)).get(path)

    def _before(self, path: str) -> str | None:
        committed = self._commit_renames(self._commit(ADDED, path))
        renames = chain(self._uncommitted().items(), committed.items())
        return next((old for old, new in renames if new == path), None)

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

    def _commit(self, change: str, path: str) -> str:
        """Give the last commit that added or deleted a path; ``""`` for none."""
        self._look_up(change, [path])
        return self._commits[change][path]

    def _look_up(self, change: str, wanted: Iterable[str]) -> None:
        found = self._commits[change]
        paths = set(wanted) - found.keys()
        known = sorted(filter(_is_name, paths))
        options = ("--no-renames", f"--diff-filter={change}", "--name-only", "-z", "--relative")
        for start in range(0, len(known), MAX_NAMES):
            places = map(_literal, known[start : start + MAX_NAMES])
            log = self._git("log", "--format=%x01%H", *options, "--", *places)
            for entry in log.split(b"\1")[1:]:
                commit, *names = entry.split(b"\0")
                for name in names:
                    path = os.fsdecode(name.lstrip(b"\n"))
                    while path:
                        if path in paths:
                            found.setdefault(path, commit.decode("ascii", "replace").strip())
                        path = posixpath.dirname(path)
        found.update(dict.fromkeys(paths - found.keys(), ""))

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


def _literal(path: str) -> str:
    return f":(literal){path}"


def _pairs(data: bytes) -> dict[str, str]:
    """Give the old and new names of renames: each is a status and two names."""
    names = split_names(data)
    return dict(zip(names[1::3], names[2::3], strict=True))
