"""Values of other modules that the statements of a module change."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import EvaluationError
from sphinxext_runtime_ref.source.equality import is_mutable
from sphinxext_runtime_ref.source.mutation.callees import Callee
from sphinxext_runtime_ref.source.mutation.effects import effects_of
from sphinxext_runtime_ref.source.reading.syntax import last_name
from sphinxext_runtime_ref.source.scopes.namespaces import ANY
from sphinxext_runtime_ref.source.scopes.scope import Action
from sphinxext_runtime_ref.source.scopes.targets import Bound
from sphinxext_runtime_ref.source.values import Unevaluated

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinxext_runtime_ref.source.evaluation.evaluator import Context, Evaluator
    from sphinxext_runtime_ref.source.scopes.scope import Event, Scope
    from sphinxext_runtime_ref.source.scopes.targets import Target


def refuse_assigned(context: Context, module: str, name: str) -> None:
    """Refuse what a statement above has changed in another module: ``module.name = value``.

    :raises EvaluationError: with the place of the statement.
    """
    scope = context.scope.module.scope
    until = context.position if context.scope is scope else None
    for event in scope.attributes.get(module, ()):
        if event.name in {name, ANY} and (until is None or event.position < until):
            place = scope.module.location(event.node)
            raise EvaluationError(f"{module}.{name} is changed at {place}", place)


def unless_filled(ev: Evaluator, scope: Scope, target: Target) -> Target:
    """Give up a collection of another module that a function called here changes.

    :param scope: of the module that uses it.
    """
    if not isinstance(target, Bound) or not is_mutable(target.value):
        return target
    path, _, name = target.identity.partition(":")
    if path == scope.module.path or "." in name:
        return target
    home = ev.tree.module(path).scope
    for event in _called(scope.module.scope, home):
        if {name, ANY} & effects_of(Callee(home, event), home).keys():
            why = f"{event.name}() may change it, which {scope.module.path} calls"
            return replace(target, value=Unevaluated(name, why, target.value.location))
    return target


def _called(scope: Scope, home: Scope) -> Iterator[Event]:
    """Give the functions of a module that another one may call when it is imported."""
    if scope.called is None:
        scope.called = frozenset(_words(scope.node))
    for events in scope.events.values():
        for event in events:
            alias = event.alias
            if alias is not None and alias.asname in scope.called:
                yield from _functions(home, alias.name)
    for word in scope.called:
        yield from _functions(home, word)


def _functions(home: Scope, name: str) -> Iterator[Event]:
    return (event for event in home.events.get(name, ()) if event.action is Action.FUNCTION)


def _words(module: ast.AST) -> Iterator[str]:
    """Give the names of what a module calls when it is imported."""
    for node in ast.walk(module):
        called = [node.func] if isinstance(node, ast.Call) else getattr(node, "decorator_list", [])
        for function in called:
            yield last_name(function)
