"""Which functions of a module a call may run, as far as its names tell."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.bindings import child_scope
from sphinxext_runtime_ref.source.scope import REBINDING, Action, FunctionNode
from sphinxext_runtime_ref.source.syntax import dotted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinxext_runtime_ref.source.scope import Event, Scope

CONSTRUCTORS = ("__new__", "__init__", "__post_init__")
PARTIAL = frozenset({"partial", "functools.partial"})
APPLYING = frozenset({"map", "filter", *PARTIAL})
"""Functions that call the first argument, or make something that does."""
MAX_STEPS = 8
"""Names and bases that are followed from one to the next."""


@dataclass(frozen=True, slots=True)
class Callee:
    """A function that a call may run.

    :param scope: the module, class or function that defines it.
    :param plain: whether the call names the function itself, and it alone.
    :param is_method: whether its first parameter is not among the arguments.
    :param partial: the call of ``functools.partial`` that gives it its first arguments.
    """

    scope: Scope
    event: Event
    plain: bool = False
    is_method: bool = False
    partial: ast.Call | None = None


def callees(function: ast.expr, scope: Scope, steps: int = MAX_STEPS) -> list[Callee]:
    """Give the functions that a call of an expression may run; none where it can't be told.

    :param scope: that of the call.
    """
    if not steps:
        return []
    match function:
        case ast.Name(id=name):
            home = home_of(name, scope)
            events = home.events.get(name, [])
            if events and all(event.action is Action.FUNCTION for event in events):
                return [Callee(home, event, plain=len(events) == 1) for event in events]
            found = [one for event in events for one in _held(event, home, steps - 1)]
        case ast.Attribute(value=owner, attr=name):
            of = class_named(owner, scope)
            if of is not None:
                return _methods(of, (name,), steps - 1)
            found = [
                one
                for of in classes_of(owner, scope, steps - 1)
                for one in _methods(of, (name,), steps - 1)
            ]
        case ast.Call(args=[first, *_]) if dotted(function.func) in PARTIAL:
            found = [replace(one, partial=function) for one in callees(first, scope, steps - 1)]
        case _:
            found = []
    return [replace(one, plain=False) for one in found]


def _held(event: Event, home: Scope, steps: int) -> list[Callee]:
    """Give what a call of a name runs to which no function statement gives its value."""
    match event.action, event.value:
        case Action.CLASS, _:
            return _methods(child_scope(home, event), CONSTRUCTORS, steps)
        case Action.ASSIGN, ast.Lambda():
            return [Callee(home, event)]
        case Action.ASSIGN, ast.Name() | ast.Attribute() as other:
            return callees(other, home, steps)
        case Action.ASSIGN, ast.Call() as made:
            called = [
                one
                for of in classes_of(made.func, home, steps)
                for one in _methods(of, ("__call__",), steps)
            ]
            return called or callees(made, home, steps)
        case _:
            return []


def classes_of(node: ast.expr, scope: Scope, steps: int = MAX_STEPS) -> list[Scope]:
    """Give the classes of the module that an expression is, or is an instance of."""
    if not steps:
        return []
    match node:
        case ast.Name(id=name):
            owner = owner_of(name, scope)
            if owner is not None:
                return [owner]
            home = home_of(name, scope)
            found: list[Scope] = []
            for event in home.events.get(name, ()):
                if event.action is Action.CLASS:
                    found.append(child_scope(home, event))
                elif event.action is Action.ASSIGN and event.value is not None:
                    found += classes_of(event.value, home, steps - 1)
            return found
        case ast.Call(func=ast.Name(id="super")):
            around = scope
            while around.parent is not None and not around.is_class:
                around = around.parent
            return [base for base in chain(around, steps - 1) if base is not around]
        case ast.Call(func=function):
            return classes_of(function, scope, steps - 1)
        case _:
            return []


def with_partial(callee: Callee, call: ast.Call) -> ast.Call:
    """Give a call with the arguments that ``functools.partial`` has given before."""
    before = callee.partial
    if before is None:
        return call
    return ast.Call(call.func, [*before.args[1:], *call.args], [*before.keywords, *call.keywords])


def class_named(node: ast.expr, scope: Scope) -> Scope | None:
    """Give the class of the module that a name is, and always is; no instance of it."""
    if not isinstance(node, ast.Name):
        return None
    home = home_of(node.id, scope)
    bound = [event for event in home.events.get(node.id, ()) if event.action in REBINDING]
    if len(bound) != 1 or bound[0].action is not Action.CLASS:
        return None
    return child_scope(home, bound[0])


def owner_of(name: str, scope: Scope | None) -> Scope | None:
    """Give the class of which a name in a method is ``self`` or ``cls``."""
    while scope is not None and isinstance(scope.node, FunctionNode):
        parameters = [*scope.node.args.posonlyargs, *scope.node.args.args]
        if parameters and parameters[0].arg == name:
            is_method = scope.parent is not None and scope.parent.is_class
            return (
                scope.parent if is_method and not _is_marked(scope.node, "staticmethod") else None
            )
        if name in scope.events:
            return None
        scope = scope.parent
    return None


def is_object(name: str, scope: Scope) -> bool:
    """Tell whether a name in a function is the first parameter of an ordinary method."""
    node = scope.node
    return owner_of(name, scope) is not None and not (
        isinstance(node, FunctionNode)
        and (node.name == "__init_subclass__" or _is_marked(node, "classmethod"))
    )


def chain(scope: Scope, steps: int = MAX_STEPS) -> Iterator[Scope]:
    """Give a class and its bases in the module."""
    yield scope
    if steps and isinstance(scope.node, ast.ClassDef) and scope.parent is not None:
        for node in scope.node.bases:
            for base in classes_of(node, scope.parent, steps - 1):
                if base is not scope:
                    yield from chain(base, steps - 1)


def _methods(of: Scope, names: tuple[str, ...], steps: int) -> list[Callee]:
    found: list[Callee] = []
    for name in names:
        for scope in chain(of, steps):
            events = [
                event for event in scope.events.get(name, ()) if event.action is Action.FUNCTION
            ]
            if events:
                found += [_method(scope, event, plain=len(events) == 1) for event in events]
                break
    return found


def _method(scope: Scope, event: Event, *, plain: bool) -> Callee:
    is_static = _is_marked(event.node, "staticmethod")
    plain = plain and (is_static or _is_marked(event.node, "classmethod"))
    return Callee(scope, event, plain=plain, is_method=not is_static)


def _is_marked(node: ast.AST, decorator: str) -> bool:
    marks = getattr(node, "decorator_list", ())
    return any(isinstance(mark, ast.Name) and mark.id == decorator for mark in marks)


def of_subclass(node: ast.ClassDef, scope: Scope) -> list[Callee]:
    """Give the functions that run where a class statement does, because of its bases."""
    found: list[Callee] = []
    for base in (one for part in node.bases for one in classes_of(part, scope)):
        found += _methods(base, ("__init_subclass__",), MAX_STEPS)
    for made_by in _metaclasses(node, scope, MAX_STEPS):
        found += _methods(made_by, ("__new__", "__init__"), MAX_STEPS)
    return found


def _metaclasses(node: ast.ClassDef, scope: Scope, steps: int) -> Iterator[Scope]:
    for keyword in node.keywords:
        if keyword.arg == "metaclass":
            yield from classes_of(keyword.value, scope)
    for base in (one for part in node.bases for one in classes_of(part, scope)) if steps else ():
        if isinstance(base.node, ast.ClassDef) and base.parent is not None:
            yield from _metaclasses(base.node, base.parent, steps - 1)


def home_of(name: str, scope: Scope) -> Scope:
    """Give the scope that defines a name: that where it is used, or one around it."""
    inner = scope
    while scope.parent is not None and (
        name not in scope.events or (scope.is_class and scope is not inner)
    ):
        scope = scope.parent
    return scope


def arguments_by_name(
    call: ast.Call, node: ast.FunctionDef, *, is_method: bool = False
) -> Iterator[tuple[str, str]]:
    """Give the parameters whose argument, or default, is just a name, each with that name."""
    ordinary = [item.arg for item in (*node.args.posonlyargs, *node.args.args)]
    defaults = dict(zip(ordinary[::-1], node.args.defaults[::-1], strict=False))
    defaults |= {
        item.arg: value
        for item, value in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
        if value
    }
    given = [*zip(ordinary[is_method:], call.args, strict=False)]
    given += [(item.arg, item.value) for item in call.keywords if item.arg]
    for parameter, value in given:
        if isinstance(value, ast.Starred):
            return
        defaults.pop(parameter, None)
        if isinstance(value, ast.Name):
            yield parameter, value.id
    for parameter, default in defaults.items():
        if isinstance(default, ast.Name):
            yield parameter, default.id
