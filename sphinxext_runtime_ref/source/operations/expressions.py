"""How each kind of expression is evaluated; with names and functions, all that one may be."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Any

from sphinxext_runtime_ref.errors import EvaluationError
from sphinxext_runtime_ref.source import external_names
from sphinxext_runtime_ref.source.convert import no_value, to_python
from sphinxext_runtime_ref.source.evaluation import formatting
from sphinxext_runtime_ref.source.evaluation.choose import truth, truthiness
from sphinxext_runtime_ref.source.evaluation.interface import Operations
from sphinxext_runtime_ref.source.evaluation.later_changes import refuse_any_later
from sphinxext_runtime_ref.source.operations import calls, comprehensions, displays, names
from sphinxext_runtime_ref.source.operations.functions import FUNCTIONS
from sphinxext_runtime_ref.source.operations.operators import binary, compare, cut, subscript, unary
from sphinxext_runtime_ref.source.reading.syntax import dotted, one_line
from sphinxext_runtime_ref.source.scopes.functional import Computed
from sphinxext_runtime_ref.source.scopes.targets import LAMBDA, External, to_value
from sphinxext_runtime_ref.source.values import Literal

if TYPE_CHECKING:
    from sphinxext_runtime_ref.source.evaluation.evaluator import Context, Evaluator
    from sphinxext_runtime_ref.source.evaluation.interface import Handler
    from sphinxext_runtime_ref.source.values import Value


def _constant(ev: Evaluator, node: Any, context: Context) -> Value:
    place = context.location(node)
    value = node.value
    if isinstance(value, str | bytes):
        ev.meter.characters(len(value))
        return Literal(value, place)
    if isinstance(value, int | float | complex) and not isinstance(value, bool):
        if isinstance(value, int):
            ev.meter.bits(value.bit_length())
        return Literal(value, place, None, context.scope.module.text.cut(place))
    return Literal(value, place)


def _computed(ev: Evaluator, node: Any, context: Context) -> Value:
    return ev.literal(node.value, context.location(node))


def _name(ev: Evaluator, node: Any, context: Context) -> Value:
    """Evaluate a name or a dotted name."""
    target = names.target_of(ev, node, context, reference=not context.moment)
    if isinstance(target, External):
        value = external_names.value(ev, target.dotted, context.location(node))
        if value is not None:
            return value
    text = dotted(node) or context.segment(node)
    return to_value(target, text, context.location(node))


def _unary(ev: Evaluator, node: Any, context: Context) -> Value:
    place = context.location(node)
    if isinstance(node.op, ast.Not):
        verdict = truth(ev, node.operand, context)
        if verdict is None:
            raise no_value(ev.known(node.operand, context))
        return Literal(not verdict, place)
    operand = ev.known(node.operand, context)
    value = unary(ev, node.op, operand, place)
    plain = isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant)
    if plain and isinstance(value, Literal):
        text = re.sub(r"\s", "", context.scope.module.text.cut(place))
        return Literal(value.value, place, None, text)
    return value


def _binary(ev: Evaluator, node: Any, context: Context) -> Value:
    # A long sum is a deep tree of left operands: walk down it, not into it.
    spine = [node]
    while isinstance(spine[-1].left, ast.BinOp):
        spine.append(spine[-1].left)
    value = ev.known(spine[-1].left, context)
    for part in reversed(spine):
        ev.meter.step()
        right = ev.known(part.right, context)
        if isinstance(part.op, ast.Mod):
            refuse_any_later(ev, context, right)
        value = binary(ev, part.op, value, right, context.location(part))
    return value


def _boolean(ev: Evaluator, node: Any, context: Context) -> Value:
    for part in node.values[:-1]:
        value = ev.known(part, context)
        verdict = truthiness(value)
        if verdict is None:
            raise no_value(value)
        if verdict is isinstance(node.op, ast.Or):
            return ev.evaluate(part, context) if isinstance(part, ast.Name) else value
    return ev.evaluate(node.values[-1], context.chosen(node.values[-1]))


def _conditional(ev: Evaluator, node: Any, context: Context) -> Value:
    verdict = truth(ev, node.test, context)
    if verdict is None:
        source, place = context.segment(node.test), context.location(node.test)
        raise EvaluationError(f"{one_line(source)} is neither known nor assumed", place)
    chosen = node.body if verdict else node.orelse
    return ev.evaluate(chosen, context.chosen(chosen))


def _compare(ev: Evaluator, node: Any, context: Context) -> Value:
    place = context.location(node)
    left = ev.known(node.left, context)
    for op, comparator in zip(node.ops, node.comparators, strict=True):
        right = ev.known(comparator, context)
        refuse_any_later(ev, context, left, right)
        if not compare(ev, op, left, right, place):
            return Literal(False, place)
        left = right
    return Literal(True, place)


def _subscript(ev: Evaluator, node: Any, context: Context) -> Value:
    place = context.location(node)
    if isinstance(node.value, ast.Name | ast.Attribute):
        target = names.target_of(ev, node.value, context, reference=False)
        special = calls.subscripted(ev, node, target, context)
        if special is not None:
            return special
    base = ev.known(node.value, context)
    if isinstance(node.slice, ast.Slice):
        bounds = [
            None if part is None else to_python(ev.known(part, context))
            for part in (node.slice.lower, node.slice.upper, node.slice.step)
        ]
        return cut(ev, base, slice(*bounds), place)
    return subscript(ev, base, ev.known(node.slice, context), place)


def _joined(ev: Evaluator, node: Any, context: Context) -> Value:
    made = formatting.Parts(ev)
    for part in node.values:
        if isinstance(part, ast.Constant):
            made.add(str(part.value))
            continue
        shown = ev.known(part.value, context)
        refuse_any_later(ev, context, shown)
        ev.meter.use(shown)
        value = to_python(shown)
        spec = ""
        if part.format_spec is not None:
            spec = str(to_python(_joined(ev, part.format_spec, context)))
        conversion = chr(part.conversion) if part.conversion > 0 else ""
        made.add(formatting.field(ev, value, conversion, spec))
    return ev.literal("".join(made.parts), context.location(node))


def _lambda(_: Evaluator, __: Any, ___: Context) -> Value:
    raise EvaluationError(LAMBDA)


def _walrus(ev: Evaluator, node: Any, context: Context) -> Value:
    value = ev.evaluate(node.value, context)
    context.frame[node.target.id] = value
    return value


_HANDLERS: dict[type[ast.expr], Handler] = {
    ast.Constant: _constant,
    Computed: _computed,
    ast.Name: _name,
    ast.Attribute: _name,
    ast.Tuple: displays.collection,
    ast.List: displays.collection,
    ast.Set: displays.collection,
    ast.Dict: displays.mapping,
    ast.UnaryOp: _unary,
    ast.BinOp: _binary,
    ast.BoolOp: _boolean,
    ast.IfExp: _conditional,
    ast.Compare: _compare,
    ast.Subscript: _subscript,
    ast.JoinedStr: _joined,
    ast.Lambda: _lambda,
    ast.NamedExpr: _walrus,
    ast.Call: calls.call,
    ast.ListComp: comprehensions.collection,
    ast.SetComp: comprehensions.collection,
    ast.GeneratorExp: comprehensions.collection,
    ast.DictComp: comprehensions.mapping,
}
OPERATIONS = Operations(_HANDLERS, names, FUNCTIONS)
