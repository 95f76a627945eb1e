"""The anchors of target files, kept from build to build beside the environment."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, NamedTuple

from sphinxext_runtime_ref.atomic import write_text
from sphinxext_runtime_ref.links.judging.anchors import Anchors
from sphinxext_runtime_ref.links.markup.headings import PageIds

if TYPE_CHECKING:
    from pathlib import Path

    from sphinxext_runtime_ref.links.tree.files import Files

FILENAME = "runtime_ref_anchors.json"
RACY = 2 * 10**9
"""Nanoseconds in which a file may change again without its time telling."""


class Kept(NamedTuple):
    """What is kept of a file: size and time, and the parts of its :class:`PageIds`."""

    size: int
    time: int
    slugs: list[str]
    names: list[str]
    loose: list[str]
    braces: dict[str, str]


class CachedAnchors(Anchors):
    """Anchors that are read again only for files whose size or time changed.

    :param store: the file that keeps them.
    """

    def __init__(self, files: Files, store: Path) -> None:
        """Remember where to look; nothing is read yet."""
        super().__init__(files)
        self._root = files.root
        self._store = store
        self._kept: dict[str, Kept] | None = None
        self._changed = False

    def page(self, path: str) -> PageIds | None:
        """Give the ids of a file that is shown as a page, as :class:`Anchors` does."""
        if path in self._pages:
            return self._pages[path]
        if self._kept is None:
            self._kept = _load(self._store)
        kept, stamp = self._kept.get(path), self._stamp(path)
        if kept and (kept.size, kept.time) == stamp:
            self._pages[path] = PageIds(*kept[2:])
            return self._pages[path]
        page = super().page(path)
        if page is not None and stamp and stamp[1] < time.time_ns() - RACY:
            parts = (list(page.slugs), list(page.names), sorted(page.loose))
            self._kept[path] = Kept(*stamp, *parts, dict(page.braces))
            self._changed = True
        return page

    def _stamp(self, path: str) -> tuple[int, int] | None:
        try:
            status = (self._root / path).stat()
        except OSError:
            return None
        return status.st_size, status.st_mtime_ns

    def save(self) -> None:
        """Write what is known for the next build, if that is more than before.

        :raises OSError: when the folder can't be written.
        """
        if self._changed and self._kept is not None:
            write_text(self._store, json.dumps({"made_by": _versions(), "files": self._kept}))
            self._changed = False


def _versions() -> list[str]:
    """Give the versions of what tells the anchors: another one may tell others."""
    from sphinxext_runtime_ref import __version__  # noqa: PLC0415 - the package imports this module
    from sphinxext_runtime_ref.links.markup.markdown import parser_version  # noqa: PLC0415 - its parser loads slowly

    return [__version__, parser_version()]


def _load(store: Path) -> dict[str, Kept]:
    try:
        data = json.loads(store.read_text(encoding="utf-8"))
        if data["made_by"] != _versions():
            return {}
        kept = {path: Kept(*entry) for path, entry in data["files"].items()}
        return {path: entry for path, entry in kept.items() if _is_whole(entry)}
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        # nothing kept yet, or by another version: it is made again
        return {}


def _is_whole(entry: Kept) -> bool:
    if not isinstance(entry.braces, dict):
        return False
    parts: tuple[object, ...] = (entry.slugs, entry.names, entry.loose, [*entry.braces.values()])
    return all(isinstance(part, list) and all(isinstance(x, str) for x in part) for part in parts)
