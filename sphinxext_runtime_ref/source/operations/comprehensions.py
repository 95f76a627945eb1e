"""Comprehensions over evaluated values."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from sphinxext_runtime_ref.errors import EvaluationError
from sphinxext_runtime_ref.source.convert import items_of
from sphinxext_runtime_ref.source.equality import put, unique
from sphinxext_runtime_ref.source.evaluation.choose import decided
from sphinxext_runtime_ref.source.scopes.targets import ClassTarget
from sphinxext_runtime_ref.source.types.enums import is_enum, iterated_members
from sphinxext_runtime_ref.source.values import ITERATOR, SequenceType

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from sphinxext_runtime_ref.source.evaluation.evaluator import Context, Evaluator
    from sphinxext_runtime_ref.source.values import Value


def collection(ev: Evaluator, node: Any, context: Context) -> Value:
    """Evaluate a list or set comprehension, or a generator (as a tuple)."""
    _refuse_running(node, context, node.elt)
    items: list[Value] = []
    for inner in _rows(ev, node.generators, context):
        items.append(ev.value(node.elt, inner))
        ev.meter.items(1)
    place = context.location(node)
    if isinstance(node, ast.SetComp):
        ev.meter.use(*items)
        return ev.sequence(SequenceType.SET, unique(items), place)
    if isinstance(node, ast.ListComp):
        return ev.sequence(SequenceType.LIST, tuple(items), place)
    return ev.sequence(SequenceType.TUPLE, tuple(items), place, ITERATOR)


def mapping(ev: Evaluator, node: Any, context: Context) -> Value:
    """Evaluate a dictionary comprehension."""
    _refuse_running(node, context, node.key, node.value)
    items: dict[Hashable, tuple[Value, Value]] = {}
    for inner in _rows(ev, node.generators, context):
        k = ev.known(node.key, inner)
        ev.meter.use(k)
        put(items, k, ev.value(node.value, inner))
    return ev.mapping(items.values(), context.location(node))


def _refuse_running(node: ast.AST, context: Context, *made: ast.expr) -> None:
    """Refuse names that ``:=`` binds in one turn for the next one: ``[n := n + x for x in y]``.

    :param made: what is evaluated last in each turn.
    :raises EvaluationError: when there is one.
    """
    if not context.scope.module.walruses:
        return
    late = {id(part) for one in made for part in ast.walk(one)}
    for bound in ast.walk(node):
        if not isinstance(bound, ast.NamedExpr):
            continue
        before = ast.walk(bound.value if id(bound) not in late else node)
        for part in before:
            same = isinstance(part, ast.Name) and part.id == bound.target.id
            is_after = id(part) in late and not _is_in(part, bound.value)
            if same and isinstance(part.ctx, ast.Load) and not is_after:  # type: ignore[attr-defined]
                raise EvaluationError(f"{bound.target.id!r} is another in each turn")


def _is_in(part: ast.AST, node: ast.AST) -> bool:
    return any(part is other for other in ast.walk(node))


def _rows(
    ev: Evaluator, generators: list[ast.comprehension], context: Context
) -> Iterator[Context]:
    if not generators:
        yield context
        return
    first, *rest = generators
    if first.is_async:
        raise EvaluationError("an asynchronous comprehension has no static value")
    for item in iterated(ev, first.iter, context):
        ev.meter.step()
        names: dict[str, Value] = {}
        bind(ev, first.target, item, names)
        inner = context.bind(names)
        if all(decided(ev, test, inner) for test in first.ifs):
            yield from _rows(ev, rest, inner)


def iterated(ev: Evaluator, node: ast.expr, context: Context) -> tuple[Value, ...]:
    """Give what iterating over an expression gives; an enum gives its members.

    :raises EvaluationError: when that is not known.
    """
    target = ev.follow(node, context)
    if isinstance(target, ClassTarget) and is_enum(ev, target.scope):
        scope = target.scope
        place = context.location(node)
        return tuple(
            member.symbol(f"{scope.qualname}.{member.name}", scope, place)
            for member in iterated_members(ev, scope)
        )
    return items_of(ev, ev.known(node, context))


def bind(ev: Evaluator, target: ast.expr, value: Value, names: dict[str, Value]) -> None:
    """Bind the names of an assignment target to the parts of a value.

    :raises EvaluationError: when they do not fit.
    """
    match target:
        case ast.Name():
            names[target.id] = value
        case ast.Tuple() | ast.List():
            items = items_of(ev, value)
            parts = target.elts
            at = next((i for i, part in enumerate(parts) if isinstance(part, ast.Starred)), None)
            fit = len(items) == len(parts) if at is None else len(items) >= len(parts) - 1
            if not fit:
                raise EvaluationError(
                    f"{len(parts)} items expected, {len(items)} found", value.location
                )
            if at is not None:
                end = len(items) - (len(parts) - at - 1)
                middle = ev.sequence(SequenceType.LIST, items[at:end], value.location)
                items = (*items[:at], middle, *items[end:])
            for part, item in zip(parts, items, strict=True):
                bind(ev, part, item, names)
        case ast.Starred():
            bind(ev, target.value, value, names)
        case _:
            raise EvaluationError("a target of this kind has no static value", value.location)
