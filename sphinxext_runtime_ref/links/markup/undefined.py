"""References that have no definition."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pyromark.event import BrokenLink

_GLUED = re.compile(rb"[A-Za-z0-9_})\]]")
_IN_LINK = re.compile(rb"(?:[^\[\]\n]|\n(?![ \t\r]*\n)|\[[^\[\]]*\])*\][\[(]")
_REACH = 1000
_NO_LABEL = re.compile(r"[^\w`\"'@#$/~]")


class Undefined(NamedTuple):
    """A reference without a definition.

    :param offset: of its label, in bytes of the UTF-8 form of the text.
    """

    offset: int
    label: str


def undefined_reference(link: BrokenLink, data: bytes) -> Undefined | None:
    """Tell whether what the parser could not resolve was meant as a reference.

    Only the full and the collapsed form are; text in brackets alone is text.

    :param data: the UTF-8 form of the text.
    """
    kind, label = link["link_type"], link["reference"]
    if kind not in {"Reference", "Collapsed"} or _NO_LABEL.match(label) or label[:1] == "^":
        return None
    start, end = link["span"]["start"], link["span"]["end"]
    if _in_link(data, start, end):
        return None
    if kind == "Collapsed":
        return Undefined(start + (2 if data[start : start + 1] == b"!" else 1), label)
    # [a][b][c], a[1][2] and [a][, b] are how messages, code and syntax are written
    before = data[start - 1 : start] if start else b""
    if data[end : end + 1] == b"[" or _GLUED.fullmatch(before):
        return None
    start = data.rfind(b"[", start, end)
    # the parser takes [text]\[label] for a reference
    return Undefined(start + 1, label) if data[start - 1 : start] == b"]" else None


def _in_link(data: bytes, start: int, end: int) -> bool:
    """Tell whether a part of a text stands in the text of a link, as in ``[[a][b] c](d)``.

    What is in brackets there is text: no link may hold another.
    """
    first = max(0, start - _REACH)
    inside = data.rfind(b"[", first, start) > data.rfind(b"]", first, start)
    return inside and _IN_LINK.match(data, end, end + _REACH) is not None
