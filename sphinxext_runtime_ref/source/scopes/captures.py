"""Names that statements bind within expressions and patterns: ``name := value``, ``case name``."""

from __future__ import annotations

import ast
from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from sphinxext_runtime_ref.source.scopes.scope import Action

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinxext_runtime_ref.source.module import Module

_SOMETIMES = (ast.IfExp, ast.BoolOp, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Capture(NamedTuple):
    """A name that is bound, with what it gets, or is a part of."""

    name: str
    action: Action
    node: ast.expr
    value: ast.expr


def of(statement: ast.stmt, module: Module) -> Iterator[Capture]:
    """Give the names that a statement binds so, those in the bodies of others left out."""
    if isinstance(statement, ast.Match):
        yield from _in_patterns(statement)
    lines = module.walruses
    at = bisect_left(lines, statement.lineno) if lines else 0
    if at < len(lines) and lines[at] <= (statement.end_lineno or statement.lineno):
        yield from _in_expressions(statement)


def stored(node: ast.expr) -> Iterator[ast.Name | ast.Attribute | ast.Subscript]:
    """Give what a target of a loop or of ``with`` gives a value."""
    for part in ast.walk(node):
        if isinstance(part, ast.Name | ast.Attribute | ast.Subscript) and isinstance(
            part.ctx, ast.Store
        ):
            yield part


def unpacked(target: ast.Tuple | ast.List) -> Iterator[tuple[ast.expr, int | slice]]:
    """Give the items of a target with the part of the value that each gets.

    :return: what follows a starred item is counted from the end.
    """
    starred = False
    for index, item in enumerate(target.elts):
        after = index - len(target.elts)
        part: int | slice = after if starred else index
        if isinstance(item, ast.Starred):
            starred, part = True, slice(index, after + 1 or None)
        yield item, part


def _in_patterns(statement: ast.Match) -> Iterator[Capture]:
    for case in statement.cases:
        for part in ast.walk(case.pattern):
            name = getattr(part, "name", None) or getattr(part, "rest", None)
            if isinstance(name, str):
                yield Capture(name, Action.OTHER, statement.subject, statement.subject)


def _in_expressions(statement: ast.stmt) -> Iterator[Capture]:
    pending: list[tuple[ast.AST, Action]] = [(statement, Action.ASSIGN)]
    if isinstance(statement, ast.Match):
        pending += [(case.guard, Action.OTHER) for case in statement.cases if case.guard]
    while pending:
        node, action = pending.pop()
        if isinstance(node, ast.NamedExpr):
            yield Capture(node.target.id, action, node, node.value)
        elif isinstance(node, _SOMETIMES):
            action = Action.OTHER
        pending += [
            (part, action)
            for part in ast.iter_child_nodes(node)
            if not isinstance(part, ast.stmt | ast.excepthandler | ast.match_case | ast.Lambda)
        ][::-1]
