"""From offsets to lines and columns."""

from __future__ import annotations

import re
from bisect import bisect_right

_LINE_END = re.compile(rb"\n")


class Positions:
    """The lines of a text, found when they are first asked for.

    :param data: the UTF-8 form of the text; only a line feed ends a line, as for git.
    """

    def __init__(self, data: bytes) -> None:
        """Keep the text."""
        self.data = data
        self._starts: list[int] = []

    def place(self, offset: int) -> tuple[int, int]:
        """Give the line and the column, in characters, of a byte; both are 1-based."""
        if not self._starts:
            self._starts = [0, *(found.end() for found in _LINE_END.finditer(self.data))]
        line = bisect_right(self._starts, offset)
        return line, len(self.data[self._starts[line - 1] : offset].decode("utf-8", "replace")) + 1
