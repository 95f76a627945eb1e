"""A shape of one's own: a string that has a row on each line."""

from __future__ import annotations

from sphinxext_runtime_ref.errors import DeclarationError
from sphinxext_runtime_ref.location import Location
from sphinxext_runtime_ref.source.values import Literal
from sphinxext_runtime_ref.tables.display import text_cell
from sphinxext_runtime_ref.tables.elements import Element, Elements, columns_of
from sphinxext_runtime_ref.tables.shapes.context import Context


def read_lines(context: Context) -> Elements:
    """Split each line of a string at white space; ``:fields:`` names the parts."""
    declared = context.declaration(context.address.symbol)
    value = declared.variants[0].value
    if not isinstance(value, Literal) or not isinstance(value.value, str):
        raise DeclarationError("expected a string with a row on each line", declared.location)
    names = context.choices.fields
    items = []
    for number, line in enumerate(value.value.splitlines()):
        parts = line.split(maxsplit=len(names) - 1) if names else line.split()
        if not parts:
            continue
        place = Location(value.location.path, value.location.line + number, 1)
        cells = {
            names[i] if i < len(names) else f"value[{i}]": text_cell(part, place)
            for i, part in enumerate(parts)
        }
        items.append(Element(id=parts[0], cells=cells, location=place))
    return Elements(tuple(items), columns_of(items), declared.location, declared.diagnostics)
