"""What a shape gives: elements, which become rows once ids, joins and options are settled."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.tables.display import text_cell
from sphinxext_runtime_ref.tables.model import Cell, CellKind, Row

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sphinxext_runtime_ref.errors import Diagnostic
    from sphinxext_runtime_ref.location import Location

EVERYWHERE = ("symbol", "doc", "group", "condition", "source")
"""Columns that every row has, whatever the shape."""

_COMMON = frozenset(EVERYWHERE)
_NOTHING = Cell("")

OWN = "value."
"""Before the name of a declaration's own column that is called like one of these."""


@dataclass(frozen=True, slots=True)
class Element:
    """One declared thing, before options are applied.

    :param id: readable name for links; made unique when rows are made.
    :param cells: by column name, without those of :data:`EVERYWHERE`.
    :param location: the declaration.
    :param symbol: the name of a named element.
    :param doc: first paragraph of its comment or docstring.
    :param group: the section banner above it.
    :param condition: the branch under which it exists.
    :param diagnostics: what is worth saying where it is shown.
    """

    id: str
    cells: Mapping[str, Cell]
    location: Location
    symbol: str = ""
    doc: str = ""
    group: str = ""
    condition: str = ""
    diagnostics: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True)
class Elements:
    """All that a shape found in one declaration.

    :param columns: those that are shown without the option ``columns``, in order.
    :param location: the declaration as a whole, for messages.
    """

    items: tuple[Element, ...]
    columns: tuple[str, ...]
    location: Location
    diagnostics: tuple[Diagnostic, ...] = ()


def columns_of(items: Iterable[Element]) -> tuple[str, ...]:
    """Give the names of all columns that elements have, in order of first appearance."""
    return tuple(dict.fromkeys(name for item in items for name in item.cells))


def rows_from(elements: Elements, label: str = "") -> tuple[Row, ...]:
    """Make rows with unique ids; a repeated id gets ``-2``, ``-3``...

    :param label: column whose text names the rows, instead of the shape's own choice.
    """
    rows: list[Row] = []
    taken: set[str] = set()
    repeated: dict[str, int] = {}
    for item in elements.items:
        named = item.cells.get(label) if label else None
        base = " ".join((named.text if named else item.id).split())[:200] or "row"
        name = base
        while name in taken:
            repeated[base] = repeated.get(base, 1) + 1
            name = f"{base}-{repeated[base]}"
        taken.add(name)
        rows.append(_row(item, name))
    return tuple(rows)


def _row(item: Element, row_id: str) -> Row:
    place = item.location
    source = str(place._replace(column=0))
    own = item.cells
    if not _COMMON.isdisjoint(own):
        own = {own_column(name): cell for name, cell in own.items()}
    cells = {
        **own,
        "symbol": Cell(item.symbol, CellKind.SYMBOL, location=place) if item.symbol else _NOTHING,
        "doc": text_cell(item.doc, place),
        "group": text_cell(item.group) if item.group else _NOTHING,
        "condition": text_cell(item.condition) if item.condition else _NOTHING,
        "source": Cell(source, location=place, links=((source, place),)),
    }
    return Row(row_id, cells, place, item.condition, item.group, item.diagnostics)


def own_column(name: str) -> str:
    """Give the name of a declaration's own column: ``value.doc`` where ``doc`` is taken."""
    return f"{OWN}{name}" if name in EVERYWHERE else name


def with_condition(element: Element, condition: str) -> Element:
    """Add the branch in which the whole declaration stands."""
    if not condition:
        return element
    both = f"{condition} and {element.condition}" if element.condition else condition
    return replace(element, condition=both)
