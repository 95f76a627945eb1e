"""Rows of calls and decorators: arguments named by the callee's signature."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.signatures import ParameterKind
from sphinxext_runtime_ref.tables.display import cell, display
from sphinxext_runtime_ref.tables.model import Cell, CellKind
from sphinxext_runtime_ref.tables.shapes.items import named_arguments, slug

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sphinxext_runtime_ref.source.invocations import Invocation
    from sphinxext_runtime_ref.source.module import Module
    from sphinxext_runtime_ref.source.signatures import Parameter
    from sphinxext_runtime_ref.source.tree import SourceTree
    from sphinxext_runtime_ref.tables.elements import Element
    from sphinxext_runtime_ref.tables.shapes.context import Context


Find = Callable[["SourceTree", "Module", str], tuple["Invocation", ...]]


def invocations(find: Find, wanted: str, context: Context) -> list[Invocation]:
    """Give all uses of a function, or of all that a glob of names means, in order of place."""
    found: list[Invocation] = []
    for module in context.modules():
        names = context.called_names(module, wanted)
        uses = [use for name in names for use in find(context.tree, module, name)]
        found += sorted(uses, key=lambda use: (use.location.line, use.location.column))
    return found


def argument_cells(invocation: Invocation) -> dict[str, Cell]:
    """Give the cells of a call's arguments in the order of the signature, defaults included.

    A positional argument that no parameter takes is ``arg[0]``, ``arg[1]``... by its position.
    """
    names = [p.name for p in invocation.parameters if p.kind is ParameterKind.ORDINARY]
    given = named_arguments(invocation.arguments, names)
    cells: dict[str, Cell] = {}
    for parameter in invocation.parameters:
        if parameter.name in given:
            cells[parameter.name] = given.pop(parameter.name)
        elif parameter.default is not None:
            cells[parameter.name] = cell(parameter.default)
    place = invocation.location
    cells.setdefault("function", Cell(invocation.function, CellKind.SYMBOL, location=place))
    return {**cells, **given}


def first_text(invocation: Invocation) -> str:
    """Give the first argument's text, by which one would name the call."""
    return slug(display(invocation.arguments[0].value)) if invocation.arguments else ""


def columns_in_order(
    items: Iterable[Element], signatures: Iterable[Sequence[Parameter]], wanted: str
) -> tuple[str, ...]:
    """Give the columns that elements have, in the order of the signature where it is known.

    :param wanted: what is called; the column ``function`` is shown where it is a glob.
    """
    present = dict.fromkeys(name for item in items for name in item.cells)
    if not any(mark in wanted for mark in "*?"):
        present.pop("function", None)
    declared = dict.fromkeys(p.name for signature in signatures for p in signature)
    first = [name for name in declared if name in present]
    return (*first, *(name for name in present if name not in declared))
