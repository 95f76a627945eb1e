"""Display text of values: what a reader sees in a cell.

A string is shown as it is; a number as written; ``True``, ``False`` and ``None`` by name; a symbol
by its dotted name as written; a sequence joined by ``, `` (a nested one in parentheses, an empty
one by its constructor); a mapping as ``key: value`` joined by ``, ``; a record, a call and
anything unevaluated as source text, without the indentation of its statement. Within a collection
a string of nothing visible has quotes, and a collection of nothing else its brackets: ``[""]``.
"""

from __future__ import annotations

import json
from textwrap import dedent
from typing import TYPE_CHECKING, Any

from sphinxext_runtime_ref.printable import printable
from sphinxext_runtime_ref.source import values
from sphinxext_runtime_ref.tables.model import Cell, CellKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.values import Value

_EMPTY = {
    values.SequenceType.TUPLE: "()",
    values.SequenceType.LIST: "[]",
    values.SequenceType.SET: "set()",
    values.SequenceType.FROZENSET: "frozenset()",
}
_BRACKETS = {
    values.SequenceType.TUPLE: "({},)",
    values.SequenceType.LIST: "[{}]",
    values.SequenceType.SET: "{{{}}}",
    values.SequenceType.FROZENSET: "frozenset({{{}}})",
}
_LONG_INTEGER = 10_000  # bits; below the length from which Python refuses to write decimals


def display(value: Value, *, nested: bool = False) -> str:
    """Give a value's display text.

    :param nested: whether the value stands inside of another one; collections then have brackets.
    """
    match value:
        case values.Literal():
            return _literal_text(value, nested=nested)
        case values.Sequence(type=kind, items=()):
            return _EMPTY[kind]
        case values.Sequence(items=items):
            return _joined(value, [display(item, nested=True) for item in items], nested=nested)
        case values.Mapping(items=pairs):
            text = ", ".join(
                f"{display(key, nested=True)}: {display(item, nested=True)}" for key, item in pairs
            )
            return f"{{{text}}}" if nested or not pairs else text
        case values.Symbol(text=text):
            return text
        case _:
            return printable(_without_indentation(value.source))


def _without_indentation(source: str) -> str:
    """Take the indentation of the statement from the lines below an expression's first."""
    first, _, below = source.partition("\n")
    # The spaces in a string of several lines are its own.
    if not below.startswith(" ") or '"""' in source or "'''" in source:
        return source
    lines = dedent(below).split("\n")
    if not lines[-1].startswith((")", "]", "}")):
        lines = [f"    {line}" if line else "" for line in lines]
    return "\n".join([first, *lines])


def _joined(value: values.Sequence, texts: list[str], *, nested: bool) -> str:
    text = ", ".join(texts)
    if is_hollow(value):
        return _BRACKETS[value.type].format(text)
    return f"({text})" if nested else text


def is_hollow(value: Value | None) -> bool:
    """Tell whether a sequence has one element with nothing to see, which alone would mislead."""
    match value:
        case values.Sequence(items=(values.Literal(value=str(text)),)):
            return is_blank(text)
        case values.Sequence(items=(values.Sequence(items=()) | values.Mapping(items=()),)):
            return True
        case values.Sequence(items=(item,)):
            return is_hollow(item)
        case _:
            return False


def is_blank(text: str) -> bool:
    """Tell whether a string shows nothing."""
    return not text or text.isspace()


def visible(text: str) -> str:
    """Give a text to show for a string, in quotes where it would show nothing."""
    return json.dumps(text) if is_blank(text) else text


def _literal_text(value: values.Literal, *, nested: bool) -> str:
    scalar = value.value
    if isinstance(scalar, str):
        return printable(visible(scalar) if nested else scalar)
    return value.text if value.text is not None else _scalar(scalar)


def _scalar(scalar: object) -> str:
    if scalar is ...:
        return "..."
    try:
        return repr(scalar)
    except ValueError:  # Python refuses to write very long integers in decimal
        return hex(scalar) if isinstance(scalar, int) else type(scalar).__name__


