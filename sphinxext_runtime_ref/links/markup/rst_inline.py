"""Links and targets within the text of reStructuredText."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.links.model import Form
from sphinxext_runtime_ref.location import Positions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

BEFORE = r"(?<![\w!#$%&*+,.;=?@\\^`~)\]}>])"
"""Where inline markup may begin: docutils' "recognition rules", and the edge of a table's cell."""
AFTER = r"(?![\w#$%&(*+<=@\[^`{~])"
"""Where inline markup may end. None goes on after an empty line."""
_LINK = re.compile(
    rf"""{BEFORE}(?P<role>:[A-Za-z][\w.+:-]{{0,60}}:)?`(?!\s)
    (?:(?:\\.|[^`\\\n]|\n(?!\n))*?(?<!\\)\s)??
    <(?!\s)(?P<uri>(?:\\.|[^<>\\`\n]|\n(?!\n))+)(?<!\s)>`__?{AFTER}""",
    re.DOTALL | re.VERBOSE,
)
_DOWNLOAD = re.compile(r":download:`(?:[^`<>]*<([^`<>]+)>|([^`<>]+))`")
_LITERAL = re.compile(rf"{BEFORE}``(?!\s)")
_LITERAL_END = re.compile(rf"(?<!\s)``{AFTER}")
_VISIBLE = re.compile(r"[^\n]")
_BARE = re.compile(r"(?<![\w/.%=-])(?:https?|file)://[^\s<>`|\\\"]+", re.IGNORECASE)
_TARGET = re.compile(r"(?<![\w`])(?<!\.\. )_`([^`]+)`(?!\w)")
_EMAIL = re.compile(r"[^\s@/?#:]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*")
_ESCAPE_OR_SPACE = re.compile(r"\\(.)|\s+", re.DOTALL)


def uri(text: str) -> str:
    """Take the white space out of a URI and undo its escapes, as docutils does."""
    return _ESCAPE_OR_SPACE.sub(lambda found: _escaped(found[1] or ""), text)


def _escaped(char: str) -> str:
    return " " if char.isspace() else char


def link_uri(text: str) -> str:
    """Give the URI of a link; docutils gives an address of e-mail its scheme."""
    found = uri(text)
    return f"mailto:{found}" if _EMAIL.fullmatch(found) else found


def without_literals(lines: Sequence[str]) -> str:
    """Join lines to a text in which inline literals are blank."""
    text = "\n".join(map(str.rstrip, lines))
    pieces, reached, paragraph = [], 0, 0
    while start := _LITERAL.search(text, reached):
        if paragraph < start.end():
            paragraph = text.find("\n\n", start.end())
            paragraph = len(text) if paragraph < 0 else paragraph
        end = _LITERAL_END.search(text, start.end() + 1, paragraph)
        # what ends none for this one ends none for any other start in the paragraph
        stop = end.end() if end else paragraph
        literal = text[start.start() : stop]
        pieces += [text[reached : start.start()], _VISIBLE.sub(" ", literal) if end else literal]
        reached = stop
    return "".join((*pieces, text[reached:])) if pieces else text


def links(text: str) -> Iterator[tuple[int, int, str, Form]]:
    """Give line, column, destination and form of the links of a text without literals."""
    place = Positions(text).place
    for found in _LINK.finditer(text):
        written = found["uri"]
        # docutils: an alias of another target ends with an underscore that is not escaped
        if not found["role"] and (written[-1:] != "_" or written[-2:] == r"\_"):
            yield *place(found.start("uri")), link_uri(written), Form.LINK
    place = Positions(text).place
    for found in _DOWNLOAD.finditer(text):
        group = found.lastindex or 1
        if "\n\n" not in found[0]:
            yield *place(found.start(group)), uri(found[group]), Form.DOWNLOAD


def bare_urls(text: str) -> Iterator[tuple[int, int, str, Form]]:
    """Give the URLs that nothing marks as links, and those of links as well."""
    place = Positions(text).place
    for found in _BARE.finditer(text) if "://" in text else ():
        yield *place(found.start()), found[0].rstrip(".,:;!?'\")]}*_"), Form.LINK


def targets(text: str) -> Iterator[str]:
    """Give the names of the targets of a text without literals."""
    return (found[1] for found in _TARGET.finditer(text))
