"""What objects of the module's classes are made of, and changes of which change that too."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.mutation.argument_binding import all_of
from sphinxext_runtime_ref.source.mutation.callees import (
    CONSTRUCTORS,
    Callee,
    callees,
    chain,
    class_named,
    classes_of,
)
from sphinxext_runtime_ref.source.mutation.derived import OWN, Origins, attributes_of, is_imported
from sphinxext_runtime_ref.source.mutation.effect import FIELDS
from sphinxext_runtime_ref.source.mutation.relations import parameters
from sphinxext_runtime_ref.source.scopes.bindings import child_scope
from sphinxext_runtime_ref.source.scopes.namespaces import ANY
from sphinxext_runtime_ref.source.scopes.scope import Action

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinxext_runtime_ref.source.mutation.effect import Effect
    from sphinxext_runtime_ref.source.mutation.relations import Way
    from sphinxext_runtime_ref.source.scopes.scope import Scope


def changed_with(
    call: ast.Call, functions: Iterable[Callee], changed: Iterable[str], scope: Scope
) -> Iterator[ast.expr]:
    """Give the expressions whose values change where a call changes attributes of its object.

    :param functions: that the call may run.
    :param changed: what these change; attributes have their dotted names.
    :param scope: that of the call.
    """
    called = {one.event.name for one in functions}
    if isinstance(call.func, ast.Attribute) and class_named(call.func.value, scope) is None:
        yield from parts_with(call.func.value, changed, scope)
    elif "__call__" in called:
        yield from parts_with(call.func, changed, scope)
    elif not called.isdisjoint(CONSTRUCTORS):
        yield from parts_with(call, changed, scope)


def parts_with(node: ast.expr, changed: Iterable[str], scope: Scope) -> Iterator[ast.expr]:
    """Give what an object is made of that changes with some of its attributes.

    That is all of it where the object is not just being made.
    """
    attributes = {name.rpartition(".")[2].removeprefix(OWN) for name in changed if "." in name}
    if not attributes:
        return
    made = callees(node.func, scope) if isinstance(node, ast.Call) else []
    if not isinstance(node, ast.Call) or not any(one.event.name in CONSTRUCTORS for one in made):
        yield node
        return
    for one in made:
        yield from _kept(one, node, attributes)


def parts_held(node: ast.expr, changed: Iterable[str], scope: Scope) -> Iterator[ast.expr]:
    """Give what an object is made of that changes with its attributes; not the object itself."""
    made: list[ast.expr | None] = [node]
    if isinstance(node, ast.Name):
        made = [event.value for event in scope.home_of(node.id).events.get(node.id, ())]
    for one in made:
        if isinstance(one, ast.Call):
            yield from parts_with(one, changed, scope)


def _kept(callee: Callee, call: ast.Call, attributes: set[str]) -> Iterator[ast.expr]:
    """Give the arguments of which a constructor makes the attributes."""
    function = callee.function
    if callee.node.name == "__post_init__":
        fields = [*_fields(callee.scope)]
        yield from (
            value for name, value in zip(fields, call.args, strict=False) if name in attributes
        )
        yield from (item.value for item in call.keywords if item.arg in attributes)
    origins = Origins(function)
    given = [
        event.value
        for base in parameters(callee.node)[:1]
        for event in function.attributes.get(base, ())
        if event.name in attributes and event.action is Action.ASSIGN and event.value is not None
    ]
    held = {root for value in given for root, _ in origins.spread_of(value)}
    for parameter, value in all_of(call, callee.node, is_method=callee.is_method):
        if parameter in held:
            yield value


def _fields(scope: Scope) -> Iterator[str]:
    """Give the names that a class and its bases annotate, in order."""
    for one in reversed([*chain(scope)]):
        for part in getattr(one.node, "body", ()):
            if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
                yield part.target.id


def overriding(name: str, owner: ast.expr, scope: Scope) -> Iterator[str]:
    """Give what an attribute is where a method is called on a class that has one of its own."""
    attribute = name.rpartition(".")[2]
    for of in classes_of(owner, scope):
        holder = next((one for one in chain(of) if attribute in one.events), None)
        if holder is not None and f"{holder.qualname}.{attribute}" != name:
            yield f"{holder.qualname}.{attribute}"


def is_given(function: ast.expr, scope: Scope) -> bool:
    """Tell whether a function is what the methods of an object have assigned: ``self.f(x)``."""
    if not isinstance(function, ast.Attribute):
        return False
    return any(
        event.name == function.attr and event.action is Action.ASSIGN
        for owner in classes_of(function.value, scope)
        for of in chain(owner)
        for method in _methods(of)
        for base in parameters(method.node)[:1]
        for event in method.attributes.get(base, ())
    )


def methods_named(name: str, scope: Scope) -> Iterator[Callee]:
    """Give the methods of that name of all classes of the module."""
    while scope.parent is not None:
        scope = scope.parent
    if f"def {name}(" not in scope.module.text.text:
        return
    for bound in map(scope.bindings, scope.events):
        for event in bound:
            if event.action is Action.CLASS:
                of = child_scope(scope, event)
                for method in of.events.get(name, ()):
                    if method.action is Action.FUNCTION:
                        yield Callee(of, method, is_method=True)


def touched(of: Iterable[tuple[str, Way]], scope: Scope) -> dict[str, Effect]:
    """Give the effects of a change of attributes, and of nothing else, of what may be no object."""
    any_of = "" if scope.parent else f".{ANY}"
    names = {name for name, _ in of if not is_imported(name.partition(".")[0], scope)}
    attributes = attributes_of((name for name in names if "." in name), scope)
    return {
        name + any_of: FIELDS for name in (*attributes, *(one for one in names if "." not in one))
    }


def method_of(function: ast.expr, scope: Scope) -> ast.Attribute | None:
    """Give the method that an expression is, or that a name has been given: ``add = x.append``."""
    if isinstance(function, ast.Name):
        bound = scope.home_of(function.id).bindings(function.id)
        function = bound[0].value or function if len(bound) == 1 else function
    return function if isinstance(function, ast.Attribute) else None


def _methods(scope: Scope) -> Iterator[Scope]:
    for events in scope.events.values():
        for event in events:
            if event.action is Action.FUNCTION:
                yield child_scope(scope, event)
