"""Branches of a scope: ``if``, ``try`` and ``match``, with the text of each alternative."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.reading.syntax import last_name, one_line

if TYPE_CHECKING:
    from sphinxext_runtime_ref.source.reading.text import SourceText

ATOMS = (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.Constant)
SUPPRESSING = frozenset({"suppress", "raises"})


@dataclass(frozen=True, slots=True, eq=False)
class Branch:
    """One statement of which exactly one alternative runs.

    :param position: of the statement in its scope.
    :param conditions: text of each alternative: ``if X``, ``if not X``, ``try``,
        ``except ImportError``, ``case 'a'``; an ``else`` that is not written is one too.
    :param tests: expressions that choose: alternative ``i`` runs when test ``i`` is the first
        true one; empty where nothing that is read can choose (``try``).
    :param subject: what a ``match`` statement matches.
    :param failing: handlers that always raise, so that nothing comes after them.
    """

    position: int
    conditions: tuple[str, ...]
    tests: tuple[ast.expr, ...] = ()
    subject: ast.expr | None = None
    patterns: tuple[ast.match_case, ...] = ()
    failing: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Choice:
    """An alternative of a branch that must run for a binding to happen.

    :param is_risky: whether it may happen where a handler runs too: something after it in the body
        of a ``try`` may fail.
    """

    branch: Branch
    alternative: int
    is_risky: bool = field(default=False, compare=False)


def of(
    node: ast.If | ast.Try | ast.TryStar | ast.Match | ast.With | ast.AsyncWith,
    position: int,
    text: SourceText,
) -> tuple[Branch, list[list[ast.stmt]]]:
    """Give the branch that a statement is, and the body of each alternative."""
    match node:
        case ast.If():
            return _of_if(node, position, text)
        case ast.Match():
            return _of_match(node, position, text)
        case ast.With() | ast.AsyncWith():
            what = ", ".join(one_line(text.segment(part)) for part in suppressed(node))
            return Branch(position, ("try", f"except {what}")), [node.body, []]
        case _:
            return _of_try(node, position, text)


def _of_if(node: ast.If, position: int, text: SourceText) -> tuple[Branch, list[list[ast.stmt]]]:
    """Give the branch of an ``if``/``elif``/``else`` chain and the body of each alternative."""
    tests, bodies = [node.test], [node.body]
    rest = node.orelse
    while len(rest) == 1 and isinstance(rest[0], ast.If) and _is_elif(node, rest[0]):
        node = rest[0]
        tests.append(node.test)
        bodies.append(node.body)
        rest = node.orelse
    bodies.append(rest)
    conditions = []
    for index in range(len(bodies)):
        parts = [_negated(test, text) for test in tests[:index]]
        if index < len(tests):
            parts.append(_joined(tests[index], text, alone=not parts))
        conditions.append("if " + " and ".join(parts))
    return Branch(position, tuple(conditions), tuple(tests)), bodies


def _of_try(
    node: ast.Try | ast.TryStar, position: int, text: SourceText
) -> tuple[Branch, list[list[ast.stmt]]]:
    """Give the branch of a ``try``: its body with ``else``, or one of its handlers."""
    bodies = [[*node.body, *node.orelse]]
    conditions = ["try"]
    for handler in node.handlers:
        what = f" {one_line(text.segment(handler.type))}" if handler.type else ""
        conditions.append(f"except{what}")
        bodies.append(handler.body)
    failing = frozenset(
        index for index, body in enumerate(bodies) if index and isinstance(body[-1], ast.Raise)
    )
    return Branch(position, tuple(conditions), failing=failing), bodies


def _of_match(
    node: ast.Match, position: int, text: SourceText
) -> tuple[Branch, list[list[ast.stmt]]]:
    """Give the branch of a ``match``; that no case matches is an alternative too."""
    conditions = [f"case {_pattern_text(case, text)}" for case in node.cases]
    conditions.append(f"no case matches {one_line(text.segment(node.subject))}")
    bodies = [*(case.body for case in node.cases), []]
    return Branch(position, tuple(conditions), (), node.subject, tuple(node.cases)), bodies


def risky(node: ast.stmt) -> int:
    """Give how many statements of the body of a ``try`` may have run when a handler does."""
    match node:
        case (
            ast.Try(handlers=[_, *_] as handlers, body=body)
            | ast.TryStar(handlers=handlers, body=body)
        ):
            caught = [handler.type for handler in handlers]
        case ast.With(body=body) | ast.AsyncWith(body=body):
            caught = [*suppressed(node)]
        case _:
            return 0
    fails = _imports if caught and all(map(_is_of_imports, caught)) else _may_fail
    failing = [at for at, part in enumerate(body) if fails(part)]
    last = failing[-1] if failing else 0
    return last + isinstance(body[last], ast.If | ast.For | ast.While | ast.With | ast.Try)


def suppressed(node: ast.With | ast.AsyncWith) -> list[ast.expr]:
    """Give the exceptions after which a statement goes on: ``with suppress(KeyError):``."""
    calls = (item.context_expr for item in node.items)
    found = [call for call in calls if isinstance(call, ast.Call)]
    return [part for call in found if last_name(call.func) in SUPPRESSING for part in call.args]


def _is_of_imports(node: ast.expr | None) -> bool:
    parts = node.elts if isinstance(node, ast.Tuple) else [node]
    return all(getattr(part, "id", "") in {"ImportError", "ModuleNotFoundError"} for part in parts)


def _imports(node: ast.stmt) -> bool:
    return any(isinstance(part, ast.Import | ast.ImportFrom) for part in ast.walk(node))


def _may_fail(node: ast.stmt) -> bool:
    match node:
        case ast.Assign(value=ast.Constant(), targets=targets):
            return not all(isinstance(target, ast.Name) for target in targets)
        case ast.FunctionDef(decorator_list=[]) | ast.Pass():
            return False
        case _:
            return True


def _pattern_text(case: ast.match_case, text: SourceText) -> str:
    pattern = ast.copy_location(ast.Constant(None), case.pattern)
    guard = f" if {one_line(text.segment(case.guard))}" if case.guard else ""
    return one_line(text.segment(pattern)) + guard


def _is_elif(outer: ast.If, inner: ast.If) -> bool:
    # An "if" in the block of an "else" is indented.
    return inner.col_offset == outer.col_offset


def _negated(test: ast.expr, text: SourceText) -> str:
    source = one_line(text.segment(test))
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return _joined(test.operand, text, alone=False)
    return f"not {source}" if isinstance(test, ATOMS) else f"not ({source})"


def _joined(test: ast.expr, text: SourceText, *, alone: bool) -> str:
    source = one_line(text.segment(test))
    loose = isinstance(test, ast.BoolOp | ast.IfExp | ast.Lambda | ast.NamedExpr)
    return f"({source})" if loose and not alone else source
