"""Text from anywhere, as outputs can hold it: what they can't is written as Python escapes it."""

from __future__ import annotations

import re

# What neither XML nor a terminal takes: control characters and lone surrogates.
_NOWHERE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_ON_LINE = frozenset("\u00a0\u3000\u200c\u200d")
"""Characters that Python does not count as printable, and that move no cursor."""


def printable(text: str) -> str:
    """Write what no output takes as escapes; tabs and the ends of lines stay."""
    if text.isprintable():
        return text
    return _NOWHERE.sub(lambda found: _escape(found[0]), text)


def on_page(text: str) -> str:
    r"""Do the same for a page, which takes ``\n`` alone as the end of a line."""
    return printable(text).replace("\r", "\\r")


def on_line(text: str) -> str:
    r"""Escape also what would move the cursor or end the line: ``\x1b``, ``\n``."""
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() or character in _ON_LINE else _escape(character)
        for character in text
    )


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
