"""What the class of a record does besides keeping what it is given, as far as its text tells."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.scopes.scope import FunctionNode
from sphinxext_runtime_ref.source.scopes.vocabulary import MUTATORS
from sphinxext_runtime_ref.source.types.inheritance import keywords_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinxext_runtime_ref.source.scopes.scope import Scope
    from sphinxext_runtime_ref.source.types.inheritance import ClassInfo

FINISHERS = ("__post_init__", "__attrs_post_init__", "model_post_init")


def fields(info: ClassInfo) -> frozenset[str] | None:
    """Give the fields that get another value once all are given, ``None`` for any."""
    found: set[str] = set()
    for scope in info.order:
        for finisher in FINISHERS:
            for event in scope.events.get(finisher, ()):
                changed = {*_changed(event.node, scope)}
                if None in changed:
                    return None
                found |= {name for name in changed if name is not None}
    return frozenset(found)


def _changed(node: ast.AST, scope: Scope) -> Iterator[str | None]:
    if not isinstance(node, FunctionNode) or not node.args.args:
        yield None
        return
    own = node.args.args[0].arg
    for part in ast.walk(scope.module.function(node)):
        match part:
            case ast.Attribute(value=ast.Name(id=base), attr=name, ctx=ast.Store() | ast.Del()):
                if base == own:
                    yield name
            case ast.Subscript(value=ast.Attribute(attr=name), ctx=ast.Store() | ast.Del()):
                yield name
            case ast.Call(func=ast.Attribute(value=ast.Attribute(attr=name), attr=method)) if (
                method in MUTATORS
            ):
                yield name
            case ast.Call(args=[ast.Name(id=base), ast.Constant(value=str() as name), _]):
                if base == own:  # setattr(self, "name", value) and object.__setattr__
                    yield name
            case ast.Call(args=args) if any(_is_name(one, own) for one in args):
                yield None
            case ast.Attribute(value=ast.Name(id=base), attr="__dict__") if base == own:
                yield None


def _is_name(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def is_plain(info: ClassInfo) -> bool:
    """Tell whether objects of a class are equal whose fields are."""
    return fields(info) == frozenset() and not any(map(_compares, info.order))


def _compares(scope: Scope) -> bool:
    """Tell whether a class says itself which of its objects are equal."""
    calls = (event.value for events in scope.events.values() for event in events)
    given = [item for one in calls if isinstance(one, ast.Call) for item in one.keywords]
    return "__eq__" in scope.events or any(
        item.arg in {"eq", "compare"} and not _is_true(item.value)
        for item in (*keywords_of(scope), *given)
    )


def _is_true(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is True
