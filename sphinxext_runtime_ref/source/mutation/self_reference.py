"""Objects that are in a value more than once, because a statement put a part of it into it."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import EvaluationError
from sphinxext_runtime_ref.source.scopes.scope import Action
from sphinxext_runtime_ref.source.values import compounds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinxext_runtime_ref.source.evaluation.evaluator import Context, Evaluator
    from sphinxext_runtime_ref.source.scopes.scope import Event, Scope
    from sphinxext_runtime_ref.source.values import Value


def refuse_shared(ev: Evaluator, made: Value, changed: list[Value]) -> None:
    """Refuse a change of an object that is elsewhere in the value too: ``X["b"] = X["a"]``.

    :param made: the value after the change.
    :param changed: the objects in it that the statement changes, as they were.
    :raises EvaluationError: when one of them may be in the value several times.
    """
    ev.meter.use(made)
    places = [part.location for part in compounds(made)]
    # What was written once is one object, in whatever copies of the value it is.
    if any(places.count(one.location) > 1 for one in changed):
        raise EvaluationError("several items of it are one object")


def is_put_into_itself(
    ev: Evaluator, event: Event, context: Context, owner: Scope | None = None
) -> bool:
    """Tell whether any statement that changes the value also reads it.

    :param owner: the class of which the value is an attribute that the statement changes.
    """
    scope = owner or context.scope
    name = scope.aliases.get(event.name, event.name)
    if owner is None and name not in scope.events:
        return _reads(event, {name})
    asked = (scope, name, owner is None)
    if asked not in ev.interwoven:
        names = {name, *(other for other, of in scope.aliases.items() if of == name)}
        events = [*scope.events.get(name, ())]
        if owner is not None and owner.parent is not None:
            outside = (one for found in owner.parent.attributes.values() for one in found)
            events += [one for one in outside if one.name == name]
        ev.interwoven[asked] = any(_reads(one, names) for one in events)
    return ev.interwoven[asked]


def _reads(event: Event, names: set[str]) -> bool:
    """Tell whether a statement does anything with a name but change what it stands for."""
    call = event.value if event.action is Action.CALL else None
    parts = (event.node, event.value) if call is None else (call,)
    pending: list[ast.AST] = [part for part in parts if part is not None]
    while pending:
        part = pending.pop()
        match part:
            case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name, ctx=ast.Load()) if (
                name in names
            ):
                return True
            case ast.Subscript(ctx=ast.Store() | ast.Del()):
                pending += _on_the_way(part)
            case ast.Call(func=ast.Attribute(value=base)) if part is call:
                pending += [*_on_the_way(base), *part.args, *part.keywords]
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=base)) as call):
                pending += [*_on_the_way(base), *call.args, *call.keywords]
            case _:
                pending += ast.iter_child_nodes(part)
    return False


def _on_the_way(node: ast.expr) -> Iterator[ast.AST]:
    """Give what is put in between a name and what is changed: ``x.setdefault(key, value)[0]``."""
    while not isinstance(node, ast.Name):
        match node:
            case ast.Subscript(value=inner) | ast.Attribute(value=inner):
                pass
            case ast.Call(func=ast.Attribute(value=inner), args=args):
                yield from args
            case _:
                yield node
                return
        node = inner
