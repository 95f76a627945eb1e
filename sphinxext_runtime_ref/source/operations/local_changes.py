"""Changes of a function's own values that running its statements one by one would not see."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import EvaluationError
from sphinxext_runtime_ref.source.equality import is_mutable
from sphinxext_runtime_ref.source.scopes.vocabulary import MUTATORS
from sphinxext_runtime_ref.source.values import Call, compounds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinxext_runtime_ref.source.evaluation.evaluator import Context
    from sphinxext_runtime_ref.source.values import Value

MAY_CHANGE = "a call that may change its argument"


def refuse_in_expression(node: ast.stmt, context: Context) -> None:
    """Refuse a statement in which an expression changes a value, or hands out a way to do so.

    What the statements in it do is told when they run.

    :param context: it has the local names.
    :raises EvaluationError: for ``last = items.pop()`` and ``list(map(items.append, others))``.
    """
    if not any(map(is_mutable, context.frame.values())):
        return
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.stmt | ast.excepthandler):
            continue
        for name in _changed(part):
            if name in context.frame and is_mutable(context.frame[name]):
                raise EvaluationError(MAY_CHANGE, context.location(node))


def refuse_around(node: ast.FunctionDef, context: Context, outer: Context) -> None:
    """Refuse a function within another one that changes a name or value of that one.

    :param context: that of the function around it.
    :param outer: that in which the function around it is defined: its names are not its own.
    :raises EvaluationError: when it does.
    """
    parts = [*ast.walk(node)]
    own = {part.arg for part in parts if isinstance(part, ast.arg)}
    names = [part for part in parts if isinstance(part, ast.Name)]
    own |= {part.id for part in names if isinstance(part.ctx, ast.Store)}
    around = {
        name
        for name in _changed(node)
        if (name in context.frame and name not in outer.frame) or context.scope.bindings(name)
    }
    if any(isinstance(part, ast.Nonlocal) for part in parts) or around - own:
        raise EvaluationError(f"{node.name}() changes what is not its own", context.location(node))


def refuse_shared(name: str, value: Value, context: Context) -> None:
    """Refuse to change a value in place that a function has by another name too.

    :raises EvaluationError: when it does: ``first = second = []``.
    """
    others = (held for other, held in context.frame.items() if other != name)
    if is_mutable(value) and any(part is value for part in compounds(*others)):
        raise EvaluationError(f"what {name!r} is has another name, and changes")


def refuse_given(value: Value, context: Context) -> None:
    """Refuse the result of a call that is not followed and gets a value which may change.

    :raises EvaluationError: when it does.
    """
    given = [one.value for one in value.arguments] if isinstance(value, Call) else []
    local = [held for held in context.frame.values() if is_mutable(held)]
    if any(one is held for one in given for held in local):
        raise EvaluationError(MAY_CHANGE, value.location)


def _changed(node: ast.AST) -> Iterator[str]:
    """Give the names of what methods or assignments of items change somewhere in a node."""
    for part in ast.walk(node):
        match part:
            case ast.Attribute(value=inner, attr=method) if method in MUTATORS:
                yield from _name_of(inner)
            case ast.Attribute(value=inner) | ast.Subscript(value=inner) if not isinstance(
                part.ctx, ast.Load
            ):
                yield from _name_of(inner)


def _name_of(node: ast.expr) -> Iterator[str]:
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    if isinstance(node, ast.Name):
        yield node.id
