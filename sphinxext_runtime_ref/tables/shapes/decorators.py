"""What a decorator decorates, as rows."""

from __future__ import annotations

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
    ``doc`` the first paragraph of its docstring.

    :raises DeclarationError: when the decorator decorates nothing.
    """
    decorator = context.require_symbol("the decorator's name")
    found = invocations(find_decorators, decorator, context)
    if not found:
        raise DeclarationError(f"nothing is decorated with @{decorator}", context.here())
    items = with_loose(_element(item, context) for item in found)
    columns = columns_in_order(items, [item.parameters for item in found], decorator)
    shown = (*columns, *(() if "symbol" in columns else ("symbol",)))
    return Elements(items, shown, context.here())


def _element(use: Invocation, context: Context) -> Element:
    notes = context.notes(use.location)
    said = (context.notes(context.statement(mark)).doc for mark in use.marks)
    return Element(
        id=first_text(use) or use.symbol,
        cells=argument_cells(use),
        location=use.location,
        symbol=use.symbol,
        doc=first_paragraph(use.doc) or notes.doc or next(filter(None, said), ""),
        group=notes.group,
        condition=use.condition,
    )
