"""Markdown as GitHub reads it, by pulldown-cmark."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from typing import TYPE_CHECKING, Any

import pyromark

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pyromark.event import BrokenLink, LinkDef, Range

_OPTIONS = (
    pyromark.Options.ENABLE_TABLES
    | pyromark.Options.ENABLE_FOOTNOTES
    | pyromark.Options.ENABLE_STRIKETHROUGH
    | pyromark.Options.ENABLE_TASKLISTS
    | pyromark.Options.ENABLE_MATH
)
_FRONT_MATTER_START = re.compile(r"---[ \t]*\r?\n")
_FRONT_MATTER_END = re.compile(r"\n(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)")
_YAML_START = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\r?\n)*[\w\"'$@][^\n]*?:(?:[ \t\r\n]|\Z)|\s*\Z")
_NOTED_LINK = re.compile(r"\[(?!\^)(?:[^\[\]]|\[\^[^\[\]\s]++\])*+\][(\[]")
_NOTE = re.compile(r"\[\^[^\[\]\s]+\]")
_BLANK = bytes(byte if byte in b"\r\n" else 0x20 for byte in range(256))


def decode(data: bytes) -> str:
    """Give the text of a Markdown file; front matter becomes blank lines of the same length.

    A byte order mark is dropped; bytes that are not UTF-8 become the replacement character.
    """
    # the codec utf-8-sig is slow, and slow to load
    text = data.removeprefix(BOM_UTF8).decode("utf-8", "replace")
    if not text.startswith("---"):
        return text
    start = _FRONT_MATTER_START.match(text)
    end = _FRONT_MATTER_END.search(text, start.end() - 1) if start else None
    if not start or not end or not _YAML_START.match(text, start.end(), end.start() + 1):
        return text
    return text[: end.end()].encode().translate(_BLANK).decode() + text[end.end() :]


def parser_version() -> str:
    """Give the version of the parser, as what it finds may change with it."""
    return pyromark.__version__


def render(text: str, undefined: Callable[[BrokenLink], None] | None = None) -> str:
    """Give the HTML of decoded Markdown.

    :param undefined: called for each reference that has no definition.
    """
    return pyromark.html(_without_notes(text), options=_OPTIONS, broken_link_callback=undefined)


def events(
    text: str, undefined: Callable[[BrokenLink], None] | None = None
) -> Iterator[tuple[Any, Range]]:
    """Give the parser's events, each with its range of bytes in the UTF-8 form of the text.

    ``pyromark.event`` describes them.

    :param undefined: called for each reference that has no definition.
    """
    text = _without_notes(text)
    return pyromark.events_with_range(text, options=_OPTIONS, broken_link_callback=undefined)


def definitions(text: str) -> dict[str, LinkDef]:
    """Give the reference definitions by their labels, in order."""
    return pyromark.reference_definitions(_without_notes(text), options=_OPTIONS)


def _without_notes(text: str) -> str:
    """Put spaces in the place of footnotes in the text of links.

    GitHub shows ``[text[^1]](page.md)`` as a link with a footnote in it, the parser as no link.
    """
    # one character is found many times faster than two
    if "^" not in text or "[^" not in text:
        return text
    return _NOTED_LINK.sub(lambda link: _NOTE.sub(_spaces, link[0]), text)


def _spaces(found: re.Match[str]) -> str:
    return " " * len(found[0].encode())
