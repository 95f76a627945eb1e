"""Tables as data: JSON, JSON Lines, CSV and Markdown."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any

from sphinxext_runtime_ref.source.values import Literal
from sphinxext_runtime_ref.tables.display import is_blank, plain, reason_of, unknown_in, visible
from sphinxext_runtime_ref.tables.escaping import escaped
from sphinxext_runtime_ref.tables.model import DASH, CellKind, headings, spans

if TYPE_CHECKING:
    from sphinxext_runtime_ref.tables.model import Cell, Row, Table

_NO_CELL = {"text": "", "kind": "literal", "value": None, "source": None}


def table_to_json(table: Table) -> dict[str, Any]:
    """Give a table as JSON data.

    ``columns`` are the names of the columns that are shown; each of ``rows`` maps them to the
    cell's ``text``, ``kind`` (``literal``, ``symbol``, ``record``, ``call``, ``unevaluated``),
    ``value`` (``null`` where JSON can't say it) and ``source`` (``path:line:column``); an
    unevaluated one also has the ``reason``. Where rows are grouped, ``group`` is the column that
    groups them, and ``groups`` has the text of each row's group.
    """
    data: dict[str, Any] = {
        "columns": [column.name for column in table.columns],
        "rows": [row_to_json(table, row) for row in table.rows],
    }
    if table.grouped:
        data |= {"group": table.group, "groups": [row.group for row in table.rows]}
    return data


def row_to_json(table: Table, row: Row) -> dict[str, Any]:
    """Give the shown cells of one row."""
    return {
        column.name: cell_to_json(row.cells[column.name])
        if column.name in row.cells
        else dict(_NO_CELL)
        for column in table.columns
    }


def cell_to_json(cell: Cell) -> dict[str, Any]:
    """Give one cell; a text that is no expression's value is its own value."""
    value = cell.text if cell.value is None else plain(cell.value)
    source = None if cell.location is None else str(cell.location)
    data = {"text": cell.text, "kind": cell.kind.value, "value": value, "source": source}
    unknown = unknown_in(cell.value) if cell.value and cell.kind is CellKind.UNEVALUATED else None
    return {**data, "reason": reason_of(unknown)} if unknown else data


def table_to_jsonl(table: Table) -> str:
    """Give a line of JSON for each row, with what :func:`table_to_json` says of it."""
    lines = (json.dumps(row_to_json(table, row), ensure_ascii=False) for row in table.rows)
    return "".join(f"{line}\n" for line in lines)


def _texts(table: Table, row: Row) -> list[str]:
    cells = (row.cells.get(column.name) for column in table.columns)
    return ["" if cell is None else cell.text for cell in cells]


def table_to_csv(table: Table) -> str:
    """Give the display texts as CSV (RFC 4180, but lines end as on Unix), column names first."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([column.name for column in table.columns])
    writer.writerows(_texts(table, row) for row in table.rows)
    return stream.getvalue()


def table_to_markdown(table: Table) -> str:
    """Give the display texts as a Markdown (GFM) table with the columns' headers.

    A string of nothing visible has quotes, unlike a cell without a value. What stands for several
    columns is there once, with a dash in the others, for Markdown can't join cells. The heading of
    a group is a row with a strong text in its first cell.
    """
    rest = [""] * (len(table.columns) - 1)
    lines = [_line([markdown_text(column.header) for column in table.columns])]
    lines.append(_line(["---"] * len(table.columns)))
    titles = headings(row.group if table.grouped else "" for row in table.rows)
    for row, title in zip(table.rows, titles, strict=True):
        if title is not None:
            lines.append(_line([f"**{markdown_text(title).strip()}**", *rest]))
        lines.append(_line(_markdown_cells(table, row)))
    return "\n".join(lines) + "\n"


def _markdown_cells(table: Table, row: Row) -> list[str]:
    made: list[str] = []
    for start, length in spans(row, table.columns):
        made += [_markdown_cell(row.cells.get(table.columns[start].name)), *[DASH] * (length - 1)]
    return made


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _markdown_cell(cell: Cell | None) -> str:
    if cell is None:
        return ""
    if isinstance(cell.value, Literal) and is_blank(cell.text):
        return f"`{visible(cell.text)}`"
    return markdown_text(cell.text)


def markdown_text(text: str) -> str:
    """Escape a text so that a Markdown table cell shows it as it is."""
    return escaped(text).replace("\r\n", "\n").replace("\n", "<br>").replace("\r", "<br>")
