"""A table of declarations as document nodes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from docutils import nodes

from sphinxext_runtime_ref.extension import messages
from sphinxext_runtime_ref.extension.sources.links import source_reference
from sphinxext_runtime_ref.extension.tables.cells import CellStyle, cell_content, is_code, sort_text
from sphinxext_runtime_ref.extension.tables.nodes import Cell, Code, RowAnchor, TableBox
from sphinxext_runtime_ref.extension.tables.post_transforms import MARKER
from sphinxext_runtime_ref.extension.tables.widths import Content, page_widths, text_width
from sphinxext_runtime_ref.printable import on_page
from sphinxext_runtime_ref.tables.model import SOURCE, Column, Format, spans

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from docutils.nodes import Element, Node

    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.tables import model
    from sphinxext_runtime_ref.tables.model import Row, Table

FILTERED_FROM = 20
"""Number of rows from which a table gets a filter box by itself."""

SHORT_NAME = 16
"""Characters up to which a row's name is kept in one line."""

LONG_TEXT, LONG_CODE = 40, 60
"""Characters from which a column is one of text, or of code, which HTML keeps readable."""

LONG_FROM = 8
"""Number of rows from which LaTeX may break the table over pages."""


@dataclass(frozen=True, slots=True)
class Appearance:
    """How a directive wants its table to look.

    :param columns: with the source column, where it is wanted.
    :param subject: what the table is called where it has no caption.
    :param caption: the parsed caption, ``None`` for none.
    :param anchors: the ids of the rows by row id; empty where rows are no targets.
    :param widths: ``auto``, ``grid`` or a number for each column.
    :param align: a word for the table, or one for each column.
    """

    columns: tuple[Column, ...]
    style: CellStyle
    subject: str
    caption: Element | None = None
    anchors: Mapping[str, str] | None = None
    grouped: bool = False
    widths: str | Sequence[int] = "auto"
    align: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    filterable: str = ""


def table_box(table: Table, look: Appearance) -> tuple[TableBox, nodes.table]:
    """Make the box with the table in it."""
    filterable = look.filterable or ("yes" if len(table.rows) >= FILTERED_FROM else "")
    element = _table(table, look)
    box = TableBox(
        "",
        element,
        classes=["runtime-ref-table"],
        labels=messages.table_labels(),
        title=messages.table_title(on_page(look.subject)),
        filterable=filterable,
    )
    if table.skipped:
        note = messages.skipped_note(table.skipped)
        box += nodes.paragraph("", note, classes=["runtime-ref-note"])
    return box, element


def _table(table: Table, look: Appearance) -> nodes.table:
    element = nodes.table("", classes=[MARKER, *look.classes])
    if len(look.align) == 1 and len(look.columns) != 1:
        element["align"] = look.align[0]
    if len(table.rows) >= LONG_FROM:
        element["classes"].append("longtable")
    if look.widths == "auto":
        element["classes"].append("colwidths-auto")
    elif look.widths != "grid":
        element["classes"].append("colwidths-given")
    if look.caption is not None:
        element += look.caption
    group = nodes.tgroup("", cols=len(look.columns))
    element += group
    group += list(_colspecs(table, look))
    group += nodes.thead("", _header(look))
    group += nodes.tbody("", *_body(table, look))
    return element


def _header(look: Appearance) -> nodes.row:
    row = nodes.row()
    for index, column in enumerate(look.columns):
        text = messages.translated(column.header)
        cell = Cell("", nodes.paragraph("", text), scope="col", classes=_alignment(index, look))
        row += cell
    return row


def _alignment(index: int, look: Appearance) -> list[str]:
    if len(look.align) == len(look.columns):
        return [f"text-{look.align[index]}"]
    return ["text-right"] if look.columns[index].format is Format.NUMBER else []


def _colspecs(table: Table, look: Appearance) -> Iterator[nodes.colspec]:
    contents = [_column_content(table, look, column) for column in look.columns]
    widths = page_widths(contents) if isinstance(look.widths, str) else look.widths
    for content, width in zip(contents, widths, strict=True):
        yield nodes.colspec("", colwidth=width, measured=text_width(content))


def _column_content(table: Table, look: Appearance, column: Column) -> Content:
    header = messages.translated(column.header)
    if column.name == SOURCE:
        return Content(header, [_text_of(row.location) for row in table.rows], whole=True)
    texts = [cell.text for cell in _own_cells(table, column)]
    if column is look.columns[0]:
        texts += [row.condition for row in table.rows if row.condition]
    return Content(header, texts)


