"""Places of Markdown links, found without the parser's events.

What looks like a link in the source is never less than what is one: the patterns find each, and
more in code and comments. So when the source has as many with a destination that the parser's HTML
has too, and in the same order, they are the links.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.links.markup import markdown
from sphinxext_runtime_ref.links.markup.labels import normal, unescape
from sphinxext_runtime_ref.links.urls import unquote

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pyromark.event import LinkDef

    from sphinxext_runtime_ref.links.markup.survey import Survey

# a search for a pattern is twice as fast as one for a string
_OPENED = re.compile(r"\]\(")
_DEFINED = re.compile(r"\]:")
# what follows may hold the start of another one
_LINK = re.compile(
    r"\]\((?=\s*(?:<([^<>\n]*)>|((?:[^\\\s()<>]|\\.|\((?:[^\\\s()<>]|\\.)*\))*)))", re.DOTALL
)
_AUTOLINK = re.compile(
    r"<(?:([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*)|([A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9.-]+))>"
)
_BRACKETS = re.compile(r"\[([^\[\]]*)\]")
_LINE_START = re.compile(r"\n[\s>]*")


def inline_links(text: str, survey: Survey) -> list[tuple[int, str]] | None:
    """Give the offset of each destination, or its label, and the destination as written.

    :param text: decoded Markdown.
    :param survey: of this text.
    :return: in the order of the survey; ``None`` when only the parser can tell.
    """
    # what is within a link comes before its destination, but after it in HTML
    if not survey.plain or (survey.images and ("[![" in text or _may_be_nested(survey))):
        return None
    autolinks = list(_autolinks(text))
    labelled = _labelled(text) if _DEFINED.search(text) else []
    if labelled is None:
        return None
    if not (autolinks or labelled) and (alike := _alike(text, survey.destinations)):
        return alike
    found = [*_inline(text), *autolinks, *labelled]
    found.sort()
    wanted = list(map(unquote, survey.destinations))
    if len(found) != len(wanted):
        known = frozenset(wanted)
        found = [one for one in found if unquote(one[1]) in known]
    return found if [unquote(uri) for _, uri in found] == wanted else None


def _may_be_nested(survey: Survey) -> bool:
    """Tell whether an image is perhaps in a link to itself; in others, the order tells."""
    urls = survey.destinations
    return any(
        number and urls[number] == urls[number - 1] and number - 1 not in survey.images
        for number in survey.images
    )


def _alike(text: str, destinations: Sequence[str]) -> list[tuple[int, str]] | None:
    """Find the links of a text that has nothing but inline ones, each spelled as its HTML."""
    opened = [one.end() for one in _OPENED.finditer(text)]
    if len(opened) != len(destinations):
        return None
    found = list(zip(opened, destinations, strict=True))
    return found if all(text.startswith(f"{uri})", offset) for offset, uri in found) else None


def _inline(text: str) -> Iterator[tuple[int, str]]:
    for match in _LINK.finditer(text):
        kind = match.lastindex or 0
        yield match.start(kind), unescape(match[kind])


def _autolinks(text: str) -> Iterator[tuple[int, str]]:
    for match in _AUTOLINK.finditer(text):
        kind = match.lastindex or 0
        yield match.start(kind), f"mailto:{match[2]}" if kind == 2 else match[1]


def _labelled(text: str) -> list[tuple[int, str]] | None:
    """Find what is in brackets and has a definition; ``None`` where that can't be told."""
    definitions = markdown.definitions(text)
    if not definitions:
        return []
    if any("\\" in label for label in definitions):
        return None
    places = dict(_definition_places(text, definitions))
    labels = {normal(name): one["dest"] for name, one in definitions.items()}
    found: list[tuple[int, str]] = []
    known: dict[str, str | None] = {}
    for match in _BRACKETS.finditer(text):
        label = match[1]
        if label not in known:
            if "\n" in label and normal(label) != normal(_LINE_START.sub(" ", label)):
                # the marks of a block quote are in the source, but not in the label
                return None
            known[label] = labels.get(normal(label))
        uri = known[label]
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
