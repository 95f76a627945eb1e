"""Where a module calls a function or uses a decorator."""

from __future__ import annotations

import ast
import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import DeclarationError
from sphinxext_runtime_ref.source.evaluation.evaluator import Context
from sphinxext_runtime_ref.source.limits import ExhaustedError
from sphinxext_runtime_ref.source.operations import comprehensions
from sphinxext_runtime_ref.source.reading.syntax import dotted
from sphinxext_runtime_ref.source.scopes import branches
from sphinxext_runtime_ref.source.scopes.bindings import scope_of
from sphinxext_runtime_ref.source.scopes.scope import FunctionNode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinxext_runtime_ref.source.evaluation.evaluator import Evaluator
    from sphinxext_runtime_ref.source.module import Module
    from sphinxext_runtime_ref.source.scopes.branches import Choice
    from sphinxext_runtime_ref.source.values import Value

END = sys.maxsize
Turn = tuple[tuple[int, int], ...]
"""The line of each loop around a place, with the number of its turn."""


@dataclass(frozen=True, slots=True)
class Site:
    """A place where a function is called, or decorates something.

    :param call: ``None`` for a decorator without arguments.
    :param node: what is located: the call, or what is decorated.
    :param loops: the ``for`` statements around it, outermost first.
    :param symbol: the name to which a call is assigned, or what is decorated.
    :param target: the same for a call, an attribute such as ``self.parser`` included.
    """

    function: ast.expr
    call: ast.Call | None
    node: ast.expr | ast.stmt
    context: Context
    choices: tuple[Choice, ...]
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
    context: Context
    choices: tuple[Choice, ...] = ()
    loops: tuple[ast.For, ...] = ()


def _statements(module: Module, called: str) -> Iterator[tuple[ast.stmt, _Frame]]:
    if called.rpartition(".")[2] not in module.text.text:
        return
    frame = _Frame(Context(module.scope))
    pending = [(statement, frame) for statement in module.full_tree().body[::-1]]
    while pending:
        statement, frame = pending.pop()
        yield statement, frame
        inner = [
            (part, below) for body, below in _bodies(module, statement, frame) for part in body
        ]
        pending += inner[::-1]


def _bodies(
    module: Module, node: ast.stmt, frame: _Frame
) -> Iterator[tuple[list[ast.stmt], _Frame]]:
    match node:
        case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
            scope = scope_of(module, node, parent=frame.context.scope, position=END)
            yield node.body, replace(frame, context=Context(scope), loops=())
        case ast.If() | ast.Match() | ast.Try() | ast.TryStar():
            branch, bodies = branches.of(node, END, module.text)
            for index, body in enumerate(bodies):
                choices = (*frame.choices, branches.Choice(branch, index))
                yield body, replace(frame, choices=choices)
            yield getattr(node, "finalbody", []), frame
        case ast.For():
            yield node.body, replace(frame, loops=(*frame.loops, node))
            yield node.orelse, frame
        case ast.While() | ast.AsyncFor():
            yield [*node.body, *node.orelse], frame
        case ast.With() | ast.AsyncWith():
            yield node.body, frame


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
