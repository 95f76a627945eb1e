"""What changed in tables, as text, JSON and Markdown for release notes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from sphinxext_runtime_ref.printable import on_line
from sphinxext_runtime_ref.reports.markdown import code, table, text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sphinxext_runtime_ref.tables.changes import CellChange, TableChanges
    from sphinxext_runtime_ref.tables.model import Row

NOTHING = "nothing changed"


def render_text(changes: Sequence[TableChanges]) -> str:
    """Render a line a row: ``+`` added, ``-`` removed, ``~`` changed with its cells."""
    lines = [line for each in changes if each for line in _text(each)]
    return "".join(f"{on_line(line)}\n" for line in lines or [NOTHING])


def _text(changes: TableChanges) -> Iterator[str]:
    yield f"{changes.name}:"
    for row in changes.added:
        yield f"  + {row.id}"
    for row in changes.removed:
        yield f"  - {row.id}"
    for item in changes.changed:
        yield f"  ~ {item.after.id}"
        for cell in item.cells:
            yield f"      {cell.column}: {_shown(cell.before)} -> {_shown(cell.after)}"


def render_json(changes: Sequence[TableChanges], before: str, after: str) -> str:
    """Render one JSON document.

    :param before: name of the earlier revision.
    :param after: name of the later one.
    """
    data = {
        "before": before,
        "after": after,
        "tables": [_json(each) for each in changes],
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _json(changes: TableChanges) -> dict[str, Any]:
    return {
        "name": changes.name,
        "added": [_row(row) for row in changes.added],
        "removed": [_row(row) for row in changes.removed],
        "changed": [
            {
                **_row(item.after),
                "cells": [
                    {"column": cell.column, "before": cell.before, "after": cell.after}
                    for cell in item.cells
                ],
            }
            for item in changes.changed
        ],
    }


def _row(row: Row) -> dict[str, str]:
    return {"id": row.id, "source": str(row.location)}


def render_markdown(changes: Sequence[TableChanges], before: str, after: str) -> str:
    """Render a section for each table that changed."""
    lines = [f"# Changes from {code(before)} to {code(after)}"]
    for each in changes:
        if each:
            lines += ["", f"## {text(each.name)}", *_markdown(each)]
    if len(lines) == 1:
        lines += ["", f"{NOTHING.capitalize()}."]
    return "\n".join(lines) + "\n"


def _markdown(changes: TableChanges) -> Iterator[str]:
    for title, rows in (("Added", changes.added), ("Removed", changes.removed)):
        if rows:
            yield from ("", f"{title}: {', '.join(code(row.id) for row in rows)}.")
    if changes.changed:
        cells = [
            (code(item.after.id), text(cell.column), *_sides(cell))
            for item in changes.changed
            for cell in item.cells
        ]
        yield from ("", *table(("Changed", "Column", "Before", "After"), cells))


def _sides(cell: CellChange) -> tuple[str, str]:
    before, after = ("" if side is None else code(side) for side in (cell.before, cell.after))
    return before, after


def _shown(side: str | None) -> str:
    return "(no such column)" if side is None else repr(side)
