"""How a destination may be spelled in a text, and how it is told from its surroundings."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.links.urls import unquote

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

_NESTED = r"\((?:\\.|[^\s()\\]|\([^\s()]*\))*\)"
_DESTINATION = rf"<((?:\\.|[^<>\n\\])*)>|((?:\\.|[^\s()<\\]|{_NESTED})(?:\\.|[^\s()\\]|{_NESTED})*)"
INLINE = re.compile(
    rf"\]\(\s*(?:{_DESTINATION})(?:\s+(?:\"((?:\\.|[^\"\\])*)\"|'((?:\\.|[^'\\])*)'))?"
)
AUTO = re.compile(r"<((?:[A-Za-z][A-Za-z0-9+.-]*:|#)[^<>\s]*)>")
DEFINITION = re.compile(
    r"^[ \t>*+-]*\[((?:\\.|[^\[\]\\])+)\]:[ \t]*\n?[ \t]*(?:<([^<>\n]*)>|(\S+))", re.MULTILINE
)
USE = re.compile(r"\[((?:\\.|[^\[\]\\]|\[[^\[\]]*\])*)\](?:\[((?:\\.|[^\[\]\\])*)\])?")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_BEFORE = re.compile(r"(?:\]\(\s*|\]:\s*|[<\"'=(`]|::\s+|:[\w-]+:\s+|\}\s+|,\s*|\A)<?\Z")
_OPENING = frozenset("<\"'=(`")
_MARKS = 60
"""Characters before a destination among which its marks are looked for."""
_AFTER = frozenset(" \t\n>)\"'`,|]\\")


def occurrences(text: str, piece: str, start: int = 0) -> Iterator[int]:
    """Give the indexes, from one on, at which a text has a piece; none for an empty one."""
    position = text.find(piece, start) if piece else -1
    while position >= 0:
        yield position
        position = text.find(piece, position + len(piece))


def stands(text: str, start: int, end: int) -> bool:
    """Tell whether a piece of text is marked as a destination."""
    return text[end : end + 1] in _AFTER and (
        text[start - 1 : start] in _OPENING
        or _BEFORE.search(text, max(0, start - _MARKS), start) is not None
    )


def stands_bare(text: str, start: int, end: int) -> bool:
    """Tell whether a piece of text that has a scheme is not part of a longer one."""
    before, after = text[start - 1 : start], text[end : end + 1]
    inside = before.isalnum() or (before and before in "_/.%-")
    return not inside and (after in _AFTER or after in ".;:!?")


def spellings(uri: str) -> Collection[str]:
    """Give how a destination may stand in a text."""
    if "&" not in uri and "%" not in uri and not uri.startswith("mailto:"):
        return (uri,)
    plain = uri.removeprefix("mailto:")
    return dict.fromkeys((uri, uri.replace("&", "&amp;"), unquote(uri), plain))


def loosely(uri: str) -> re.Pattern[str]:
    """Give a pattern of how reStructuredText may spell a destination."""
    return re.compile(r"[\\\s]*".join(map(re.escape, uri)))


def plain_text(text: str) -> str:
    """Undo what Markdown escapes in a destination or title."""
    text = _ESCAPE.sub(r"\1", text) if "\\" in text else text
    return unescape(text) if "&" in text else text
