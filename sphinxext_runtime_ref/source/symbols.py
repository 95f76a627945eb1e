"""Declarations by dotted name: where they are and what they are worth."""

from __future__ import annotations

import ast
import difflib
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import DeclarationError, EvaluationError, LimitError
from sphinxext_runtime_ref.location import Location
from sphinxext_runtime_ref.source import attributes
from sphinxext_runtime_ref.source.bindings import child_scope
from sphinxext_runtime_ref.source.evaluate import Evaluation, evaluation_from
from sphinxext_runtime_ref.source.worlds import in_worlds
from sphinxext_runtime_ref.source.targets import (
    Bound,
    ClassTarget,
    External,
    FunctionTarget,
    Member,
    ModuleTarget,
    Plain,
    to_value,
)

if TYPE_CHECKING:
    from sphinxext_runtime_ref.source.evaluator import Evaluator
    from sphinxext_runtime_ref.source.module import Module
    from sphinxext_runtime_ref.source.scope import Scope
    from sphinxext_runtime_ref.source.targets import Target
    from sphinxext_runtime_ref.source.tree import SourceTree
    from sphinxext_runtime_ref.source.values import Value


def evaluate(tree: SourceTree, module: Module, dotted: str) -> Evaluation:
    """Evaluate a declaration, with all that later statements change of it.

    :param dotted: ``NAME``, ``Class``, ``Class.ATTR`` or ``function.NAME``; a re-export is
        followed.
    :returns: its value, more than one where branches stay undecided.
    :raises DeclarationError: when there is no such declaration, or it is declared twice.
    :raises LimitError: when a bound is reached.
    """

    def run(ev: Evaluator) -> Value:
        target = find(ev, module, dotted)
        place = definition_of(target) or Location(module.path)
        if isinstance(target, Bound):
            return target.value
        return to_value(target, dotted, place)

    try:
        return evaluation_from(in_worlds(tree, run))
    except RecursionError:
        raise LimitError(f"{dotted} is nested too deeply", Location(module.path)) from None


def find(ev: Evaluator, module: Module, dotted: str) -> Target:
    """Follow a dotted name from a module.

    :raises DeclarationError: when a part of it is not there; near names are given.
    """
    first, *rest = dotted.split(".")
    target = _in_scope(ev, module.scope, first)
    if target is None:
        raise missing(dotted, first, module.scope)
    for name in rest:
        if isinstance(target, FunctionTarget):
            scope = child_scope(target.scope, target.event)
            found = _in_scope(ev, scope, name)
            if found is None:
                raise missing(dotted, name, scope)
            target = found
            continue
        try:
            target = attributes.attribute(ev, target, name, Location(module.path))
        except LimitError:
            raise
        except EvaluationError as fault:
            if isinstance(target, ClassTarget):
                raise missing(dotted, name, target.scope) from None
            raise DeclarationError(f"{dotted!r}: {fault.message}", fault.location) from None
    return target


def _in_scope(ev: Evaluator, scope: Scope, name: str) -> Target | None:
    return ev.names.resolve(ev, scope, name, None)


def missing(dotted: str, name: str, scope: Scope) -> DeclarationError:
    """Give the error for a name that a scope does not bind, with the near ones."""
    near = difflib.get_close_matches(name[:100], scope.events, 3, 0.5)
    where = f"{scope.module.path}" + (f" in {scope.qualname}" if scope.qualname else "")
    hint = f"; did you mean {', '.join(near)}?" if near else ""
    return DeclarationError(
        f"{dotted!r} is not declared in {where}{hint}", Location(scope.module.path)
    )


def definition_of(target: Target) -> Location | None:
    """Give the place where something below the root is defined."""
    match target:
        case Bound() | FunctionTarget() | Member() | External():
            return target.definition
        case ClassTarget(scope=scope) if isinstance(scope.node, ast.ClassDef):
            return scope.module.location(scope.node)
        case ModuleTarget(module=module):
            return Location(module.path, 1)
        case Plain(value=value):
            return value.location
        case _:
            return None
