"""MoE stage bindings: ``STAGE_BINDINGS`` and ``FP4_STAGE_BINDINGS``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source import values
from sphinxext_runtime_ref.tables.checks import (
    mapping_of,
    require_unique,
    text_of,
    tuple_of,
)
from sphinxext_runtime_ref.tables.display import cell, display, text_cell
from sphinxext_runtime_ref.tables.elements import Element, Elements
from sphinxext_runtime_ref.tables.variants import in_variants

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.values import Value
    from sphinxext_runtime_ref.tables.shapes.context import Context, Declared

NESTED = "STAGE_BINDINGS"
BY_TUPLE = "FP4_STAGE_BINDINGS"
SHARED_FAMILY = "awq/fp8"
KEY = ("family", "stage", "mode")
FIELDS = ("binding", "covers", "layout", "arithmetic")


def read_bindings(context: Context) -> Elements:
    """Read both declarations, in declared order.

    :raises DeclarationError: when one of them is missing, declared twice or no dict; for a key or
        a row of the wrong type or arity, and for a duplicate (family, stage, mode).
    """
    first = context.declaration(NESTED, unique_keys=True)
    second = context.declaration(BY_TUPLE, unique_keys=True)
    items = [*_elements(first, _nested, context), *_elements(second, _by_tuple, context)]
    seen: dict[str, Location] = {}
    for element in items:
        require_unique(_label(element), element.location, seen, "binding")
    return Elements(tuple(items), (*KEY, *FIELDS), first.location)


Entry = tuple[tuple["Value", ...], "Location", "Value"]


def _elements(
    declaration: Declared, read: Callable[[Value], Iterator[Entry]], context: Context
) -> list[Element]:
    inside = context.within(declaration.location)
    return in_variants(
        declaration.variants,
        lambda value: (
            _element(key, context.span(place, row.location), row, inside)
            for key, place, row in read(value)
        ),
    )


def _nested(value: Value) -> Iterator[Entry]:
    for stage, modes in mapping_of(value, f"{NESTED} to be a dict of stages").items:
        text = text_of(stage, f"a stage in {NESTED}")
        wanted = f"stage {text!r} in {NESTED} to be a dict of modes"
        for mode, row in mapping_of(modes, wanted).items:
            text_of(mode, f"a mode of stage {text!r} in {NESTED}")
            family = values.Literal(SHARED_FAMILY, stage.location)
            yield (family, stage, mode), mode.location, row


def _by_tuple(value: Value) -> Iterator[Entry]:
    for key, row in mapping_of(value, f"{BY_TUPLE} to be a dict").items:
        parts = tuple_of(key, KEY, f"a key in {BY_TUPLE}")
        for name, part in zip(KEY, parts, strict=True):
            text_of(part, f"the {name} in a key of {BY_TUPLE}")
        yield parts, key.location, row


def _element(key: tuple[Value, ...], place: Location, row: Value, context: Context) -> Element:
    family, stage, mode = (display(part) for part in key)
    label = f"{family}.{stage}.{mode}"
    parts = tuple_of(row, FIELDS, f"binding {label!r}")
    for name, part in zip(FIELDS, parts, strict=True):
        text_of(part, f"{name} of binding {label!r}")
    notes = context.notes(place)
    return Element(
        id=label,
        cells={
            **dict(zip(KEY, map(cell, key), strict=True)),
            **dict(zip(FIELDS, map(cell, parts), strict=True)),
            "native": text_cell(native_name(family, mode, display(parts[0])), place),
        },
        location=place,
        doc=notes.doc,
        group=notes.group,
    )


def native_name(family: str, mode: str, binding: str) -> str:
    """Give the native operator's name, one for each of the families that share a row.

    The rows of the shared families declare a stem, those of the others the whole name.
    """
    if family != SHARED_FAMILY:
        return binding
    tail = "per_expert_dispatch_out" if mode == "per_expert_dispatch" else "out"
    return ", ".join(f"{name}_moe_{binding}_sm70_{tail}" for name in family.split("/"))


def _label(element: Element) -> str:
    return f"{element.id} {element.condition}".strip()
