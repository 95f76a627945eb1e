"""What the alternatives that a world takes say of other tests: one flag has one truth."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.mutation.effects import effects_of_call
from sphinxext_runtime_ref.source.scopes.scope import REBINDING, Action
from sphinxext_runtime_ref.source.scopes.targets import Bound, identity_of

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping

    from sphinxext_runtime_ref.source.conditions import World
    from sphinxext_runtime_ref.source.evaluation.evaluator import Context, Evaluator
    from sphinxext_runtime_ref.source.scopes.branches import Branch
    from sphinxext_runtime_ref.source.scopes.scope import Scope

STABLE = REBINDING | {Action.DECLARE}


def known_from(world: World) -> dict[Hashable, bool]:
    """Give the truth of tests in a world, with what follows from several of them."""
    facts = {test: verdict for taken in world for test, verdict in taken.facts.items()}
    while True:
        more = {
            part: verdict
            for test, verdict in facts.items()
            for part in _last_open(test, facts, verdict=verdict)
        }
        if not more:
            return facts
        facts |= more


def _last_open(
    test: Hashable, facts: Mapping[Hashable, bool], *, verdict: bool
) -> Iterator[Hashable]:
    """Give the part that decides a test, where all others are known not to."""
    if isinstance(test, tuple) and test[0] == ("Or" if verdict else "And"):
        others = [part for part in test[1:] if facts.get(part) is not (not verdict)]
        if len(others) == 1 and others[0] not in facts:
            yield others[0]


def implied(
    ev: Evaluator, branch: Branch, alternative: int, context: Context
) -> dict[Hashable, bool]:
    """Give the truth of the tests that choose an alternative, and of their parts."""
    facts: dict[Hashable, bool] = {}
    for index, test in enumerate(branch.tests[: alternative + 1]):
        for node, verdict in _parts(test, verdict=index == alternative):
            known = identity(ev, node, context)
            if known is not None:
                facts[known] = verdict
    return facts


def _parts(node: ast.expr, *, verdict: bool) -> Iterator[tuple[ast.expr, bool]]:
    """Give a test and those of its parts whose truth follows from its own."""
    yield node, verdict
    match node:
        case ast.UnaryOp(op=ast.Not()):
            yield from _parts(node.operand, verdict=not verdict)
        case ast.BoolOp() if verdict is isinstance(node.op, ast.And):
            for part in node.values:
                yield from _parts(part, verdict=verdict)


def identity(ev: Evaluator, node: ast.expr, context: Context) -> Hashable | None:
    """Give what all spellings of a test have in common, ``None`` where its truth may change.

    Only flags count: names that nothing changes, calls without arguments, as in assumptions, and
    what is made of them.
    """
    match node:
        case ast.Constant(value=value):
            return (type(value), value)
        case ast.Name() | ast.Attribute():
            return _flag(ev, node, context)
        case ast.Call(func=ast.Name() | ast.Attribute() as function, args=[], keywords=[]):
            if effects_of_call(node, context.scope):
                return None
            return _all("()", [identity(ev, function, context)])
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return _all("not", [identity(ev, operand, context)])
        case ast.BoolOp(op=op, values=parts):
            return _all(_kind(op), [identity(ev, part, context) for part in parts])
        case ast.Compare(left=left, ops=ops, comparators=others) if not any(
            isinstance(op, ast.In | ast.NotIn) for op in ops
        ):
            compared = [identity(ev, part, context) for part in (left, *others)]
            return _all((*map(_kind, ops),), compared)
        case _:
            return None


def _kind(op: ast.AST) -> str:
    return type(op).__name__


def _all(kind: Hashable, parts: list[Hashable | None]) -> Hashable | None:
    return None if None in parts else (kind, *parts)


def _flag(ev: Evaluator, node: ast.Name | ast.Attribute, context: Context) -> Hashable | None:
    root: ast.expr = node
    while isinstance(root, ast.Attribute):
        root = root.value
    if not isinstance(root, ast.Name) or root.id in context.frame:
        return None
    if not all(_is_stable(scope, root.id) for scope in (context.scope, context.scope.module.scope)):
        return None
    target = ev.follow(node, context, reference=False)
    if isinstance(target, Bound):
        # The name may be bound anew between two tests.
        return (target.identity, target.definition)
    return (identity_of(target) or None) if target is not None else None


def _is_stable(scope: Scope, name: str) -> bool:
    """Tell whether nothing changes what a name is bound to, as far as a scope says."""
    events = (*scope.events.get(name, ()), *scope.looped.get(name, ()))
    is_local = isinstance(scope.node, ast.FunctionDef | ast.AsyncFunctionDef)
    changed = name in scope.attributes or any(event.action not in STABLE for event in events)
    return not is_local and not changed
