"""What kinds of blocks the lines of reStructuredText begin, as docutils tells them apart."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from unicodedata import combining, east_asian_width

if TYPE_CHECKING:
    from collections.abc import Sequence

# A block may begin on the line of a list's item.
LEAD = r"\s*(?:(?:[-*+\u2022\u2023\u2043]|\(?(?:[0-9]+|[A-Za-z#]|[ivxlcdmIVXLCDM]+)[.)])\s+)*"
_INDENT = re.compile(LEAD)
_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1*\s*$")
_SIMPLE_TABLE = re.compile(r"\s*=+( +=+)+\s*$")
_BORDER = re.compile(r"\s*=+( +=+)*\s*$")
_MARKUP = re.compile(
    r"""(?:[-*+\u2022\u2023\u2043]|\.\.|__|\||>>>)(?:\s|$)
    | :(?![:\s])(?:[^:\\]|\\.|:(?![\s`]|$)){1,200}(?<!\s):(?:\s|$)
    | \+-[-+]+-\+\s*$ | =+(?:\ +=+)+\s*$
    | (?:--?|\+|/)[\w?]\S*(?:[ ]\S+){0,6}\s\s+\S""",
    re.VERBOSE,
)
"""A line of a list, of explicit markup, of a table..."""
SHORT = 4
"""Lines below a title that are shorter than this, and than the title, are text."""


def indent(line: str) -> int:
    """Tell how far a line is indented; what marks an item of a list is none of its text."""
    found = _INDENT.match(line)
    return len(found[0].expandtabs()) if found else 0


def spaces(line: str) -> int:
    """Give the width of the white space that a line begins with."""
    return len(line[: len(line) - len(line.lstrip())].expandtabs())


def block_end(lines: Sequence[str], start: int) -> int:
    """Give the index after the block that is indented deeper than the line it starts at."""
    depth, end = indent(lines[start]), start + 1
    for number in range(start + 1, len(lines)):
        line = lines[number]
        if line.strip():
            if spaces(line) <= depth:
                break
            end = number + 1
    return end


def next_text(lines: Sequence[str], number: int) -> int:
    """Give the index of the next line that has text, from an index on."""
    while number < len(lines) and not lines[number].strip():
        number += 1
    return number


def is_adornment(line: str) -> bool:
    """Tell whether a line is only a repeated mark, as above and below titles."""
    return _ADORNMENT.match(line) is not None


def is_markup(line: str) -> bool:
    """Tell whether a line that is not indented begins a list, explicit markup, a table..."""
    return _MARKUP.match(line) is not None


def continues_text(lines: Sequence[str], number: int) -> bool:
    """Tell whether a line goes on with the paragraph of the line before: no other block begins."""
    before = lines[number - 1] if number else ""
    if not before.strip() or indent(before) != spaces(lines[number]):
        return False
    found = _INDENT.match(before)
    text = before[found.end() if found else 0 :].rstrip()
    return bool(text) and not is_markup(text) and not is_adornment(text)


def table_end(lines: Sequence[str], number: int) -> int:
    """Give the index after the simple table that begins in a line; the line's where none does."""
    if not _SIMPLE_TABLE.match(lines[number]):
        return number
    width, borders = len(lines[number].strip()), 0
    for end in range(number + 1, len(lines)):
        line = lines[end]
        if _BORDER.match(line) and len(line.strip()) == width:
            borders += 1
            if borders == 2 or not "".join(lines[end + 1 : end + 2]).strip():
                return end + 1
    return number


def width_of(text: str) -> int:
    """Give the columns that a text takes (``docutils.utils.column_width``)."""
    if text.isascii():
        return len(text)
    wide = sum(2 if east_asian_width(char) in "WF" else 1 for char in text)
    return wide - sum(1 for char in text if combining(char))
