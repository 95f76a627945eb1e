"""Strings in JSON, with their places."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"|[{}\[\]:,]|[^\s{}\[\]:,"]++', re.DOTALL)
_CHAR = re.compile(r"\\u[0-9a-fA-F]{4}|\\.|.", re.DOTALL)


@dataclass(frozen=True, slots=True)
class JsonString:
    """A string in a JSON text.

    :param keys: the keys and indices that lead to it.
    :param offset: of its first character, after the quote.
    """

    keys: tuple[str | int, ...]
    text: str
    offset: int


def strings(source: str) -> Iterator[JsonString]:
    """Give the strings that are values, in order, of a valid JSON object or list."""
    keys: list[str | int] = []
    name: str | None = None
    for found in _TOKEN.finditer(source):
        part = found[0]
        if part in "{[":
            keys.append("" if part == "{" else 0)
            name = None
        elif part in "}]":
            keys.pop()
            name = None
        elif part == ",":
            if isinstance(keys[-1], int):
                keys[-1] += 1
            name = None
        elif part.startswith('"'):
            if isinstance(keys[-1], str) and name is None:
                name = keys[-1] = json.loads(part, strict=False)
            else:
                text = json.loads(part, strict=False)
                yield JsonString(tuple(keys), text, found.start() + 1)


def raw_length(source: str, offset: int, count: int) -> int:
    """Tell how long the first characters of a string are as written.

    :param offset: of the string's first character.
    :param count: how many decoded UTF-16 pairs or characters to pass over.
    """
    position, passed = offset, 0
    while passed < count and (found := _CHAR.match(source, position)):
        position = found.end()
        low = re.compile(r"\\u[dD][c-fC-F]").match(source, position)
        high = re.match(r"\\u[dD][89abAB]", found[0])
        if not (high and low):
            passed += 1
    return position - offset
