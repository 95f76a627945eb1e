"""Replay of ``for`` loops over known values that change a module-level value."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import EvaluationError
from sphinxext_runtime_ref.source import comprehensions, replay
from sphinxext_runtime_ref.source.bindings import events_of
from sphinxext_runtime_ref.source.choose import truth
from sphinxext_runtime_ref.source.scope import REBINDING, Action
from sphinxext_runtime_ref.source.values import Literal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinxext_runtime_ref.source.evaluator import Context, Evaluator
    from sphinxext_runtime_ref.source.scope import Event
    from sphinxext_runtime_ref.source.values import Value


def unrolled(ev: Evaluator, node: ast.For, name: str, value: Value, context: Context) -> Value:
    """Give the value of a name after a loop.

    :raises EvaluationError: when the loop runs over something unknown, or does more than assign
        local names, test and change the value.
    """
    turn = _Turn(ev, name, value, context, [node])
    turn.loop(node)
    return turn.value


@dataclass(slots=True)
class _Turn:
    ev: Evaluator
    name: str
    value: Value
    context: Context
    statements: Sequence[ast.stmt]

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
                verdict = truth(self.ev, node.test, self.context)
                if verdict is None:
                    source = self.context.scope.module.text.segment(node.test)
                    raise EvaluationError(f"it can't be told whether {source}")
                self.body(node.body if verdict else node.orelse)
            case ast.For():
                self.loop(node)
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
            elif event.action is not Action.DECLARE:
                self.beside(event)

    def beside(self, event: Event) -> None:
        """Change another name: a number of the loop's own, or something that it never looks at."""
        old = self.context.frame.get(event.name)
        if isinstance(old, Literal):
            self.bind({event.name: replay.apply(self.ev, event, old, self.context)})
        elif old is not None or self.uses(event.name):
            raise EvaluationError(f"the loop changes {event.name} and uses it")

    def uses(self, name: str) -> bool:
        """Tell whether the statements do anything with a name but change it."""
        scope = self.context.scope
        same = scope.aliases.get(name, name)
        pending: list[ast.AST] = [*self.statements]
        while pending:
            node = pending.pop()
            if isinstance(node, ast.Expr | ast.Assign | ast.AugAssign | ast.Delete):
                changed = {event.name for event in events_of(node, self.context.scope.module)}
                if {scope.aliases.get(other, other) for other in changed} == {same}:
                    continue
            if isinstance(node, ast.Name) and scope.aliases.get(node.id, node.id) == same:
                return True
            pending += ast.iter_child_nodes(node)
        return False
