"""Heading slugs as GitHub makes them.

The rules were read from github-slugger, whose fixtures were taken from live GitHub.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING
from unicodedata import category

if TYPE_CHECKING:
    from collections.abc import Sequence

_DROPPED = re.compile(r"[^a-z0-9_\n -]+")
_SPACES = str.maketrans(" ", "-")
_KEPT_CATEGORIES = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "Pc"})
_CIRCLED_LETTERS = (
    range(0x24B6, 0x24EA),
    range(0x1F130, 0x1F14A),
    range(0x1F150, 0x1F16A),
    range(0x1F170, 0x1F18A),
)


def slug(text: str) -> str:
    """Give the slug of a heading's text, not yet made unique.

    Lower case goes code point by code point (no final form of sigma); letters, marks,
    decimal and letter numbers, connectors, circled letters, ``-`` and the space stay, and each
    space becomes ``-``. Nothing is trimmed or collapsed. Line feeds stay, as the marks between
    headings; a heading has none.
    """
    if text.isascii():
        return _DROPPED.sub("", text.lower()).translate(_SPACES)
    lowered = "".join(map(str.lower, text))
    return "".join(filter(_is_kept, lowered)).translate(_SPACES)


@lru_cache(maxsize=4096)
def _is_kept(char: str) -> bool:
    if char in "-\n " or category(char) in _KEPT_CATEGORIES:
        return True
    return any(ord(char) in letters for letters in _CIRCLED_LETTERS)


def slugs_of(headings: Sequence[str]) -> list[str]:
    """Give the slugs of headings without line feeds, not yet made unique."""
    # one text is lowered and filtered faster than many
    return slug("\n".join(headings)).split("\n") if headings else []


def unique_slugs(headings: Sequence[str]) -> list[str]:
    """Give the slugs of all headings of a document, in order.

    A taken slug gets the smallest unused ``-N``; slugs made in this way are taken as well.
    """
    if any("\n" in heading for heading in headings):
        headings = [heading.replace("\n", "") for heading in headings]
    taken: dict[str, int] = {}
    result = []
    for base in slugs_of(headings):
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
