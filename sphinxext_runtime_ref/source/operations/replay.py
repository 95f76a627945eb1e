"""Changes of a value by later statements: ``x[k] = v``, ``x.update(...)``, ``x += ...``."""

from __future__ import annotations

import ast
from dataclasses import replace
from itertools import repeat
from operator import is_
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import EvaluationError
from sphinxext_runtime_ref.source.convert import comparable
from sphinxext_runtime_ref.source.equality import hashable, is_known, is_mutable, key, put
from sphinxext_runtime_ref.source.evaluation import arguments
from sphinxext_runtime_ref.source.evaluation.lookup import Index, index_of, remember, value_at
from sphinxext_runtime_ref.source.mutation import self_reference
from sphinxext_runtime_ref.source.operations import changes
from sphinxext_runtime_ref.source.operations.applying import prepared
from sphinxext_runtime_ref.source.operations.operators import binary, merged, subscript
from sphinxext_runtime_ref.source.scopes.scope import Action
from sphinxext_runtime_ref.source.scopes.vocabulary import KEEPING
from sphinxext_runtime_ref.source.values import Mapping, Sequence, SequenceType, Unevaluated

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.evaluation.evaluator import Context, Evaluator
    from sphinxext_runtime_ref.source.scopes.scope import Event, Scope
    from sphinxext_runtime_ref.source.values import Value

DIRECT = frozenset({Action.SET, Action.REMOVE})
"""Statements whose last subscript is not changed itself, but what it leads to in its container."""


def apply(
    ev: Evaluator, event: Event, value: Value, context: Context, owner: Scope | None = None
) -> Value:
    """Give the value after one statement.

    :param owner: the class of which the value is an attribute.
    :raises EvaluationError: when what the statement does can't be told.
    """
    path = [ev.known(node, context) for node in event.keys]
    made = _at(ev, event, value, path, context)
    way = path[:-1] if event.action in DIRECT else path
    if way and self_reference.is_put_into_itself(ev, event, context, owner):
        place = context.location(event.node)
        self_reference.refuse_shared(ev, made, [*_changed(ev, value, way, place)])
    return made


def _changed(ev: Evaluator, value: Value, path: list[Value], place: Location) -> Iterator[Value]:
    """Give the objects in a value that subscripts lead to."""
    for index in path:
        value = _item(ev, value, index, place)
        yield value


def unfollowed(event: Event, why: str, context: Context) -> Unevaluated:
    """Give what stands for a value after a statement that can't be replayed: its text."""
    place = context.location(event.node)
    reason = f"changed at {place} in a way that can't be replayed: {why}"
    return Unevaluated(context.scope.module.text.cut(place), reason, place)


def _at(ev: Evaluator, event: Event, value: Value, path: list[Value], context: Context) -> Value:
    """Change the item that the subscripts lead to, and put it back."""
    if len(path) > (event.action in DIRECT):
        place = context.location(event.node)
        inner = _item(ev, value, path[0], place)
        _refuse_shared(ev, value, inner)
        return _put(ev, value, path[0], _at(ev, event, inner, path[1:], context))
    match event.action:
        case Action.SET if event.value is not None:
            if event.unpack:
                raise EvaluationError("an item is assigned by unpacking")
            return _put(ev, value, path[0], ev.value(event.value, context))
        case Action.REMOVE:
            return _remove(ev, value, path[0])
        case Action.AUGMENT if isinstance(event.node, ast.AugAssign):
            return _augment(ev, event.node, value, context)
        case Action.CALL if isinstance(event.value, ast.Call):
            return _call(ev, event.value, value, context)
        case Action.GIVEN:
            raise EvaluationError("what a base class or metaclass does to it is not followed")
        case Action.LOOP if isinstance(event.node, ast.For | ast.AsyncFor | ast.While):
            raise EvaluationError("it is changed in a loop")
        case _:
            raise EvaluationError("what becomes of it there is not known")


def _item(ev: Evaluator, value: Value, index: Value, place: Location) -> Value:
    if isinstance(value, Mapping) and value.missing is not None:
        found = value_at(ev, value, index)
        return value.missing if found is None else found
    return subscript(ev, value, index, place)


def _refuse_shared(ev: Evaluator, container: Value, inner: Value) -> None:
    """Refuse to change an object that is in its container more than once: ``[[]] * 2``."""
    if is_mutable(inner) and isinstance(container, Mapping | Sequence):
        ev.meter.look(len(container.items))
        pairs = container.items if isinstance(container, Mapping) else ()
        items = [item for _, item in pairs] if pairs else container.items
        if sum(map(is_, items, repeat(inner))) > 1:
            raise EvaluationError("several items of it are one object")


def _put(ev: Evaluator, container: Value, index: Value, value: Value) -> Value:
    match container:
        case Mapping():
            ev.meter.use(index)
            old = index_of(ev, container)
            items = {**old.entries}
            ev.meter.look(len(items))
            put(items, index, value)
            pairs = tuple(items.values())
            made: Mapping | Sequence = replace(container, items=pairs)
            is_plain = old.is_plain and is_known(index)
            remember(ev, Index(pairs, items, old.doubtful, is_plain))
        case Sequence(type=SequenceType.LIST):
            position = changes.position(ev, container, index)
            items_ = [*container.items]
            items_[position] = value
            ev.meter.look(len(items_))
            made = replace(container, items=tuple(items_))
        case _:
            raise EvaluationError("items of it can't be assigned")
    return ev.meter.weigh(made)


def _remove(ev: Evaluator, container: Value, index: Value) -> Value:
    ev.meter.use(container, index)
    match container:
        case Mapping():
            name = hashable(index)
            comparable([index], [k for k, _ in container.items])
            rest = tuple((k, v) for k, v in container.items if key(k) != name)
            if len(rest) == len(container.items):
                raise EvaluationError("the key that is deleted is not in it")
            return replace(container, items=rest)
        case Sequence(type=SequenceType.LIST):
            position = changes.position(ev, container, index)
            items = container.items
            return replace(container, items=items[:position] + items[position + 1 :])
        case _:
            raise EvaluationError("items of it can't be deleted")


def _augment(ev: Evaluator, node: ast.AugAssign, value: Value, context: Context) -> Value:
    other = ev.known(node.value, context)
    place = value.location
    if isinstance(value, Mapping) and isinstance(node.op, ast.BitOr):
        return replace(merged(ev, value, changes.pairs(ev, other), place), name=value.name)
    listed = isinstance(value, Sequence) and value.type is SequenceType.LIST
    if isinstance(value, Sequence) and listed and isinstance(node.op, ast.Add):
        return changes.extend(ev, value, other)
    return replace(binary(ev, node.op, value, other, place), name=value.name)


def _call(ev: Evaluator, node: ast.Call, value: Value, context: Context) -> Value:
    method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    given = arguments.evaluated(ev, node, context, reference=method in KEEPING)
    if method == "sort":
        given = prepared(ev, node, given, context)
    ev.meter.use(*given.positional)
    match value:
        case Mapping():
            return changes.of_mapping(ev, value, method, given)
        case Sequence(type=SequenceType.LIST):
            return changes.of_list(ev, value, method, given)
        case Sequence(type=SequenceType.SET):
            return changes.of_set(ev, value, method, given)
        case _:
            raise EvaluationError(f"what {method}() does to it can't be told")
