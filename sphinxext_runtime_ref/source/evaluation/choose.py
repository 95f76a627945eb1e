"""Which alternative of a branch runs: decided by what is known and assumed, or kept open."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import DeclarationError, EvaluationError
from sphinxext_runtime_ref.location import Location
from sphinxext_runtime_ref.source.conditions import Taken
from sphinxext_runtime_ref.source.equality import is_unpacked, same
from sphinxext_runtime_ref.source.evaluation.evaluator import Context, UndecidedError
from sphinxext_runtime_ref.source.evaluation.implications import identity, implied
from sphinxext_runtime_ref.source.evaluation.later_changes import refuse_any_later
from sphinxext_runtime_ref.source.limits import ExhaustedError
from sphinxext_runtime_ref.source.reading.syntax import one_line
from sphinxext_runtime_ref.source.scopes.targets import identity_of
from sphinxext_runtime_ref.source.values import ITERATOR, Literal, Mapping, Record, Sequence, Symbol

if TYPE_CHECKING:
    from sphinxext_runtime_ref.source.evaluation.evaluator import Evaluator
    from sphinxext_runtime_ref.source.scopes.branches import Branch, Choice
    from sphinxext_runtime_ref.source.scopes.scope import Scope
    from sphinxext_runtime_ref.source.values import Value


def holds(ev: Evaluator, scope: Scope, choices: tuple[Choice, ...]) -> bool:
    """Tell whether all these alternatives run.

    :raises UndecidedError: when that is neither decided nor chosen yet.
    """
    return all(_alternative(ev, scope, choice.branch) == choice.alternative for choice in choices)


def may_hold(ev: Evaluator, scope: Scope, choices: tuple[Choice, ...]) -> bool:
    """Tell whether what does not hold may happen: of a ``try`` that fails, the start has run."""
    for choice in choices:
        if _alternative(ev, scope, choice.branch) != choice.alternative:
            return choice.is_risky
    return False


def _alternative(ev: Evaluator, scope: Scope, branch: Branch) -> int:
    known = ev.decided.get(branch, ev.taken.get(branch))
    if known is not None:
        return known
    # A test may look at something that the branch itself changes: then nothing decides it.
    place = Location(scope.module.path, scope.location.line)
    ev.names.guard(ev, branch, place)
    ev.active.append((branch, place))
    try:
        possible = _possible(ev, scope, branch)
        if len(possible) != 1:
            context = Context(scope, branch.position)
            facts = {index: implied(ev, branch, index, context) for index in possible}
            raise UndecidedError(scope, branch, facts)
    finally:
        ev.active.pop()
    ev.decided[branch] = possible[0]
    if ev.facts:
        ev.implied.append(Taken(scope, branch, possible[0]))
    return possible[0]


def _possible(ev: Evaluator, scope: Scope, branch: Branch) -> tuple[int, ...]:
    context = Context(scope, branch.position)
    possible: list[int] = []
    last = len(branch.conditions) - 1
    if branch.subject is not None:
        verdicts = [_matches(ev, branch, case, context) for case in branch.patterns]
    elif branch.tests:
        verdicts = [truth(ev, test, context) for test in branch.tests]
    else:
        return tuple(index for index in range(last + 1) if index not in branch.failing)
    for index, verdict in enumerate(verdicts):
        if verdict is not False:
            possible.append(index)
        if verdict is True:
            return tuple(possible)
    return (*possible, last)


def truth(ev: Evaluator, node: ast.expr, context: Context) -> bool | None:
    """Tell whether a test is true, ``None`` when that can't be told."""
    verdict = _truth(ev, node, context)
    if verdict is None and ev.facts:
        return ev.facts.get(identity(ev, node, context))
    return verdict


def _truth(ev: Evaluator, node: ast.expr, context: Context) -> bool | None:
    match node:
        case ast.BoolOp():
            verdicts = [truth(ev, part, context) for part in node.values]
            final = isinstance(node.op, ast.Or)
            if final in verdicts:
                return final
            return None if None in verdicts else not final
        case ast.UnaryOp(op=ast.Not()):
            verdict = truth(ev, node.operand, context)
            return None if verdict is None else not verdict
    assumed = _assumed(ev, node, context)
    if assumed is not None:
        return assumed
    try:
        return truthiness(ev.known(node, context))
    except ExhaustedError:
        raise
    except DeclarationError:
        return None


def decided(ev: Evaluator, node: ast.expr, context: Context) -> bool:
    """Tell whether a test is true.

    :raises EvaluationError: when that can't be told.
    """
    verdict = truth(ev, node, context)
    if verdict is None:
        source = one_line(context.segment(node))
        raise EvaluationError(f"it can't be told whether {source}", context.location(node))
    return verdict


def _assumed(ev: Evaluator, node: ast.expr, context: Context) -> bool | None:
    if isinstance(node, ast.Call) and not node.args and not node.keywords:
        node = node.func
    if not isinstance(node, ast.Name | ast.Attribute):
        return None
    names = [context.segment(node)]
    # What is not known may be assumed all the same, by the name as it is written.
    target = ev.follow(node, context, reference=False)
    names += [identity_of(target)] if target is not None else []
    names += [name.rpartition(":")[2] for name in names]
    return ev.tree.assumptions.of(*names, checking=ev.is_checking)


def truthiness(value: Value) -> bool | None:
    """Tell whether a value is true, as ``bool`` does; ``None`` when that can't be told."""
    match value:
        case Literal():
            return bool(value.value)
        case Sequence(like=like):
            if like == ITERATOR:
                return True
            return None if any(map(is_unpacked, value.items)) else bool(value.items)
        case Mapping():
            return None if any(is_unpacked(k) for k, _ in value.items) else bool(value.items)
        case Record():
            return None
        case Symbol(value=Literal()):
            return None
        case Symbol(definition=definition, value=None) if definition is not None:
            return True if ":" in value.identity else None
        case _:
            return None


def _matches(ev: Evaluator, branch: Branch, case: ast.match_case, context: Context) -> bool | None:
    if branch.subject is None:
        return None
    verdict = _pattern(ev, case.pattern, branch.subject, context)
    if case.guard is None or verdict is False:
        return verdict
    guard = truth(ev, case.guard, context)
    return guard if verdict is True or guard is False else None


def _pattern(
    ev: Evaluator, pattern: ast.pattern, subject: ast.expr, context: Context
) -> bool | None:
    match pattern:
        case ast.MatchAs(pattern=None):
            return True
        case ast.MatchOr():
            verdicts = [_pattern(ev, part, subject, context) for part in pattern.patterns]
            if True in verdicts:
                return True
            return None if None in verdicts else False
        case ast.MatchValue():
            wanted: ast.expr = pattern.value
        case ast.MatchSingleton():
            single = ast.copy_location(ast.Constant(pattern.value), subject)
            test = ast.Compare(subject, [ast.Is()], [single])
            return truth(ev, ast.copy_location(test, subject), context)
        case _:
            return None
    try:
        one, other = ev.known(subject, context), ev.known(wanted, context)
        refuse_any_later(ev, context, one, other)
        ev.meter.use(one, other)
        return same(one, other)
    except ExhaustedError:
        raise
    except DeclarationError:
        return None
