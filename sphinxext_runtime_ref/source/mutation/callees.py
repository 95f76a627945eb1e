"""Which functions of a module a call may run, as far as its names tell."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.mutation.applying import PARTIAL
from sphinxext_runtime_ref.source.mutation.steps import Steps
from sphinxext_runtime_ref.source.reading.syntax import arguments, dotted, global_named
from sphinxext_runtime_ref.source.scopes.bindings import child_scope
from sphinxext_runtime_ref.source.scopes.scope import Action, Event, FunctionNode

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinxext_runtime_ref.source.scopes.scope import Scope

CONSTRUCTORS = ("__new__", "__init__", "__post_init__")
HOLDERS = (
    *(ast.Name, ast.Attribute, ast.Tuple, ast.List, ast.Set, ast.Dict, ast.Subscript),
    *(ast.Lambda, ast.Call, ast.IfExp, ast.BoolOp, ast.NamedExpr),
)
"""Expressions of which the value may be a function, or hold one."""


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

    @property
    def function(self) -> Scope:
        """The scope of the function."""
        return child_scope(self.scope, self.event)

    @property
    def is_local(self) -> bool:
        """Tell whether another function defines it."""
        return isinstance(self.scope.node, FunctionNode)

    @property
    def node(self) -> FunctionNode:
        """The function; a lambda as one that returns its expression."""
        return self.function.node  # type: ignore[return-value]  # only functions are called


def callees(function: ast.expr, scope: Scope, steps: Steps | None = None) -> list[Callee]:
    """Give the functions that a call of an expression may run; none where it can't be told.

    :param scope: that of the call.
    """
    steps = steps or Steps()
    if not steps.take():
        return []
    if by_text := global_named(function):
        function = ast.Name(by_text, ast.Load())
    match function:
        case ast.Name(id=name):
            home = scope.home_of(name)
            events = home.events.get(name, [])
            if events and all(event.action is Action.FUNCTION for event in events):
                wrappers = [one for event in events for one in _wrappers(event, home, steps)]
                is_plain = len(events) == 1 and not wrappers
                return [*(Callee(home, event, plain=is_plain) for event in events), *wrappers]
            events = [*events, *home.looped.get(name, ())]
            with steps.of(name, home) as is_new:
                found = [one for event in events if is_new for one in _held(event, home, steps)]
        case ast.Attribute(value=owner, attr=name):
            of = class_named(owner, scope)
            if of is not None:
                # the class does not give itself, as an object does
                return list(map(_of_class, methods_of([of], (name,), steps)))
            found = methods_of(classes_of(owner, scope, steps), (name,), steps)
        case ast.Call(args=[first, *_]) if dotted(function.func) in PARTIAL:
            found = [replace(one, partial=function) for one in callees(first, scope, steps)]
        case ast.Lambda():
            found = [Callee(scope, lambda_event(function))]
        case ast.Call():
            found = _given_by(function, scope, steps)
            made = class_named(function.func, scope)
            found += methods_of([made], ("__call__",), steps) if made else []
        case _:
            # What a collection holds may be called through it.
            found = [one for item in held_in(function) for one in callees(item, scope, steps)]
    return [replace(one, plain=False) for one in found]


def _given_by(call: ast.Call, scope: Scope, steps: Steps) -> list[Callee]:
    """Give the functions that a call may give: what it returns, is given, or is in its object."""
    given = arguments(call)
    if isinstance(call.func, ast.Attribute):
        given.append(call.func.value)
    found = [one for node in given for one in callees(node, scope, steps)]
    return [*found, *_returned(call.func, scope, steps)]


def _returned(function: ast.expr, scope: Scope, steps: Steps) -> Iterator[Callee]:
    """Give the functions that a function returns."""
    for maker in callees(function, scope, steps):
        for step in maker.function.steps:
            if isinstance(step.node, ast.Return) and step.node.value:
                yield from callees(step.node.value, maker.function, steps)


def lambda_event(node: ast.Lambda) -> Event:
    """Give the event that stands for a lambda."""
    place = -1 - (node.lineno << 16) - node.col_offset
    return Event("<lambda>", Action.ASSIGN, node, place, value=node)


def made_in(function: Scope) -> list[Event]:
    """Give the functions that a function makes."""
    events = [event for found in function.events.values() for event in found]
    made = [event for event in events if isinstance(event.node, ast.FunctionDef)]
    returned = (getattr(step.node, "value", None) for step in function.steps)
    return [*made, *(lambda_event(one) for one in returned if isinstance(one, ast.Lambda))]


def _wrappers(event: Event, scope: Scope, steps: Steps) -> Iterator[Callee]:
    """Give the functions that decorators of the module make of one, and that run in its place."""
    for decorator in getattr(event.node, "decorator_list", ()):
        yield from _returned(decorator, scope, steps)


def held_in(node: ast.expr) -> list[ast.expr]:
    """Give what may be called of a value, as it is written: items, and what it may be itself."""
    match node:
        case ast.Dict(values=items) | ast.BoolOp(values=items):
            pass
        case ast.IfExp(body=one, orelse=other):
            items = [one, other]
        case ast.Subscript(value=one) | ast.NamedExpr(value=one):
            items = [one]
        case _:
            items = getattr(node, "elts", [])
    return [item for item in items if isinstance(item, HOLDERS)]


def _held(event: Event, home: Scope, steps: Steps) -> list[Callee]:
    """Give what a call of a name runs to which no function statement gives its value."""
    match event.action, event.value:
        case Action.CLASS, _:
            return methods_of([child_scope(home, event)], CONSTRUCTORS, steps)
        case (Action.ASSIGN, ast.Lambda()) | (Action.FUNCTION, _):
            return [Callee(home, event)]
        case Action.ASSIGN, ast.Call() as made:
            called = methods_of(classes_of(made.func, home, steps), ("__call__",), steps)
            return called or callees(made, home, steps)
        case Action.ASSIGN | Action.OTHER, ast.expr() as other:
            return callees(other, home, steps)
        case _:
            return []


def classes_of(node: ast.expr, scope: Scope, steps: Steps | None = None) -> list[Scope]:
    """Give the classes of the module that an expression is, or is an instance of."""
    steps = steps or Steps()
    if not steps.take():
        return []
    match node:
        case ast.Name(id=name):
            owner = owner_of(name, scope)
            if owner is not None:
                return [owner]
            home = scope.home_of(name)
            found: list[Scope] = []
            with steps.of(f"class {name}", home) as is_new:
                for event in home.bindings(name) if is_new else ():
                    if event.action is Action.CLASS:
                        found.append(child_scope(home, event))
                    elif event.action is Action.ASSIGN and event.value is not None:
                        found += classes_of(event.value, home, steps)
            return found
        case ast.Call(func=ast.Name(id="super")):
            around = scope
            while around.parent is not None and not around.is_class:
                around = around.parent
            return [base for base in chain(around, steps) if base is not around]
        case ast.Call(func=ast.Name(id="type"), args=[one]):
            return classes_of(one, scope, steps)
        case ast.Attribute(value=one, attr="__class__"):
            return classes_of(one, scope, steps)
        case ast.Call(func=function):
            return classes_of(function, scope, steps)
        case _:
            return []


def class_named(node: ast.expr, scope: Scope) -> Scope | None:
    """Give the class of the module that a name is, and always is; no instance of it."""
    if not isinstance(node, ast.Name):
        return None
    home = scope.home_of(node.id)
    bound = home.bindings(node.id)
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


def chain(scope: Scope, steps: Steps | None = None) -> Iterator[Scope]:
    """Give a class and its bases in the module."""
    steps = steps or Steps()
    pending, seen = [scope], set[int]()
    while pending and steps.take():
        one = pending.pop(0)
        if id(one) in seen:
            continue
        seen.add(id(one))
        yield one
        if isinstance(one.node, ast.ClassDef) and one.parent is not None:
            bases = (classes_of(base, one.parent, steps) for base in one.node.bases)
            pending = [*(base for found in bases for base in found), *pending]


def methods_of(of: Iterable[Scope], names: tuple[str, ...], steps: Steps) -> list[Callee]:
    """Give what a call of these methods of classes may run."""
    found: list[Callee] = []
    for owner in of:
        scopes = list(chain(owner, steps))
        for name in names:
            defined = (_defined(scope, name, steps) for scope in scopes)
            found += next(filter(None, defined), [])
    return found


def _defined(scope: Scope, name: str, steps: Steps) -> list[Callee]:
    events = scope.events.get(name, ())
    defined = [event for event in events if event.action is Action.FUNCTION]
    found = [_method(scope, event, plain=len(events) == 1) for event in defined]
    for event in events if len(defined) < len(events) else ():
        if event.action is Action.ASSIGN:
            held = _held(event, scope, steps)
            # called by an object, it is given that too
            found += [*held, *(replace(one, is_method=True) for one in held)]
    return found


def _method(scope: Scope, event: Event, *, plain: bool) -> Callee:
    is_static = _is_marked(event.node, "staticmethod")
    plain = plain and (is_static or _is_marked(event.node, "classmethod"))
    return Callee(scope, event, plain=plain, is_method=not is_static)


def _of_class(method: Callee) -> Callee:
    is_method = method.is_method and _is_marked(method.event.node, "classmethod")
    return replace(method, is_method=is_method)


def _is_marked(node: ast.AST, decorator: str) -> bool:
    marks = getattr(node, "decorator_list", ())
    return any(isinstance(mark, ast.Name) and mark.id == decorator for mark in marks)
