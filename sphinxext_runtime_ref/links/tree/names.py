"""Finding files by their names."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.links.suggest import plain
from sphinxext_runtime_ref.links.tree.kinds import HTML, MARKDOWN, NOTEBOOK, RST

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

_COMMON = frozenset({"index", "readme", "__init__"})
_DOCUMENTS = sorted(MARKDOWN | RST | NOTEBOOK)


class Names:
    """Files by name, for suggestions.

    :param paths: POSIX, relative to the root.
    """

    def __init__(self, paths: Sequence[str]) -> None:
        """Index the paths."""
        self.paths = tuple(paths)
        self._by_name: dict[str, list[str]] = {}
        # all at once, as one by one is slow; no name holds the separator
        names = plain("\0".join([path.rpartition("/")[2] for path in paths])).split("\0")
        for name, path in zip(names if paths else (), paths, strict=True):
            self._by_name.setdefault(name, []).append(path)

    def nearest(self, path: str) -> str | None:
        """Give the file of the same name whose folders are most like those of ``path``.

        Where there are several of the name, or the name says nothing (``README``), the folder
        that holds it must have the same name as well. ``None`` when two are equally like it.
        """
        name = posixpath.basename(path)
        same = self._by_name.get(plain(name), ())
        if len(same) > 1 or name.partition(".")[0].lower() in _COMMON:
            same = [other for other in same if _likeness(path, other)[0] > 1]
        if len(same) <= 1:
            return same[0] if same else None
        ranked = sorted(same, key=lambda other: (_likeness(path, other), other), reverse=True)
        first, second = ranked[:2]
        return first if _likeness(path, first) > _likeness(path, second) else None


def source_of(page: str, names: Container[str]) -> str | None:
    """Give the document in a folder that ``page.html``, or ``page`` alone, is the page of.

    ``page.md`` may have become ``page.rst``, or the other way round.
    """
    stem, dot, ending = page.rpartition(".")
    wanted = stem if ending in HTML or ending in _DOCUMENTS else page if not dot else ""
    documents = (f"{wanted}.{ending}" for ending in _DOCUMENTS) if wanted else ()
    return next((name for name in documents if name in names), None)


def _likeness(one: str, two: str) -> tuple[int, int]:
    """Count the parts in common from the end, then from the start."""
    a, b = one.split("/"), two.split("/")
    return _shared(a[::-1], b[::-1]), _shared(a, b)


def _shared(one: Sequence[str], two: Sequence[str]) -> int:
    count = 0
    for a, b in zip(one, two, strict=False):
        if a != b:
            break
        count += 1
    return count
