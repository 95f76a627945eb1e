"""Calls of one function as rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import DeclarationError
from sphinxext_runtime_ref.source.invocations import find_calls
from sphinxext_runtime_ref.tables.elements import Element, Elements
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


def read_calls(context: Context) -> Elements:
    """Read the calls of a function in a module, or in all modules that a glob names.

    The columns are the parameters of the function where it is found below the root, else
    ``arg[0]``, ``arg[1]``... and keywords. ``symbol`` is the name that a result is assigned to.

    :raises DeclarationError: when nothing calls the function.
    """
    called = context.require_symbol("the name that is called")
    found = invocations(find_calls, called, context)
    if not found:
        raise DeclarationError(f"nothing calls {called}()", context.here())
    items = with_loose(_element(item, context) for item in found)
    columns = columns_in_order(items, [item.parameters for item in found], called)
    if any(item.symbol for item in items) and "symbol" not in columns:
        columns = ("symbol", *columns)
    return Elements(items, columns, context.here())


def _element(call: Invocation, context: Context) -> Element:
    notes = context.notes(context.statement(call.location))
    return Element(
        id=call.symbol or first_text(call) or call.function,
        cells=argument_cells(call),
        location=call.location,
        symbol=call.symbol,
        doc=notes.doc,
        group=notes.group,
        condition=call.condition,
    )
