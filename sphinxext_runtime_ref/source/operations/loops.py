"""Replay of loops and of calls of the module's own functions that change a module-level value."""

from __future__ import annotations

import ast
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import EvaluationError
from sphinxext_runtime_ref.source.equality import holds_mutable
from sphinxext_runtime_ref.source.evaluation import arguments
from sphinxext_runtime_ref.source.evaluation.choose import decided
from sphinxext_runtime_ref.source.mutation.argument_binding import by_name
from sphinxext_runtime_ref.source.mutation.callees import callees
from sphinxext_runtime_ref.source.mutation.effects import effects_of_call
from sphinxext_runtime_ref.source.operations import comprehensions, interpreter, replay
from sphinxext_runtime_ref.source.scopes.bindings import events_of
from sphinxext_runtime_ref.source.scopes.scope import REBINDING, Action
from sphinxext_runtime_ref.source.scopes.targets import FunctionTarget
from sphinxext_runtime_ref.source.values import Literal, Record, Symbol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinxext_runtime_ref.source.evaluation.evaluator import Context, Evaluator
    from sphinxext_runtime_ref.source.mutation.callees import Callee
    from sphinxext_runtime_ref.source.scopes.scope import Event
    from sphinxext_runtime_ref.source.values import Value


LEFT_OUT = (
    *(ast.Break, ast.Continue, ast.While, ast.Try, ast.With, ast.Match, ast.Return, ast.Raise),
    *(ast.AsyncFor, ast.AsyncWith, ast.TryStar, ast.Global, ast.Nonlocal),
)


def unrolled(ev: Evaluator, node: ast.For, name: str, value: Value, context: Context) -> Value:
    """Give the value of a name after a loop.

    :raises EvaluationError: when the loop runs over something unknown, or does more than assign
        local names, test and change the value.
    """
    turn = _Turn(ev, name, value, context, [node])
    turn.loop(node)
    return turn.value


def called(ev: Evaluator, call: ast.Call, name: str, value: Value, context: Context) -> Value:
    """Give the value of a name after a call of a function or method of the module.

    :param name: that of the module, or ``Class.name`` of an attribute.
    :raises EvaluationError: when the function does more to the value than to test and change it,
        or gets arguments that do not fit.
    """
    maker = call.func if isinstance(call.func, ast.Call) else call
    effects = effects_of_call(call, context.scope)
    effect = effects.get(name)
    if effect is None:
        return value
    functions = callees(maker.func, context.scope)
    if not functions:
        raise EvaluationError(f"what {ast.unparse(maker.func)}() does to it is not followed")
    function = functions[-1]
    node = function.event.node
    what = f"{function.event.name}() at {function.scope.module.location(node)}"
    if effect.anew:
        raise EvaluationError(f"{what} assigns the name anew")
    if isinstance(value, Record) and effect.fields:
        raise EvaluationError(f"what {what} does to it is not followed")
    if not holds_mutable(value):
        return value
    # Of several attributes that change, only the one that is followed has its value of the moment.
    attributes = sum("." in other for other in effects)
    if not effect.plain or not _is_undecorated(node) or attributes > 1:
        raise EvaluationError(f"what {what} does to it is not followed")
    closure = _closure(function, name)
    given = _given(ev, function, maker, context)
    if maker is not call:
        seen = interpreter.Closure(closure.node, closure.context.bind({name: value}))
        closure = interpreter.made(ev, seen, given, context.location(maker))
        given = arguments.evaluated(ev, call, context)
    own = _name_inside(closure.node, call, name)
    if own is None or isinstance(closure.node, ast.Lambda):
        raise EvaluationError(f"what {what} does to it is not followed")
    frame = interpreter.bound(ev, closure, given)
    body = closure.node.body
    turn = _Turn(ev, own, value, closure.context.bind(frame), body, "function")
    turn.bind({})
    match body[-1]:
        case ast.Return(value=None | ast.Name() | ast.Constant()):
            turn.body(body[:-1])
        case _:
            turn.body(body)
    return turn.value


def _is_undecorated(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef) and all(
        isinstance(mark, ast.Name) and mark.id in {"classmethod", "staticmethod"}
        for mark in node.decorator_list
    )


def _closure(function: Callee, name: str) -> interpreter.Closure:
    """Give a function, or a method in which the attribute that it changes is a plain name."""
    closure = interpreter.closure_of(FunctionTarget(function.scope, function.event))
    owner, _, attribute = name.rpartition(".")
    if not owner:
        return closure
    parameters = [one.arg for one in closure.node.args.args] if function.is_method else []
    named = _Named({owner, *parameters[:1]}, attribute, name)
    node = named.visit(deepcopy(closure.node))
    if any(isinstance(part, ast.Attribute) and part.attr == attribute for part in ast.walk(node)):
        raise EvaluationError(f"{function.event.name}() has another name for it")
    return interpreter.Closure(node, closure.context)


