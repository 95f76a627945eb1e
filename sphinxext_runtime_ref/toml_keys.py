"""Where keys stand in a TOML file, which :mod:`tomllib` does not tell.

The text must be valid TOML: it is read after :mod:`tomllib` accepted it.
"""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, TypeAlias

from sphinxext_runtime_ref.location import Positions

if TYPE_CHECKING:
    from collections.abc import Iterator

Path: TypeAlias = tuple[str, ...]
"""A key with the keys of the tables around it."""

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}(?!")|\'\'\'.*?\'{3,5}(?!\')|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'',
    re.DOTALL,
)
_SCALAR = re.compile(r"[^,\]}#\r\n]*")


def key_positions(text: str) -> dict[Path, tuple[int, int]]:
    """Give the line and column, both 1-based, at which each key first stands."""
    found: dict[Path, tuple[int, int]] = {}
    place = Positions(text).place
    for path, offset in _Reader(text).walk():
        found.setdefault(path, place(offset))
    return found


def item_positions(text: str, key: Path) -> list[tuple[int, int]]:
    """Give the line and column, both 1-based, of each item of a list of plain values."""
    reader = _Reader(text)
    for _ in reader.walk():
        pass
    return [*map(Positions(text).place, reader.items.get(key, ()))]


class _Reader:
    """Walks over the text once.

    :ivar items: offsets of the items of lists, as far as the walk has come.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.items: dict[Path, list[int]] = {}

    def walk(self) -> Iterator[tuple[Path, int]]:
        table: Path = ()
        while self._skip(_BLANK) < len(self.text):
            start = self.at
            if self.text[start] == "[":
                self.at += 2 if self.text.startswith("[[", start) else 1
                table = ()
                for table, offset in self._dotted(()):
                    yield table, offset
                self._skip(re.compile(r"[ \t]*\]{1,2}"))
            else:
                yield from self._pair(table)

    def _pair(self, table: Path) -> Iterator[tuple[Path, int]]:
        path = table
        for path, offset in self._dotted(table):
            yield path, offset
        self.at += 1  # the equals sign
        self._skip(_SPACE)
        yield from self._value(path)

    def _dotted(self, path: Path) -> Iterator[tuple[Path, int]]:
        while True:
            self._skip(_SPACE)
            start = self.at
            quoted = _STRING.match(self.text, start)
            self._skip(_STRING if quoted else _BARE)
            name = self.text[start : self.at]
            path = (*path, _unquote(name) if quoted else name)
            yield path, start
            self._skip(_SPACE)
            if not self.text.startswith(".", self.at) or self.at == start:
                return
            self.at += 1

    def _value(self, path: Path) -> Iterator[tuple[Path, int]]:
        head = self.text[self.at : self.at + 1]
        if head in {"[", "{"}:
            self.at += 1
            yield from self._items(path, inline=head == "{")
        elif head in {'"', "'"}:
            self._skip(_STRING)
        else:
            self._skip(_SCALAR)

    def _items(self, path: Path, *, inline: bool) -> Iterator[tuple[Path, int]]:
        while self._skip(_BLANK) < len(self.text):
            if self.text[self.at] in "]}":
                self.at += 1
                return
            if self.text[self.at] == ",":
                self.at += 1
            elif inline:
                yield from self._pair(path)
            else:
                self.items.setdefault(path, []).append(self.at)
                yield from self._value(path)

    def _skip(self, pattern: re.Pattern[str]) -> int:
        match = pattern.match(self.text, self.at)
        self.at = match.end() if match else self.at
        return self.at


def _unquote(text: str) -> str:
    return str(tomllib.loads(f"key = {text}")["key"])
