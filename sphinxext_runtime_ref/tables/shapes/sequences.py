"""Sequences as rows: of records or names of records, of tuples, of mappings, of scalars."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source import values
from sphinxext_runtime_ref.tables.display import display
from sphinxext_runtime_ref.tables.elements import Element
from sphinxext_runtime_ref.tables.shapes.items import slug, spread, symbol_of, unwrap

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sphinxext_runtime_ref.source.values import Value
    from sphinxext_runtime_ref.tables.shapes.context import Context


def sequence_elements(items: Sequence[Value], context: Context) -> Iterator[Element]:
    """Give an element for each item; a name of a record stands where the record is declared."""
    for item in items:
        yield value_element(item, context)


def value_element(item: Value, context: Context) -> Element:
    """Give the element of one value."""
    place = item.location
    if isinstance(item, values.Symbol) and item.definition is not None:
        place = item.definition
    cells = spread(item, context.choices.fields, context.parameters)
    symbol = symbol_of(item)
    notes = context.notes(place)
    return Element(
        id=symbol or _first_text(item),
        cells=cells,
        location=place,
        symbol=symbol,
        doc=notes.doc,
        group=notes.group or context.notes(item.location).group,
    )


def _first_text(item: Value) -> str:
    inner = unwrap(item)
    match inner:
        case values.Sequence(items=(first, *_)):
            return slug(display(first))
        case values.Record(fields=(first, *_)):
            return slug(display(first.value))
        case values.Call(arguments=(first, *_)):
            return slug(display(first.value))
        case values.Mapping(items=((_, first), *_)):
            return slug(display(first))
    return slug(display(inner))
