"""Any source as a module, and the tables of what it declares."""

from __future__ import annotations

import io
import json
import re
import tokenize
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import MissingDeclarationError, RuntimeRefError
from sphinxext_runtime_ref.location import Location
from sphinxext_runtime_ref.settings import Settings
from sphinxext_runtime_ref.source.tree import SourceTree
from sphinxext_runtime_ref.tables.build import Request, build_table
from sphinxext_runtime_ref.tables.catalogue import GENERAL, catalogue_from
from sphinxext_runtime_ref.tables.dump import (
    table_to_csv,
    table_to_json,
    table_to_jsonl,
    table_to_markdown,
)
from sphinxext_runtime_ref.tables.registry import NAMED, SHAPES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sphinxext_runtime_ref.tables.model import Cell, Table

_DECLARED = re.compile(rb"^(?:class|def|async def)?[ ]*([A-Za-z_]\w*)", re.MULTILINE)
_MOST_NAMES = 4
_SHAPES = ("", *SHAPES, *NAMED)
_CATALOGUE = catalogue_from(Settings(), lambda *_: None)


class OneFile:
    """A tree of one file, which is in memory."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    def read(self, path: str, limit: int) -> bytes:
        if path != "m.py" or len(self.data) > limit:
            raise MissingDeclarationError("no such file", Location(path))
        return self.data

    def is_file(self, path: str) -> bool:
        return path == "m.py"

    def is_folder(self, path: str) -> bool:
        return not path

    def absolute(self, path: str) -> str:
        return f"/{path}"

    def stamp(self, path: str) -> object:
        return path

    def python_files(self, folder: str = "") -> Iterator[str]:
        yield from () if folder else ("m.py",)


def tables_keep_their_places(data: bytes) -> None:
    """Make a table of each thing that a module declares.

    A first line ``#:`` has options, as ``name=value`` with ``;`` between them.
    """
    rows = _rows(data)
    said = rows[0].removeprefix("#:").split(";") if rows[0].startswith("#:") else ()
    pairs = [one.partition("=") for one in said]
    options = {name.strip(): value for name, mark, value in pairs if mark}
    tree = SourceTree(OneFile(data))
    names = dict.fromkeys(name.decode() for name in _DECLARED.findall(data))
    for number, name in enumerate(("", *list(names)[:_MOST_NAMES])):
        shape = _SHAPES[(len(data) + number) % len(_SHAPES)]
        for chosen in ({"shape": shape}, options):
            request = Request(GENERAL, f"m.py:{name}" if name else "m.py", chosen)
            try:
                table = build_table(tree, _CATALOGUE, request)
            except RuntimeRefError as fault:
                _is_in(fault.location, rows)
            else:
                _can_be_written(table, rows)


def _rows(data: bytes) -> list[str]:
    """Give the lines as Python has them: what is not decoded is refused at a place, too."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        text = data.decode(encoding, "replace")
    except (SyntaxError, LookupError, UnicodeError):
        text = data.decode("utf-8-sig", "replace")
    return re.split(r"\r\n?|\n", text)


def _can_be_written(table: Table, rows: Sequence[str]) -> None:
    json.loads(json.dumps(table_to_json(table)))
    assert table_to_jsonl(table).count("\n") == len(table.rows)
    assert table_to_csv(table)
    assert len(table_to_markdown(table).splitlines()) >= len(table.rows)
    for found in table.diagnostics:
        assert found.message
        _is_in(found.location, rows)
    for row in table.declared:
        assert row.id
        _is_in(row.location, rows)
        for cell in row.cells.values():
            _cell_is_in(cell, rows)


def _cell_is_in(cell: Cell, rows: Sequence[str]) -> None:
    _is_in(cell.location, rows)
    for _, place in cell.links:
        _is_in(place, rows)
    for item in cell.items:
        _cell_is_in(item, rows)


def _is_in(place: Location | None, rows: Sequence[str]) -> None:
    if place is not None and place.path == "m.py" and place.line:
        assert place.line <= len(rows), place
        assert 0 <= place.column <= len(rows[place.line - 1]) + 1, place
