"""Environment registries: a mapping of variables to what reads them, with their annotations."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import Diagnostic, Kind
from sphinxext_runtime_ref.source import values
from sphinxext_runtime_ref.source.environment import environment_defaults
from sphinxext_runtime_ref.source.reading.comments import ignore_of
from sphinxext_runtime_ref.tables.checks import mapping_of
from sphinxext_runtime_ref.tables.display import cell, display, plain, unknown_in
from sphinxext_runtime_ref.tables.elements import Element, Elements
from sphinxext_runtime_ref.tables.model import Cell, CellKind
from sphinxext_runtime_ref.tables.shapes.items import KEY
from sphinxext_runtime_ref.tables.variants import in_variants

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.environment import EnvironmentDefault
    from sphinxext_runtime_ref.source.values import Value
    from sphinxext_runtime_ref.tables.shapes.context import Annotated, Context, Declared

COLUMNS = (KEY, "type", "declared_default", "effective_default")
_READS = ("getenv", "environ")


def is_environment(value: values.Mapping, context: Context) -> bool:
    """Tell whether at least half of a mapping's entries read the environment.

    An entry does by itself, or through a function of the module that is given the entry's name.
    """
    reading = sum(_reads(key, getattr(item, "source", "")) for key, item in value.items)
    if not 0 < len(value.items) <= 2 * reading:
        return False
    text = context.tree.module(value.location.path).text.text
    return any(word in text for word in _READS)


def _reads(key: Value, source: str) -> bool:
    name = display(key)
    if any(word in source for word in _READS):
        return True
    given = name.isidentifier() and name.isupper()
    return given and (f'"{name}"' in source or f"'{name}'" in source)


def read_environment(context: Context) -> Elements:
    """Read ``key``, ``type``, ``declared_default``, ``effective_default`` and ``expression``.

    The type and the declared default are those of the annotation of the same name in the module;
    the effective default is what the entry gives when no variable is set. Where the two
    contradict each other, that is reported, unless a comment at one of the two says that it shall
    be ignored.

    :raises DeclarationError: when the declaration is no mapping.
    """
    return environment_elements(context.declaration(context.address.symbol), context)


def environment_elements(declared: Declared, context: Context) -> Elements:
    """Give the elements of a registry that is evaluated already; see :func:`read_environment`."""
    annotations = context.annotations()
    context = context.within(declared.location)
    items = in_variants(declared.variants, lambda value: _elements(value, annotations, context))
    annotated = any("type" in item.cells for item in items)
    columns = COLUMNS if annotated else (KEY, "effective_default")
    return Elements(tuple(items), columns, declared.location, declared.diagnostics)


def _elements(
    value: Value, annotations: Mapping[str, Annotated], context: Context
) -> Iterator[Element]:
    for key, reader in mapping_of(value, "a mapping of variables").items:
        module = context.tree.module(reader.location.path)
        annotation = annotations.get(display(key))
        for found in environment_defaults(context.tree, module, reader):
            element = _element(key, reader, found, annotation, context)
            place = annotation.location if annotation else None
            said = _unless_ignored(_contradiction(element), (element.location, place), context)
            yield replace(element, diagnostics=said, condition=found.condition)


def _element(
    key: Value,
    reader: Value,
    found: EnvironmentDefault,
    annotation: Annotated | None,
    context: Context,
) -> Element:
    cells = {KEY: cell(key)}
    if annotation is not None:
        place = annotation.location
        cells["type"] = Cell(annotation.text, CellKind.SYMBOL, location=place)
        if annotation.value is not None:
            cells["declared_default"] = cell(annotation.value)
    cells["effective_default"] = cell(found.default)
    cells["expression"] = _expression(reader)
    notes = context.notes(key.location, reader.location)
    return Element(
        id=display(key),
        cells=cells,
        location=context.span(key.location, reader.location),
        doc=notes.doc,
        group=notes.group,
    )


def _expression(reader: Value) -> Cell:
    text = reader.source if isinstance(reader, values.Unevaluated) else display(reader)
    body = text.partition(":")[2] if text.startswith("lambda:") else text
    # Source text that is meant to be shown, not a value that is lacking.
    return Cell(" ".join(body.split()), CellKind.CALL, location=reader.location)


def _contradiction(element: Element) -> Iterator[Diagnostic]:
    declared = element.cells.get("declared_default")
    effective = element.cells["effective_default"]
    if declared is None or declared.value is None or effective.value is None:
        return
    if unknown_in(declared.value) or unknown_in(effective.value):
        return
    if plain(declared.value) != plain(effective.value):
        yield Diagnostic(
            f"{element.id}: the annotation declares the default {_shown(declared)}, "
            f"the registry gives {_shown(effective)}",
            element.location,
            Kind.DEFAULT,
        )


def _unless_ignored(
    found: Iterable[Diagnostic], places: Iterable[Location | None], context: Context
) -> tuple[Diagnostic, ...]:
    """Leave out what a comment accepts; a comment that accepts nothing is reported instead."""
    found = tuple(found)
    asked = (ignore_of(context.tree.module(at.path), at) for at in places if at is not None)
    comment = next(filter(None, asked), None)
    if comment is None:
        return found
    text = "this ignore comment ignores no contradiction; remove it"
    return () if found else (Diagnostic(text, comment, Kind.IGNORE),)


def _shown(item: Cell) -> str:
    value = item.value
    return repr(value.value) if isinstance(value, values.Literal) else item.text
