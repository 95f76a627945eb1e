"""Rows of calls and decorators: arguments named by the callee's signature."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.globs import is_glob
from sphinxext_runtime_ref.source.signatures import ParameterKind
from sphinxext_runtime_ref.tables.display import cell, display
from sphinxext_runtime_ref.tables.elements import Element, columns_of
from sphinxext_runtime_ref.tables.model import Cell, CellKind
from sphinxext_runtime_ref.tables.shapes.items import named_arguments, slug

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sphinxext_runtime_ref.source.invocations import Invocation
    from sphinxext_runtime_ref.source.module import Module
    from sphinxext_runtime_ref.source.signatures import Parameter
    from sphinxext_runtime_ref.source.tree import SourceTree
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

    A positional argument that no parameter takes is ``arg[0]``, ``arg[1]``... by its position. A
    parameter that perhaps gets its value from an unknown ``**x`` has that instead of its default.
    """
    names = [p.name for p in invocation.parameters if p.kind is ParameterKind.ORDINARY]
    given = named_arguments(invocation.arguments, names)
    cells: dict[str, Cell] = {}
    for parameter in invocation.parameters:
        if parameter.name in given:
            cells[parameter.name] = given.pop(parameter.name)
        elif (loose := _loose(given, parameter.kind)) is not None:
            cells[parameter.name] = loose
        elif parameter.default is not None:
            cells[parameter.name] = cell(parameter.default)
    place = invocation.location
    cells.setdefault("function", Cell(invocation.function, CellKind.SYMBOL, location=place))
    shown = {id(one.value) for one in cells.values()}
    rest = {name: one for name, one in given.items() if id(one.value) not in shown}
    return {**cells, **rest}


def _loose(given: Mapping[str, Cell], kind: ParameterKind) -> Cell | None:
    """Give the unknown ``**x`` or ``*x`` that a parameter without an argument may be in."""
    if kind is ParameterKind.ORDINARY and "*" in given:
        return replace(given["*"], shared=True)
    if kind in {ParameterKind.ORDINARY, ParameterKind.KEYWORD} and "**" in given:
        return replace(given["**"], shared=True)
    return None


def with_loose(items: Iterable[Element]) -> tuple[Element, ...]:
    """Give elements with an unknown ``*x`` or ``**x`` the columns of the others, with its text.

    An empty cell would say that there is no such argument.
    """
    found = tuple(items)
    columns = [name for name in columns_of(found) if name not in {"*", "**", "function"}]
    return tuple(_filled(_filled(item, columns, "*"), columns, "**") for item in found)


def _filled(item: Element, columns: Iterable[str], stars: str) -> Element:
    loose = item.cells.get(stars)
    by_position = stars == "*"
    lacking = [
        name
        for name in columns
        if name not in item.cells and (not by_position or name.startswith("arg["))
    ]
    if loose is None or not lacking:
        return item
    kept = {name: one for name, one in item.cells.items() if name != stars}
    return replace(item, cells={**kept, **dict.fromkeys(lacking, replace(loose, shared=True))})


def first_text(invocation: Invocation) -> str:
    """Give the first argument's text, by which one would name the call."""
    return slug(display(invocation.arguments[0].value)) if invocation.arguments else ""


def columns_in_order(
    items: Iterable[Element], signatures: Iterable[Sequence[Parameter]], wanted: str
) -> tuple[str, ...]:
    """Give the columns that elements have, in the order of the signature where it is known.

    :param wanted: what is called; the column ``function`` is shown where it is a glob.
    """
    present = dict.fromkeys(columns_of(items))
    if not is_glob(wanted):
        present.pop("function", None)
    declared = dict.fromkeys(p.name for signature in signatures for p in signature)
    first = [name for name in declared if name in present]
    return (*first, *(name for name in present if name not in declared))
