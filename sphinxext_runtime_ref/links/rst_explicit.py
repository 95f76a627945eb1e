"""Explicit markup of reStructuredText: directives, targets and notes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from sphinxext_runtime_ref.links.model import Form
from sphinxext_runtime_ref.links.rst_inline import link_uri, uri

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# A block may begin on the line of a list's item.
_LEAD = r"\s*(?:(?:[-*+\u2022\u2023\u2043]|\(?(?:[0-9]+|[A-Za-z#]|[ivxlcdmIVXLCDM]+)[.)])\s+)*"
_INDENT = re.compile(_LEAD)
_NAME = r"(?:(?!_)\w)+(?:[-._+:](?:(?!_)\w)+)*"
_DIRECTIVE = re.compile(
    rf"{_LEAD}\.\. +(?:\|[^|]+\| +)?(?P<name>{_NAME}) ?::(?:[ \t]+(?P<rest>.*))?$"
)
_TARGET = re.compile(
    rf"{_LEAD}\.\. +_(?![_ ])(?:`([^`]+)`|(?!`)((?:\\.|[^:\\]|:(?!\s|$))+)):(?:\s+|$)"
)
_ANONYMOUS = re.compile(rf"{_LEAD}(?:\.\. +__:(?:\s+|$)|__\s+)")
_NOTE = re.compile(rf"{_LEAD}\.\. +\[#?([^\W\d_][\w.+:-]*)\](?:\s|$)")
_OPTION = re.compile(r"\s*:([\w-]+):(?:\s+|$)")
_REFERENCE = re.compile(rf"(?:{_NAME}|`[^`]+`)_")
_IN_CELL = re.compile(r"(?<=\|)\s+\.\. (?:image|figure):: +(\S+)(?=\s+\|)")
_PATH_DIRECTIVES = frozenset({"image", "figure"})


class Part(NamedTuple):
    """A line, or the rest of one, of what explicit markup holds."""

    line: int
    column: int
    text: str


class Directive(NamedTuple):
    """The start of a directive.

    :param name: in lower case.
    :param arguments: what comes before the options and the content, or on the first line.
    :param options: with their names, in order.
    """

    name: str
    arguments: tuple[Part, ...]
    options: tuple[tuple[str, Part], ...]


def indent(line: str) -> int:
    """Tell how far a line is indented; what marks an item of a list is none of its text."""
    found = _INDENT.match(line)
    return len(found[0].expandtabs()) if found else 0


def block_end(lines: Sequence[str], start: int) -> int:
    """Give the index after the block that is indented deeper than the line it starts at."""
    depth, end = indent(lines[start]), start + 1
    for number in range(start + 1, len(lines)):
        line = lines[number]
        if line.strip():
            if spaces(line) <= depth:
                break
            end = number + 1
    return end


def spaces(line: str) -> int:
    """Give the width of the white space that a line begins with."""
    return len(line[: len(line) - len(line.lstrip())].expandtabs())


def directive_name(line: str) -> str | None:
    """Give the name of the directive that a line begins, in lower case."""
    found = _DIRECTIVE.match(line) if "::" in line else None
    return found["name"].lower() if found else None


def directive(lines: Sequence[str], number: int) -> Directive | None:
    """Read the directive that begins in a line, without its content."""
    found = _DIRECTIVE.match(lines[number])
    if found is None:
        return None
    arguments: list[Part] = []
    options: list[tuple[str, Part]] = []
    start = found.end() if found["rest"] is None else found.start("rest")
    for part in _parts(lines, number, start):
        if option := _OPTION.match(part.text):
            value = part.text[option.end() :]
            place = Part(part.line, part.column + option.end(), value)
            options.append((option[1].lower(), place))
        elif not options:
            arguments.append(part)
    return Directive(found["name"].lower(), tuple(arguments), tuple(options))


def _parts(lines: Sequence[str], number: int, start: int) -> Iterator[Part]:
    """Give what a line holds from an index on, and the deeper lines after it up to a blank one."""
    depth, first = indent(lines[number]), lines[number][start:]
    if first.strip():
        lead = len(first) - len(first.lstrip())
        yield Part(number + 1, start + lead + 1, first.strip())
    for following in range(number + 1, len(lines)):
        line = lines[following]
        if not line.strip() or spaces(line) <= depth:
            return
        yield Part(following + 1, len(line) - len(line.lstrip()) + 1, line.strip())


def links(lines: Sequence[str]) -> Iterator[tuple[int, int, str, Form]]:
    """Give line, column, destination and form of the links of explicit markup."""
    for number, line in enumerate(lines):
        if ".. " not in line and "__" not in line:
            continue
        if line.lstrip().startswith("|"):
            for cell in _IN_CELL.finditer(line):
                yield number + 1, cell.start(1) + 1, uri(cell[1]), Form.IMAGE
        elif found := _TARGET.match(line) or _ANONYMOUS.match(line):
            yield from _link(tuple(_parts(lines, number, found.end())), Form.LINK)
        elif (read := directive(lines, number)) and read.name in _PATH_DIRECTIVES:
            yield from _link(read.arguments, Form.IMAGE)
            for name, part in read.options:
                if name == "target":
                    yield from _link((part,), Form.LINK)


def _link(parts: Sequence[Part], form: Form) -> Iterator[tuple[int, int, str, Form]]:
    text = " ".join(part.text for part in parts)
    if not text or (form is Form.LINK and _REFERENCE.fullmatch(text)):
        return
    found = link_uri(text) if form is Form.LINK else uri(text)
    yield parts[0].line, parts[0].column, found, form


def names(lines: Sequence[str]) -> Iterator[str]:
    """Give what explicit markup names: parts of the page that a fragment can lead to."""
    for number, line in enumerate(lines):
        if ".. " not in line:
            continue
        if found := _TARGET.match(line):
            if not any(_parts(lines, number, found.end())):
                yield (found[1] or found[2]).strip().replace("\\", "")
        elif found := _NOTE.match(line):
            yield found[1]
        elif read := directive(lines, number):
            if read.name == "contents":
                yield " ".join(part.text for part in read.arguments) or "contents"
            yield from (part.text for name, part in read.options if name == "name")
