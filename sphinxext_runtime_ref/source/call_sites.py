"""Where a module calls a function or uses a decorator."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import DeclarationError
from sphinxext_runtime_ref.source.evaluation.evaluator import Context
from sphinxext_runtime_ref.source.limits import ExhaustedError
from sphinxext_runtime_ref.source.mutation.relations import parameters
from sphinxext_runtime_ref.source.operations import comprehensions
from sphinxext_runtime_ref.source.reading.syntax import dotted
from sphinxext_runtime_ref.source.scopes import branches
from sphinxext_runtime_ref.source.scopes.bindings import DEFINITIONS, scope_of
from sphinxext_runtime_ref.source.scopes.scope import Action, Event, FunctionNode

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sphinxext_runtime_ref.source.evaluation.evaluator import Evaluator
    from sphinxext_runtime_ref.source.module import Module
    from sphinxext_runtime_ref.source.scopes.branches import Choice
    from sphinxext_runtime_ref.source.scopes.scope import Scope, Step
    from sphinxext_runtime_ref.source.values import Value

Turn = tuple[tuple[int, int], ...]
"""The line of each loop around a place, with the number of its turn."""


@dataclass(frozen=True, slots=True)
class Site:
    """A place where a function is called, or decorates something.

    :param call: ``None`` for a decorator without arguments.
    :param node: what is located: the call, or what is decorated.
    :param context: where its statement is; in a loop, the end of that.
    :param choices: the branches around it, each with its scope, outermost first.
    :param loops: the ``for`` statements around it, outermost first.
    :param symbol: the name to which a call is assigned, or what is decorated.
    :param target: the same for a call, an attribute such as ``self.parser`` included.
    """

    function: ast.expr
    call: ast.Call | None
    node: ast.expr | ast.stmt
    context: Context
    choices: tuple[tuple[Scope, Choice], ...]
    loops: tuple[ast.For, ...] = ()
    symbol: str = ""
    doc: str = ""
    target: str = ""


def calls(module: Module, called: str) -> list[Site]:
    """Give all calls of a module in order; none where the name does not even occur in it."""
    return sorted(_calls(module, called), key=lambda site: (site.node.lineno, site.node.col_offset))


def _calls(module: Module, called: str) -> Iterator[Site]:
    for statement, frame in _statements(module, called):
        for node in _expressions(statement):
            if isinstance(node, ast.Call):
                target = _target(statement, node)
                yield Site(
                    node.func,
                    node,
                    node,
                    frame.context,
                    frame.choices,
                    frame.loops,
                    "" if "." in target else target,
                    target=target,
                )


def _target(statement: ast.stmt, call: ast.Call) -> str:
    match statement:
        case ast.Assign(targets=[target], value=value) if value is call:
            return dotted(target) or ""
        case ast.AnnAssign(target=target, value=value) if value is call:
            return dotted(target) or ""
        case _:
            return ""


def decorators(module: Module, called: str) -> Iterator[Site]:
    """Give all uses of decorators of a module."""
    for node, frame in _statements(module, called):
        if not isinstance(node, ast.ClassDef | FunctionNode):
            continue
        prefix = frame.context.scope.qualname
        name = f"{prefix}.{node.name}" if prefix else node.name
        for part in node.decorator_list:
            call = part if isinstance(part, ast.Call) else None
            yield Site(
                call.func if call else part,
                call,
                node,
                frame.context,
                frame.choices,
                frame.loops,
                name,
                ast.get_docstring(node) or "",
            )


def iterations(ev: Evaluator, site: Site) -> list[tuple[Context, Turn]]:
    """Give the contexts in which a site runs: one for each turn of the loops around it.

    A loop over something unknown is kept as one turn, in which its variables have no value.
    """
    contexts: list[tuple[Context, Turn]] = [(site.context, ())]
    for loop in site.loops:
        turns: list[tuple[Context, Turn]] = []
        for context, turn in contexts:
            try:
                for number, item in enumerate(comprehensions.iterated(ev, loop.iter, context)):
                    names: dict[str, Value] = {}
                    comprehensions.bind(ev, loop.target, item, names)
                    inner = replace(context, frame={**context.frame, **names})
                    turns.append((inner, (*turn, (loop.lineno, number))))
                    ev.meter.items(len(turns))
            except ExhaustedError:
                raise
            except DeclarationError:
                return [(site.context, ())]
        contexts = turns
    return contexts


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where a statement is.

    :param outer: the branches around its function or class.
    :param steps: the statements of its scope by line and column; a loop is one as a whole.
    """

    context: Context
    outer: tuple[tuple[Scope, Choice], ...] = ()
    choices: tuple[tuple[Scope, Choice], ...] = ()
    loops: tuple[ast.For, ...] = ()
    steps: Mapping[tuple[int, int], Step] = field(default_factory=dict)

    def at(self, statement: ast.stmt) -> _Frame:
        """Give the frame of a statement: names and branches are those of its place."""
        step = self.steps.get((statement.lineno, statement.col_offset))
        if step is None:
            return self
        # A decorator runs before the name of what it decorates is bound.
        position = step.position - isinstance(statement, DEFINITIONS)
        own = ((self.context.scope, choice) for choice in step.choices)
        context = replace(self.context, position=position)
        return replace(self, context=context, choices=(*self.outer, *own))

    def inside(self) -> _Frame:
        """Give the frame of the body of a loop, which sees what earlier turns have changed."""
        after = replace(self.context, position=(self.context.position or 0) + 1)
        return replace(self, context=after)


