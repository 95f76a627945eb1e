"""The content of table cells as document nodes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from docutils import nodes

from sphinxext_runtime_ref.extension import messages
from sphinxext_runtime_ref.extension.sources.links import declaration_reference
from sphinxext_runtime_ref.extension.tables.nodes import Code, Folded, Mark, Words, bullet_list
from sphinxext_runtime_ref.extension.tables.visitors import is_breakable
from sphinxext_runtime_ref.printable import on_page
from sphinxext_runtime_ref.source import values
from sphinxext_runtime_ref.tables.display import is_blank, is_hollow, visible
from sphinxext_runtime_ref.tables.model import CellKind, Format

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from docutils.nodes import Node

    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.tables.model import Cell, Column

CODE_KINDS = frozenset({CellKind.SYMBOL, CellKind.RECORD, CellKind.CALL, CellKind.UNEVALUATED})
NAME_COLUMNS = frozenset(
    {"symbol", "key", "name", "type", "route", "family", "expression", "flags"}
)
"""Columns whose text is a name in the source, also where it is written as a string."""

_CONSTANTS = frozenset({"None", "True", "False"})

MARKS = {True: "✓", False: "✗"}


@dataclass(frozen=True, slots=True)
class CellStyle:
    """What all cells of a table share.

    :param fold: length from which a cell is folded, 0 for never.
    :param parse: parses text that stands at a place as the document's markup.
    """

    fold: int
    parse: Callable[[str, Location], list[Node]]


def cell_content(cell: Cell, column: Column, here: Location, style: CellStyle) -> list[Node]:
    """Make the content of one cell.

    :param here: where the row is declared; its own symbol does not link to itself.
    """
    cell = printable_cell(cell)
    if column.format is Format.MARKUP:
        return _breakable(style.parse(cell.text, cell.location or here))
    if column.format is Format.LIST and len(cell.items) > 1:
        items = (_inline(item, column, here) for item in cell.items)
        return [bullet_list(items, classes=["simple"])]
    content = _text_blocks(cell, column, here)
    if style.fold and len(cell.text) > style.fold:
        return [Folded("", *content, preview=preview(cell.text, style.fold), classes=[])]
    return content


def _breakable(parsed: list[Node]) -> list[Node]:
    """Let code in parsed text be broken as that of other cells."""
    for node in parsed:
        for literal in list(node.findall(nodes.literal)):
            if all(isinstance(part, nodes.Text) for part in literal.children):
                literal.replace_self(Code("", "", *literal.children, **literal.attributes))
    return parsed


def printable_cell(cell: Cell) -> Cell:
    """Give a cell whose texts a page can hold."""
    text = on_page(cell.text)
    items = tuple(map(printable_cell, cell.items))
    if text == cell.text and items == cell.items:
        return cell
    return replace(cell, text=text, items=items)


def preview(text: str, length: int) -> str:
    """Give the beginning of a text, cut after a word where one ends near."""
    start = " ".join(text[: length // 2].split())
    head, _, _ = start.rpartition(" ")
    return head if len(head) > len(start) * 2 // 3 else start


def sort_text(cell: Cell) -> str | None:
    """Give the number to sort a cell by, where its text is not one."""
    value = cell.value
    if isinstance(value, values.Literal) and type(value.value) in {int, float}:
        try:
            text = str(value.value)
        except ValueError:  # more digits than Python converts
            return None
        return text if text != cell.text else None
    return None


def _text_blocks(cell: Cell, column: Column, here: Location) -> list[Node]:
    is_text = not (is_code(cell, column) or cell.links or cell.items or _is_unseen(cell))
    if not is_text or "\n" not in cell.text:
        return [_paragraph(_inline(cell, column, here))]
    blocks = [block for block in cell.text.split("\n\n") if block.strip()]
    return [_paragraph([_text(" ".join(block.split()))]) for block in blocks]


def _paragraph(content: Iterable[Node]) -> nodes.paragraph:
    return nodes.paragraph("", "", *content)


def _inline(cell: Cell, column: Column, here: Location) -> list[Node]:
    if cell.links:
        return _joined(_linked(text, place, here) for text, place in cell.links)
    mark = _mark(cell, column)
    if mark is not None:
        return [mark]
    is_list = column.format in {Format.AUTO, Format.LIST, Format.LINK}
    if is_list and cell.items and not is_hollow(cell.value):
        return _joined(_element(item, column, here) for item in cell.items)
    return [_element(cell, column, here)] if cell.text or _is_unseen(cell) else []


def _joined(parts: Iterable[Node]) -> list[Node]:
    result: list[Node] = []
    for part in parts:
        result += [nodes.Text(", "), part] if result else [part]
    return result


def _linked(text: str, place: Location, here: Location) -> Node:
    content = Code("", text)
    return content if place == here else declaration_reference(place, content)


def _mark(cell: Cell, column: Column) -> Node | None:
    value = cell.value
    # Next to other values a mark would not say what it is.
    if column.format is not Format.BOOL or not isinstance(value, values.Literal):
        return None
    if value.value not in {0, 1}:  # that are False and True as well
        return None
    truth = bool(value.value)
    kind = "runtime-ref-yes" if truth else "runtime-ref-no"
    word = messages.truth(truth)
    return Mark("", word, mark=MARKS[truth], classes=["runtime-ref-mark", kind])


def is_code(cell: Cell, column: Column) -> bool:
    """Tell whether a cell's text is from the source rather than for reading."""
    if column.format in {Format.CODE, Format.TEXT, Format.NUMBER}:
        return column.format is Format.CODE
    return cell.kind in CODE_KINDS or column.name in NAME_COLUMNS or cell.text in _CONSTANTS


def _text(text: str) -> Node:
    return Words("", text) if is_breakable(text) else nodes.Text(text)


def _is_unseen(cell: Cell) -> bool:
    """Tell whether a value has nothing to see, so that it is shown as source writes it."""
    value = cell.value.value if isinstance(cell.value, values.Literal) else None
    return (isinstance(value, str) and is_blank(value)) or is_hollow(cell.value)


def _element(cell: Cell, column: Column, here: Location) -> Node:
    text = cell.text
    if _is_unseen(cell):
        return Code("", visible(text))
    if column.format is Format.LINK and text.startswith(("https://", "http://")):
        return nodes.reference("", "", _text(text), refuri=text)
    is_link = len(cell.links) == 1
    if is_link and (column.format is Format.LINK or is_code(cell, column)):
        return _linked(text, cell.links[0][1], here)
    if not is_code(cell, column):
        return _text(text)
    unevaluated = cell.kind is CellKind.UNEVALUATED
    return Code("", text, classes=["runtime-ref-unevaluated"] if unevaluated else [])
