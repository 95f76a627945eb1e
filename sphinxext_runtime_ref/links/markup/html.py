"""Links and ids in HTML, with their places: a tolerant reader after the HTML standard."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

COMMENT = r"<!--(?:(?=-?>)|.*?(?:--!?>|\Z))"
"""A comment (HTML standard, 13.2.5.43): ``<!-->`` is a whole one, and ``--!>`` ends one too."""
COMMENT_END = re.compile(r"--!?>")
_TAG = re.compile(
    COMMENT
    + r"""
    |<!\[CDATA\[.*?(?:\]\]>|\Z)
    |<[!?/][^>]*(?:>|\Z)
    |<(?P<name>[A-Za-z][^\s/>]*)(?P<attributes>(?:[^>"']|"[^"]*(?:"|\Z)|'[^']*(?:'|\Z))*+)(?P<end>>|\Z)""",
    re.DOTALL | re.VERBOSE,
)
_ATTRIBUTE = re.compile(
    r"""([^\s"'<>/=]+)(?:\s*=\s*(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^\s"'<>]+)))?""",
)
_URL_NAME = re.compile(r"(?:href|src|poster|srcset)(?:[\s=/>]|\Z)", re.IGNORECASE)
_RAW_TEXT = frozenset({"script", "style", "textarea", "title", "xmp"})
_URL_ATTRIBUTES = {
    "href": frozenset({"a", "area", "link"}),
    "src": frozenset({"img", "script", "iframe", "source", "video", "audio", "track", "embed"}),
    "poster": frozenset({"video"}),
    "srcset": frozenset({"img", "source"}),
}


class Attribute(NamedTuple):
    """An attribute of a start tag.

    :param tag: the element, in lower case.
    :param name: the attribute, in lower case.
    :param value: with character references decoded.
    :param offset: index of the raw value in the text.
    """

    tag: str
    name: str
    value: str
    offset: int


def tags(text: str) -> Iterator[re.Match[str]]:
    """Give the start tags (groups ``name``, ``attributes``) outside of comments and raw text."""
    return (found for found in _markup(text) if found["end"])


def comments(text: str) -> Iterator[tuple[str, int]]:
    """Give the text of each comment and the offset at which the text ends."""
    for found in _markup(text):
        if found[0].startswith("<!--"):
            inside = found[0][4:].removesuffix("-->")
            yield inside, found.start() + 4 + len(inside)


def is_open_comment(text: str) -> bool:
    """Tell whether a text ends within a comment."""
    last = max(_markup(text), key=re.Match.start, default=None)
    if last is None or last.end() < len(text) or not last[0].startswith("<!--"):
        return False
    return COMMENT_END.search(last[0], 4) is None


def _markup(text: str) -> Iterator[re.Match[str]]:
    position = 0
    while found := _TAG.search(text, position):
        yield found
        position, name = found.end(), found["name"]
        if name is not None and name.lower() in _RAW_TEXT:
            close = re.compile(rf"</{re.escape(name)}(?=[\s/>])", re.IGNORECASE)
            end = close.search(text, position)
            if end is None:
                return
            position = end.start()


def attributes(text: str) -> Iterator[Attribute]:
    """Give the attributes of all start tags, in order."""
    for tag in tags(text):
        name, start = tag["name"].lower(), tag.start("attributes")
        for found in _ATTRIBUTE.finditer(tag["attributes"]):
            group = found.lastgroup
            value, offset = (found[group], found.start(group)) if group else ("", found.end())
            yield Attribute(name, found[1].lower(), unescape(value), start + offset)


def may_have_urls(text: str) -> bool:
    """Tell fast whether attributes with URLs may be in a text."""
    return _URL_NAME.search(text) is not None


def unescape(text: str) -> str:
    """Decode character references."""
    if "&" not in text:
        return text
    from html import unescape as decode  # noqa: PLC0415 - its table of names is large

    return decode(text)


def urls(attribute: Attribute) -> Iterator[tuple[str, int]]:
    """Give the URLs that an attribute holds, each with its offset in the text.

    White space around a URL, and line breaks and tabs in it, do not count, as in browsers.
    """
    if attribute.tag not in _URL_ATTRIBUTES.get(attribute.name, ()):
        return
    if attribute.name == "srcset":
        for url, offset in candidates(attribute.value):
            yield url, attribute.offset + offset
        return
    value = attribute.value
    lead = len(value) - len(value.lstrip(" \t\r\n\f"))
    yield re.sub(r"[\t\r\n]", "", value.strip(" \t\r\n\f")), attribute.offset + lead


def candidates(srcset: str) -> Iterator[tuple[str, int]]:
    """Give the URLs of a ``srcset`` with their offsets (HTML standard, 4.8.4.2.1)."""
    position = 0
    while found := re.compile(r"[\s,]*(\S+)").match(srcset, position):
        url, position = found[1], found.end()
        if url.endswith(","):
            url = url.rstrip(",")
        else:
            descriptors = re.compile(r"(?:\([^)]*\)?|[^,(])*+,?").match(srcset, position)
            position = descriptors.end() if descriptors else len(srcset)
        if url:
            yield url, found.start(1)


def ids(text: str) -> Iterator[Attribute]:
    """Give the attributes that a fragment can name: every ``id``, and ``name`` of ``a``."""
    for one in attributes(text):
        if one.value and (one.name == "id" or (one.name == "name" and one.tag == "a")):
            yield one
