"""Widths of columns in characters, for builders that can't leave them to a browser."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

PAGE = 92
"""Characters of a line of a printed page, the space between columns included."""

SPACE = 3
"""Characters that the space between two columns takes."""

NARROWEST, WIDEST, LONGEST_WORD = 4, 38, 16
WIDEST_WHOLE = 72
"""Characters up to which plain text keeps a cell in one line where its column asks for that."""

_BREAKS = re.compile(r"[\s_./=(),\[\]-]+")


@dataclass(frozen=True, slots=True)
class Content:
    """What a column holds.

    :param texts: the cells', with what is shown beside them.
    :param whole: whether plain text keeps them in one line.
    """

    header: str
    texts: Sequence[str]
    whole: bool = False


def text_width(content: Content) -> int:
    """Give the width of a column in plain text."""
    # Two characters more: plain text has quotes around code.
    longest = _longest(content.texts) + 2
    most = WIDEST_WHOLE if content.whole else WIDEST
    return max(len(content.header), min(longest, most), NARROWEST + 2)


def page_widths(columns: Sequence[Content]) -> list[int]:
    """Give the widths of columns on a printed page, relative to each other.

    Each has room for its longest word; what is left goes to those that want more.
    """
    least = [_least(column) + SPACE for column in columns]
    wanted = [
        max(low, min(_longest(column.texts), WIDEST) + SPACE)
        for low, column in zip(least, columns, strict=True)
    ]
    more = sum(wanted) - sum(least)
    if sum(wanted) <= PAGE or not more:
        return wanted
    spare = max(0, PAGE - sum(least))
    return [
        low + (want - low) * min(spare, more) // more
        for low, want in zip(least, wanted, strict=True)
    ]


def _least(column: Content) -> int:
    # The letters of headers are wider than those of cells.
    header = _longest(column.header.split()) * 4 // 3
    words = (word for text in column.texts for word in _BREAKS.split(text))
    return max(header, min(_longest(words) + 1, LONGEST_WORD), NARROWEST)


def _longest(texts: Iterable[str]) -> int:
    return max(map(len, texts), default=0)
