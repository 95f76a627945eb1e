"""Heading slugs as GitHub makes them.

The rules were read from github-slugger, whose fixtures were taken from live GitHub.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import category

if TYPE_CHECKING:
    from collections.abc import Sequence

_KEPT_CATEGORIES = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "Pc"})
_CIRCLED_LETTERS = (
    range(0x24B6, 0x24EA),
    range(0x1F130, 0x1F14A),
    range(0x1F150, 0x1F16A),
    range(0x1F170, 0x1F18A),
)
_REMEMBERED = 8192


class _Slugged(dict[int, str | None]):
    """What each code point becomes, found out when it is met."""

    def __missing__(self, code: int) -> str | None:
        kept = "".join(filter(_is_kept, chr(code).lower()))
        found = kept.replace(" ", "-") or None
        if len(self) < _REMEMBERED:
            self[code] = found
        return found


def _is_kept(char: str) -> bool:
    if char in "-\n " or category(char) in _KEPT_CATEGORIES:
        return True
    return any(ord(char) in letters for letters in _CIRCLED_LETTERS)


_SLUGGED = _Slugged()


def slug(text: str) -> str:
    """Give the slug of a heading's text, not yet made unique.

    Lower case goes code point by code point (no final form of sigma); letters, marks,
    decimal and letter numbers, connectors, circled letters, ``-`` and the space stay, and each
    space becomes ``-``. Nothing is trimmed or collapsed. Line feeds stay, as the marks between
    headings; a heading has none.
    """
    return text.translate(_SLUGGED)


def slugs_of(headings: Sequence[str]) -> list[str]:
    """Give the slugs of headings, not yet made unique; a heading's line feeds are dropped."""
    if not headings:
        return []
    # one text is lowered and filtered faster than many
    joined = "\n".join(headings)
    if joined.count("\n") >= len(headings):
        joined = "\n".join([heading.replace("\n", "") for heading in headings])
    return slug(joined).split("\n")


def unique_slugs(headings: Sequence[str]) -> list[str]:
    """Give the slugs of all headings of a document, in order.

    A taken slug gets the smallest unused ``-N``; slugs made in this way are taken as well.
    """
    slugs = slugs_of(headings)
    if len(set(slugs)) == len(slugs):
        return slugs
    taken: dict[str, int] = {}
    result = []
    for base in slugs:
        unique = base
        if base in taken:
            number = taken[base]
            while unique in taken:
                number += 1
                unique = f"{base}-{number}"
            taken[base] = number
        taken[unique] = 0
        result.append(unique)
    return result
