"""What a class says of itself: its attributes, and the summary of its docstring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import DeclarationError, DeletedError
from sphinxext_runtime_ref.source import values
from sphinxext_runtime_ref.tables.display import cell, display

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinxext_runtime_ref.tables.model import Cell
    from sphinxext_runtime_ref.tables.shapes.context import Context, Declared


def attribute_cells(inside: Context, prefix: str, asked: Sequence[str]) -> dict[str, Cell]:
    """Give the cells of a class's attributes, of others than public ones those that are wanted.

    :param inside: a context whose address is the class.
    :param prefix: of the columns' names.
    :param asked: columns that are wanted; without any, all.
    """
    owner = inside.address.symbol
    cells: dict[str, Cell] = {}
    for name in inside.assigned_names(owner):
        column = f"{prefix}{name}"
        if column not in asked if asked else name.startswith("_"):
            continue
        try:
            declared = inside.declaration(f"{owner}.{name}")
        except DeletedError:
            continue
        except DeclarationError as fault:
            place = fault.location or inside.here()
            cells[column] = cell(values.Unevaluated(name, fault.message, place))
        else:
            cells[column] = _cell(declared)
    return cells


def _cell(declared: Declared) -> Cell:
    """Give the cell of an attribute; one has all values that undecided branches may give it."""
    first, *others = declared.variants
    if not others and not first.condition:
        return cell(first.value)
    texts = (f"{display(one.value)} ({one.condition})" for one in declared.variants)
    reason = "undecided branches tell whether it has this value"
    return cell(values.Unevaluated("; ".join(texts), reason, declared.location))


def first_paragraph(text: str) -> str:
    """Give a docstring's summary as one line."""
    lines: list[str] = []
    for line in text.strip().splitlines():
        if not line.strip():
            break
        lines.append(line.strip())
    return " ".join(lines)
