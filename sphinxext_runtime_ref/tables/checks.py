"""Checks of evaluated values: each gives the value, or an error with its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import DeclarationError
from sphinxext_runtime_ref.source import values
from sphinxext_runtime_ref.tables.display import display

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.classes import ClassFacts
    from sphinxext_runtime_ref.source.values import Value

_LONGEST = 120


def shown(value: Value) -> str:
    """Give a value for a message, shortened."""
    text = " ".join(display(value).split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


def unexpected(what: str, value: Value) -> DeclarationError:
    """Make the error for a value that is not what is expected.

    :param what: what was expected where.
    """
    if isinstance(value, values.Unevaluated):
        text = f"can't evaluate {shown(value)!r}: {value.reason}; expected {what}"
        return DeclarationError(text, value.location)
    found = f"{_kind(value)} {shown(value)!r}"
    return DeclarationError(f"expected {what}, got {found}", value.location)


def _kind(value: Value) -> str:
    match value:
        case values.Literal(value=None):
            return "the value"
        case values.Literal(value=scalar):
            return f"the {type(scalar).__name__}"
        case values.Sequence(type=kind, items=items):
            return f"a {kind.value} of {len(items)}"
        case values.Mapping():
            return "a dict"
        case values.Symbol():
            return "the name"
        case values.Record(type=name):
            return f"a {name}"
        case _:
            return "the call"


def text_of(value: Value, what: str) -> str:
    """Give a string that is not empty.

    :raises DeclarationError: for anything else, as the other checks do.
    """
    if isinstance(value, values.Literal) and isinstance(value.value, str) and value.value.strip():
        return value.value
    raise unexpected(f"{what} (a string)", value)


def sequence_of(value: Value, what: str, *types: values.SequenceType) -> values.Sequence:
    """Give a sequence of one of the given types, of any type without them."""
    if isinstance(value, values.Sequence) and (not types or value.type in types):
        return value
    raise unexpected(what, value)


def mapping_of(value: Value, what: str) -> values.Mapping:
    """Give a mapping."""
    if isinstance(value, values.Mapping):
        return value
    raise unexpected(what, value)


def tuple_of(value: Value, names: Sequence[str], what: str) -> tuple[Value, ...]:
    """Give the elements of a tuple with one for each of the given names."""
    wanted = f"{what}: a tuple of {len(names)} ({', '.join(names)})"
    items = sequence_of(value, wanted, values.SequenceType.TUPLE).items
    if len(items) != len(names):
        raise unexpected(wanted, value)
    return items


def require_evaluated(value: Value, what: str) -> None:
    """Refuse a value of which any part could not be evaluated."""
    match value:
        case values.Unevaluated():
            raise unexpected(what, value)
        case values.Sequence(items=items):
            for item in items:
                require_evaluated(item, what)
        case values.Mapping(items=pairs):
            for key, item in pairs:
                require_evaluated(key, what)
                require_evaluated(item, what)
        case values.Record(fields=fields):
            for field in fields:
                require_evaluated(field.value, f"{what} ({field.name})")


def drift(found: Sequence[str], expected: Sequence[str]) -> str:
    """Say which names vanished, and which appeared; ``""`` where they are the same."""
    vanished = [name for name in expected if name not in found]
    appeared = [name for name in found if name not in expected]
    parts = [f"{', '.join(vanished)} vanished"] if vanished else []
    parts += [f"{', '.join(appeared)} appeared"] if appeared else []
    return "; ".join(parts)


def require_schema(facts: ClassFacts, expected: Sequence[str], place: Location) -> None:
    """Refuse a record class with other fields than the table knows."""
    found = [field.name for field in facts.fields]
    if found == list(expected):
        return
    what = drift(found, expected) or f"the order is now {', '.join(found)}"
    raise DeclarationError(
        f"schema changed: {facts.name} has other fields than this table knows ({what}); "
        f"expected {', '.join(expected)}",
        place,
    )


def require_unique(name: str, place: Location, seen: dict[str, Location], what: str) -> None:
    """Refuse a name that is already there, and remember it otherwise."""
    if name in seen:
        raise DeclarationError(f"duplicate {what} {name!r}, first declared at {seen[name]}", place)
    seen[name] = place
