"""Attention routes: ``ROUTE_SPECS``, built from ``(names, stage, options)`` tuples."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import DeclarationError
from sphinxext_runtime_ref.source import values
from sphinxext_runtime_ref.tables.checks import (
    mapping_of,
    require_evaluated,
    require_unique,
    sequence_of,
    text_of,
    tuple_of,
    unexpected,
)
from sphinxext_runtime_ref.tables.display import cell, display, plain, text_cell
from sphinxext_runtime_ref.tables.elements import Element, Elements
from sphinxext_runtime_ref.tables.model import Cell
from sphinxext_runtime_ref.tables.suggest import did_you_mean
from sphinxext_runtime_ref.tables.variants import in_variants

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.classes import ClassFacts
    from sphinxext_runtime_ref.source.types.fields import ClassField
    from sphinxext_runtime_ref.source.values import Value
    from sphinxext_runtime_ref.tables.shapes.context import Context

NAME = "ROUTE_SPECS"
RECORD = "RouteSpec"
BUILDER = "_build_specs"
LEADING = ("name", "stage")
OWN_COLUMN = ("name", "stage", "codecs")
_PARTS = ("names", "stage", "options")


def read_routes(context: Context) -> Elements:
    """Read the routes in declared order, one for each name.

    :raises DeclarationError: when ``ROUTE_SPECS`` is missing, declared twice or not built by
        ``_build_specs([...])``; for a tuple of the wrong arity, a key of the wrong type, an
        unknown or missing field, a duplicate route, or a value that can't be evaluated.
    """
    facts = context.class_facts(RECORD)
    names = [field.name for field in facts.fields]
    if tuple(names[:2]) != LEADING:
        raise DeclarationError(
            f"schema changed: expected {RECORD} to begin with the fields name, stage; "
            f"it has {', '.join(names) or 'none'}",
            facts.location,
        )
    declaration = context.declaration(NAME, unique_keys=True)
    context = context.within(declaration.location)
    items = in_variants(
        declaration.variants, lambda value: _routes(_declarations(value), facts, context)
    )
    columns = ("route", "stage", "codecs", "options")
    return Elements(tuple(items), columns, declaration.location)


def _declarations(value: Value) -> values.Sequence:
    wanted = f"{NAME} to be {BUILDER}([(names, stage, options), ...])"
    match value:
        case values.Call(function=function, arguments=(argument,)) if (
            function.rpartition(".")[2] == BUILDER
        ):
            return sequence_of(argument.value, wanted)
    raise unexpected(wanted, value)


def _routes(declared: values.Sequence, facts: ClassFacts, context: Context) -> Iterator[Element]:
    seen: dict[str, Location] = {}
    defaults: dict[str, Cell] = {}
    for item in declared.items:
        names, stage, options = tuple_of(item, _PARTS, f"a route in {NAME}")
        text = text_of(names, "the names of a route")
        what = f"route {text.split()[0]!r}"
        text_of(stage, f"the stage of {what}")
        given = _given(mapping_of(options, f"the options of {what} to be a dict"), facts, what)
        missing = [f for f in facts.fields[len(LEADING) :] if f.name not in given]
        for field in missing:
            if field.name not in defaults:
                defaults[field.name] = _default(field, what, item.location)
        fields = {
            field.name: given.get(field.name) or defaults[field.name]
            for field in facts.fields[len(LEADING) :]
        }
        shown = fields if context.choices.show_defaults else given
        cells = {
            "stage": cell(stage),
            **fields,
            "options": _options_cell(shown, item.location),
            "json": _json_cell(fields, item.location),
        }
        notes = context.notes(item.location)
        for name in text.split():
            require_unique(name, names.location, seen, "route")
            yield Element(
                id=name,
                cells={"route": cell(values.Literal(name, names.location)), **cells},
                location=item.location,
                doc=notes.doc,
                group=notes.group,
            )


def _given(options: values.Mapping, facts: ClassFacts, what: str) -> dict[str, Cell]:
    known = [field.name for field in facts.fields]
    given: dict[str, Cell] = {}
    for key, value in options.items:
        name = text_of(key, f"a field name in the options of {what}")
        if name in LEADING:
            raise DeclarationError(
                f"duplicate field {name!r} in the options of {what}: the tuple gives it already",
                key.location,
            )
        if name not in known:
            hint = did_you_mean(name, known[len(LEADING) :])
            raise DeclarationError(
                f"unknown field {name!r} in the options of {what}, {RECORD} has none{hint}",
                key.location,
            )
        require_evaluated(value, f"{name} of {what}")
        given[name] = cell(value)
    return given


def _default(field: ClassField, what: str, place: Location) -> Cell:
    if field.default is None:
        raise DeclarationError(f"missing field {field.name!r} of {what}", place)
    require_evaluated(field.default, f"the default of {RECORD}.{field.name}")
    return cell(field.default)


def _options_cell(fields: Mapping[str, Cell], place: Location) -> Cell:
    pairs = tuple(
        (values.Literal(name, place), item.value)
        for name, item in fields.items()
        if name not in OWN_COLUMN and item.value is not None
    )
    text = display(values.Mapping(pairs, place)) if pairs else ""
    return Cell(text, value=values.Mapping(pairs, place), location=place)


def _json_cell(fields: Mapping[str, Cell], place: Location) -> Cell:
    data = {name: plain(item.value) for name, item in fields.items() if name not in OWN_COLUMN}
    return text_cell(json.dumps(data, sort_keys=True, ensure_ascii=False), place)
