"""When two values are the same, as keys of a mapping, items of a set or in a comparison."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import EvaluationError
from sphinxext_runtime_ref.source.values import (
    ITERATOR,
    MUTABLE,
    UNORDERED,
    VIEW,
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
    from collections.abc import Callable, Hashable, Iterable

    from sphinxext_runtime_ref.source.values import Value

UNPACKED = "*"
UNLIKE = frozenset({ITERATOR, VIEW})
"""Things that do not compare as the collections by which they are shown."""


def key(value: Value) -> Hashable:
    """Give something that is equal for values that are the same.

    Numbers and strings compare as Python's own, and so do members of an ``IntEnum`` and its kin;
    other symbols by what they resolve to, two symbols of equal records by those; anything without
    a value only with itself.
    """
    match value:
        case Literal(value=inner) | Symbol(value=Literal(value=inner), is_equal=True):
            return inner
        case Symbol(value=Record(is_plain=True) as record):
            return key(record)
        case Symbol():
            return ("symbol", value.identity)
        case Sequence(type=SequenceType.SET | SequenceType.FROZENSET):
            return frozenset(key(item) for item in value.items)
        case Sequence():
            return (value.like or value.type.value, *(key(item) for item in value.items))
        case Mapping():
            return ("mapping", frozenset((key(k), key(v)) for k, v in value.items))
        case Record(is_plain=True):
            return ("record", value.type, tuple((f.name, key(f.value)) for f in value.fields))
        case Call() | Unevaluated() | Record():
            return ("source", value.location.path, value.location.line, value.location.column)


def is_known(value: Value) -> bool:
    """Tell whether a value is made of literals alone, so that it compares as in Python."""
    match value:
        case Literal() | Symbol(value=Literal(), is_equal=True):
            return True
        case Sequence():
            return value.like not in UNLIKE and all(is_known(item) for item in value.items)
        case Mapping():
            return all(is_known(k) and is_known(v) for k, v in value.items)
        case _:
            return False


def same(one: Value, other: Value) -> bool | None:
    """Tell whether two values are equal, ``None`` when that can't be told."""
    return comparison(one)(other)


def comparison(one: Value) -> Callable[[Value], bool | None]:
    """Give what compares a value with others; the value itself is looked through only once."""
    own, is_plain = key(one), is_known(one)
    is_whole, is_distinct = not has_unevaluated(one), _is_distinct(one)

    def compare(other: Value) -> bool | None:
        if is_whole and own == key(other):
            return not _is_ordered(one, other) or None
        if is_plain and is_known(other):
            return False
        if (is_distinct or isinstance(one, Literal)) and _is_distinct(other):
            return False
        if is_distinct and isinstance(other, Literal):
            return False
        if {type(one), type(other)} <= {Literal, Sequence, Mapping} and type(one) is not type(
            other
        ):
            return False
        return None

    return compare


def _is_ordered(one: Value, other: Value) -> bool:
    """Tell whether the order of keys counts too, as it does for two ``OrderedDict``."""
    return all(isinstance(value, Mapping) and value.like == "OrderedDict" for value in (one, other))


def equal(left: Value, right: Value) -> bool | None:
    """Tell whether two values are equal, as :func:`same`, but also where one is just ``None``."""
    for one, other in ((left, right), (right, left)):
        if isinstance(other, Literal) and other.value is None:
            return _is_none(one)
    return same(left, right)


def _is_none(value: Value) -> bool | None:
    match value:
        case Literal():
            return value.value is None
        case Sequence() | Mapping() | Record():
            return False
        case Symbol(value=inner, identity=identity):
            return False if inner is not None or ":" in identity else None
        case _:
            return None


def identical(one: Value, other: Value) -> bool | None:
    """Tell whether two values are one object, ``None`` when that can't be told."""
    verdict = equal(one, other)
    if not verdict:
        return verdict
    match one, other:
        case Symbol(identity=name), Symbol(identity=another):
            return True if name == another else None
        case Literal(value=value), Literal(value=another):
            if type(value) is not type(another):
                return False
            # Python has one object for each small number; a text may be another one.
            is_one = value is another or (isinstance(value, int) and -5 <= value <= 256)
            return True if is_one and not isinstance(value, str | bytes | float) else None
        case (Literal(), Symbol()) | (Symbol(), Literal()):
            return False
        case _:
            return None


