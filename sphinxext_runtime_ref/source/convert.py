"""Values to Python objects and back, for operations that Python itself does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinxext_runtime_ref.errors import EvaluationError
from sphinxext_runtime_ref.source.equality import has_unevaluated, is_unpacked
from sphinxext_runtime_ref.source.values import (
    UNORDERED,
    Call,
    Literal,
    Mapping,
    Record,
    Sequence,
    SequenceType,
    Symbol,
    Unevaluated,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.evaluation.evaluator import Evaluator
    from sphinxext_runtime_ref.source.values import Value


class Other(tuple[Any, ...]):
    """The items of something that is no tuple, and has another text."""

    __slots__ = ()


class OtherDict(dict[Any, Any]):
    """The items of a dictionary of another type, with another text."""


TYPES: dict[SequenceType, type] = {
    SequenceType.TUPLE: tuple,
    SequenceType.LIST: list,
    SequenceType.SET: set,
    SequenceType.FROZENSET: frozenset,
}


def no_value(value: Value) -> EvaluationError:
    """Give the error for an operand that has no static value."""
    match value:
        case Unevaluated():
            return EvaluationError(value.reason, value.location)
        case Symbol():
            return EvaluationError(f"{value.text} has no static value", value.location)
        case Call() | Record():
            return EvaluationError(f"{value.source} has no static value", value.location)
        case _:
            return EvaluationError("no static value", value.location)


def comparable(some: Iterable[Value], others: Iterable[Value]) -> None:
    """Refuse to tell which of some values are among others when one of them may equal any.

    :raises EvaluationError: for the first of them that has no value.
    """
    both = ([*some], [*others])
    for value in (*both[0], *both[1]) if all(both) else ():
        if has_unevaluated(value):
            raise no_value(value)


def to_python(value: Value) -> Any:
    """Give the object that a value made of literals is.

    :raises EvaluationError: when anything in it is no literal.
    """
    match value:
        case Literal():
            return value.value
        case Sequence():
            made = Other if value.like else TYPES[value.type]
            return made(to_python(item) for item in value.items)
        case Mapping():
            items = {to_python(k): to_python(v) for k, v in value.items}
            return OtherDict(items) if value.like else items
        case _:
            raise no_value(value)


def from_python(ev: Evaluator, result: object, place: Location) -> Value:
    """Give the value for an object that an operation made."""
    match result:
        case tuple() | list() | set() | frozenset():
            ev.meter.items(len(result))
            kind = SequenceType(type(result).__name__)
            return ev.sequence(kind, tuple(from_python(ev, r, place) for r in result), place)
        case _:
            return ev.literal(result, place)


def items_of(ev: Evaluator, value: Value) -> tuple[Value, ...]:
    """Give what iterating over a value gives.

    :raises EvaluationError: when that is not known.
    """
    match value:
        case Sequence():
            items = value.items
        case Mapping():
            items = tuple(k for k, _ in value.items)
        case Literal(value=str() | bytes() as text):
            ev.meter.items(len(text))
            return tuple(Literal(part, value.location) for part in text)
        case Literal():
            what = type(value.value).__name__
            raise EvaluationError(f"a {what} can't be iterated over", value.location)
        case _:
            raise no_value(value)
    ev.meter.look(len(items))
    for item in items:
        if is_unpacked(item):
            raise no_value(item)
    return items


def ordered_items(ev: Evaluator, value: Value) -> tuple[Value, ...]:
    """Give what iterating over a value gives, in its order.

    :raises EvaluationError: when that is not known, as for a set.
    """
    items = items_of(ev, value)
    if isinstance(value, Sequence) and value.type in UNORDERED and len(items) > 1:
        raise EvaluationError("the order of a set depends on the run", value.location)
    return items


def closed(ev: Evaluator, value: Mapping) -> Mapping:
    """Give a mapping all of whose keys are known.

    :raises EvaluationError: when one is not.
    """
    ev.meter.look(len(value.items))
    for k, _ in value.items:
        if isinstance(k, Unevaluated):
            raise no_value(k)
    return value
