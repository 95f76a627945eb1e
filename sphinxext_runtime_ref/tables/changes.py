"""What changed between two readings of a table: rows added, removed and changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinxext_runtime_ref.tables.model import Row, Table

IGNORED = frozenset({"source"})
"""Columns that tell where a row stands, not what it declares."""


@dataclass(frozen=True, slots=True)
class CellChange:
    """A cell with another text than before; ``None`` where the row has no such column."""

    column: str
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class RowChange:
    """A row that both readings have, with other cells."""

    before: Row
    after: Row
    cells: tuple[CellChange, ...]


@dataclass(frozen=True, slots=True)
class TableChanges:
    """The difference of two tables, each part in the order of its table."""

    name: str
    added: tuple[Row, ...] = ()
    removed: tuple[Row, ...] = ()
    changed: tuple[RowChange, ...] = ()

    def __bool__(self) -> bool:
        """Tell whether anything changed."""
        return bool(self.added or self.removed or self.changed)


def compare(before: Table | None, after: Table | None) -> TableChanges:
    """Compare two readings of one table.

    Rows are the same when their ids are; their cells are compared by display text in the columns
    that both tables show, and those that only one of them shows.

    :param before: ``None`` when the table did not exist yet.
    :param after: ``None`` when it is gone.
    """
    old = {row.id: row for row in before.rows} if before else {}
    new = {row.id: row for row in after.rows} if after else {}
    names = dict.fromkeys(
        column.name
        for table in (before, after)
        if table is not None
        for column in table.columns
        if column.name not in IGNORED
    )
    named = after or before
    return TableChanges(
        name=named.name if named else "",
        added=tuple(row for row in new.values() if row.id not in old),
        removed=tuple(row for row in old.values() if row.id not in new),
        changed=tuple(
            RowChange(old[row.id], row, cells)
            for row in new.values()
            if row.id in old and (cells := _cells(old[row.id], row, tuple(names)))
        ),
    )


def _cells(before: Row, after: Row, names: tuple[str, ...]) -> tuple[CellChange, ...]:
    changes = []
    for name in names:
        old, new = before.cells.get(name), after.cells.get(name)
        old_text, new_text = old.text if old else None, new.text if new else None
        if old_text != new_text:
            changes.append(CellChange(name, old_text, new_text))
    return tuple(changes)
