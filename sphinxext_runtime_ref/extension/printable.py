"""Text from source files as documents can hold it."""

from __future__ import annotations

import re

# Control characters, and the halves of surrogate pairs, which no encoding of a page has.
_UNPRINTABLE = re.compile("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\ud800-\\udfff\\ufffe\\uffff]")
_UNUSUAL = re.compile(r"[^\w.:/+@-]+")


def printable(text: str) -> str:
    """Write characters that a page can't hold as Python escapes them."""
    return _UNPRINTABLE.sub(lambda found: _escape(found[0]), text)


def _escape(character: str) -> str:
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def anchor(text: str) -> str:
    """Make an id that stays readable and works in each output format."""
    return _UNUSUAL.sub("-", printable(text)).strip("-") or "row"
