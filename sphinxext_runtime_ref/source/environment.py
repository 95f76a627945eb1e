"""Environment registries: what ``lambda: int(os.getenv("NAME", "8000"))`` gives by default."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from sphinxext_runtime_ref.errors import DeclarationError, EvaluationError
from sphinxext_runtime_ref.source.conditions import condition_of
from sphinxext_runtime_ref.source.equality import key
from sphinxext_runtime_ref.source.evaluation import arguments
from sphinxext_runtime_ref.source.evaluation.evaluator import Context, Evaluator
from sphinxext_runtime_ref.source.limits import ExhaustedError
from sphinxext_runtime_ref.source.operations import calls, interpreter
from sphinxext_runtime_ref.source.operations.expressions import OPERATIONS
from sphinxext_runtime_ref.source.scopes.targets import FunctionTarget, Plain, identity_of
from sphinxext_runtime_ref.source.values import Call, Literal, Mapping, Symbol, Unevaluated
from sphinxext_runtime_ref.source.worlds import in_worlds

if TYPE_CHECKING:
    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.module import Module
    from sphinxext_runtime_ref.source.operations.interpreter import Closure
    from sphinxext_runtime_ref.source.tree import SourceTree
    from sphinxext_runtime_ref.source.values import Value
    from sphinxext_runtime_ref.source.worlds import Outcome

READERS = frozenset({"os.getenv", "os.environ.get"})
ENVIRONMENT = "os.environ"
MISSING = "the variable must be set"


@dataclass(frozen=True, slots=True)
class EnvironmentDefault:
    """What a reader of environment variables gives when none is set.

    :param default: the value; unevaluated where it depends on more than the declaration.
    :param condition: the undecided branches under which it gives this.
    """

    default: Value
    condition: str = ""


def environment_defaults(
    tree: SourceTree, module: Module, reader: Value
) -> tuple[EnvironmentDefault, ...]:
    """Tell what a reader gives when the environment is empty, in every branch that is undecided.

    :param reader: value of a registry's entry: a lambda, a function's name, or a call of a helper
        that makes a function.
    :param module: the module in which the entry is written.
    """
    node = _node(module, reader)
    if node is None:
        return (EnvironmentDefault(reader),)
    context = Context(module.scope)
    found = in_worlds(tree, module, lambda ev: _default(_with_empty_environment(ev), node, context))
    given: dict[str, list[Outcome[Value]]] = {}
    for outcome in found:
        given.setdefault(repr(key(outcome.result)), []).append(outcome)
    return tuple(
        EnvironmentDefault(same[0].result, condition_of((one.world for one in same), same[0].every))
        for same in given.values()
    )


def _node(module: Module, reader: Value) -> ast.expr | None:
    """Give the expression that an entry is written as."""
    if not isinstance(reader, Unevaluated | Call | Symbol):
        return None
    place = reader.location
    return module.expression_at(place) if place.path == module.path else None


def _with_empty_environment(ev: Evaluator) -> Evaluator:
    handlers = {
        **OPERATIONS.handlers,
        ast.Call: _call,
        ast.Lambda: _lambda,
        ast.Attribute: _attribute,
        ast.Name: _attribute,
        ast.Subscript: _subscript,
    }
    return Evaluator(ev.tree, replace(OPERATIONS, handlers=handlers), ev.world, ev.meter)


def _default(ev: Evaluator, node: ast.expr, context: Context) -> Value:
    place = context.location(node)
    try:
        value = ev.evaluate(node, context)
        closure = _closure(ev, value, node, context)
        if closure is not None:
            value = interpreter.run(ev, closure, arguments.NONE, place)
    except ExhaustedError:
        raise
    except DeclarationError as fault:
        source = node.body if isinstance(node, ast.Lambda) else node
        text = context.segment(source)
        return Unevaluated(text, fault.message, context.location(source))
    return value


def _closure(ev: Evaluator, value: Value, node: ast.expr, context: Context) -> Closure | None:
    if isinstance(value, Symbol) and value.identity in ev.closures:
        return ev.closures[value.identity]
    target = ev.follow(node, context)
    if not isinstance(target, FunctionTarget):
        return None
    return interpreter.returning(ev, interpreter.closure_of(target))


def _lambda(ev: Evaluator, node: Any, context: Context) -> Value:
    closure = interpreter.Closure(node, context)
    return interpreter.keep(ev, closure, context.location(node))


def _attribute(ev: Evaluator, node: Any, context: Context) -> Value:
    if ev.identity(node, context) == ENVIRONMENT:
        return Mapping((), context.location(node))
    return OPERATIONS.handlers[type(node)](ev, node, context)


def _subscript(ev: Evaluator, node: Any, context: Context) -> Value:
    if ev.identity(node.value, context) == ENVIRONMENT:
        raise EvaluationError(MISSING)
    return OPERATIONS.handlers[ast.Subscript](ev, node, context)


def _call(ev: Evaluator, node: Any, context: Context) -> Value:
    place = context.location(node)
    target = ev.follow(node.func, context)
    identity = identity_of(target) if target is not None else ""
    if identity in READERS:
        given = arguments.evaluated(ev, node, context).take("key", "default", required=1)
        return given.get("default", Literal(None, place))
    closure = None
    if isinstance(target, FunctionTarget):
        closure = interpreter.returning(ev, interpreter.closure_of(target))
    elif isinstance(target, Plain) and isinstance(target.value, Symbol):
        closure = ev.closures.get(target.value.identity)
    elif target is None and isinstance(node.func, ast.Call):
        value = ev.evaluate(node.func, context)
        closure = ev.closures.get(value.identity) if isinstance(value, Symbol) else None
    if closure is None:
        return calls.call(ev, node, context)
    return _helped(ev, node, context, closure, place)


def _helped(
    ev: Evaluator, node: ast.Call, context: Context, closure: Closure, place: Location
) -> Value:
    if any(active == ("call", closure.node) for active, _ in ev.active):
        raise EvaluationError("a function that calls itself has no static value", place)
    ev.active.append((("call", closure.node), place))
    try:
        return interpreter.run(ev, closure, arguments.evaluated(ev, node, context), place)
    finally:
        ev.active.pop()
