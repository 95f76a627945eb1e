"""From offsets to lines and columns.

Each mapping remembers where it was asked last, so that places in order cost their distance only,
however long a line is.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


class Positions:
    """The lines of a text.

    :param data: the UTF-8 form of the text; only a line feed ends a line, as for git.
    """

    def __init__(self, data: bytes) -> None:
        """Keep the text."""
        self._data = data
        self._reached, self._line, self._column = 0, 1, 1

    def place(self, offset: int) -> tuple[int, int]:
        """Give the line and the column, in characters, of a byte; both are 1-based."""
        data = self._data
        if offset < self._reached:
            self._reached, self._line, self._column = 0, 1, 1
        start = data.rfind(b"\n", self._reached, offset) + 1
        if start:
            self._line += data.count(b"\n", self._reached, offset)
            self._reached, self._column = start, 1
        self._column += len(data[self._reached : offset].decode("utf-8", "replace"))
        self._reached = offset
        return self._line, self._column


class TextPositions:
    """The lines of a text, for offsets that count characters."""

    def __init__(self, text: str) -> None:
        """Keep the text."""
        self._text = text
        self._reached, self._line, self._start = 0, 1, 0

    def place(self, offset: int) -> tuple[int, int]:
        """Give the line and the column of a character; both are 1-based."""
        text = self._text
        if offset < self._reached:
            self._reached, self._line, self._start = 0, 1, 0
        start = text.rfind("\n", self._reached, offset) + 1
        if start:
            self._line += text.count("\n", self._reached, offset)
            self._start = start
        self._reached = offset
        return self._line, offset - self._start + 1


class Pieces:
    """A text that was put together from pieces of a source.

    :param pieces: each with the offset of its first byte in the UTF-8 form of the source.
    """

    def __init__(self, pieces: Sequence[tuple[str, int]]) -> None:
        """Join the pieces."""
        self._pieces = pieces
        self.text = "".join(piece for piece, _ in pieces)
        self._starts = [0, *accumulate(len(piece) for piece, _ in pieces)]
        self._last = (-1, 0, 0)

    def source_offset(self, offset: int) -> int:
        """Give the byte in the source for a character of the text."""
        number = min(bisect_right(self._starts, offset), len(self._pieces)) - 1
        piece, start = self._pieces[number]
        within = offset - self._starts[number]
        at, reached, size = self._last
        if at != number or reached > within:
            reached, size = 0, 0
        size += len(piece[reached:within].encode())
        self._last = (number, within, size)
        return start + size
