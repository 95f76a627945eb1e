"""Cells of one value: how a tuple, record, mapping or call spreads over columns."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source import values
from sphinxext_runtime_ref.tables.display import cell, display

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sphinxext_runtime_ref.source.values import Value
    from sphinxext_runtime_ref.tables.model import Cell

VALUE = "value"
KEY = "key"
FUNCTION = "function"
ORDERED = frozenset({values.SequenceType.TUPLE, values.SequenceType.LIST})


def unwrap(value: Value) -> Value:
    """Give what a name is bound to where that is a record or a call, else the value itself."""
    if isinstance(value, values.Symbol) and isinstance(value.value, (values.Record, values.Call)):
        return value.value
    return value


def symbol_of(value: Value) -> str:
    """Give the name under which a value was reached, ``""`` for a nameless one."""
    return value.text if isinstance(value, values.Symbol) else value.name or ""


def spread(
    value: Value, fields: Sequence[str], parameters: Callable[[values.Call], Sequence[str]]
) -> dict[str, Cell]:
    """Give the cells of a value that makes a row, or the rest of a row behind its key.

    A tuple or list gives ``value[0]``, ``value[1]``... or the names in ``fields`` (one name alone
    is that of a whole list); a record its fields; a mapping with string keys these; a call its
    arguments, and ``function`` for what is called; anything else ``value``. Where a value is taken
    apart, ``value`` is the whole of it.

    :param parameters: gives the parameter names of a called function, none when not known.
    """
    inner = unwrap(value)
    whole = {VALUE: cell(value)}
    match inner:
        case values.Sequence(type=kind, items=items) if (
            items and kind in ORDERED and (kind is values.SequenceType.TUPLE or len(fields) != 1)
        ):
            return {**_tuple_cells(items, fields), **whole}
        case values.Record(fields=record):
            return {**{field.name: cell(field.value) for field in record}, **whole}
        case values.Mapping(items=pairs) if pairs and has_names(inner):
            return {**{display(key): cell(item) for key, item in pairs}, **whole}
        case values.Call(arguments=arguments) if arguments:
            return {**_callee(inner), **named_arguments(arguments, parameters(inner)), **whole}
        case values.Call():
            return {**_callee(inner), fields[0] if fields else VALUE: cell(value)}
    return {fields[0] if fields else VALUE: cell(value)}


def _callee(call: values.Call) -> dict[str, Cell]:
    return {FUNCTION: cell(values.Symbol(call.function, call.identity, call.location))}


def _tuple_cells(items: Sequence[Value], fields: Sequence[str]) -> dict[str, Cell]:
    return {
        fields[i] if i < len(fields) else f"{VALUE}[{i}]": cell(item)
        for i, item in enumerate(items)
    }


def named_arguments(
    arguments: Sequence[values.Argument], parameters: Sequence[str]
) -> dict[str, Cell]:
    """Give the cells of a call's arguments, positional ones named by the callee's signature."""
    result: dict[str, Cell] = {}
    position = 0
    for argument in arguments:
        name = argument.keyword
        if name is None:
            known = position < len(parameters)
            name = parameters[position] if known else f"arg[{position}]"
            position += 1
        result[name] = cell(argument.value)
    return result


def is_spread(value: Value) -> bool:
    """Tell whether a value is shown in several columns.

    A call or a list is only where one asks for them, or where all rows are lists.
    """
    inner = unwrap(value)
    if isinstance(inner, values.Sequence):
        return inner.type is values.SequenceType.TUPLE and bool(inner.items)
    if isinstance(inner, values.Mapping):
        return bool(inner.items) and has_names(inner)
    return isinstance(inner, values.Record)


def has_names(value: values.Mapping) -> bool:
    """Tell whether all keys are strings, as those of keyword arguments are."""
    return all(
        isinstance(key, values.Literal) and isinstance(key.value, str) for key, _ in value.items
    )


def key_cells(key: Value, names: Sequence[str]) -> dict[str, Cell]:
    """Give the cells of a mapping's key: one, or one for each part of a tuple."""
    if isinstance(key, values.Sequence) and key.type is values.SequenceType.TUPLE and key.items:
        return {
            names[i] if i < len(names) else f"{KEY}[{i}]": cell(part)
            for i, part in enumerate(key.items)
        }
    return {names[0] if names else KEY: cell(key)}


def is_list(value: Value | None) -> bool:
    """Tell whether a value is a list with items."""
    inner = unwrap(value) if value is not None else None
    return (
        isinstance(inner, values.Sequence)
        and inner.type is values.SequenceType.LIST
        and bool(inner.items)
    )


def slug(text: str) -> str:
    """Make a readable id of a cell's text."""
    return re.sub(r"\s+", "-", text.strip())[:80]
