"""What the docstring of a class says of its fields and members.

Three styles are read: sections of indented items (Google), sections underlined with dashes
(numpydoc) and field lists (``:param name: text``).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_TITLES = (
    r"(?:args|arguments|parameters|params|keyword\ (?:args|arguments)|other\ parameters"
    r"|attributes|fields|members|values|variables|class\ attributes)"
)
_GOOGLE = re.compile(rf"{_TITLES}\s*:\s*", re.IGNORECASE)
_NUMPY = re.compile(rf"{_TITLES}\s*", re.IGNORECASE)
_ITEM = re.compile(
    r"[`*]*(?P<names>\w+(?:\s*,\s*\w+)*)[`*]*\s*(?:\((?:[^()]|\([^()]*\))*\)\s*)?:(?:\s+(?P<text>.*))?"
)
_NUMPY_ITEM = re.compile(r"[`*]*(?P<names>\w+(?:\s*,\s*\w+)*)[`*]*\s*(?::.*)?")
_FIELD = re.compile(
    r":(?:param(?:eter)?|arg(?:ument)?|key(?:word)?|[ic]?var|attr(?:ibute)?)\s+(?:\S+\s+)*?"
    r"(?P<names>\w+)\s*:\s*(?P<text>.*)"
)


def described(doc: str) -> dict[str, str]:
    """Give the text about each name.

    :param doc: the docstring, without the indentation of its lines.
    """
    lines = doc.splitlines()
    found: dict[str, str] = {}
    for names, text in (*_field_lists(lines), *_sections(lines)):
        for name in re.split(r"\s*,\s*", names):
            found.setdefault(name, text)
    return found


def _field_lists(lines: list[str]) -> Iterator[tuple[str, str]]:
    for at, line in enumerate(lines):
        match = _FIELD.fullmatch(line.rstrip())
        if match is not None:
            yield match["names"], _joined(match["text"], _deeper(lines, at + 1, 0))


def _sections(lines: list[str]) -> Iterator[tuple[str, str]]:
    for at, line in enumerate(lines):
        if _GOOGLE.fullmatch(line):
            yield from _items(lines, at + 1, _ITEM)
        elif at + 1 < len(lines) and _is_rule(lines[at + 1]) and _NUMPY.fullmatch(line):
            yield from _items(lines, at + 2, _NUMPY_ITEM)


def _items(lines: list[str], at: int, item: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    """Give the items of a section: all that have the indentation of the first one."""
    while at < len(lines) and not lines[at].strip():
        at += 1
    depth = _depth(lines[at]) if at < len(lines) else 0
    if item is _ITEM and not depth:
        return
    while at < len(lines):
        line = lines[at]
        at += 1
        if not line.strip() or _depth(line) > depth:
            continue
        match = item.fullmatch(line.strip())
        if _depth(line) < depth or (match is None and item is _NUMPY_ITEM):
            return
        if item is _NUMPY_ITEM and at < len(lines) and _is_rule(lines[at]):
            return
        if match is not None:
            more = list(_deeper(lines, at, depth))
            at += len(more)
            yield match["names"], _joined(match.groupdict().get("text") or "", more)


def _deeper(lines: list[str], at: int, depth: int) -> Iterator[str]:
    """Give the lines below one that have more indentation, up to the first empty one."""
    while at < len(lines) and lines[at].strip() and _depth(lines[at]) > depth:
        yield lines[at]
        at += 1


def _is_rule(line: str) -> bool:
    return bool(line.strip()) and not line.strip().strip("-")


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _joined(first: str, more: Iterator[str] | list[str]) -> str:
    return " ".join(filter(None, (first.strip(), *(line.strip() for line in more))))
