"""Labels of reference links, and what is escaped in destinations."""

from __future__ import annotations

import re

_ESCAPE = re.compile(
    r"\\([!-/:-@\[-`{-~])|(&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]*);)"
)


def normal(label: str) -> str:
    """Normalize a reference label (CommonMark, 4.7: matches)."""
    return " ".join(label.split()).casefold()


def unescape(destination: str) -> str:
    """Undo backslash escapes and character references (CommonMark, 2.4 and 2.5)."""
    if "\\" not in destination and "&" not in destination:
        return destination
    return _ESCAPE.sub(lambda match: match[1] or _character(match[2]), destination)


def _character(reference: str) -> str:
    from html import unescape as decode  # noqa: PLC0415 - its table of names is large
    from html.entities import html5  # noqa: PLC0415

    known = reference[1] == "#" or reference[1:] in html5
    return decode(reference) if known else reference
