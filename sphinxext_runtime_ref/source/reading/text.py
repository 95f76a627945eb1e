"""The text of a source file: decoding by Python's own rules, places and segments."""

from __future__ import annotations

import ast
import gc
import io
import posixpath
import re
import sys
import tokenize
import warnings
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import UNPARSABLE, DeclarationError
from sphinxext_runtime_ref.location import Location

if TYPE_CHECKING:
    from collections.abc import Iterator

_TOKEN = re.compile(r"\w+|[^\w\s]|\n")

VERSION = ".".join(map(str, sys.version_info[:2]))

_READ_AS_PYTHON = frozenset({"", ".py", ".pyi"})
"""Endings of names: scripts and expressions have none."""


def decode(path: str, data: bytes) -> str:
    """Decode Python source: byte order mark, coding comment, else UTF-8.

    :raises DeclarationError: at the place of the first byte that can't be decoded.
    """
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        text = data.decode(encoding)
    except UnicodeDecodeError as fault:
        raise _undecodable(path, fault) from None
    except (SyntaxError, LookupError, UnicodeError) as fault:
        try:
            data.decode("utf-8")
        except UnicodeDecodeError as inner:
            raise _undecodable(path, inner) from None
        raise DeclarationError(f"can't be decoded: {fault}", Location(path, 1)) from None
    return _lines_ended(text)


def _undecodable(path: str, fault: UnicodeDecodeError) -> DeclarationError:
    # the error's own bytes: a byte order mark is none of them
    before = _lines_ended(fault.object[: fault.start].decode(fault.encoding, "replace"))
    place = Location(path, before.count("\n") + 1, len(before) - before.rfind("\n"))
    found = fault.object[fault.start : fault.start + 1].hex()
    return DeclarationError(
        f"can't be decoded: byte 0x{found} is not {fault.encoding}; "
        "save the file as UTF-8 or name its encoding in a coding comment",
        place,
    )


def _lines_ended(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def refuse_dense(path: str, text: str, limit: int) -> None:
    """Refuse source that has more tokens than a limit, before a parser makes a tree of them.

    :raises DeclarationError: when it has.
    """
    if len(text) > limit and sum(1 for _ in _TOKEN.finditer(text)) > limit:
        raise DeclarationError(
            f"over the limit of {limit} tokens for a source file", Location(path)
        )


def parse(path: str, text: str) -> ast.Module:
    """Parse source text.

    :raises DeclarationError: at the place of the error.
    """
    if "\0" in text:
        at = text.index("\0")
        place = Location(path, text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))
        raise DeclarationError(f"{UNPARSABLE}: the file contains null bytes", place)
    try:
        with uncollected(), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except SyntaxError as fault:
        place = _place_of(fault, path, text)
        newer = fault.msg.startswith(("invalid syntax", "expected"))
        hint = f" (read with Python {VERSION}; newer syntax needs that Python)" if newer else ""
        if posixpath.splitext(path)[1] not in _READ_AS_PYTHON:
            hint = " (declarations are read from Python files alone)"
        raise DeclarationError(f"{UNPARSABLE}: {fault.msg}{hint}", place) from None
    except (RecursionError, MemoryError):
        raise DeclarationError("nested too deeply for Python's parser", Location(path)) from None
    except ValueError as fault:  # a surrogate that stands alone
        raise DeclarationError(f"{UNPARSABLE}: {fault}", Location(path)) from None


def _place_of(fault: SyntaxError, path: str, text: str) -> Location:
    rows = text.split("\n")
    line, column = min(fault.lineno or 1, len(rows)), max(fault.offset or 1, 1)
    # after a text of several lines, Python may count the columns from where that begins
    return Location(path, line, column if column <= len(rows[line - 1]) + 1 else 0)


@contextmanager
def uncollected() -> Iterator[None]:
    """Collect no garbage meanwhile: a tree that grows is many small objects and none of it."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def parse_expression(source: str) -> ast.expr | None:
    """Parse an expression that stands in a string, ``None`` when it is none."""
    try:
        statements = parse("", " ".join(source.split("\n")).strip()).body
    except DeclarationError:
        return None
    only = statements[0] if len(statements) == 1 else None
    return only.value if isinstance(only, ast.Expr) else None


class SourceText:
    """Text with places: syntax trees count UTF-8 bytes, users count characters."""

    def __init__(self, path: str, text: str) -> None:
        """Keep the text; its lines are split when they are first asked for."""
        self.path = path
        self.text = text

    @cached_property
    def lines(self) -> list[str]:
        """The lines without their ends."""
        return self.text.split("\n")

    @cached_property
    def _wide(self) -> frozenset[int]:
        """The lines whose characters are not all of one byte."""
        if self.text.isascii():
            return frozenset()
        return frozenset(n for n, line in enumerate(self.lines, 1) if not line.isascii())

    def _offset(self, line: int, column: int) -> int:
        return len(self.lines[line - 1].encode()[:column].decode())

    def _bytes(self, line: int, offset: int) -> int:
        return len(self.lines[line - 1][:offset].encode()) if line in self._wide else offset

    def stretch(self, place: Location) -> tuple[int, int, int, int]:
        """Give a stretch as syntax trees have it, its columns in bytes from 0."""
        last = place.end_line or place.line
        return (
            place.line,
            self._bytes(place.line, place.column - 1),
            last,
            self._bytes(last, (place.end_column or 1) - 1),
        )

    def location(
        self, node: ast.expr | ast.stmt | ast.keyword | ast.arg | ast.excepthandler
    ) -> Location:
        """Give the stretch of a node."""
        line, end_line = node.lineno, node.end_lineno or node.lineno
        first, last = node.col_offset, node.end_col_offset or 0
        if line in self._wide:
            first = self._offset(line, first)
        if end_line in self._wide:
            last = self._offset(end_line, last)
        return Location(self.path, line, first + 1, end_line, last + 1)

    def segment(self, node: ast.expr | ast.stmt | ast.keyword) -> str:
        """Give the text of a node."""
        return self.cut(self.location(node))

    def cut(self, location: Location) -> str:
        """Give the text of a stretch."""
        lines = self.lines[location.line - 1 : location.end_line or location.line]
        if not lines:
            return ""
        if location.end_column:
            lines[-1] = lines[-1][: location.end_column - 1]
        lines[0] = lines[0][max(location.column - 1, 0) :]
        return "\n".join(lines)
