"""Classes whose decorators make something else of them, as far as the text of these tells."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import EvaluationError
from sphinxext_runtime_ref.source.evaluation.evaluator import Context
from sphinxext_runtime_ref.source.scopes.bindings import child_scope
from sphinxext_runtime_ref.source.scopes.scope import FunctionNode
from sphinxext_runtime_ref.source.scopes.targets import FunctionTarget
from sphinxext_runtime_ref.source.types.attribute_changes import changed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.evaluation.evaluator import Evaluator
    from sphinxext_runtime_ref.source.scopes.scope import Scope


def refuse_changed(ev: Evaluator, order: Iterable[Scope], name: str, place: Location) -> None:
    """Refuse an attribute that a decorator of a class may change.

    :param order: the class and its bases.
    :raises EvaluationError: with the name of the decorator.
    """
    for scope in order:
        for decorator in getattr(scope.node, "decorator_list", ()):
            function = decorator.func if isinstance(decorator, ast.Call) else decorator
            around = Context(scope.parent or scope, scope.position)
            target = ev.follow(function, around)
            if isinstance(target, FunctionTarget):
                known = _changed_by(target)
                if name in known or None in known:
                    what = f"the decorator {target.event.name} of {scope.qualname}"
                    raise EvaluationError(f"{what} may change {name!r}", place)


def _changed_by(target: FunctionTarget) -> frozenset[str | None]:
    """Give the attributes that a decorator gives a class, with ``None`` where it may be any."""
    scope = child_scope(target.scope, target.event)
    if scope.decorates is None:
        scope.decorates = frozenset(_changes(scope.node))
    return scope.decorates


def _changes(function: ast.AST) -> Iterator[str | None]:
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
