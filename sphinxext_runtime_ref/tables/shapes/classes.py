"""Classes of one or more files as rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import (
    DeclarationError,
    DeletedError,
    Diagnostic,
    MissingDeclarationError,
)
from sphinxext_runtime_ref.source.classes import class_variants
from sphinxext_runtime_ref.source.scopes.scope import Action
from sphinxext_runtime_ref.tables.display import text_cell
from sphinxext_runtime_ref.tables.elements import Element, Elements
from sphinxext_runtime_ref.tables.model import Cell, CellKind
from sphinxext_runtime_ref.tables.shapes.attributes import attribute_cells, first_paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinxext_runtime_ref.source.classes import ClassFacts
    from sphinxext_runtime_ref.source.module import Module
    from sphinxext_runtime_ref.tables.shapes.context import Context

COLUMNS = ("name", "bases")


def read_classes(context: Context) -> Elements:
    """Read the public top-level classes of a module, or of all modules that a glob names.

    With a symbol, only the classes that have it as a base, directly or through others. Class
    attributes can be asked for by name.

    :raises DeclarationError: when there are none.
    """
    items: list[Element] = []
    diagnostics: list[Diagnostic] = []
    for module in context.modules():
        items += _elements(module, context, diagnostics)
    if not items:
        base = context.address.symbol
        what = f"classes derived from {base}" if base else "public classes"
        raise DeclarationError(f"there are no {what}", context.here())
    return Elements(tuple(items), COLUMNS, context.here(), tuple(diagnostics))


def _elements(module: Module, context: Context, diagnostics: list[Diagnostic]) -> Iterator[Element]:
    for name, events in module.scope.events.items():
        if name.startswith("_") or not any(event.action is Action.CLASS for event in events):
            continue
        try:
            found = class_variants(context.tree, module, name)
        except (DeletedError, MissingDeclarationError):
            # It is gone in the end, or none of the branches that declare it runs.
            continue
        except DeclarationError as fault:
            if not any(event.action is Action.ASSIGN for event in events):
                raise
            text = f"{fault.message} in the end, and has no row: another value is bound to the name"
            diagnostics.append(Diagnostic(text, fault.location or context.here()))
            continue
        for facts in found:
            if not context.address.symbol or _derives(facts, context):
                yield _element(facts, module, context)


def _derives(facts: ClassFacts, context: Context) -> bool:
    wanted = context.address.symbol.rpartition(".")[2]
    return any(base.rpartition(".")[2] == wanted for base in facts.ancestors)


def _element(facts: ClassFacts, module: Module, context: Context) -> Element:
    place = facts.location
    inside = context.at(module.path, facts.name)
    notes = context.notes(place)
    return Element(
        id=facts.name,
        cells={
            **attribute_cells(inside, "", context.choices.column_names),
            "name": Cell(facts.name, CellKind.SYMBOL, location=place),
            "bases": Cell(", ".join(facts.bases), CellKind.SYMBOL, location=place),
            "module": text_cell(context.tree.import_name(module.path), place),
        },
        location=place,
        symbol=facts.name,
        doc=first_paragraph(facts.doc) or notes.doc,
        group=notes.group,
        condition=facts.condition,
    )
