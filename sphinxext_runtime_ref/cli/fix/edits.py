"""Changing destinations in a document and nothing else: encoding, byte order mark, newlines."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.links.model import Form
from sphinxext_runtime_ref.links.tree.kinds import MARKDOWN, suffix

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinxext_runtime_ref.links.model import Hyperlink

_AFTER_LABEL = re.compile(r"\]:[ \t]*(?:(?:\r\n?|\n)[ \t>]*)?<?")
_BOMS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}


@dataclass(frozen=True, slots=True)
class Replacement:
    """A broken link and the destination that it gets.

    :param reason: what makes it certain, in a few words.
    """

    link: Hyperlink
    uri: str
    reason: str


@dataclass(frozen=True, slots=True)
class Text:
    """A document's text, and what it takes to write it back byte for byte."""

    value: str
    bom: bytes
    encoding: str

    def encode(self, value: str) -> bytes:
        """Give the bytes of a changed text."""
        return self.bom + value.encode(self.encoding, "surrogateescape")


def decode(data: bytes) -> Text:
    """Decode a document; bytes that are not of its encoding survive."""
    bom = next((bom for bom in _BOMS if data.startswith(bom)), b"")
    encoding = _BOMS.get(bom, "utf-8")
    if len(data[len(bom) :]) % 2 and encoding != "utf-8":
        encoding, bom = "utf-8", b""
    errors = "surrogateescape" if encoding == "utf-8" else "surrogatepass"
    return Text(data[len(bom) :].decode(encoding, errors), bom, encoding)


def apply(
    path: str, data: bytes, replacements: Iterable[Replacement]
) -> tuple[bytes, tuple[Replacement, ...]]:
    """Change destinations.

    :param path: the document, by which its markup is told.
    :return: the new bytes, and the replacements that could be made; one is left out when its
        destination is not written plainly at its place.
    """
    text = decode(data)
    done: list[Replacement] = []
    edits: dict[int, tuple[str, str]] = {}
    for replacement in replacements:
        places = list(_places(path, text.value, replacement.link))
        if places:
            done.append(replacement)
        for offset in places:
            edits[offset] = (replacement.link.uri, replacement.uri)
    value = text.value
    for offset, (old, new) in sorted(edits.items(), reverse=True):
        value = value[:offset] + new + value[offset + len(old) :]
    return (text.encode(value) if edits else data), tuple(done)


def _places(path: str, text: str, link: Hyperlink) -> Iterator[int]:
    if link.form is Form.REFERENCE:
        return
    starts = [0, *(found.end() for found in re.finditer("\n", text))]
    if not (0 < link.line <= len(starts) and link.column):
        return
    offset = starts[link.line - 1] + link.column - 1
    # a reference link is placed at its label: what has to change is the label's definition
    if suffix(path) in MARKDOWN and text[offset - 1 : offset] == "[":
        yield from _definitions(text, link.uri)
    elif text.startswith(link.uri, offset):
        yield offset


def _definitions(text: str, uri: str) -> Iterator[int]:
    from sphinxext_runtime_ref.links.markup import markdown  # noqa: PLC0415 - its parser loads slowly

    data = text.encode("utf-8", "replace")
    for definition in markdown.definitions(data.decode()).values():
        if definition["dest"] != uri:
            continue
        start, end = definition["span"]["start"], definition["span"]["end"]
        begin = len(data[:start].decode())
        found = _AFTER_LABEL.search(text, begin, begin + len(data[start:end].decode()))
        if found and text.startswith(uri, found.end()):
            yield found.end()
