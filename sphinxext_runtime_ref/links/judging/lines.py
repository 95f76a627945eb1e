"""Line anchors: ``L10``, ``L10-L20``, ``L10C5-L20C3``."""

from __future__ import annotations

import re
from typing import NamedTuple

from sphinxext_runtime_ref.errors import Kind
from sphinxext_runtime_ref.links.tree.files import Fault

_RANGE = re.compile(r"L(\d+)(?:C(\d+))?(?:-L?(\d+)(?:C(\d+))?)?", re.ASCII)
_BEGIN = re.compile(r"L\d", re.ASCII)
_MAX_DIGITS = 12
_BOMS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}


class LineRange(NamedTuple):
    """A stretch of lines, 1-based and inclusive; a column of 0 is not given."""

    first: int
    last: int
    first_column: int = 0
    last_column: int = 0

    def __str__(self) -> str:
        """Write it as a fragment."""
        first = f"L{self.first}" + (f"C{self.first_column}" if self.first_column else "")
        last = f"L{self.last}" + (f"C{self.last_column}" if self.last_column else "")
        return first if first == last else f"{first}-{last}"


def is_line_anchor(fragment: str) -> bool:
    """Tell whether a fragment means lines, well-formed or not."""
    return bool(_BEGIN.match(fragment))


def parse(fragment: str) -> LineRange | Fault:
    """Read a line anchor; 1-based, first and last in order."""
    found = _RANGE.fullmatch(fragment)
    if not found:
        return Fault(Kind.LINES, "is no line range (expected L10, L10-L20 or L10C5-L20C3)")
    if any(len(number or "") > _MAX_DIGITS for number in found.groups()):
        return Fault(Kind.LINES, "has a line number that no file reaches")
    if any(number and not int(number) for number in found.groups()):
        return Fault(Kind.LINES, "counts from 0; lines and columns count from 1")
    first, first_column, last, last_column = (int(number or 0) for number in found.groups())
    if not last:
        last, last_column = first, first_column
    if last < first or (last == first and 0 < last_column < first_column):
        swapped = LineRange(last, first, last_column, first_column)
        return Fault(Kind.LINES, "has its end before its start", str(swapped))
    return LineRange(first, last, first_column, last_column)


def text_of(data: bytes) -> str | None:
    """Decode a text file, ``None`` when it is binary (a null byte near its start, as for git)."""
    encoding = _BOMS.get(data[:2])
    if encoding:
        return data.decode(encoding, "replace")
    if b"\0" in data[:8000]:
        return None
    return data.decode("utf-8-sig", "replace")


def split_lines(text: str) -> list[str]:
    """Split at line feeds; a final one adds no line."""
    lines = text.replace("\r\n", "\n").split("\n")
    if lines[-1] == "":
        lines.pop()
    return lines


def check(lines: list[str], fragment: str) -> Fault | None:
    """Check that the lines and columns of an anchor exist."""
    wanted = parse(fragment)
    if isinstance(wanted, Fault):
        return wanted
    if wanted.last > len(lines):
        return Fault(Kind.LINES, f"the file has {_counted(len(lines), 'line')}")
    for number, column in (
        (wanted.first, wanted.first_column),
        (wanted.last, wanted.last_column),
    ):
        width = len(lines[number - 1])
        if column > width + 1:
            return Fault(Kind.LINES, f"line {number} has {_counted(width, 'character')}")
    return None


def _counted(number: int, noun: str) -> str:
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"
