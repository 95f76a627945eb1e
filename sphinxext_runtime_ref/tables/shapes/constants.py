"""Constants as rows: upper-case names of a module, or the attributes of a class."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import DeclarationError, DeletedError
from sphinxext_runtime_ref.source import values
from sphinxext_runtime_ref.tables.display import cell
from sphinxext_runtime_ref.tables.elements import Element, Elements, with_condition
from sphinxext_runtime_ref.tables.model import Cell, CellKind
from sphinxext_runtime_ref.tables.shapes.items import VALUE, spread, unwrap

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinxext_runtime_ref.errors import Diagnostic
    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.tables.shapes.context import Context

_UPPER = re.compile(r"[A-Z][A-Z0-9_]*")
_PUBLIC = re.compile(r"[^\W_]\w*")
_LISTED = 8
"""Number of names that a message lists."""


def read_constants(context: Context) -> Elements:
    """Read ``name`` and ``value`` of each constant, in order of assignment.

    Of a module these are the public upper-case names, of a class all public attributes. The
    arguments of values that are calls can be asked for by name. What is deleted is no constant.

    :raises DeclarationError: when there are none.
    """
    owner = context.address.symbol
    wanted = _PUBLIC if owner else _UPPER
    assigned = context.assigned_names(owner)
    names = [name for name in assigned if wanted.fullmatch(name)]
    place = context.place(owner)
    context = context.within(place)
    diagnostics: list[Diagnostic] = []
    items: list[Element] = []
    for name in names:
        items += _elements(f"{owner}.{name}".lstrip("."), context, diagnostics)
    if not items:
        raise DeclarationError(_nothing(context, assigned), place)
    return Elements(tuple(items), ("name", VALUE), place, tuple(diagnostics))


def _nothing(context: Context, assigned: Iterable[str]) -> str:
    owner = context.address.symbol
    if owner:
        return f"{owner} assigns no constants"
    text = "the module assigns no constants, which are names in upper case"
    others = [name for name in assigned if _PUBLIC.fullmatch(name)]
    if not others:
        return text
    listed = ", ".join(others[:_LISTED]) + (", ..." if len(others) > _LISTED else "")
    return f"{text}; ask for one of its names, such as {context.address}:{others[0]} ({listed})"


def _elements(dotted: str, context: Context, diagnostics: list[Diagnostic]) -> Iterator[Element]:
    try:
        declared = context.declaration(dotted)
    except DeletedError:
        return
    except DeclarationError as fault:
        place = fault.location or context.place(dotted)
        gone = values.Unevaluated(dotted, fault.message, place)
        yield _element(dotted, gone, place, context)
        return
    diagnostics += declared.diagnostics
    for variant in declared.variants:
        place = variant.location or declared.location
        element = _element(dotted, variant.value, place, context)
        yield with_condition(element, variant.condition)


def _element(dotted: str, value: values.Value, place: Location, context: Context) -> Element:
    name = dotted.rpartition(".")[2]
    notes = context.notes(place)
    parts = {}
    if isinstance(unwrap(value), (values.Call, values.Record)):
        parts = spread(value, context.choices.fields, context.parameters)
    shown = value.value if isinstance(value, values.Symbol) and value.value else value
    parts.pop("name", None)
    return Element(
        id=name,
        cells={
            **parts,
            "name": Cell(name, CellKind.SYMBOL, location=place, links=((name, place),)),
            VALUE: cell(shown if _is_same_name(value, name) else value),
        },
        location=place,
        symbol=name,
        doc=notes.doc,
        group=notes.group,
    )


def _is_same_name(value: values.Value, name: str) -> bool:
    """Tell whether a symbol is just the name that the row has."""
    return isinstance(value, values.Symbol) and value.text.rpartition(".")[2] == name
