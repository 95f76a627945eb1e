"""What a decorator decorates, as rows."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import DeclarationError
from sphinxext_runtime_ref.source.invocations import find_decorators
from sphinxext_runtime_ref.tables.elements import Element, Elements
from sphinxext_runtime_ref.tables.shapes.attributes import first_paragraph
from sphinxext_runtime_ref.tables.shapes.invoked import (
    argument_cells,
    columns_in_order,
    first_text,
    invocations,
    with_loose,
)

if TYPE_CHECKING:
    from sphinxext_runtime_ref.source.invocations import Invocation
    from sphinxext_runtime_ref.tables.shapes.context import Context


def read_decorators(context: Context) -> Elements:
    """Read the classes and functions that a decorator decorates, in one or more modules.

    The columns are the decorator's parameters, as for calls; ``symbol`` is what is decorated and
    ``doc`` the first paragraph of its docstring. A row leads to what is decorated, to the
    decorator itself where that is there several times.

    :raises DeclarationError: when the decorator decorates nothing.
    """
    decorator = context.require_symbol("the decorator's name")
    found = invocations(find_decorators, decorator, context)
    if not found:
        raise DeclarationError(f"nothing is decorated with @{decorator}", context.here())
    times = Counter(item.location for item in found)
    items = with_loose(_element(item, context, alone=times[item.location] == 1) for item in found)
    columns = columns_in_order(items, [item.parameters for item in found], decorator)
    shown = (*columns, *(() if "symbol" in columns else ("symbol",)))
    return Elements(items, shown, context.here())


def _element(use: Invocation, context: Context, *, alone: bool) -> Element:
    place = use.location if alone else next(iter(use.marks), use.location)
    notes = context.notes(place if alone else context.statement(place))
    said = (context.notes(context.statement(mark)).doc for mark in use.marks if alone)
    own = first_paragraph(use.doc)
    return Element(
        id=first_text(use) or use.symbol,
        cells=argument_cells(use),
        location=place,
        symbol=use.symbol,
        doc=(own if alone else "") or notes.doc or next(filter(None, said), "") or own,
        group=notes.group,
        condition=use.condition,
    )
