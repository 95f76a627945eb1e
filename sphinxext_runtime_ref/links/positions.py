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
        """Find the lines."""
        self._data = data
        lengths = (len(line) + 1 for line in data.split(b"\n"))
        self._starts = [0, *accumulate(lengths)]
        self._last = (0, 0, 1)

    def place(self, offset: int) -> tuple[int, int]:
        """Give the line and the column, in characters, of a byte; both are 1-based."""
        line = bisect_right(self._starts, offset)
        at, reached, column = self._last
        if at != line or reached > offset:
            reached, column = self._starts[line - 1], 1
        column += len(self._data[reached:offset].decode("utf-8", "replace"))
        self._last = (line, offset, column)
        return line, column


class TextPositions:
    """The lines of a text, for offsets that count characters."""

    def __init__(self, text: str) -> None:
        """Find the lines."""
        self._starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]

    def place(self, offset: int) -> tuple[int, int]:
        """Give the line and the column of a character; both are 1-based."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


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
