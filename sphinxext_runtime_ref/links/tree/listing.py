"""The files below a root that git does not ignore, and those that it tracks.

What is below the root does not include other repositories in it, as git sees it: those are read
when a folder of theirs is asked for.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import ConfigError
from sphinxext_runtime_ref.git import GitError, output_of, run_git, split_names, start_git
from sphinxext_runtime_ref.globs import plain_start
from sphinxext_runtime_ref.paths import exists

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterator, Sequence
    from pathlib import Path

MAX_FILES = 500_000
"""Files that a walk gives at most."""
_COMMAND = ("ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate")


class Listing:
    """The files below a root that git does not ignore, tracked or not; all where git can't tell.

    :param root: absolute.
    :param paths: of all files below the root, where they are known already.
    """

    def __init__(self, root: Path, paths: Sequence[str] | None = None) -> None:
        """Remember where to look; nothing is read yet."""
        self._root = root
        self._known: dict[str, Sequence[str]] = {} if paths is None else {"": paths}
        self._begun: dict[str, subprocess.Popen[bytes]] = {}
        self.missed: list[str] = []
        """What could not be listed where git can't tell, a sentence each."""

    def begin(self, folder: str = "") -> None:
        """Let git begin with a folder that :meth:`below` will be asked for; it works beside us."""
        if folder in self._known or folder in self._begun:
            return
        if "" in self._begun and not self._repository(folder):
            return
        try:
            self._begun[folder] = self._start(folder)
        except GitError:
            self._known[folder] = self._walked(folder)

    def below(self, folder: str = "") -> Sequence[str]:
        """Give the files below a folder, sorted.

        :param folder: POSIX, relative to the root; so are the paths that are given.
        """
        if folder and self.whole is not None and not self._repository(folder):
            return [path for path in self.whole if path.startswith(f"{folder}/")]
        if folder not in self._known:
            self._known[folder] = self._listed(folder)
        return self._known[folder]

    def around(self, pattern: str) -> Sequence[str]:
        """Give the files among which a pattern finds its own.

        :param pattern: relative to the root.
        """
        start = plain_start(pattern)
        return self.below(start if self._repository(start) else "")

    def close(self) -> None:
        """Stop what was begun and not asked for."""
        for process in self._begun.values():
            process.kill()
            process.communicate()
        self._begun.clear()

    @property
    def pending(self) -> bool:
        """Tell whether git is at work."""
        return any(process.poll() is None for process in self._begun.values())

    @property
    def whole(self) -> Sequence[str] | None:
        """Give all files below the root, ``None`` where nobody has asked for them yet."""
        return self.below() if "" in self._begun else self._known.get("")

    def _listed(self, folder: str) -> Sequence[str]:
        try:
            process = self._begun.pop(folder, None) or self._start(folder)
            names = sorted(split_names(output_of(process)))
        except GitError:
            return self._walked(folder)
        repository = self._repository(folder)
        return [f"{repository}/{name}" for name in names] if repository else names

    def _start(self, folder: str) -> subprocess.Popen[bytes]:
        repository = self._repository(folder)
        inside = folder.removeprefix(repository).lstrip("/")
        return start_git(
            self._root / repository,
            *_COMMAND,
            "--",
            f":(literal){inside}" if inside else os.curdir,
        )

    def _repository(self, folder: str) -> str:
        """Give the repository of its own that a folder is in: a submodule, or a clone in a clone.

        :return: relative to the root, ``""`` where the folder belongs to the root's repository.
        """
        while folder and not exists(self._root / folder / ".git"):
            folder = folder.rpartition("/")[0]
        return folder

    def _walked(self, folder: str) -> Sequence[str]:
        return list(walk(self._root, folder, self.missed))


def walk(root: Path, folder: str, missed: list[str]) -> Iterator[str]:
    """List the files below a folder in order, without ``.git`` and without following links.

    :param folder: POSIX, relative to ``root``; so are the paths that are given.
    :param missed: is added a sentence for everything that is left out for another reason.
    """

    def name_of(path: str) -> str:
        return os.path.relpath(path, root).replace(os.sep, "/")

    def pass_over(fault: OSError) -> None:
        missed.append(f"{name_of(fault.filename)}: the folder can't be listed: {fault.strerror}")

    count = 0
    for current, folders, files in os.walk(root / folder, onerror=pass_over):
        folders[:] = sorted(name for name in folders if name != ".git")
        relative = name_of(current)
        for name in sorted(files):
            count += 1
            if count > MAX_FILES:
                missed.append(
                    f"{folder or '.'}: holds more than {MAX_FILES:,} files, and the rest are left "
                    "out; name the folders with the documents"
                )
                return
            yield name if relative == "." else f"{relative}/{name}"


def tracked_files(root: Path) -> frozenset[str]:
    """Give the paths in git's index, those of submodules included: POSIX, relative to ``root``.

    :raises ConfigError: when git can't tell.
    """
    try:
        command = ("ls-files", "-z", "--cached", "--recurse-submodules")
        return frozenset(split_names(run_git(root, *command)))
    except GitError as fault:
        raise ConfigError(
            f"require_tracked needs git, which can't list {root}: {fault}; install git and run in "
            "a clone, or turn require_tracked off"
        ) from fault
