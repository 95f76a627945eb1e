"""Members of an enum as rows."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import DeclarationError
from sphinxext_runtime_ref.source import values
from sphinxext_runtime_ref.tables.display import cell
from sphinxext_runtime_ref.tables.elements import OWN, Element, Elements, columns_of
from sphinxext_runtime_ref.tables.model import Cell, CellKind
from sphinxext_runtime_ref.tables.shapes.items import VALUE, is_spread, spread

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinxext_runtime_ref.source.types.enumerated import EnumMember
    from sphinxext_runtime_ref.tables.shapes.context import Context


def read_enum(context: Context) -> Elements:
    """Read an enum: ``name``, ``value``, and the parts of values that are tuples or mappings.

    The value of an alias is the member that it is an alias of.

    :raises DeclarationError: when the symbol is no enum.
    """
    facts = context.class_facts(context.address.symbol)
    context = context.within(facts.location)
    if not facts.members:
        raise DeclarationError(f"{context.address.symbol} has no enum members", facts.location)
    items = tuple(_element(member, context) for member in facts.members)
    split = all(is_spread(member.value) for member in facts.members if not member.alias_of)
    columns = columns_of(items) if split else ("name", VALUE)
    shown = tuple(name for name in columns if name != VALUE or not split)
    aliases = {member.name for member in facts.members if member.alias_of} if split else ()
    items = tuple(_over(item, shown) if item.id in aliases else item for item in items)
    return Elements(items, shown, facts.location)


def _over(alias: Element, columns: Sequence[str]) -> Element:
    """Give an alias what it is one of in all columns of the others, where one reads it once."""
    whole = replace(alias.cells[VALUE], shared=True)
    return replace(
        alias, cells={**dict.fromkeys(columns, whole), VALUE: whole, "name": alias.cells["name"]}
    )


def _element(member: EnumMember, context: Context) -> Element:
    place = member.location
    if member.alias_of:
        alias = values.Symbol(member.alias_of, "", place)
        cells = {VALUE: cell(alias)}
    else:
        cells = spread(member.value, context.choices.fields, context.parameters)
        cells.setdefault(VALUE, cell(member.value))
    cells = {f"{OWN}name" if key == "name" else key: item for key, item in cells.items()}
    notes = context.notes(place)
    name = Cell(member.name, CellKind.SYMBOL, location=place, links=((member.name, place),))
    return Element(
        id=member.name,
        cells={"name": name, **cells},
        location=place,
        symbol=member.name,
        doc=member.doc or notes.doc,
        group=notes.group,
        condition=member.condition,
    )