class _Named(ast.NodeTransformer):
    """Puts a name in the place of an attribute of a class: the name is what is followed."""

    def __init__(self, owners: set[str], attribute: str, name: str) -> None:
        self.owners = owners
        self.attribute = attribute
        self.name = name

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        self.generic_visit(node)
        if (
            node.attr != self.attribute
            or not isinstance(node.value, ast.Name)
            or node.value.id not in self.owners
        ):
            return node
        return ast.copy_location(ast.Name(self.name, node.ctx), node)


def _given(ev: Evaluator, function: Callee, call: ast.Call, context: Context) -> arguments.Given:
    """Give the arguments of a call; the class itself is the first one of a class's method."""
    given = arguments.evaluated(ev, call, context)
    if not function.is_method or not isinstance(call.func, ast.Attribute):
        return given
    return replace(given, positional=(ev.value(call.func.value, context), *given.positional))


def _name_inside(function: ast.AST, call: ast.Call, name: str) -> str | None:
    """Give the name that a function has for what its caller has by a name; none of several."""
    if not isinstance(function, ast.FunctionDef):
        return name
    own = [parameter for parameter, given in by_name(call, function) if given == name]
    return None if len(own) > 1 else (own or [name])[0]


@dataclass(slots=True)
class _Turn:
    ev: Evaluator
    name: str
    value: Value
    context: Context
    statements: Sequence[ast.stmt]
    within: str = "loop"

    def bind(self, names: dict[str, Value]) -> None:
        # The loop sees the value as it is so far, not as all statements leave it.
        self.context = self.context.bind({**names, self.name: self.value})

    def loop(self, node: ast.For) -> None:
        for item in comprehensions.iterated(self.ev, node.iter, self.context):
            names: dict[str, Value] = {}
            comprehensions.bind(self.ev, node.target, item, names)
            self.bind(names)
            self.body(node.body)
        self.body(node.orelse)

    def body(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            self.ev.meter.step()
            self.statement(statement)

    def statement(self, node: ast.stmt) -> None:
        match node:
            case ast.If():
                passed = decided(self.ev, node.test, self.context)
                self.body(node.body if passed else node.orelse)
            case ast.For():
                self.loop(node)
            case _ if isinstance(node, LEFT_OUT):
                what = type(node).__name__.lower()
                raise EvaluationError(f"the {self.within} has a {what} statement")
            case _:
                self.plain(node)

    def plain(self, node: ast.stmt) -> None:
        for event in events_of(node, self.context.scope):
            if event.name == self.name:
                if event.action in REBINDING:
                    raise EvaluationError(f"the {self.within} assigns the name anew")
                self.value = replay.apply(self.ev, event, self.value, self.context)
                self.bind({})
            elif event.action is Action.ASSIGN and event.value is not None and not event.unpack:
                self.bind({event.name: self.ev.value(event.value, self.context)})
            elif event.action is Action.FUNCTION:
                place, scope = self.context.location(node), self.context.scope
                self.bind({event.name: Symbol(event.name, scope.identity(event.name), place)})
            elif event.action in REBINDING:
                raise EvaluationError(
                    f"the {self.within} binds {event.name} in a way that is not followed"
                )
            elif event.action is not Action.DECLARE:
                self.beside(event)

    def beside(self, event: Event) -> None:
        """Change another name: a number of the loop's own, or something that it never looks at."""
        old = self.context.frame.get(event.name)
        if isinstance(old, Literal):
            self.bind({event.name: replay.apply(self.ev, event, old, self.context)})
        elif old is not None or self.uses(event.name):
            raise EvaluationError(f"the {self.within} changes {event.name} and uses it")

    def uses(self, name: str) -> bool:
        """Tell whether the statements do anything with a name but change it."""
        scope = self.context.scope
        same = scope.aliases.get(name, name)
        pending: list[ast.AST] = [*self.statements]
        while pending:
            node = pending.pop()
            if isinstance(node, ast.Expr | ast.Assign | ast.AugAssign | ast.Delete):
                changed = {event.name for event in events_of(node, self.context.scope)}
                if {scope.aliases.get(other, other) for other in changed} == {same}:
                    continue
            if isinstance(node, ast.Name) and scope.aliases.get(node.id, node.id) == same:
                return True
            pending += ast.iter_child_nodes(node)
        return False
