"""What the class of a record does besides keeping what it is given, as far as its text tells."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.reading.syntax import dotted
from sphinxext_runtime_ref.source.scopes.scope import FunctionNode
from sphinxext_runtime_ref.source.types.attribute_changes import changed, is_setter
from sphinxext_runtime_ref.source.types.inheritance import keywords_of
from sphinxext_runtime_ref.source.types.specifiers import is_constant

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinxext_runtime_ref.source.evaluation.evaluator import Evaluator
    from sphinxext_runtime_ref.source.scopes.scope import Event, Scope
    from sphinxext_runtime_ref.source.types.inheritance import ClassInfo

FINISHERS = ("__post_init__", "__attrs_post_init__", "model_post_init")


def finished(ev: Evaluator, info: ClassInfo) -> frozenset[str] | None:
    """Give the fields that get another value once all are given, ``None`` for any."""
    if info.scope not in ev.finished:
        found = {*_by_methods(info)}
        for scope in info.order:
            for events in scope.events.values():
                found |= {name for event in events for name in _of_given(event)}
        names = frozenset(name for name in found if name is not None)
        ev.finished[info.scope] = None if None in found else names
    return ev.finished[info.scope]


def _by_methods(info: ClassInfo) -> Iterator[str | None]:
    """Give what the finishers change, and the methods that these call."""
    pending, seen = [*FINISHERS], set[str]()
    while pending:
        method = pending.pop()
        defined = [
            (scope, one.node) for scope in info.order for one in scope.events.get(method, ())
        ]
        if not defined and method not in FINISHERS:
            yield None  # a base outside of the root has it
        for scope, node in defined:
            if not isinstance(node, FunctionNode) or not node.args.args:
                yield None
                continue
            function, own = scope.module.function(node), node.args.args[0].arg
            yield from changed(function, {own})
            calls = [part for part in ast.walk(function) if isinstance(part, ast.Call)]
            if any(_gives_away(call, own) for call in calls):
                yield None
            called = {name for call in calls if (name := _method(call, own))}
            pending += called - seen
            seen |= called


def _of_given(event: Event) -> Iterator[str | None]:
    """Give the fields of which a validator of pydantic or a converter of attrs makes the value."""
    given = event.value.keywords if isinstance(event.value, ast.Call) else ()
    if any(item.arg == "converter" for item in given):
        yield event.name
    for decorator in getattr(event.node, "decorator_list", ()):
        name = (dotted(decorator.func) or "") if isinstance(decorator, ast.Call) else ""
        match name.rpartition(".")[2]:
            case "field_validator" | "validator":
                named = [getattr(item, "value", "*") for item in decorator.args]
                yield from (None if item == "*" else item for item in named)
            case "model_validator" | "root_validator":
                yield None


def _gives_away(call: ast.Call, own: str) -> bool:
    """Tell whether a function that is not looked into gets the object."""
    given = [*call.args, *(item.value for item in call.keywords)]
    return not is_setter(call, {own}) and any(_is_name(one, own) for one in given)


def _method(call: ast.Call, own: str) -> str:
    """Give the name of the object's own method that a call is of, ``""`` for any other call."""
    function = call.func
    if isinstance(function, ast.Attribute) and _is_name(function.value, own):
        return function.attr
    return ""


def _is_name(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def is_plain(ev: Evaluator, info: ClassInfo) -> bool:
    """Tell whether objects of a class are equal whose fields are."""
    return finished(ev, info) == frozenset() and not any(map(_compares, info.order))


def _compares(scope: Scope) -> bool:
    """Tell whether a class says itself which of its objects are equal."""
    calls = (event.value for events in scope.events.values() for event in events)
    given = [item for one in calls if isinstance(one, ast.Call) for item in one.keywords]
    return "__eq__" in scope.events or any(
        item.arg in {"eq", "compare"} and not is_constant(item.value, value=True)
        for item in (*keywords_of(scope), *given)
    )
