"""Rows whose value is not known, among rows whose values are taken apart."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source import values
from sphinxext_runtime_ref.tables.display import cell
from sphinxext_runtime_ref.tables.shapes.items import VALUE, is_spread, unwrap

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from sphinxext_runtime_ref.source.values import Value
    from sphinxext_runtime_ref.tables.elements import Element
    from sphinxext_runtime_ref.tables.model import Cell


def with_unknown(items: Iterable[Element], is_key: Callable[[str], bool]) -> list[Element]:
    """Give elements without a known value the columns of the others, with their source text.

    An empty cell would say that there is no such field. In a sequence of named things, a name
    without a value stays the name of its row.

    :param is_key: tells the columns that are no part of a value.
    """
    found = list(items)
    apart = [item for item in found if (whole := _whole(item)) and is_spread(whole)]
    taken = dict.fromkeys(name for item in apart for name in item.cells)
    columns = [name for name in taken if name != VALUE and not is_key(name)]
    has_symbols = any(item.symbol for item in apart)
    return [_filled(item, columns, has_symbols=has_symbols) for item in found]


def _filled(item: Element, columns: Sequence[str], *, has_symbols: bool) -> Element:
    whole = _whole(item)
    lacking = [name for name in columns if name not in item.cells]
    part = unknown_part(whole) if whole is not None and lacking else None
    if whole is None or part is None:
        return item
    shared = {**dict.fromkeys(lacking, part), VALUE: replace(item.cells[VALUE], shared=True)}
    symbol = item.symbol or (_name_of(whole) if has_symbols else "")
    return replace(item, cells={**item.cells, **shared}, symbol=symbol)


def unknown_part(whole: Value) -> Cell | None:
    """Give the cell for any part of a value of which none can be told, ``None`` where it can."""
    return replace(cell(_part_of(whole)), shared=True) if _is_unknown(whole) else None


def _is_unknown(whole: Value) -> bool:
    match unwrap(whole):
        case values.Unevaluated():
            return True
        case values.Call(arguments=arguments):
            # A call with arguments shows what it is given, not what it returns.
            return not arguments
        case values.Symbol(value=None, definition=None):
            return True
        case _:
            return False


def _part_of(whole: Value) -> Value:
    """Give what a part of something unknown is: a name has a value, but none for each column."""
    if isinstance(whole, values.Symbol) and whole.value is None:
        reason = f"{whole.identity or whole.text} comes from outside of the root"
        return values.Unevaluated(whole.text, reason, whole.location)
    return whole


def _whole(item: Element) -> Value | None:
    found = item.cells.get(VALUE)
    return found.value if found else None


def _name_of(value: Value) -> str:
    if not isinstance(value, values.Unevaluated):
        return ""
    is_name = all(part.isidentifier() for part in value.source.split("."))
    return value.source if is_name else ""
