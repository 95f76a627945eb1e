"""Operators on values: arithmetic, comparison, membership, subscripts."""

from __future__ import annotations

import ast
import operator
from typing import TYPE_CHECKING, Any

from sphinxext_runtime_ref.errors import EvaluationError
from sphinxext_runtime_ref.source.convert import (
    closed,
    comparable,
    from_python,
    items_of,
    no_value,
    to_python,
)
from sphinxext_runtime_ref.source.equality import (
    deciding,
    equal,
    hashable,
    identical,
    key,
    put,
    unique,
)
from sphinxext_runtime_ref.source.evaluation import formatting
from sphinxext_runtime_ref.source.evaluation.lookup import index_of, value_at, verdicts
from sphinxext_runtime_ref.source.types import flags
from sphinxext_runtime_ref.source.values import (
    UNORDERED,
    Call,
    Literal,
    Mapping,
    Record,
    Sequence,
    Symbol,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.evaluation.evaluator import Evaluator
    from sphinxext_runtime_ref.source.values import Value

BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.MatMult: operator.matmul,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitOr: operator.or_,
    ast.BitAnd: operator.and_,
    ast.BitXor: operator.xor,
}
UNARY: dict[type[ast.unaryop], Callable[[Any], Any]] = {
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
    ast.Invert: operator.invert,
}
ORDER: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
PYTHON_FAULTS = (
    TypeError,
    ValueError,
    ArithmeticError,
    LookupError,
    RecursionError,
    MemoryError,
)


def run(operation: Callable[..., Any], *operands: Any) -> Any:
    """Do one of Python's own operations on plain objects.

    :raises EvaluationError: with Python's reason when it refuses.
    """
    try:
        return operation(*operands)
    except PYTHON_FAULTS as fault:
        raise EvaluationError(f"{type(fault).__name__}: {fault}") from None


def unary(ev: Evaluator, op: ast.unaryop, operand: Value, place: Location) -> Value:
    """Apply ``+``, ``-`` or ``~``."""
    if not isinstance(operand, Literal):
        raise no_value(operand)
    return ev.literal(run(UNARY[type(op)], operand.value), place)


def binary(ev: Evaluator, op: ast.operator, left: Value, right: Value, place: Location) -> Value:
    """Apply an arithmetic or set operator."""
    member = flags.joined(ev, op, left, right, place)
    if member is not None:
        return member
    left, right = _no_member(left), _no_member(right)
    match op, left, right:
        case _, Literal(), Literal():
            return _scalars(ev, op, left, right, place)
        case ast.Mod(), Literal(value=str() as text), _:
            ev.meter.use(right)
            return ev.literal(formatting.percent(ev, text, to_python(right)), place)
        case ast.Add(), Sequence(type=kind), Sequence(type=other) if kind == other:
            if kind not in UNORDERED:
                ev.meter.grow(len(left.items) + len(right.items), 0)
                return ev.sequence(kind, left.items + right.items, place)
        case ast.Mult(), Sequence(), Literal(value=int() as count):
            return _repeated(ev, left, count, place)
        case ast.Mult(), Literal(value=int() as count), Sequence():
            return _repeated(ev, right, count, place)
        case ast.BitOr(), Mapping(), Mapping():
            return merged(ev, left, right, place)
        case _, Sequence(type=kind), Sequence(type=other) if (
            kind in UNORDERED and other in UNORDERED
        ):
            return _sets(ev, op, left, right, place)
    for value in (left, right):
        if not isinstance(value, Literal | Sequence | Mapping):
            raise no_value(value)
    raise EvaluationError("Python does not allow this operation on these types", place)


def _no_member(value: Value) -> Value:
    # One of an IntEnum counts as its value and one of an Enum is an error: not told apart here.
    if isinstance(value, Symbol) and isinstance(value.value, Literal):
        raise EvaluationError(f"{value.text} is an enum member", value.location)
    return value


def _scalars(
    ev: Evaluator, op: ast.operator, left: Literal, right: Literal, place: Location
) -> Value:
    one, other = left.value, right.value
    if isinstance(op, ast.Mod) and isinstance(one, str | bytes):
        return ev.literal(formatting.percent(ev, one, other), place)
    _bound(ev, op, one, other)
    return ev.literal(run(BINARY[type(op)], one, other), place)


def _bound(ev: Evaluator, op: ast.operator, one: object, other: object) -> None:
    """Refuse what would be too large before it is made."""
    if isinstance(one, int) and isinstance(other, int):
        if isinstance(op, ast.Pow) and other > 0:
            ev.meter.bits(one.bit_length() * other if abs(one) > 1 else 1)
        elif isinstance(op, ast.LShift) and other > 0 and one:
            ev.meter.bits(one.bit_length() + other)
        elif isinstance(op, ast.Mult):
            ev.meter.bits(one.bit_length() + other.bit_length() - 1)
    elif isinstance(op, ast.Mult):
        for text, count in ((one, other), (other, one)):
            if isinstance(text, str | bytes) and isinstance(count, int):
                ev.meter.characters(len(text) * max(count, 0))
    elif isinstance(op, ast.Add) and isinstance(one, str | bytes):
        ev.meter.characters(len(one))


