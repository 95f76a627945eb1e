"""Explicit markup of reStructuredText: directives, targets and notes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from sphinxext_runtime_ref.links.markup.rst_blocks import (
    LEAD,
    continues_text,
    indent,
    next_text,
    spaces,
    table_end,
)
from sphinxext_runtime_ref.links.markup.rst_inline import link_uri, uri
from sphinxext_runtime_ref.links.model import Form

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_NAME = r"(?:(?!_)\w)+(?:[-._+:](?:(?!_)\w)+)*"
_DIRECTIVE = re.compile(
    rf"{LEAD}\.\. +(?:\|[^|]+\| +)?(?P<name>{_NAME}) ?::(?:[ \t]+(?P<rest>.*))?$"
)
_TARGET = re.compile(
    rf"{LEAD}\.\. +_(?![_ ])(?:`([^`]+)`|(?!`)((?:\\.|[^:\\]|:(?!\s|$))+)):(?:\s+|$)"
)
_ANONYMOUS = re.compile(rf"{LEAD}(?:\.\. +__:(?:\s+|$)|__\s+)")
_NOTE = re.compile(rf"{LEAD}\.\. +\[#?([^\W\d_][\w.+:-]*)\](?:\s|$)")
_OPTION = re.compile(r"\s*:([\w-]+):(?:\s+|$)")
_REFERENCE = re.compile(rf"(?:{_NAME}|`[^`]+`)_")
_IN_CELL = re.compile(r"(?:(?<=\|)|\s)\s+\.\. (?:image|figure):: +(\S+)(?=\s*(?:\||\s\s|$))")
_IN_FIELD = re.compile(r"\s*(?::[^:`]+:|--?\w[^`]*?\s)\s+\.\. (?:image|figure):: +(\S+)\s*$")
_TARGET_IN_CELL = re.compile(r"(?<=\|)\s+\.\. +_(?![_ ])(?:`([^`]+)`|([^:\\`|]+)): +(?=\|)")
_SUBSTITUTION = re.compile(rf"{LEAD}\.\. \|([^|]+)\| +(replace|image) ?::", re.IGNORECASE)
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
            value = Part(part.line, part.column + option.end(), part.text[option.end() :])
            options.append((option[1].lower(), value))
        elif options:
            name, value = options[-1]
            longer = value._replace(text=f"{value.text} {part.text}")
            options[-1] = name, (longer if value.text else part)
        else:
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
    rows = 0
    for number, line in enumerate(lines):
        if number >= rows and line.lstrip().startswith("="):
            rows = table_end(lines, number)
        if ".. " not in line and "__" not in line:
            continue
        pattern = _IN_CELL if line.lstrip().startswith("|") or number < rows else _IN_FIELD
        if cells := [*pattern.finditer(line)]:
            for cell in cells:
                yield number + 1, cell.start(1) + 1, uri(cell[1]), Form.IMAGE
        elif not continues_text(lines, number):
            yield from _links(lines, number)


def _links(lines: Sequence[str], number: int) -> Iterator[tuple[int, int, str, Form]]:
    """Give the links of the explicit markup that begins in a line."""
    line = lines[number]
    if found := _TARGET.match(line) or _ANONYMOUS.match(line):
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
        if ".. " not in line or continues_text(lines, number):
            continue
        if line.lstrip().startswith("|"):
            for cell in _TARGET_IN_CELL.finditer(line):
                yield _named(cell)
        elif found := _TARGET.match(line):
            if not _leads_away(lines, number, found.end()):
                yield _named(found)
        elif found := _NOTE.match(line):
            yield found[1]
        elif read := directive(lines, number):
            if read.name == "contents":
                yield " ".join(part.text for part in read.arguments) or "contents"
            yield from (part.text for name, part in read.options if name == "name")


def _named(target: re.Match[str]) -> str:
    return (target[1] or target[2]).strip().replace("\\", "")


def _leads_away(lines: Sequence[str], number: int, end: int) -> bool:
    """Tell whether a target, or the one that it is put before, has a destination of its own."""
    while not any(_parts(lines, number, end)):
        number = next_text(lines, number + 1)
        found = _TARGET.match(lines[number]) if number < len(lines) else None
        if found is None:
            return False
        end = found.end()
    return True


def replacements(lines: Sequence[str]) -> dict[str, str]:
    """Give the texts, as written, that stand for substitutions; a picture has none."""
    result = {}
    for number, line in enumerate(lines):
        found = _SUBSTITUTION.match(line) if ".. |" in line else None
        if found:
            text = " ".join(part.text for part in _parts(lines, number, found.end()))
            result[" ".join(found[1].split())] = "" if found[2] == "image" else text
    return result
