"""Heading slugs as GitHub makes them.

The rules were read from github-slugger, whose fixtures were taken from live GitHub.
"""

from __future__ import annotations

import re
from functools import lru_cache
from unicodedata import category

_DROPPED = re.compile(r"[^a-z0-9_ -]+")
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
    space becomes ``-``. Nothing is trimmed or collapsed.
    """
    if text.isascii():
        return _DROPPED.sub("", text.lower()).translate(_SPACES)
    lowered = "".join(map(str.lower, text))
    return "".join(filter(_is_kept, lowered)).translate(_SPACES)


@lru_cache(maxsize=4096)
def _is_kept(char: str) -> bool:
    if char in "- " or category(char) in _KEPT_CATEGORIES:
        return True
    return any(ord(char) in letters for letters in _CIRCLED_LETTERS)


class Slugger:
    """Makes the slugs of one document, each of them once."""

    __slots__ = ("_taken",)

    def __init__(self) -> None:
        """Start with no slug taken."""
        self._taken: dict[str, int] = {}

    def add(self, text: str) -> str:
        """Give the unique slug of the next heading.

        A taken slug gets the smallest unused ``-N``; slugs made in this way are taken as well.
        """
        base = slug(text)
        result = base
        if base in self._taken:
            number = self._taken[base]
            while result in self._taken:
                number += 1
                result = f"{base}-{number}"
            self._taken[base] = number
        self._taken[result] = 0
        return result
