"""Replay of ``for`` loops over known values that change a module-level value."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import EvaluationError
from sphinxext_runtime_ref.source import comprehensions, replay
from sphinxext_runtime_ref.source.bindings import events_of
from sphinxext_runtime_ref.source.choose import truth
from sphinxext_runtime_ref.source.scope import REBINDING, Action

if TYPE_CHECKING:
    from sphinxext_runtime_ref.source.evaluator import Context, Evaluator
    from sphinxext_runtime_ref.source.values import Value


def unrolled(ev: Evaluator, node: ast.For, name: str, value: Value, context: Context) -> Value:
    """Give the value of a name after a loop.

    :raises EvaluationError: when the loop runs over something unknown, or does more than assign
        local names, test and change the value.
    """
    turns = comprehensions.iterated(ev, node.iter, context)
    turn = _Turn(ev, name, value, context)
    for item in turns:
        names: dict[str, Value] = {}
        comprehensions.bind(ev, node.target, item, names)
        turn.bind(names)
        turn.body(node.body)
    turn.body(node.orelse)
    return turn.value


class _Turn:
    def __init__(self, ev: Evaluator, name: str, value: Value, context: Context) -> None:
        self.ev = ev
        self.name = name
        self.value = value
        self.context = context

    def bind(self, names: dict[str, Value]) -> None:
        # The loop sees the value as it is so far, not as all statements leave it.
        self.context = self.context.bind({**names, self.name: self.value})

    def body(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            self.ev.meter.step()
            self.statement(statement)

    def statement(self, node: ast.stmt) -> None:
        match node:
            case ast.If():
                verdict = truth(self.ev, node.test, self.context)
                if verdict is None:
                    source = self.context.scope.module.text.segment(node.test)
                    raise EvaluationError(f"it can't be told whether {source}")
                self.body(node.body if verdict else node.orelse)
            case ast.For():
                self.value = unrolled(self.ev, node, self.name, self.value, self.context)
                self.bind({})
            case ast.Break() | ast.Continue() | ast.While() | ast.Try() | ast.With() | ast.Match():
                what = type(node).__name__.lower()
                raise EvaluationError(f"the loop has a {what} statement")
            case _:
                self.plain(node)

    def plain(self, node: ast.stmt) -> None:
        for event in events_of(node, self.context.scope.module):
            if event.name == self.name:
                if event.action in REBINDING:
                    raise EvaluationError("the loop assigns the name anew")
                self.value = replay.apply(self.ev, event, self.value, self.context)
                self.bind({})
            elif event.action is Action.ASSIGN and event.value is not None and not event.unpack:
                self.bind({event.name: self.ev.value(event.value, self.context)})
            elif event.action in REBINDING:
                raise EvaluationError(f"the loop binds {event.name} in a way that is not followed")