def kind_of(value: Value) -> CellKind:
    """Tell what a value's display text is.

    A collection is unevaluated when a part of it is, symbolic when all of its parts are symbols,
    and a literal otherwise.
    """
    match value:
        case values.Literal():
            return CellKind.LITERAL
        case values.Symbol():
            return CellKind.SYMBOL
        case values.Record():
            return CellKind.RECORD
        case values.Call():
            return CellKind.CALL
        case values.Unevaluated():
            return CellKind.UNEVALUATED
        case values.Sequence(items=items):
            return _collection_kind(kind_of(i) for i in items)
        case values.Mapping(items=pairs):
            parts = [part for pair in pairs for part in pair]
            return _collection_kind(kind_of(part) for part in parts)


def _collection_kind(kinds: Iterable[CellKind]) -> CellKind:
    found = set(kinds)
    if CellKind.UNEVALUATED in found:
        return CellKind.UNEVALUATED
    return CellKind.SYMBOL if found == {CellKind.SYMBOL} else CellKind.LITERAL


def cell(value: Value, *, nested: bool = False) -> Cell:
    """Make the cell of a value, with its elements' cells where it is a sequence."""
    if isinstance(value, values.Literal):
        return Cell(_literal_text(value, nested=nested), CellKind.LITERAL, value, value.location)
    if isinstance(value, values.Sequence) and value.items:
        return _sequence_cell(value, nested=nested)
    links: tuple[tuple[str, Location], ...] = ()
    if isinstance(value, values.Symbol) and value.definition is not None:
        links = ((value.text, value.definition),)
    return Cell(
        text=display(value, nested=nested),
        kind=kind_of(value),
        value=value,
        location=value.location,
        links=links,
    )


def _sequence_cell(value: values.Sequence, *, nested: bool) -> Cell:
    items = tuple(cell(item, nested=True) for item in value.items)
    return Cell(
        text=_joined(value, [item.text for item in items], nested=nested),
        kind=_collection_kind(item.kind for item in items),
        value=value,
        location=value.location,
        items=items,
    )


def text_cell(text: str, location: Location | None = None) -> Cell:
    """Make the cell of plain text that is no expression's value."""
    return Cell(text=printable(text), location=location)


def plain(value: Value | None) -> Any:
    """Give what JSON can say of a value; ``None`` also for a call and for anything unevaluated.

    A symbol is its dotted name, a record the mapping of its fields, a mapping with other keys than
    strings a list of pairs, and a number that JSON does not have its text.
    """
    match value:
        case values.Literal(value=scalar):
            return _plain_scalar(scalar)
        case values.Sequence(items=items):
            return [plain(item) for item in items]
        case values.Mapping(items=pairs):
            made = [(plain(key), plain(item)) for key, item in pairs]
            if all(isinstance(key, str) for key, _ in made):
                return dict(made)
            return [list(pair) for pair in made]
        case values.Symbol(text=text):
            return text
        case values.Record(fields=fields):
            return {field.name: plain(field.value) for field in fields}
        case _:
            return None


def _plain_scalar(scalar: object) -> Any:
    if scalar is None or isinstance(scalar, bool):
        return scalar
    if isinstance(scalar, int):
        return scalar if scalar.bit_length() < _LONG_INTEGER else _scalar(scalar)
    if isinstance(scalar, str):
        return printable(scalar)
    if isinstance(scalar, float) and scalar - scalar == 0:
        return scalar
    return _scalar(scalar)


Unknown = values.Unevaluated | values.Call


def unknown_in(value: Value) -> Unknown | None:
    """Give the first part of a value that could not be evaluated, a call included."""
    match value:
        case values.Unevaluated() | values.Call():
            return value
        case values.Sequence(items=items):
            parts = items
        case values.Mapping(items=pairs):
            parts = tuple(part for pair in pairs for part in pair)
        case _:
            return None
    return next((found for part in parts if (found := unknown_in(part))), None)


def reason_of(value: Unknown) -> str:
    """Tell why something has no value."""
    if isinstance(value, values.Call):
        return f"what {value.function}() returns is not known without running it"
    return value.reason
