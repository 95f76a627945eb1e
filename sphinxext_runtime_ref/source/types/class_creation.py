"""What changes the attributes of a class once its body has run, as far as the text of it tells.

Its decorators do, ``__init_subclass__`` of its bases, and its metaclass.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import EvaluationError
from sphinxext_runtime_ref.source.evaluation.evaluator import Context
from sphinxext_runtime_ref.source.mutation.relations import parameters
from sphinxext_runtime_ref.source.scopes.bindings import child_scope
from sphinxext_runtime_ref.source.scopes.scope import FunctionNode
from sphinxext_runtime_ref.source.scopes.targets import ClassTarget, FunctionTarget
from sphinxext_runtime_ref.source.scopes.vocabulary import MUTATORS
from sphinxext_runtime_ref.source.types import inheritance
from sphinxext_runtime_ref.source.types.attribute_changes import attribute_named, changed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import TypeAlias

    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.evaluation.evaluator import Evaluator
    from sphinxext_runtime_ref.source.scopes.scope import Scope

    Changes: TypeAlias = Callable[[ast.AST], Iterator[str | None]]


def refuse_changed(ev: Evaluator, order: Iterable[Scope], name: str, place: Location) -> None:
    """Refuse an attribute that the creation of a class may change.

    :param order: the class and its bases.
    :raises EvaluationError: with the name of the decorator, method or metaclass.
    """
    is_base = False
    for scope in order:
        for what, target, changes in _makers(ev, scope, is_base=is_base):
            known = _changed_by(target, changes)
            if name in known or None in known:
                raise EvaluationError(f"{what} of {scope.qualname} may change {name!r}", place)
        is_base = True


def _makers(
    ev: Evaluator, scope: Scope, *, is_base: bool
) -> Iterator[tuple[str, FunctionTarget, Changes]]:
    """Give the functions that get a class when it is made, each with how they change it."""
    around = Context(scope.parent or scope, scope.position)
    for decorator in getattr(scope.node, "decorator_list", ()):
        function = decorator.func if isinstance(decorator, ast.Call) else decorator
        target = ev.follow(function, around)
        if isinstance(target, FunctionTarget):
            yield f"the decorator {target.event.name}", target, _by_decorator
    if is_base and (method := _method(ev, (scope,), "__init_subclass__")):
        yield "__init_subclass__", method, _by_method
    for keyword in getattr(scope.node, "keywords", ()):
        made_by = ev.follow(keyword.value, around) if keyword.arg == "metaclass" else None
        if isinstance(made_by, ClassTarget):
            order = inheritance.class_info(ev, made_by.scope).order
            for name, changes in (("__new__", _by_new), ("__init__", _by_method)):
                if method := _method(ev, order, name):
                    yield f"the metaclass {made_by.scope.qualname}", method, changes


def _method(ev: Evaluator, order: Iterable[Scope], name: str) -> FunctionTarget | None:
    found = (ev.names.resolve(ev, scope, name, None) for scope in order)
    method = next((one for one in found if one is not None), None)
    return method if isinstance(method, FunctionTarget) else None


def _changed_by(target: FunctionTarget, changes: Changes) -> frozenset[str | None]:
    """Give the attributes that a function gives a class, with ``None`` where it may be any."""
    scope = child_scope(target.scope, target.event)
    if scope.class_changes is None:
        scope.class_changes = frozenset(changes(scope.node))
    return scope.class_changes


def _by_decorator(function: ast.AST) -> Iterator[str | None]:
    """Give what a decorator changes of its arguments, those of the functions in it included."""
    parts = [*ast.walk(function)]
    functions = [part for part in parts if isinstance(part, FunctionNode)]
    given = {argument.arg for one in functions for argument in one.args.args} - {"self"}
    made = {part.name for part in parts if isinstance(part, ast.ClassDef)}
    yield from changed(function, given)
    for part in parts:
        match part:
            case ast.Return(value=ast.Name(id=name)) if name in made:
                yield None
            case ast.Return(value=ast.Call(func=ast.Name("type"))):
                yield None


def _by_method(function: ast.AST) -> Iterator[str | None]:
    """Give what a method changes of the class that it gets first."""
    yield from changed(function, parameters(function)[:1])


def _by_new(function: ast.AST) -> Iterator[str | None]:
    """Give what ``__new__(mcs, name, bases, namespace)`` changes of the class that it makes."""
    namespace = next(iter(parameters(function)[3:]), "")
    made: set[str] = set()
    for part in ast.walk(function):
        match part:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call()):
                made.add(name)
            case ast.Subscript(value=ast.Name(id=name), slice=key, ctx=ast.Store() | ast.Del()):
                if name == namespace:
                    yield attribute_named(key)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method), args=args):
                if name == namespace and method in MUTATORS:
                    yield attribute_named(*args[:1])
        if isinstance(part, ast.Call) and _has_another(part, namespace):
            yield None
    yield from changed(function, made)


def _has_another(call: ast.Call, namespace: str) -> bool:
    """Tell whether a call makes a class of another namespace than the one of its body."""
    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
    given = call.args[{"type": 2, "__new__": 3}.get(name, len(call.args)) :]
    return any(not (isinstance(one, ast.Name) and one.id == namespace) for one in given[:1])