def _repeated(ev: Evaluator, sequence: Sequence, count: int, place: Location) -> Value:
    if sequence.type in UNORDERED:
        raise EvaluationError("a set can't be multiplied", place)
    items = items_of(ev, sequence)
    ev.meter.items(len(items) * max(count, 0))
    return ev.sequence(sequence.type, items * max(count, 0), place)


def _sets(
    ev: Evaluator, op: ast.operator, left: Sequence, right: Sequence, place: Location
) -> Value:
    ev.meter.use(left, right)
    one, other = left.items, right.items
    ours = {hashable(item) for item in one}
    theirs = {hashable(item) for item in other}
    if not isinstance(op, ast.BitOr):
        comparable(one, other)
    match op:
        case ast.BitOr():
            items = unique((*one, *other))
        case ast.BitAnd():
            items = tuple(item for item in items_of(ev, left) if key(item) in theirs)
        case ast.Sub():
            items_of(ev, right)
            items = tuple(item for item in one if key(item) not in theirs)
        case ast.BitXor():
            items = tuple(item for item in items_of(ev, left) if key(item) not in theirs)
            items += tuple(item for item in items_of(ev, right) if key(item) not in ours)
        case _:
            raise EvaluationError("Python does not allow this operation on sets", place)
    return ev.sequence(left.type, items, place)


def merged(ev: Evaluator, left: Mapping, right: Mapping, place: Location) -> Mapping:
    """Give ``left | right``: later values win, in the place of the earlier ones."""
    ev.meter.use(*(k for k, _ in (*left.items, *right.items)))
    items = {hashable(k): (k, v) for k, v in left.items}
    for k, v in right.items:
        put(items, k, v)
    return ev.mapping(items.values(), place)


def compare(ev: Evaluator, op: ast.cmpop, left: Value, right: Value, place: Location) -> bool:
    """Apply a comparison.

    :raises EvaluationError: when the verdict can't be told.
    """
    ev.meter.use(left)
    match op:
        case ast.Eq() | ast.NotEq() | ast.Is() | ast.IsNot():
            ev.meter.use(right)
            is_same = identical if isinstance(op, ast.Is | ast.IsNot) else equal
            verdict = is_same(left, right)
            wanted = isinstance(op, ast.Eq | ast.Is)
        case ast.In() | ast.NotIn():
            verdict = contains(ev, right, left)
            wanted = isinstance(op, ast.In)
        case _:
            ev.meter.use(right)
            left, right = deciding(left, right)
            compared = [formatting.ordered(to_python(value)) for value in (left, right)]
            return bool(run(ORDER[type(op)], *compared))
    if verdict is None:
        unknown = left if not isinstance(left, Literal) else right
        if isinstance(unknown, Symbol | Record | Call):
            raise no_value(unknown)
        raise EvaluationError("it can't be told whether these are equal", place)
    return verdict is wanted


def contains(ev: Evaluator, container: Value, item: Value) -> bool | None:
    """Tell whether ``item in container``; ``None`` when that can't be told."""
    if isinstance(container, Literal):
        text, part = container.value, to_python(item)
        if isinstance(text, str | bytes):
            ev.meter.characters(len(text))
        return bool(run(operator.contains, text, part))
    if isinstance(container, Mapping):
        if key(item) in index_of(ev, container).entries:
            return True
        closed(ev, container)
    found = verdicts(ev, container, item)
    if True in found:
        return True
    return None if None in found else False


def subscript(ev: Evaluator, base: Value, index: Value, place: Location) -> Value:
    """Give ``base[index]``."""
    match base:
        case Mapping():
            found = value_at(ev, base, index)
            if found is None:
                raise EvaluationError("no such key", index.location)
            return found
        case Sequence() if base.type not in UNORDERED:
            position = run(operator.index, to_python(index))
            part: Value = run(operator.getitem, items_of(ev, base), position)
            return part
        case Literal():
            return from_python(ev, run(operator.getitem, base.value, to_python(index)), place)
        case _:
            raise no_value(base)


def cut(ev: Evaluator, base: Value, bounds: slice, place: Location) -> Value:
    """Give ``base[start:stop:step]``."""
    match base:
        case Sequence() if base.type not in UNORDERED:
            return ev.sequence(base.type, run(operator.getitem, items_of(ev, base), bounds), place)
        case Literal():
            return ev.literal(run(operator.getitem, base.value, bounds), place)
        case _:
            raise no_value(base)