def deciding(left: Value, right: Value) -> tuple[Value, Value]:
    """Give what decides the order of two values: of sequences, the first items that differ."""
    match left, right:
        case Sequence(type=kind, items=ours), Sequence(type=other, items=theirs) if (
            kind is other and kind not in UNORDERED and not (is_known(left) and is_known(right))
        ):
            for pair in zip(ours, theirs, strict=False):
                if not same(*pair):
                    return pair
            return Literal(len(ours), left.location), Literal(len(theirs), right.location)
    return left, right


def _is_distinct(value: Value) -> bool:
    """Tell whether a value equals itself alone: a class, function or member of an enum."""
    if not isinstance(value, Symbol) or value.is_equal or ":" not in value.identity:
        return False
    return isinstance(value.value, Literal) or (
        value.value is None and value.definition is not None
    )


def has_unevaluated(value: Value) -> bool:
    """Tell whether a value is, or has in it, something without a value, which may equal any."""
    match value:
        case Unevaluated() | Call():
            return True
        case Sequence():
            return value.like in UNLIKE or any(has_unevaluated(item) for item in value.items)
        case Mapping():
            return any(has_unevaluated(part) for item in value.items for part in item)
        case Record():
            return not value.is_plain or any(has_unevaluated(item.value) for item in value.fields)
        case _:
            return False


def is_unpacked(value: Value) -> bool:
    """Tell whether an item stands for all that an unknown ``*x`` or ``**x`` would give."""
    return isinstance(value, Unevaluated) and value.source.startswith(UNPACKED)


def unique(items: Iterable[Value]) -> tuple[Value, ...]:
    """Give the items without later repetitions, as a set has them.

    :raises EvaluationError: when an item can't be in a set.
    """
    seen: dict[Hashable, Value] = {}
    for item in items:
        seen.setdefault(hashable(item), item)
    return tuple(seen.values())


def hashable(value: Value) -> Hashable:
    """Give the key of a value that Python could hash.

    :raises EvaluationError: when it could not.
    """
    if is_mutable(value):
        what = value.type.value if isinstance(value, Sequence) else "dict"
        raise EvaluationError(f"a {what} can't be a key or an item of a set", value.location)
    if isinstance(value, Sequence):
        for item in value.items:
            hashable(item)
    return key(value)


def put(items: dict[Hashable, tuple[Value, Value]], k: Value, value: Value) -> Hashable:
    """Set an item as Python does: an equal key that is there stays, in its place.

    It is written where its value is, though: that is where one has to look for the item.

    :returns: what the items have it by.
    :raises EvaluationError: when it can't be a key.
    """
    name = hashable(k)
    items[name] = (_written_at(items[name][0], k) if name in items else k, value)
    return name


def _written_at(old: Value, new: Value) -> Value:
    """Give a value the places of one that equals it."""
    if isinstance(old, Sequence) and isinstance(new, Sequence):
        parts = tuple(map(_written_at, old.items, new.items))
        return replace(old, items=parts, location=new.location)
    return replace(old, location=new.location)


def is_mutable(value: Value) -> bool:
    """Tell whether a value itself can change in place."""
    return isinstance(value, Mapping) or (isinstance(value, Sequence) and value.type in MUTABLE)


def holds_mutable(value: Value) -> bool:
    """Tell whether a value is, or has in it, something that can change in place."""
    return is_mutable(value) or (
        isinstance(value, Sequence) and any(holds_mutable(item) for item in value.items)
    )


def holds_record(value: Value) -> bool:
    """Tell whether a value is, or has in it, a record, by a name of its own or not."""
    match value:
        case Record():
            return True
        case Symbol(value=inner):
            return inner is not None and holds_record(inner)
        case Sequence(items=items):
            return any(map(holds_record, items))
        case Mapping(items=pairs):
            return any(holds_record(part) for pair in pairs for part in pair)
        case _:
            return False