def _frame_of(scope: Scope, outer: tuple[tuple[Scope, Choice], ...] = ()) -> _Frame:
    steps = {(step.node.lineno, step.node.col_offset): step for step in scope.steps}
    return _Frame(Context(scope), outer, outer, steps=steps)


def _statements(module: Module, called: str) -> Iterator[tuple[ast.stmt, _Frame]]:
    if called.rpartition(".")[2] not in module.text.text:
        return
    frame = _frame_of(module.scope)
    pending = [(statement, frame) for statement in module.full_tree().body[::-1]]
    while pending:
        statement, around = pending.pop()
        frame = around.at(statement)
        yield statement, frame
        inner = [
            (part, below) for body, below in _bodies(module, statement, frame) for part in body
        ]
        pending += inner[::-1]


def _bodies(
    module: Module, node: ast.stmt, frame: _Frame
) -> Iterator[tuple[list[ast.stmt], _Frame]]:
    position = frame.context.position or 0
    match node:
        case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
            scope = scope_of(module, node, parent=frame.context.scope, position=position)
            for name in () if scope.is_class else _from_outside(node):
                bound = Event(name, Action.OTHER, node, 0)
                scope.events.setdefault(name, []).insert(0, bound)
            yield node.body, _frame_of(scope, frame.choices)
        case ast.If() | ast.Match() | ast.Try() | ast.TryStar():
            branch, bodies = branches.of(node, position, module.text)
            for index, body in enumerate(bodies):
                choice = (frame.context.scope, branches.Choice(branch, index))
                yield body, replace(frame, choices=(*frame.choices, choice))
            yield getattr(node, "finalbody", []), frame
        case ast.For():
            inside = frame.inside()
            yield node.body, replace(inside, loops=(*frame.loops, node))
            yield node.orelse, inside
        case ast.While() | ast.AsyncFor():
            yield [*node.body, *node.orelse], frame.inside()
        case ast.With() | ast.AsyncWith():
            yield node.body, frame


def _from_outside(function: ast.stmt) -> Iterator[str]:
    """Give the names that a function begins with: its parameters, and the globals that it sets."""
    yield from parameters(function)
    for part in ast.walk(function):
        if isinstance(part, ast.Global | ast.Nonlocal):
            yield from part.names


def _expressions(statement: ast.stmt) -> Iterator[ast.expr]:
    """Give the expressions of a statement in source order, without those of its bodies."""
    pending: list[ast.AST] = [
        part for part in ast.iter_child_nodes(statement) if not isinstance(part, ast.stmt)
    ][::-1]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.expr):
            yield node
        inner = [
            part
            for part in ast.iter_child_nodes(node)
            if not isinstance(part, ast.stmt | ast.excepthandler | ast.match_case)
        ]
        pending += inner[::-1]
