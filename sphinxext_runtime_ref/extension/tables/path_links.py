"""Columns of links: the texts that are paths of files lead to their source."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import Kind
from sphinxext_runtime_ref.extension.dependencies import watch
from sphinxext_runtime_ref.links.tree.files import Fault
from sphinxext_runtime_ref.location import Location
from sphinxext_runtime_ref.tables.model import Format

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinxext_runtime_ref.extension.state import State
    from sphinxext_runtime_ref.tables.model import Cell, Row, Table


def with_path_links(table: Table, state: State, env: BuildEnvironment) -> Table:
    """Give a table whose columns of links lead to the files that they name, relative to the root.

    What names no file stays text, and is looked for again in the next build.
    """
    names = [column.name for column in table.columns if column.format is Format.LINK]
    if not names:
        return table

    def linked(cell: Cell) -> Cell:
        if cell.items:
            return replace(cell, items=tuple(map(linked, cell.items)))
        if not _may_be_path(cell.text):
            return cell
        found = state.files.resolve("", cell.text)
        if isinstance(found, Fault):
            if found.kind is not Kind.OUTSIDE:
                watch(env, [str(state.root / cell.text)])
            return cell
        watch(env, [str(state.root / found.path)])
        return cell if found.is_dir else replace(cell, links=((cell.text, Location(found.path)),))

    def row_with_links(row: Row) -> Row:
        changed = {name: linked(row.cells[name]) for name in names if name in row.cells}
        return replace(row, cells={**row.cells, **changed})

    return replace(table, rows=tuple(map(row_with_links, table.rows)))


def _may_be_path(text: str) -> bool:
    """Leave out what is absolute on some machine, an address, or a sentence."""
    return text.isprintable() and not text.startswith("/") and not any(c in text for c in " :\\")