def _own_cells(table: Table, column: Column) -> list[model.Cell]:
    # What goes over several columns has room enough.
    found = (row.cells.get(column.name) for row in table.rows)
    return [cell for cell in found if cell is not None and not cell.shared]


def _body(table: Table, look: Appearance) -> Iterator[nodes.row]:
    if not table.rows:
        yield _spanning(messages.no_rows(), look, "runtime-ref-empty", "")
    # Rows of no group need no heading where they come first.
    group = ""
    long = [_long_class(table, column) for column in look.columns]
    for row in table.rows:
        if look.grouped and row.group != group:
            group = row.group
            title = on_page(group) or messages.no_group()
            yield _spanning(title, look, "runtime-ref-group", "colgroup")
        yield _row(row, look, long)


def _long_class(table: Table, column: Column) -> list[str]:
    if column.name == SOURCE:  # shown without its folders where there is a page to link to
        return []
    # Browsers squeeze columns of text to a word a line to make room for the others.
    cells = _own_cells(table, column)
    if any(len(cell.text) > LONG_TEXT and not is_code(cell, column) for cell in cells):
        return ["runtime-ref-long"]
    return ["runtime-ref-wide"] if any(len(cell.text) > LONG_CODE for cell in cells) else []


def _is_short(row: Row, column: Column) -> bool:
    cell = row.cells.get(column.name)
    return cell is not None and len(cell.text) <= SHORT_NAME and "\n" not in cell.text


def _spanning(text: str, look: Appearance, kind: str, scope: str) -> nodes.row:
    cell = Cell("", nodes.paragraph("", text), scope=scope, classes=[], support_smartquotes=False)
    if len(look.columns) > 1:
        cell["morecols"] = len(look.columns) - 1
    return nodes.row("", cell, classes=[kind])


def _row(row: Row, look: Appearance, long: Sequence[list[str]]) -> nodes.row:
    element = nodes.row()
    anchor = (look.anchors or {}).get(row.id)
    if anchor is not None:
        element["ids"].append(anchor)
    for index, length in spans(row, look.columns):
        element += _cell(row, index, length, look, long[index])
    first = element.next_node(Cell)
    if first is not None:
        _complete_first(first, row, look, anchor)
    return element


def _cell(row: Row, index: int, length: int, look: Appearance, long: list[str]) -> Cell:
    column = look.columns[index]
    if row.is_shared(column.name):
        column = replace(column, format=Format.AUTO)
        classes = ["runtime-ref-shared"] if length > 1 else []
    else:
        classes = [*_alignment(index, look), *long]
    if index == 0 and _is_short(row, column):
        classes.append("runtime-ref-name")
    cell = Cell("", *_content(row, column, look), scope="" if index else "row", classes=classes)
    if length > 1:
        cell["morecols"] = length - 1
    # Quotes and dashes of source are as written; of markup, as in the rest of the document.
    if column.format is not Format.MARKUP:
        cell["support_smartquotes"] = False
    value = row.cells.get(column.name)
    if value is not None and (text := sort_text(value)):
        cell["sort"] = text
    return cell


def _complete_first(cell: Cell, row: Row, look: Appearance, anchor: str | None) -> None:
    last = cell.children[-1] if cell.children else None
    if not isinstance(last, nodes.paragraph):
        last = nodes.paragraph()
        cell += last
    if row.condition and not any(column.name == "condition" for column in look.columns):
        remark = on_page(row.condition)
        last += [nodes.Text(" "), nodes.inline("", remark, classes=["runtime-ref-condition"])]
    if anchor is not None:
        last += RowAnchor("", anchor=anchor, title=messages.link_title(), classes=[])


def _content(row: Row, column: Column, look: Appearance) -> list[Node]:
    if column.name == SOURCE:
        return [nodes.paragraph("", "", source_link(row.location))]
    cell = row.cells.get(column.name)
    if cell is None:
        return []
    return cell_content(cell, column, row.location, look.style)


def source_link(place: Location) -> Element:
    """Make the link to a row's declaration."""
    text = _text_of(place)
    head, _, short = text.rpartition("/")
    if short.startswith("__init__."):  # that alone tells nothing
        short = f"{head.rpartition('/')[2]}/{short}".lstrip("/")
    return source_reference(place, Code("", text), short=short)


def _text_of(place: Location) -> str:
    return f"{place.path}:{place.line}"
