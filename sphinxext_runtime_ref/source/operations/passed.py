"""Collections that a module passes to functions of other modules, which may change them."""

from __future__ import annotations

import ast
from bisect import bisect_right
from dataclasses import replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.equality import is_mutable
from sphinxext_runtime_ref.source.evaluation.evaluator import Context
from sphinxext_runtime_ref.source.mutation.applying import without_partial
from sphinxext_runtime_ref.source.mutation.argument_binding import all_of
from sphinxext_runtime_ref.source.mutation.callees import callees
from sphinxext_runtime_ref.source.mutation.derived import is_imported, roots
from sphinxext_runtime_ref.source.mutation.effects import effects_on_parameters
from sphinxext_runtime_ref.source.mutation.relations import changed
from sphinxext_runtime_ref.source.reading.syntax import arguments, dotted, names_in
from sphinxext_runtime_ref.source.scopes.scope import FunctionNode
from sphinxext_runtime_ref.source.scopes.targets import Bound, ClassTarget, FunctionTarget
from sphinxext_runtime_ref.source.values import Unevaluated

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.evaluation.evaluator import Evaluator
    from sphinxext_runtime_ref.source.mutation.callees import Callee
    from sphinxext_runtime_ref.source.scopes.scope import Scope, Step
    from sphinxext_runtime_ref.source.scopes.targets import Target


def unless_passed(
    ev: Evaluator, scope: Scope, name: str, target: Target, position: int | None
) -> Target:
    """Give up a collection that a function of another module below the root may have changed.

    :param scope: that binds the name.
    :param position: only what happens before it counts; ``None`` for the end.
    """
    if not isinstance(target, Bound) or not is_mutable(target.value):
        return target
    for call, at in _calls(scope, name, target.definition):
        if position is not None and at >= position:
            break
        if _may_change(ev, call, Context(scope, at), name):
            module = scope.module
            place = module.location(call)
            why = f"what {dotted(call.func)}() does to it is not followed"
            reason = f"changed at {place} in a way that can't be replayed: {why}"
            return replace(target, value=Unevaluated(module.text.cut(place), reason, place))
    return target


def _calls(scope: Scope, name: str, bound: Location) -> Iterator[tuple[ast.Call, int]]:
    """Give the calls of what is imported that have a name in an argument, with their positions.

    :param bound: where the name gets its value.
    """
    lines = (line for line in _lines(scope.module.text.text, name) if line > bound.end_line)
    steps = {step.position: step for line in lines for step in _at(scope, line)}
    for step in steps.values():
        for node in _run(step.node):
            if isinstance(node, ast.Call):
                made = without_partial(node)
                first = (dotted(made.func) or "").partition(".")[0]
                if is_imported(first, scope) and _names(made, name):
                    yield made, step.position


def _lines(text: str, name: str) -> Iterator[int]:
    """Give the lines that may have a name; it is looked for with what is fastest."""
    line, at = 1, 0
    while (found := text.find(name, at)) >= 0:
        line += text.count("\n", at, found)
        yield line
        at = found + len(name)


def _at(scope: Scope, line: int) -> list[Step]:
    """Give the statement on a line, and the next one, of which it may have a decorator."""
    at = bisect_right(scope.steps, line, key=lambda step: step.node.lineno)
    return scope.steps[max(at - 1, 0) : at + 1]


def _run(statement: ast.stmt) -> Iterator[ast.AST]:
    """Give the parts of a statement that run with it: no bodies of functions."""
    pending: list[ast.AST] = [statement]
    while pending:
        node = pending.pop()
        yield node
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                pending += [*node.decorator_list, *node.args.defaults]
            case _ if not isinstance(node, FunctionNode):
                pending += ast.iter_child_nodes(node)


def _names(call: ast.Call, name: str) -> bool:
    return any(name in names_in(given) for given in arguments(call))


def _may_change(ev: Evaluator, call: ast.Call, context: Context, name: str) -> bool:
    for callee in _callees(ev, call, context):
        effects = effects_on_parameters(callee)
        for parameter, value in all_of(call, callee.node, is_method=callee.is_method):
            if parameter in effects:
                made_of = roots(value, context.scope)
                if name in changed(made_of, deep=effects[parameter].deep):
                    return True
    return False


def _callees(ev: Evaluator, call: ast.Call, context: Context) -> list[Callee]:
    """Give the functions of other modules below the root that a call runs."""
    match ev.follow(call.func, context):
        case FunctionTarget(scope=scope, event=event):
            name = f"{scope.qualname}.{event.name}".lstrip(".")
        case ClassTarget(scope=scope):
            name = scope.qualname
        case _:
            return []
    if scope.module is context.scope.module:
        return []
    return callees(ast.parse(name, mode="eval").body, scope.module.scope)
