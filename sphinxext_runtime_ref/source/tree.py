"""A tree of Python files, each read once."""

from __future__ import annotations

import hashlib
import posixpath
import re
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import DeclarationError
from sphinxext_runtime_ref.globs import matches
from sphinxext_runtime_ref.source.assume import Assumptions
from sphinxext_runtime_ref.source.limits import Limits
from sphinxext_runtime_ref.source.module import Module, is_standard, module_from
from sphinxext_runtime_ref.source.reading.files import WorkingTree, inside
from sphinxext_runtime_ref.source.reading.text import decode, uncollected

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinxext_runtime_ref.source.reading.files import Files
    from sphinxext_runtime_ref.source.scopes.scope import Event
    from sphinxext_runtime_ref.source.scopes.targets import Target

SOURCE_FOLDERS = ("", "src")


class SourceTree:
    """The Python modules below a root, parsed when they are first asked for.

    :param files: where bytes come from; a path is a folder on disk.
    """

    def __init__(
        self,
        files: Files | Path,
        assumptions: Assumptions | None = None,
        limits: Limits | None = None,
    ) -> None:
        """Read nothing yet."""
        self.files: Files = WorkingTree(files) if isinstance(files, Path) else files
        self.assumptions = assumptions or Assumptions()
        self.limits = limits or Limits()
        self._modules: dict[str, tuple[object, str, Module | DeclarationError]] = {}
        self._found: dict[str, bool] = {}
        self._texts: dict[str, str] = {}
        self._recordings: list[set[str]] = []
        # Imports, classes and functions that names lead to, whatever branches are taken; kept
        # while one recording lasts, so that it misses no file.
        self._settled: dict[bool, dict[Event, Target]] = {False: {}, True: {}}

    def module(self, path: str) -> Module:
        """Give a module by its path.

        :param path: POSIX path relative to the root.
        :raises DeclarationError: when it is missing, outside, undecodable or unparsable.
        """
        path = inside(path)
        self._note(path)
        known = self._modules.get(path)
        if known is None:
            known = self._read(path, None)
            self._modules[path] = known
        if isinstance(known[2], DeclarationError):
            # A fresh one each time: raising adds to an exception's traceback.
            raise type(known[2])(known[2].message, known[2].location)
        return known[2]

    def peek(self, path: str) -> str:
        """Give the text of a file without parsing it, ``""`` when it can't be read."""
        self._note(path)
        known = self._modules.get(path)
        if known is not None:
            return known[2].text.text if isinstance(known[2], Module) else ""
        if path not in self._texts:
            try:
                data = self.files.read(path, self.limits.file_size)
                self._texts[path] = decode(path, data)
            except DeclarationError:
                self._texts[path] = ""
        return self._texts[path]

    def find(self, dotted: str) -> Module | None:
        """Give a module by its dotted name, seen from the root or from ``src``."""
        for folder in SOURCE_FOLDERS:
            path = self.module_path(dotted, folder)
            if path is not None:
                return self.module(path)
        return None

    def module_path(self, dotted: str, folder: str = "") -> str | None:
        """Give the file of a module below a folder, ``None`` when there is none."""
        stem = posixpath.join(folder, *dotted.split("."))
        for path in (f"{stem}.py", f"{stem}/__init__.py"):
            if self.exists(path):
                return path
        return None

    def import_name(self, path: str) -> str:
        """Give the dotted name by which one imports a file: from its outermost package on.

        Without one, all folders are namespace packages, but for ``src``.
        """
        stem = path.removesuffix(".py").removesuffix("/__init__")
        folders = posixpath.dirname(path).split("/")
        for depth in range(1, len(folders) + 1):
            if self.exists(posixpath.join(*folders[:depth], "__init__.py")):
                return ".".join(stem.split("/")[depth - 1 :])
        return stem.removeprefix("src/").replace("/", ".")

    def exists(self, path: str) -> bool:
        """Tell whether there is such a file, and note that somebody asked."""
        self._note(path)
        if path not in self._found:
            self._found[path] = self.files.is_file(path)
        return self._found[path]

    def is_package(self, dotted: str, folder: str = "") -> bool:
        """Tell whether a dotted name is a folder, with or without an ``__init__.py``."""
        path = posixpath.join(folder, *dotted.split("."), "")
        if path not in self._found:
            self._found[path] = self.files.is_folder(path.rstrip("/"))
        return self._found[path]

    def roots_for(self, path: str, dotted: str) -> Iterator[str]:
        """Give the folders in which an absolute import of a file may find its module."""
        first = dotted.partition(".")[0]
        parts = posixpath.dirname(path).split("/") if "/" in path else []
        for index, part in enumerate(parts):
            if part == first:
                yield "/".join(parts[:index])
        if is_standard(dotted):
            return
        yield from SOURCE_FOLDERS
        own = "/".join(parts)
        if own and not self.exists(f"{own}/__init__.py"):
            yield own

    def glob(self, pattern: str) -> tuple[str, ...]:
        """Give the Python files that match a pattern, sorted.

        Their folder is recorded as consulted too, so that a new file is noticed.

        :param pattern: POSIX path relative to the root; ``*`` stays in a folder, ``**`` does not.
        """
        fixed = re.split(r"[*?\[]", pattern, maxsplit=1)[0]
        folder = posixpath.dirname(fixed)
        self._note(folder)
        found = [path for path in self.files.python_files(folder) if matches(pattern, path)]
        for path in found:
            self._note(posixpath.dirname(path))
        return tuple(sorted(found))

    def settled_for(self, *, checking: bool) -> dict[Event, Target]:
        """Give what is settled, for type checkers or for the code that runs."""
        return self._settled[checking]

    def _unsettle(self) -> None:
        for settled in self._settled.values():
            settled.clear()

    @contextmanager
    def recording(self) -> Iterator[set[str]]:
        """Collect every file that is consulted meanwhile, found or not, by absolute path."""
        seen: set[str] = set()
        self._unsettle()
        self._recordings.append(seen)
        try:
            with uncollected():
                yield seen
        finally:
            self._recordings.pop()
            self._unsettle()

    @property
    def is_recording(self) -> bool:
        """Tell whether somebody collects the files that are consulted."""
        return bool(self._recordings)

    def refresh(self) -> None:
        """Forget what has changed on disk; content that is the same is not parsed again."""
        self._found.clear()
        self._texts.clear()
        for path, known in list(self._modules.items()):
            stamp = self.files.stamp(path)
            if stamp is None or stamp != known[0]:
                self._modules[path] = self._read(path, known)

    def _note(self, path: str) -> None:
        if self._recordings:
            absolute = self.files.absolute(path)
            for seen in self._recordings:
                seen.add(absolute)

    def _read(
        self, path: str, old: tuple[object, str, Module | DeclarationError] | None
    ) -> tuple[object, str, Module | DeclarationError]:
        stamp = self.files.stamp(path)
        try:
            data = self.files.read(path, self.limits.file_size)
        except DeclarationError as fault:
            return stamp, "", fault
        digest = hashlib.sha256(data).hexdigest()
        if old is not None and old[1] == digest:
            return stamp, digest, old[2]
        try:
            return stamp, digest, module_from(path, data, self.limits.tokens)
        except DeclarationError as fault:
            return stamp, digest, fault
