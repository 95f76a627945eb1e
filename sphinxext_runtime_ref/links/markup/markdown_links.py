"""The links of Markdown text, each with the place of its destination."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinxext_runtime_ref.links.markup import markdown
from sphinxext_runtime_ref.links.markup.html import (
    COMMENT_END,
    attributes,
    comments,
    is_open_comment,
    may_have_urls,
    tags,
    urls,
)
from sphinxext_runtime_ref.links.markup.ignores import COMMENT, lines_with_text
from sphinxext_runtime_ref.links.markup.labels import normal
from sphinxext_runtime_ref.links.markup.pieces import Pieces
from sphinxext_runtime_ref.links.markup.undefined import undefined_reference
from sphinxext_runtime_ref.links.model import DocumentLinks, Form, Hyperlink
from sphinxext_runtime_ref.location import Positions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pyromark.event import BrokenLink, Range

_BEFORE_DESTINATION = re.compile(rb"[ \t\v\f]*(?:(?:\r\n?|\n)[ \t\v\f>]*)?<?")
_AFTER_LABEL = re.compile(rb"\]:[ \t\v\f]*(?:(?:\r\n?|\n)[ \t\v\f>]*)?<?")
_BARE_URL = re.compile(rb"(?<![A-Za-z0-9])https?://", re.IGNORECASE)
_URL = re.compile(rb"https?://[^\s<|`]+", re.IGNORECASE)
_FINAL_ENTITY = re.compile(r"&[A-Za-z0-9]+;$")
_ENDS = ("Link", "Image", "HtmlBlock", "CodeBlock")


class Occurrence(NamedTuple):
    """A link in a text.

    :param offset: of the destination, in bytes of the UTF-8 form of the text.
    """

    offset: int
    uri: str
    form: Form = Form.LINK
    title: str = ""

    def link(self, path: str, place: Callable[[int], tuple[int, int]]) -> Hyperlink:
        """Give the link with its place in a file."""
        return Hyperlink(path, *place(self.offset), self.uri, self.form, self.title)


class Text(NamedTuple):
    """What was found in a Markdown text."""

    occurrences: list[Occurrence]
    comments: list[int]
    labels: list[str]


class _Open:
    """A link whose end has not come yet.

    :param reached: where the text within it ends, as far as that is known.
    """

    __slots__ = ("data", "form", "reached", "start")

    def __init__(self, form: Form, data: Any, start: int, reached: int) -> None:
        self.form = form
        self.data = data
        self.start = start
        self.reached = reached


def read(path: str, data: bytes) -> DocumentLinks:
    """Read the links of a Markdown file."""
    text = markdown.decode(data)
    found = read_text(text)
    positions = Positions(text.encode())
    links = [one.link(path, positions.place) for one in found.occurrences]
    lines = [positions.place(offset)[0] for offset in found.comments]
    following = lines_with_text(text.split("\n"), lines)
    return DocumentLinks(tuple(links), following, tuple(found.labels))


def read_text(text: str, *, bare: bool = True) -> Text:
    """Find the links of decoded Markdown, in order.

    :param bare: find URLs that nothing marks as well.
    """
    reader = _Reader(text.encode(), bare=bare)
    reader.read(text)
    return reader.found


class _Reader:
    def __init__(self, data: bytes, *, bare: bool) -> None:
        self.data = data
        self.bare = bare
        self.found = Text([], [], [])
        self._open: list[_Open] = []
        self._html: list[tuple[str, int]] = []
        self._commented = False
        self._in_code = False
        self._bare_end = 0
        self._used: set[str] = set()
        self._undefined: dict[int, Occurrence] = {}

    def read(self, text: str) -> None:
        opened, bare = self._open, self.bare and b"://" in self.data
        for event, place in markdown.events(text, self._note_undefined):
            if "Text" in event:  # nearly all events; some are strings, none of which holds this
                if bare and not (opened or self._in_code) and "://" in event["Text"]:
                    self._bare_urls(place)
            elif type(event) is dict:
                if "Start" in event:
                    self._start(event["Start"], place["start"])
                    continue
                self._other(event, place)
            if opened:
                opened[-1].reached = place["end"]
        self.found.occurrences.extend(self._undefined.values())
        if b"]:" in self.data:
            self._definitions(text)
        self.found.occurrences.sort(key=lambda one: one.offset)

    def _other(self, event: Any, place: Range) -> None:
        if "End" in event:
            if event["End"] in _ENDS:
                self._end(event["End"], place["end"])
        elif "Html" in event:
            self._html.append((event["Html"], place["start"]))
        elif "InlineHtml" in event and not self._in_picture():
            self._read_html(_lines(event["InlineHtml"], place, self.data))

    def _start(self, tag: Any, start: int) -> None:
        if type(tag) is str:
            if tag == "HtmlBlock":
                self._html = []
        elif "Link" in tag:
            self._open.append(_Open(Form.LINK, tag["Link"], start, start + 1))
        elif "Image" in tag:
            self._open.append(_Open(Form.IMAGE, tag["Image"], start, start + 2))
        elif "CodeBlock" in tag:
            self._in_code = True

    def _end(self, tag: Any, end: int) -> None:
        if tag == "CodeBlock":
            self._in_code = False
            return
        if tag == "HtmlBlock":
            self._read_html(self._html)
            return
        link = self._open.pop()
        kind = link.data["link_type"]
        offset = self._destination(link, kind, end)
        if self._commented or offset is None:
            return
        if kind in {"Reference", "Collapsed", "Shortcut"}:
            self._used.add(normal(link.data["id"]))
        if self._in_picture():
            return
        uri = link.data["dest_url"]
        uri = f"mailto:{uri}" if kind == "Email" else uri
        self.found.occurrences.append(Occurrence(offset, uri, link.form, link.data["title"]))

    def _in_picture(self) -> bool:
        """Tell whether what is read describes a picture, of which only the text counts."""
        return any(one.form is Form.IMAGE for one in self._open)

    def _destination(self, link: _Open, kind: str, end: int) -> int | None:
        r"""Find where a link's destination, or its label, begins.

        ``None`` for ``[text]\\[label]``, which the parser takes for a link.
        """
        if kind == "Inline":
            close = self.data.find(b"](", link.reached, end)
            if close >= 0:
                found = _BEFORE_DESTINATION.match(self.data, close + 2, end)
                return found.end() if found else close + 2
        elif kind == "Reference":
            close = self.data.find(b"][", link.reached, end)
            return close + 2 if close >= 0 else None
        return link.start + (2 if link.form is Form.IMAGE else 1)

    def _note_undefined(self, link: BrokenLink) -> None:
        found = None if self._commented else undefined_reference(link, self.data)
        if found:
            self._undefined[found.offset] = Occurrence(found.offset, found.label, Form.REFERENCE)

    def _bare_urls(self, place: Range) -> None:
        """Note the URLs that GitHub links although nothing marks them."""
        for found in _BARE_URL.finditer(self.data, place["start"], place["end"]):
            if found.start() < self._bare_end:
                continue
            # the parser splits text at _ and other marks, so the end is found in the source
            whole = _URL.match(self.data, found.start())
            if whole:
                self._bare_end = whole.end()
                uri = _trimmed(whole[0].decode("utf-8", "replace"))
                self.found.occurrences.append(Occurrence(found.start(), uri))

    def _definitions(self, text: str) -> None:
        for label, definition in markdown.definitions(text).items():
            self.found.labels.append(label)
            if normal(label) not in self._used:
                start, end = definition["span"]["start"], definition["span"]["end"]
                found = _AFTER_LABEL.search(self.data, start, end)
                self.found.occurrences.append(
                    Occurrence(
                        found.end() if found else start,
                        definition["dest"],
                        Form.DEFINITION,
                        definition["title"] or "",
                    )
                )

    def _read_html(self, parts: list[tuple[str, int]]) -> None:
        pieces = Pieces(parts)
        text = pieces.text
        if self._commented:
            # a comment that an HTML block left open hides the Markdown after the block
            end = COMMENT_END.search(text)
            self._commented = end is None
            hidden = end.end() if end else len(text)
            text = " " * hidden + text[hidden:]
        for attribute in attributes(text) if may_have_urls(text) else ():
            for url, offset in urls(attribute):
                place = pieces.source_offset(offset)
                self.found.occurrences.append(Occurrence(place, url, Form.HTML))
        if "<!--" not in text:
            return
        self._commented = is_open_comment(text)
        for comment, offset in comments(text):
            if COMMENT.fullmatch(comment):
                self.found.comments.append(pieces.source_offset(offset))


def _lines(tag: str, place: Range, data: bytes) -> list[tuple[str, int]]:
    """Give the lines of a tag with their offsets; the parser leaves out how they are indented."""
    lines, rows = tag.split("\n"), data[place["start"] : place["end"]].split(b"\n")
    if len(lines) == 1 or len(lines) != len(rows):
        return [(tag, place["start"])]
    pieces, end = [], place["start"] - 1
    for line, row in zip(lines, rows, strict=True):
        end += len(row) + 1
        pieces.append((f"{line}\n", end - len(line.encode())))
    return pieces


def _trimmed(url: str) -> str:
    """Take from the end of a bare URL what is punctuation (GFM, section 6.9)."""
    surplus, end = url.count(")") - url.count("("), len(url)
    while end:
        last = url[end - 1]
        if last == ")" and surplus > 0:
            surplus -= 1
            end -= 1
        elif last == ";" and (entity := _FINAL_ENTITY.match(url, url.rfind("&", 0, end), end)):
            end = entity.start()
        elif last in "?!.,:*_~'\"":
            end -= 1
        else:
            break
    return url[:end]


def heading_lines(data: bytes) -> list[int]:
    """Give the line of each heading of a Markdown file, those of raw HTML included, in order."""
    text = markdown.decode(data)
    positions = Positions(text.encode())
    return [positions.place(offset)[0] for offset in _headings(text)]


def _headings(text: str) -> Iterator[int]:
    block: list[tuple[str, int]] = []
    for event, place in markdown.events(text):
        if type(event) is not dict:
            continue
        ((name, value),) = event.items()
        if name == "Start" and type(value) is dict and "Heading" in value:
            yield place["start"]
        elif name == "Html":
            block.append((value, place["start"]))
        elif name == "InlineHtml":
            yield from _raw_headings([(value, place["start"])])
        elif name == "End" and value == "HtmlBlock":
            yield from _raw_headings(block)
            block = []


def _raw_headings(parts: list[tuple[str, int]]) -> Iterator[int]:
    pieces = Pieces(parts)
    for tag in tags(pieces.text):
        if re.fullmatch("[hH][1-6]", tag["name"]):
            yield pieces.source_offset(tag.start())
