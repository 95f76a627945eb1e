"""Rows that say more: further declarations joined on the key, and what a cell's name leads to."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import DeclarationError, Diagnostic
from sphinxext_runtime_ref.source import values
from sphinxext_runtime_ref.tables.display import text_cell
from sphinxext_runtime_ref.tables.elements import columns_of
from sphinxext_runtime_ref.tables.origins import OptionError
from sphinxext_runtime_ref.tables.selection import require_columns
from sphinxext_runtime_ref.tables.shapes.attributes import attribute_cells, first_paragraph
from sphinxext_runtime_ref.tables.shapes.auto import read_auto
from sphinxext_runtime_ref.tables.shapes.unknown import unknown_part
from sphinxext_runtime_ref.tables.suggest import near_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sphinxext_runtime_ref.source.classes import ClassFacts
    from sphinxext_runtime_ref.tables.elements import Element, Elements
    from sphinxext_runtime_ref.tables.model import Cell
    from sphinxext_runtime_ref.tables.shapes.context import Context

_KEYS = ("key", "name")


def join(elements: Elements, context: Context) -> Elements:
    """Add the columns of the declarations that the option ``join`` names.

    Rows are joined when their ids (key, symbol or name) are the same. A lone ``value`` column is
    named as its declaration; other columns keep their names, behind that of the declaration where
    the rows have one of that name already. A key that only the joined declaration has is reported.
    """
    for item in context.choices.join:
        where, _, symbol = item.rpartition(":")
        try:
            other = read_auto(context.at(where or context.address.where, symbol))
        except DeclarationError as fault:
            raise OptionError("join", fault.message, fault.location) from fault
        elements = _joined(elements, other, symbol.rpartition(".")[2])
    return elements


def _joined(elements: Elements, other: Elements, name: str) -> Elements:
    taken = columns_of(elements.items)
    names = {
        column: _column_name(column, name, taken)
        for column in columns_of(other.items)
        if column.partition("[")[0] not in _KEYS
    }
    by_id = {item.id: item for item in other.items}
    items = tuple(_with(item, by_id.get(item.id), names) for item in elements.items)
    own = {item.id for item in elements.items}
    lost = [item for item in other.items if item.id not in own]
    shown = tuple(names[column] for column in other.columns if column in names)
    return replace(
        elements,
        items=items,
        columns=(*elements.columns, *shown),
        diagnostics=(
            *elements.diagnostics,
            *other.diagnostics,
            *(Diagnostic(_without_row(item, name, own), item.location) for item in lost),
        ),
    )


def _column_name(column: str, name: str, taken: Sequence[str]) -> str:
    if column == "value":
        return name
    return f"{name}.{column}" if column in taken else column


def _with(item: Element, other: Element | None, names: dict[str, str]) -> Element:
    if other is None:
        return item
    added = {names[column]: cell for column, cell in other.cells.items() if column in names}
    return replace(item, cells={**item.cells, **added}, doc=item.doc or other.doc)


def _without_row(item: Element, name: str, own: set[str]) -> str:
    near = near_names(item.id, own)
    hint = f" (near: {', '.join(near)})" if near else ""
    return f"{name} has {item.id!r}, which the table does not have{hint}"


def follow(elements: Elements, context: Context) -> Elements:
    """Add the docstring and the attributes of the classes that a column names.

    :raises DeclarationError: when no row has the column.
    """
    column = context.choices.follow
    if not column:
        return elements
    require_columns("follow", [column], columns_of(elements.items), elements.location)
    asked = context.choices.column_names
    items: list[Element] = []
    diagnostics: list[Diagnostic] = []
    added: dict[str, None] = {f"{column}.doc": None}
    for item in elements.items:
        cell = item.cells.get(column)
        target = _target(cell, context, diagnostics) if cell else None
        more = _attributes(target, column, asked) if target else {}
        added |= dict.fromkeys(more)
        items.append(replace(item, cells={**item.cells, **more}))
    return replace(
        elements,
        items=tuple(_with_unknown(item, column, added) for item in items),
        columns=(*elements.columns, *added),
        diagnostics=(*elements.diagnostics, *diagnostics),
    )


def _with_unknown(item: Element, column: str, added: Iterable[str]) -> Element:
    """Say so where a class can't be read: an empty cell would mean that it has no such thing."""
    named = item.cells.get(column)
    part = unknown_part(named.value) if named is not None and named.value is not None else None
    if part is None:
        return item
    lacking = dict.fromkeys((name for name in added if name not in item.cells), part)
    return replace(item, cells={**item.cells, **lacking})


def _target(
    cell: Cell, context: Context, diagnostics: list[Diagnostic]
) -> tuple[Context, ClassFacts] | None:
    """Give the class that a cell names, ``None`` where it names nothing below the root."""
    match cell.value:
        case values.Symbol(identity=identity) if ":" in identity:
            found = context.class_at(*identity.split(":", 1))
        case values.Literal(value=str(text)):
            found = context.class_by_path(text)
            if found is None and context.is_below_root(text):
                message = f"{text!r} names nothing that exists below the root"
                diagnostics.append(Diagnostic(message, cell.location))
        case _:
            found = None
    return found


def _attributes(
    target: tuple[Context, ClassFacts], column: str, asked: Sequence[str]
) -> dict[str, Cell]:
    inside, facts = target
    prefix = f"{column}."
    doc = text_cell(first_paragraph(facts.doc), facts.location)
    return {f"{prefix}doc": doc, **attribute_cells(inside, prefix, asked)}
