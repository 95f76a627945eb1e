"""Markdown as GitHub shows it: text, code and links that mean what they say."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING
from urllib.parse import quote

from sphinxext_runtime_ref.tables.escaping import escaped

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_BREAKS = re.compile(r"\s*[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]\s*")


def text(value: str) -> str:
    """Escape a text for a table cell or a link's text; lines are joined."""
    return escaped(_BREAKS.sub(" ", value))


def code(value: str) -> str:
    """Give a code span that holds any text, also inside of a table."""
    value = _BREAKS.sub(" ", value).replace("|", r"\|")
    if not value.strip():
        return text(value)
    fence = "`" * (max(map(len, re.findall("`+", value)), default=0) + 1)
    ends = value[0] + value[-1]
    # A reader takes one space from both ends, and a backtick there would lengthen the fence.
    space = " " if "`" in ends or ends == "  " else ""
    return f"{fence}{space}{value}{space}{fence}"


def source_link(page: str, source: str) -> str:
    """Give a link from a page to a source line.

    :param page: the page: POSIX, relative to the root.
    :param source: ``path``, ``path:line`` or ``path:line:column``, relative to the root.
    """
    path, line = split_place(source)
    target = quote(posixpath.relpath(path, posixpath.dirname(page) or "."))
    return f"[{text(path)}]({target}{f'#L{line}' if line else ''})"


def split_place(source: str) -> tuple[str, str]:
    """Split ``path:line:column`` into the path and the line, ``""`` where there is none."""
    match = re.fullmatch(r"(.*?):(\d+)(?::\d+)?", source, re.DOTALL)
    return (match[1], match[2]) if match else (source, "")


def table(headers: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Give the lines of a table whose cells are Markdown already."""
    lines = [f"| {' | '.join(headers)} |", f"| {' | '.join('---' for _ in headers)} |"]
    lines.extend(f"| {' | '.join(row)} |" for row in rows)
    return lines
