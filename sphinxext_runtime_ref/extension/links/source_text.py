"""Where destinations stand in the text of a source file.

The doctree says which links a document has, and the block of each; this module only finds the
place of a destination in the block's text, so reading too much here does no harm.
"""

from __future__ import annotations

import posixpath
import re
from bisect import bisect_left, bisect_right
from functools import cached_property, lru_cache
from io import StringIO
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from sphinxext_runtime_ref.extension.links.syntax import (
    AUTO,
    DEFINITION,
    INLINE,
    USE,
    loosely,
    occurrences,
    plain_text,
    spellings,
    stands,
    stands_bare,
)
from sphinxext_runtime_ref.links.markup.labels import normal
from sphinxext_runtime_ref.links.urls import scheme, unquote

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

_FENCE = re.compile(r"[ \t>]*(`{3,})")
_CODE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)|<!--.*?-->", re.DOTALL)
_LITERAL = re.compile(r"(``)(?=\S).+?(?<=\S)``", re.DOTALL)
_USED = re.compile(r"__?(?!\w|>`)")
_ALIAS = re.compile(r"\s+<[^<>`]+_>`__?(?!\w)")
PREFIXES = ("project:", "path:")
"""MyST's own schemes for destinations within a project."""
BACK = 3
"""Parsers count some blocks from a line after their first: docutils titles, MyST 4 includes."""


class Spot(NamedTuple):
    """A destination in a text.

    :param offset: index of its first character.
    :param uri: as written, without the escapes of the markup.
    """

    offset: int
    uri: str
    title: str = ""


class Key(NamedTuple):
    """What two spellings of one destination have in common."""

    path: str
    fragment: str


@lru_cache(4096)
def key_of(uri: str) -> Key:
    """Give what a destination has in common with its other spellings."""
    if uri.startswith(PREFIXES):
        uri = uri.partition(":")[2]
    path, _, fragment = uri.partition("#")
    path = unquote(path)
    if "./" in path or "//" in path or path.endswith(("/", ".")):
        path = path if scheme(path) else posixpath.normpath(path)
    return Key(path, unquote(fragment))


