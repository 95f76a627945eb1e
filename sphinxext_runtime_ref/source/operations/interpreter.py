"""Runs small pure functions on values, step by step and within the same bounds.

It is for functions that are applied (``map(f, items)``), that make a function, and that read the
environment: ``lambda: helper("NAME", "default")`` has the default that ``helper`` gives when
nothing is set.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import EvaluationError
from sphinxext_runtime_ref.source.equality import is_mutable
from sphinxext_runtime_ref.source.evaluation import arguments
from sphinxext_runtime_ref.source.evaluation.choose import decided
from sphinxext_runtime_ref.source.evaluation.evaluator import Context
from sphinxext_runtime_ref.source.mutation.bodies import parts_of
from sphinxext_runtime_ref.source.operations import comprehensions, local_changes
from sphinxext_runtime_ref.source.operations.operators import binary
from sphinxext_runtime_ref.source.scopes.bindings import child_scope
from sphinxext_runtime_ref.source.scopes.scope import FunctionNode
from sphinxext_runtime_ref.source.values import Literal, Mapping, Sequence, SequenceType, Symbol

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.evaluation.arguments import Given
    from sphinxext_runtime_ref.source.evaluation.evaluator import Evaluator
    from sphinxext_runtime_ref.source.scopes.targets import FunctionTarget
    from sphinxext_runtime_ref.source.values import Value

TRANSPARENT = frozenset(
    {
        *("builtins.staticmethod", "functools.cache", "functools.lru_cache", "functools.wraps"),
        *(f"typing.{name}" for name in ("final", "override", "no_type_check")),
        *(f"typing_extensions.{name}" for name in ("final", "override", "deprecated")),
        "warnings.deprecated",
    }
)
"""Decorators whose result gives what the function gives."""
IGNORED = (ast.Pass, ast.Import, ast.ImportFrom, ast.Assert, ast.Global, ast.Nonlocal)


@dataclass(frozen=True, slots=True)
class Closure:
    """A function or lambda with the names that it sees.

    :param context: names of the functions around it.
    """

    node: FunctionNode | ast.Lambda
    context: Context


def closure_of(target: FunctionTarget) -> Closure:
    """Give a function of a module or class."""
    scope = child_scope(target.scope, target.event)
    if not isinstance(scope.node, FunctionNode):
        raise TypeError(f"{scope.qualname} is no function")
    return Closure(scope.node, Context(scope))


def returning(ev: Evaluator, closure: Closure) -> Closure:
    """Give back a function of which each call gives what a ``return`` says.

    :raises EvaluationError: for a coroutine, a generator, a method of the class, and for a function
        of which a decorator may make another one.
    """
    node = closure.node
    if isinstance(node, ast.Lambda):
        return closure
    for decorator in node.decorator_list:
        made = decorator.func if isinstance(decorator, ast.Call) else decorator
        if ev.identity(made, closure.context) not in TRANSPARENT:
            what = f"the decorator {ast.unparse(made)} makes of {node.name}()"
            raise EvaluationError(f"what {what} is not followed")
    yields = (isinstance(part, ast.Yield | ast.YieldFrom) for part in parts_of(node))
    if isinstance(node, ast.AsyncFunctionDef) or any(yields):
        raise EvaluationError(f"{node.name}() gives a coroutine or generator")
    return closure


def keep(ev: Evaluator, closure: Closure, place: Location) -> Symbol:
    """Give a value that stands for a function which another one made or applies.

    :raises EvaluationError: as :func:`returning`.
    """
    closure = returning(ev, closure)
    name = f"<function {len(ev.closures)}>"
    ev.closures[name] = closure
    return Symbol("function", name, place)


def run(ev: Evaluator, closure: Closure, given: Given, place: Location) -> Value:
    """Call a function.

    :raises EvaluationError: when it does anything that has no static value.
    """
    node = closure.node
    frame = bound(ev, closure, given)
    context = closure.context.bind(frame)
    if isinstance(node, ast.Lambda):
        return ev.evaluate(node.body, context)
    ev.meter.enter()
    try:
        runner = _Runner(ev, context, closure.context)
        result = runner.body(node.body)
    finally:
        ev.meter.depth -= 1
    return result if result is not None else Literal(None, place)


def made(ev: Evaluator, closure: Closure, given: Given, place: Location) -> Closure:
    """Give the function that a call of another one makes.

    :raises EvaluationError: when it returns anything else.
    """
    value = run(ev, closure, given, place)
    found = ev.closures.get(value.identity) if isinstance(value, Symbol) else None
    if found is None:
        raise EvaluationError("what it returns is not followed", place)
    return found


def bound(ev: Evaluator, closure: Closure, given: Given) -> dict[str, Value]:
    """Give the values that the parameters of a function have in a call.

    :raises EvaluationError: when the arguments do not fit, or may be any number.
    """
    parameters = closure.node.args
    ordinary = [item.arg for item in (*parameters.posonlyargs, *parameters.args)]
    only = [item.arg for item in parameters.kwonlyargs]
    frame: dict[str, Value] = {}
    for names, defaults in (
        (ordinary[len(ordinary) - len(parameters.defaults) :], parameters.defaults),
        (only, parameters.kw_defaults),
    ):
        for name, default in zip(names, defaults, strict=True):
            if default is not None:
                frame[name] = ev.value(default, closure.context)
    frame.update(zip(ordinary, given.positional, strict=False))
    place = closure.context.scope.location
    more = given.positional[len(ordinary) :]
    if parameters.vararg is not None:
        frame[parameters.vararg.arg] = Sequence(SequenceType.TUPLE, more, place)
    elif more:
        raise EvaluationError("the function is given too many arguments")
    others: list[tuple[Value, Value]] = []
    for name, value in given.keywords:
        if name in {*ordinary, *only}:
            frame[name] = value
        elif parameters.kwarg is not None:
            others.append((Literal(name, place), value))
        else:
            raise EvaluationError(f"the function has no parameter {name!r}")
    if parameters.kwarg is not None:
        frame[parameters.kwarg.arg] = Mapping(tuple(others), place)
    missing = [name for name in (*ordinary, *only) if name not in frame]
    if missing:
        raise EvaluationError(f"the function is not given {', '.join(missing)}")
    return frame


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


class _Runner:
    """Runs statements; ``context`` has the local names, ``outer`` those of the functions around."""

    def __init__(self, ev: Evaluator, context: Context, outer: Context) -> None:
        self.ev = ev
        self.context = context
        self.outer = outer

    def body(self, statements: Iterable[ast.stmt]) -> Value | None:
        """Run statements until one returns."""
        for statement in statements:
            self.ev.meter.step()
            result = self.statement(statement)
            if result is not None:
                return result
        return None

    def statement(self, node: ast.stmt) -> Value | None:
        local_changes.refuse_in_expression(node, self.context)
        match node:
            case ast.Return():
                place = self.context.location(node)
                if node.value is None:
                    return Literal(None, place)
                return self.ev.evaluate(node.value, self.context)
            case ast.Assign():
                self.assign(node.targets, self.ev.evaluate(node.value, self.context))
            case ast.AnnAssign(value=value) if value is not None:
                self.assign([node.target], self.ev.evaluate(value, self.context))
            case ast.AugAssign(target=ast.Name(id=name)):
                self.augment(node, name)
            case ast.If():
                passed = decided(self.ev, node.test, self.context)
                return self.body(node.body if passed else node.orelse)
            case ast.For():
                return self.loop(node)
            case ast.Try():
                result = self.body([*node.body, *node.orelse])
                last = self.body(node.finalbody)
                return last if last is not None else result
            case _:
                self.other(node)
        return None

    def other(self, node: ast.stmt) -> None:
        """Run a statement that never returns."""
        match node:
            case ast.FunctionDef():
                local_changes.refuse_around(node, self.context, self.outer)
                closure = Closure(node, self.context)
                self.bind({node.name: keep(self.ev, closure, self.context.location(node))})
            case ast.Expr(value=ast.Call() as call):
                self.effect(call)
            case _ if not isinstance(node, IGNORED) and not _is_text(node):
                raise EvaluationError(
                    "the function does something that has no static value",
                    self.context.location(node),
                )

    def augment(self, node: ast.AugAssign, name: str) -> None:
        old = self.ev.known(ast.copy_location(ast.Name(name), node.target), self.context)
        local_changes.refuse_shared(name, old, self.context)
        new = self.ev.known(node.value, self.context)
        place = self.context.location(node)
        self.bind({name: binary(self.ev, node.op, old, new, place)})

    def bind(self, names: dict[str, Value]) -> None:
        self.context = self.context.bind(names)

    def assign(self, targets: list[ast.expr], value: Value) -> None:
        local_changes.refuse_given(value, self.context)
        names: dict[str, Value] = {}
        for target in targets:
            comprehensions.bind(self.ev, target, value, names)
        self.bind(names)

    def loop(self, node: ast.For) -> Value | None:
        if any(isinstance(part, ast.Break | ast.Continue) for part in ast.walk(node)):
            raise EvaluationError("a loop with break or continue", self.context.location(node))
        for item in comprehensions.iterated(self.ev, node.iter, self.context):
            self.assign([node.target], item)
            result = self.body(node.body)
            if result is not None:
                return result
        return self.body(node.orelse)

    def effect(self, call: ast.Call) -> None:
        """Pass over a call for its effect, unless it may change a local value."""
        given = arguments.evaluated(self.ev, call, self.context)
        values = [*given.positional, *given.named.values()]
        function = call.func
        if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name):
            local = self.context.frame.get(function.value.id)
            values += [local] if local is not None else []
        if any(map(is_mutable, values)):
            raise EvaluationError(local_changes.MAY_CHANGE, self.context.location(call))
