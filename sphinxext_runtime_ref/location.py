"""Places in files."""

from __future__ import annotations

from typing import Any, NamedTuple


class Location(NamedTuple):
    """A place, or a stretch, in a text file.

    :param path: POSIX path, relative to the root that was read (absolute when outside of it).
    :param line: first line, 1-based; 0 when the whole file is meant.
    :param column: first column, 1-based, counted in characters; 0 when the whole line is meant.
    :param end_line: last line, 1-based and inclusive; 0 when not known.
    :param end_column: column after the last character, 1-based; 0 when not known.
    """

    path: str
    line: int = 0
    column: int = 0
    end_line: int = 0
    end_column: int = 0

    def __str__(self) -> str:
        """Give ``path``, ``path:line`` or ``path:line:column``, as far as it is known."""
        parts = [self.path]
        if self.line:
            parts.append(str(self.line))
            if self.column:
                parts.append(str(self.column))
        return ":".join(parts)

    @property
    def line_range(self) -> tuple[int, int]:
        """Give the first and the last line, the same one where no end is known."""
        return self.line, max(self.line, self.end_line)

    def contains(self, other: Location) -> bool:
        """Tell whether another stretch is a part of this one, and not all of it."""
        return (
            self.path == other.path
            and self != other
            and (self.line, self.column) <= (other.line, other.column)
            and (other.end_line, other.end_column) <= (self.end_line, self.end_column)
        )


class Positions:
    """The lines of a text, or of its UTF-8 form; only a line feed ends a line, as for git.

    The place that was asked for last is remembered, so that places in order cost their distance
    only, however long a line is.
    """

    def __init__(self, text: str | bytes) -> None:
        """Keep the text."""
        self._text: Any = text
        self._end = "\n" if isinstance(text, str) else b"\n"
        self._reached, self._line, self._column = 0, 1, 1

    def place(self, offset: int) -> tuple[int, int]:
        """Give the line and the column, in characters, of an offset; both are 1-based."""
        text = self._text
        if offset < self._reached:
            self._reached, self._line, self._column = 0, 1, 1
        start = text.rfind(self._end, self._reached, offset) + 1
        if start:
            self._line += text.count(self._end, self._reached, offset)
            self._reached, self._column = start, 1
        passed = text[self._reached : offset]
        self._column += len(
            passed if isinstance(passed, str) else passed.decode("utf-8", "replace")
        )
        self._reached = offset
        return self._line, self._column