class SourceText:
    """A source file's text, with its destinations by what they name.

    :param end: what ends a paragraph; a notebook has a line of Markdown in a line of JSON.
    """

    def __init__(self, text: str, end: str = "\n\n", *, markdown: bool) -> None:
        """Index the lines; destinations are looked for when they are asked for."""
        self.text = text
        self._end = end
        self._markdown = markdown
        self._taken: set[int] = set()
        self.ways: Mapping[object, Sequence[Key]] | None = None

    @cached_property
    def _lines(self) -> list[int]:
        """The index at which each line starts."""
        starts = [*accumulate(map(len, StringIO(self.text, "\n")), initial=0)]
        if not self.text.endswith("\n"):
            starts.pop()
        return starts or [0]

    def place(self, offset: int) -> tuple[int, int]:
        """Give the line and the column of an index, both 1-based."""
        line = bisect_right(self._lines, offset)
        return line, offset - self._lines[line - 1] + 1

    def before_text(self, line: int) -> int:
        """Give the line before the next one with text after a line."""
        found = re.compile(r"\s*").match(self.text, self.start_of(line + 1))
        return self.place(found.end())[0] - 1 if found else line

    def start_of(self, line: int) -> int:
        """Give the index at which a line starts; that of the text for one that is not there."""
        lines = self._lines
        return lines[line - 1] if 0 < line <= len(lines) else 0

    def take(self, spots: Iterable[Spot], line: int) -> Spot | None:
        """Take the first free spot from a line on, else one a little before, else any.

        Where all are taken, the first comes back: extensions copy nodes, and a copy stands where
        its original does.
        """
        ordered = sorted(spots)
        if not ordered:
            return None
        for number in (line, line - BACK, 0):
            start = self.start_of(number)
            for spot in ordered[bisect_left(ordered, (start,)) :]:
                if self._take_at(spot.offset, start):
                    return spot
        return next((spot for spot in ordered if spot.offset in self._taken), None)

    def take_next(self, uri: str, line: int) -> Spot | None:
        """Take the first free place from a line on where a destination stands as it is, if any."""
        if len(spellings(uri)) > 1:
            return None
        start = self.start_of(line)
        is_whole = stands_bare if scheme(uri) else stands
        for position in occurrences(self.text, uri, start):
            whole = is_whole(self.text, position, position + len(uri))
            if whole and self._take_at(position, start):
                return Spot(position, uri)
        return None

    def _take_at(self, offset: int, start: int) -> bool:
        """Take an index if it is free, and no code span or comment after another one hides it."""
        if offset in self._taken or self._hidden(offset, start):
            return False
        self._taken.add(offset)
        return True

    def markdown(self, keys: Iterable[Key], *, any_fragment: bool = False) -> list[Spot]:
        """Give the places of Markdown destinations that have one of some keys."""
        found: list[Spot] = []
        for key in keys:
            found += self._by_path.get(key.path, ()) if any_fragment else self.spots.get(key, ())
        return found

    def _hidden(self, offset: int, start: int) -> bool:
        """Tell whether an index is in a code span or comment of the paragraph.

        :param start: an index that the span or comment begins after.
        """
        find = self.text.find
        start = self.text.rfind(self._end, start, offset) + 1 or start
        if find("`", start, offset) < 0 and find("<!--", start, offset) < 0:
            return False
        end = self.text.find(self._end, offset)
        end = end if end >= 0 else len(self.text)
        position = start
        pattern = _CODE if self._markdown else _LITERAL
        while found := pattern.search(self.text, position, end):
            if found.start() > offset:
                return False
            line_start = self.text.rfind("\n", 0, found.start()) + 1
            fence = found[1] and _FENCE.match(self.text, line_start)
            if fence and fence.start(1) == found.start():
                # a directive's first line opens no code span
                position = found.end(1)
            elif offset < found.end():
                # no code: roles, and links of reStructuredText
                is_role = self.text[found.start() - 1 : found.start()] in ("}", ":")
                return not is_role and not (
                    found[1] == "`" and self.text.startswith("_", found.end())
                )
            else:
                position = found.end()
        return False

    @cached_property
    def spots(self) -> dict[Key, list[Spot]]:
        """Give the destinations of Markdown links by what they name."""
        result: dict[Key, list[Spot]] = {}
        for spot in self._scan():
            result.setdefault(key_of(spot.uri), []).append(spot)
        return result

    @cached_property
    def _by_path(self) -> dict[str, list[Spot]]:
        result: dict[str, list[Spot]] = {}
        for key, spots in self.spots.items():
            result.setdefault(key.path, []).extend(spots)
        return result

    def _scan(self) -> Iterator[Spot]:
        for found in INLINE.finditer(self.text):
            group = 1 if found[1] is not None else 2
            title = found[3] or found[4] or ""
            yield Spot(found.start(group), plain_text(found[group]), plain_text(title))
        for found in AUTO.finditer(self.text):
            yield Spot(found.start(1), found[1])
        definitions = self.definitions
        for found in USE.finditer(self.text) if definitions else ():
            definition = definitions.get(normal(found[2] or found[1]))
            if definition and self.text[found.end() : found.end() + 1] not in ("(", ":"):
                yield Spot(found.start(), definition.uri)

    @cached_property
    def definitions(self) -> dict[str, Spot]:
        """Give the reference definitions by their normalized label."""
        result: dict[str, Spot] = {}
        if self._markdown and "]:" in self.text:
            for found in DEFINITION.finditer(self.text):
                group = 2 if found[2] is not None else 3
                if not found[1].startswith("^"):
                    spot = Spot(found.start(group), plain_text(found[group]))
                    result.setdefault(normal(found[1]), spot)
        return result

    def verbatim(self, uri: str) -> list[Spot]:
        """Give the places where a destination stands in the text as it is."""
        is_whole = stands_bare if scheme(uri) else stands
        return [
            Spot(position, uri)
            for spelled in spellings(uri)
            for position in occurrences(self.text, spelled)
            if is_whole(self.text, position, position + len(spelled))
        ]

    def loose(self, uri: str) -> list[Spot]:
        """Give the places where a destination stands with escapes and white space in it."""
        spans = [found.span() for found in loosely(uri).finditer(self.text) if uri]
        return [Spot(span[0], uri) for span in spans if stands(self.text, *span)]

    def named(self, name: str) -> Iterator[Spot]:
        """Give the uses of a named or anonymous reStructuredText hyperlink."""
        wanted = name.lower()
        for position in occurrences(self._lower, wanted):
            end = position + len(wanted)
            before = self.text[position - 1 : position]
            tail = self.text[end : end + 4].removeprefix("`" if before == "`" else "")
            used = _USED.match(tail) or _ALIAS.match(self.text, end)
            if used and not (before.isalnum() or before == "_"):
                yield Spot(position - (before == "`"), "")
        if " " in name:
            yield from self._wrapped(wanted)

    def _wrapped(self, wanted: str) -> Iterator[Spot]:
        """Give the uses of a hyperlink whose name goes on in the next line."""
        for position in occurrences(self._lower, "`" + wanted.partition(" ")[0]):
            # an expression takes long to make, and few names are wrapped
            if not self._lower.startswith(wanted, position + 1):
                words = r"\s+".join(map(re.escape, wanted.split()))
                wrapped = re.compile(rf"`{words}`__?(?!\w)", re.IGNORECASE)
                found = wrapped.match(self.text, position)
                if found and "\n" in found[0]:
                    yield Spot(position, "")

    @cached_property
    def _lower(self) -> str:
        # lower() may change the length of a text, which would shift what follows
        lower = self.text.lower()
        return lower if len(lower) == len(self.text) else self.text

    def is_free(self, spots: Iterable[Spot], line: int) -> bool:
        """Tell whether one of some spots from about a line on is not taken."""
        start = self.start_of(line - BACK)
        return any(spot.offset >= start and spot.offset not in self._taken for spot in spots)

    def exact(self, text: str, uri: str) -> list[Spot]:
        """Give the places of a piece of text, with the destination that they stand for."""
        return [Spot(position, uri) for position in occurrences(self.text, text)]

    def unused(self) -> Iterator[Spot]:
        """Give the reference definitions that no brackets name."""
        definitions = self.definitions
        if definitions:
            uses = (found for found in USE.finditer(self.text) if not self._defines(found))
            used = {normal(found[2] or found[1]) for found in uses}
            yield from (spot for label, spot in definitions.items() if label not in used)

    def _defines(self, found: re.Match[str]) -> bool:
        return self.text[found.end() : found.end() + 1] == ":"
