"""Parameters of a function or method as rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import DeclarationError, MissingDeclarationError
from sphinxext_runtime_ref.source import values
from sphinxext_runtime_ref.source.reading import docstrings
from sphinxext_runtime_ref.source.signatures import ParameterKind, all_parameters
from sphinxext_runtime_ref.source.symbols import lookup
from sphinxext_runtime_ref.tables.display import cell
from sphinxext_runtime_ref.tables.elements import Element, Elements
from sphinxext_runtime_ref.tables.model import Cell, CellKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinxext_runtime_ref.source.signatures import Parameter
    from sphinxext_runtime_ref.source.symbols import Declaration
    from sphinxext_runtime_ref.tables.shapes.context import Context

COLUMNS = ("name", "type", "default", "required")
_STARS = {ParameterKind.POSITIONS: "*", ParameterKind.KEYWORDS: "**"}


def read_parameters(function: Declaration, context: Context) -> Elements:
    """Read ``name``, ``type``, ``default`` and ``required`` of each parameter.

    The ``doc`` is the comment at the parameter, else what the docstring of the function says of
    it, or for a constructor that of the class.

    :raises DeclarationError: when there is none.
    """
    path, _, name = function.identity.partition(":")
    module = context.tree.module(path)
    found = all_parameters(context.tree, module, name)
    if not found:
        raise DeclarationError(f"{function.name}() has no parameters", function.location)
    said = docstrings.described(function.doc)
    owner, _, own = name.rpartition(".")
    if own == "__init__" and owner:
        said = {**docstrings.described(_doc(context, path, owner)), **said}
    inside = context.within(function.location)
    items = tuple(_element(item, function, said, inside) for item in found)
    return Elements(items, COLUMNS, function.location)


def _doc(context: Context, path: str, name: str) -> str:
    try:
        return lookup(context.tree, context.tree.module(path), name).doc
    except MissingDeclarationError:
        return ""  # a class that a function makes


def _element(
    item: Parameter, function: Declaration, said: Mapping[str, str], context: Context
) -> Element:
    stars = _STARS.get(item.kind, "")
    place = item.location or function.location
    place = place._replace(column=max(place.column - len(stars), 1))
    notes = context.notes(place, item.default.location if item.default is not None else place)
    return Element(
        id=item.name,
        cells={
            "name": Cell(f"{stars}{item.name}", CellKind.SYMBOL, location=place),
            "type": Cell(item.annotation, CellKind.SYMBOL, location=place),
            "default": cell(item.default) if item.default is not None else Cell(""),
            "required": cell(values.Literal(item.default is None and not stars, place)),
        },
        location=place,
        symbol=item.name,
        doc=notes.doc or said.get(item.name, ""),
        group=notes.group,
        condition=item.condition,
    )
