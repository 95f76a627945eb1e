"""Functions as arguments: what ``map(function, items)`` and ``sorted(items, key=f)`` call."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import EvaluationError
from sphinxext_runtime_ref.source.evaluation.arguments import Given
from sphinxext_runtime_ref.source.operations import comprehensions, interpreter, methods
from sphinxext_runtime_ref.source.scopes.targets import ClassTarget, FunctionTarget
from sphinxext_runtime_ref.source.types import enums
from sphinxext_runtime_ref.source.values import SequenceType, Symbol, Unevaluated

if TYPE_CHECKING:
    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.evaluation.evaluator import Context, Evaluator
    from sphinxext_runtime_ref.source.values import Value

METHODS = "builtins.str."


def prepared(ev: Evaluator, node: ast.Call, given: Given, context: Context) -> Given:
    """Give arguments in which functions can be applied, and enumerations are their members."""
    if any(isinstance(part, ast.Starred) for part in node.args):
        return given
    positional = tuple(
        _ready(ev, part, value, context)
        for part, value in zip(node.args, given.positional, strict=True)
    )
    named = {item.arg: item.value for item in node.keywords if item.arg}
    keywords = tuple(
        (name, _ready(ev, named[name], value, context) if name in named else value)
        for name, value in given.keywords
    )
    return replace(given, positional=positional, keywords=keywords)


def _ready(ev: Evaluator, node: ast.expr, value: Value, context: Context) -> Value:
    place = context.location(node)
    if isinstance(node, ast.Lambda):
        return interpreter.keep(ev, interpreter.Closure(node, context), place)
    if isinstance(value, Symbol) and value.value is None and value.identity not in ev.closures:
        target = ev.follow(node, context)
        if isinstance(target, FunctionTarget):
            return interpreter.keep(ev, interpreter.closure_of(target), place)
        if isinstance(target, ClassTarget) and enums.is_enum(ev, target.scope):
            members = comprehensions.iterated(ev, node, context)
            return ev.sequence(SequenceType.TUPLE, members, place)
    return value


def apply(ev: Evaluator, function: Value, items: tuple[Value, ...], place: Location) -> Value:
    """Give what a function returns for some arguments.

    :raises EvaluationError: when that has no static value.
    """
    ev.meter.step()
    if isinstance(function, Symbol):
        closure = ev.closures.get(function.identity)
        if closure is not None:
            return interpreter.run(ev, closure, Given(items, ()), place)
        known = ev.operations.functions.get(function.identity)
        if known is not None:
            return known(ev, Given(items, ()), place)
        if function.identity.startswith(METHODS) and items:
            name = function.identity.removeprefix(METHODS)
            made = methods.call(ev, items[0], name, Given(items[1:], ()), place)
            if made is not None:
                return made
    if isinstance(function, Unevaluated):
        raise EvaluationError(function.reason, function.location)
    raise EvaluationError("what the function returns has no static value", function.location)
