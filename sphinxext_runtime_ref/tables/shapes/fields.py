"""Fields of a dataclass, NamedTuple, TypedDict, pydantic model and their kin as rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import DeclarationError
from sphinxext_runtime_ref.source import values
from sphinxext_runtime_ref.source.symbols import DeclarationKind, lookup
from sphinxext_runtime_ref.tables.display import cell, text_cell
from sphinxext_runtime_ref.tables.elements import Element, Elements
from sphinxext_runtime_ref.tables.model import Cell, CellKind
from sphinxext_runtime_ref.tables.shapes.parameters import COLUMNS, read_parameters

if TYPE_CHECKING:
    from sphinxext_runtime_ref.source.types.fields import ClassField
    from sphinxext_runtime_ref.tables.shapes.context import Context


def read_fields(context: Context) -> Elements:
    """Read a class: ``name``, ``type``, ``default``, ``required``, ``constraints``, ``owner``.

    Inherited fields come first, as in the constructor; a class variable is no field. Of a function
    these are the parameters.

    :raises DeclarationError: when the symbol is no class with fields, and no function with
        parameters.
    """
    found = lookup(context.tree, context.module, context.address.symbol)
    if found.kind is DeclarationKind.FUNCTION:
        return read_parameters(found, context)
    facts = context.class_facts(context.address.symbol)
    context = context.within(facts.location)
    if not facts.fields:
        symbol = context.address.symbol
        made = f"; {symbol}.__init__ has the parameters of its constructor"
        raise DeclarationError(
            f"{symbol} has no fields; expected a dataclass, NamedTuple, TypedDict, pydantic model, "
            "attrs class or msgspec.Struct (the shape 'constants' reads class attributes"
            f"{made if '__init__' in facts.methods else ''})",
            facts.location,
        )
    items = tuple(_element(field, context) for field in facts.fields)
    constrained = any(field.constraints for field in facts.fields)
    columns = (*COLUMNS, "constraints") if constrained else COLUMNS
    return Elements(items, columns, facts.location)


def _element(field: ClassField, context: Context) -> Element:
    """Give the element of one field."""
    place = field.location
    notes = context.notes(place)
    limits = ", ".join(f"{name}={text}" for name, text in field.constraints)
    return Element(
        id=field.name,
        cells={
            "name": Cell(field.name, CellKind.SYMBOL, location=place),
            "type": Cell(field.annotation, CellKind.SYMBOL, location=place),
            "default": _default(field),
            "required": cell(values.Literal(field.required, place)),
            "constraints": text_cell(limits, place),
            "owner": Cell(field.owner, CellKind.SYMBOL),
        },
        location=place,
        symbol=field.name,
        doc=field.doc or notes.doc,
        group=notes.group,
        condition=field.condition,
    )


def _default(field: ClassField) -> Cell:
    """Give the default; one that a factory makes is shown as the call that makes it."""
    if field.default_source.endswith("()"):
        return Cell(field.default_source, CellKind.CALL, field.default, field.location)
    if field.default is not None:
        return cell(field.default)
    kind = CellKind.UNEVALUATED if field.default_source else CellKind.LITERAL
    return Cell(field.default_source, kind, location=field.location)
