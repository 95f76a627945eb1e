"""What the methods that change a list, set or dictionary do to it."""

from __future__ import annotations

import operator
from dataclasses import replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import EvaluationError
from sphinxext_runtime_ref.source.convert import closed, comparable, items_of, to_python
from sphinxext_runtime_ref.source.equality import hashable, key, put, unique
from sphinxext_runtime_ref.source.evaluation.lookup import value_at
from sphinxext_runtime_ref.source.operations.operators import merged, run
from sphinxext_runtime_ref.source.operations.sorting import ordered
from sphinxext_runtime_ref.source.values import Literal, Mapping, Sequence

if TYPE_CHECKING:
    from collections.abc import Hashable

    from sphinxext_runtime_ref.source.evaluation.arguments import Given
    from sphinxext_runtime_ref.source.evaluation.evaluator import Evaluator
    from sphinxext_runtime_ref.source.values import Value


def position(ev: Evaluator, container: Sequence, index: Value) -> int:
    """Give the place of an item in a list, counted from its start.

    :raises EvaluationError: when there is no such item.
    """
    at: int = run(operator.index, to_python(index))
    items = items_of(ev, container)
    if not -len(items) <= at < len(items):
        raise EvaluationError(f"there is no item {at}")
    return at % len(items)


def pairs(ev: Evaluator, value: Value) -> Mapping:
    """Give the mapping that ``dict(value)`` makes."""
    if isinstance(value, Mapping):
        ev.meter.look(len(value.items))
        return closed(ev, value)
    made: dict[Hashable, tuple[Value, Value]] = {}
    for item in items_of(ev, value):
        parts = items_of(ev, item)
        if len(parts) != 2:
            raise EvaluationError("a pair of key and value is expected", item.location)
        ev.meter.use(parts[0])
        put(made, parts[0], parts[1])
    ev.meter.items(len(made))
    return Mapping(tuple(made.values()), value.location)


def keyword_pairs(given: Given, like: Value) -> Mapping:
    """Give the mapping that keyword arguments make."""
    items = tuple((Literal(name, value.location), value) for name, value in given.keywords)
    return Mapping(items, like.location)


def extend(ev: Evaluator, value: Sequence, other: Value) -> Sequence:
    """Give a list with more items at its end."""
    more = items_of(ev, other)
    ev.meter.items(len(value.items) + len(more))
    return ev.meter.weigh(replace(value, items=value.items + more))


def of_mapping(ev: Evaluator, value: Mapping, method: str, given: Given) -> Value:
    """Give a dictionary after a call of one of its methods."""
    ev.meter.look(len(value.items))
    match method:
        case "update":
            result = value
            for other in given.positional:
                result = merged(ev, result, pairs(ev, other), value.location)
            result = merged(ev, result, keyword_pairs(given, value), value.location)
            return replace(value, items=result.items)
        case "setdefault":
            bound = given.take("key", "default", required=1)
            name = hashable(bound["key"])
            if any(key(k) == name for k, _ in closed(ev, value).items):
                return value
            default = bound.get("default", Literal(None, bound["key"].location))
            ev.meter.use(bound["key"])
            return ev.meter.weigh(replace(value, items=(*value.items, (bound["key"], default))))
        case "__getitem__":
            (index,) = given.positional
            ev.meter.use(index)
            if value_at(ev, value, index) is not None:
                return value
            if value.missing is None:
                raise EvaluationError("what it has for a key that is not in it can't be told")
            return ev.meter.weigh(replace(value, items=(*value.items, (index, value.missing))))
        case "pop":
            bound = given.take("key", "default", required=1)
            name = hashable(bound["key"])
            comparable([bound["key"]], [k for k, _ in value.items])
            rest = tuple((k, v) for k, v in closed(ev, value).items if key(k) != name)
            if len(rest) == len(value.items) and "default" not in bound:
                raise EvaluationError("the key that is taken is not in it")
            return replace(value, items=rest)
        case "clear":
            return replace(value, items=())
        case _:
            raise EvaluationError(f"what {method}() does to it can't be told")


def of_list(ev: Evaluator, value: Sequence, method: str, given: Given) -> Value:
    """Give a list after a call of one of its methods."""
    items = value.items
    ev.meter.look(len(items))
    match method, given.positional:
        case "append", (item,):
            return ev.meter.weigh(replace(value, items=(*items, item)))
        case "extend", (other,):
            return extend(ev, value, other)
        case "insert", (index, item):
            at = run(operator.index, to_python(index))
            changed = [*items_of(ev, value)]
            changed.insert(at, item)
            return ev.meter.weigh(replace(value, items=tuple(changed)))
        case "remove", (item,):
            ev.meter.use(value)
            name = key(item)
            for at, other in enumerate(items_of(ev, value)):
                comparable([item], [other])
                if key(other) == name:
                    return replace(value, items=items[:at] + items[at + 1 :])
            raise EvaluationError("the item that is removed is not in it")
        case "pop", rest:
            at = position(ev, value, rest[0] if rest else Literal(-1, value.location))
            return replace(value, items=items[:at] + items[at + 1 :])
        case "clear", ():
            return replace(value, items=())
        case "reverse", ():
            return replace(value, items=items_of(ev, value)[::-1])
        case "sort", ():
            return replace(value, items=ordered(ev, items_of(ev, value), given))
        case _:
            raise EvaluationError(f"what {method}() does to it can't be told")


def of_set(ev: Evaluator, value: Sequence, method: str, given: Given) -> Value:
    """Give a set after a call of one of its methods."""
    ev.meter.use(value)
    match method, given.positional:
        case "add", (item,):
            ev.meter.items(1)
            return ev.meter.weigh(replace(value, items=unique((*value.items, item))))
        case "discard" | "remove", (item,):
            name = hashable(item)
            comparable([item], value.items)
            rest = tuple(other for other in items_of(ev, value) if key(other) != name)
            if method == "remove" and len(rest) == len(value.items):
                raise EvaluationError("the item that is removed is not in it")
            return replace(value, items=rest)
        case "update", others:
            added = tuple(item for other in others for item in items_of(ev, other))
            ev.meter.items(len(value.items) + len(added))
            return ev.meter.weigh(replace(value, items=unique((*value.items, *added))))
        case "difference_update", others:
            compared = [item for other in others for item in items_of(ev, other)]
            comparable(value.items, compared)
            gone = {hashable(item) for item in compared}
            rest = tuple(item for item in items_of(ev, value) if key(item) not in gone)
            return replace(value, items=rest)
        case "clear", ():
            return replace(value, items=())
        case _:
            raise EvaluationError(f"what {method}() does to it can't be told")
