"""Places of Markdown links, found without the parser's events.

What looks like a link in the source is never less than what is one: the patterns find each, and
more in code and comments. So when the source has as many as the parser's HTML, and with the same
destinations in the same order, they are the links.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.links import markdown
from sphinxext_runtime_ref.links.html import unescape
from sphinxext_runtime_ref.links.labels import normal
from sphinxext_runtime_ref.links.urls import unquote

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pyromark.event import LinkDef

    from sphinxext_runtime_ref.links.survey import Survey

_LINK = re.compile(
    r"\]\(\s*(?:<([^<>\n]*)>|((?:[^\\\s()<>]|\\.|\((?:[^\\\s()<>]|\\.)*\))*))", re.DOTALL
)
_AUTOLINK = re.compile(
    r"<(?:([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*)|([A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9.-]+))>"
)
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_BRACKETS = re.compile(r"\[([^\[\]]*)\]")
_LINE_START = re.compile(r"\n[\s>]*")


def inline_links(text: str, survey: Survey) -> list[tuple[int, str]] | None:
    """Give the offset of each destination, or its label, and the destination as written.

    :param text: decoded Markdown.
    :param survey: of this text.
    :return: in the order of the survey; ``None`` when only the parser can tell.
    """
    # nested links are in another order
    if not survey.plain or "[![" in text:
        return None
    found = [*_inline(text), *_autolinks(text)]
    if "]:" in text:
        labelled = _labelled(text)
        if labelled is None:
            return None
        found += labelled
    found.sort()
    if len(found) != len(survey.destinations):
        return None
    same = all(
        uri == other or unquote(uri) == unquote(other)
        for (_, uri), other in zip(found, survey.destinations, strict=True)
    )
    return found if same else None


def _inline(text: str) -> Iterator[tuple[int, str]]:
    for match in _LINK.finditer(text):
        kind = match.lastindex or 0
        uri = match[kind]
        if "\\" in uri:
            uri = _ESCAPE.sub(r"\1", uri)
        yield match.start(kind), unescape(uri)


def _autolinks(text: str) -> Iterator[tuple[int, str]]:
    for match in _AUTOLINK.finditer(text):
        kind = match.lastindex or 0
        yield match.start(kind), f"mailto:{match[2]}" if kind == 2 else match[1]


def _labelled(text: str) -> list[tuple[int, str]] | None:
    """Find what is in brackets and has a definition; ``None`` where that can't be told."""
    definitions = markdown.definitions(text)
    if any("\\" in label for label in definitions):
        return None
    places = dict(_definition_places(text, definitions))
    labels = {normal(name): one["dest"] for name, one in definitions.items()}
    found: list[tuple[int, str]] = []
    for match in _BRACKETS.finditer(text):
        label = match[1]
        if "\n" in label and normal(label) != normal(_LINE_START.sub(" ", label)):
            # the marks of a block quote are in the source, but not in the label
            return None
        uri = labels.get(normal(label))
        if uri is not None and match.start() not in places:
            found.append((match.start(1), uri))
    return found


def _definition_places(text: str, definitions: Mapping[str, LinkDef]) -> Iterator[tuple[int, str]]:
    """Give the offset at which each definition's bracket opens, in characters."""
    data, reached, count = (b"" if text.isascii() else text.encode()), 0, 0
    for name, one in sorted(definitions.items(), key=lambda item: item[1]["span"]["start"]):
        start = one["span"]["start"]
        if data:
            count += len(data[reached:start].decode("utf-8", "replace"))
            reached = start
        yield text.find("[", count if data else start), name
