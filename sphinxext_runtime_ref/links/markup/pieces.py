"""Texts that are put together from pieces of a source."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def _utf8_length(piece: str, _offset: int, start: int, end: int) -> int:
    return len(piece[start:end].encode())


class Pieces:
    """A text that was put together from pieces of a source.

    :param pieces: each with the offset of its start in the source.
    :param length: tells how long a part of a piece is in the source, from the piece, the offset
        in the source at which the part starts, and the indices in the piece of its start and
        end. The offsets are those of bytes in the UTF-8 form of the source where it is not given.
    """

    def __init__(
        self,
        pieces: Sequence[tuple[str, int]],
        length: Callable[[str, int, int, int], int] = _utf8_length,
    ) -> None:
        """Join the pieces."""
        self._pieces = pieces
        self._length = length
        self.text = "".join(piece for piece, _ in pieces)
        self._starts = [0, *accumulate(len(piece) for piece, _ in pieces)]
        self._last = (-1, 0, 0)

    def source_offset(self, index: int) -> int:
        """Give the offset in the source for a character of the text.

        As :class:`~sphinxext_runtime_ref.location.Positions`, it goes on from the last one.
        """
        number = min(bisect_right(self._starts, index), len(self._pieces)) - 1
        piece, offset = self._pieces[number]
        within = index - self._starts[number]
        at, reached, known = self._last
        if at != number or reached > within:
            reached, known = 0, offset
        known += self._length(piece, known, reached, within)
        self._last = (number, within, known)
        return known
