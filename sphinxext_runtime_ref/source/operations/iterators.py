"""``map``, ``filter``, ``itertools.chain`` and their kin; what they give is held as a tuple."""

from __future__ import annotations

import ast
import itertools
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import EvaluationError
from sphinxext_runtime_ref.source.convert import items_of, no_value, ordered_items, to_python
from sphinxext_runtime_ref.source.evaluation.choose import truthiness
from sphinxext_runtime_ref.source.operations.applying import apply
from sphinxext_runtime_ref.source.operations.operators import run
from sphinxext_runtime_ref.source.reading.syntax import dotted
from sphinxext_runtime_ref.source.values import ITERATOR, Literal, Mapping, Sequence, SequenceType

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.evaluation.arguments import Given
    from sphinxext_runtime_ref.source.evaluation.evaluator import Context, Evaluator
    from sphinxext_runtime_ref.source.evaluation.interface import Function
    from sphinxext_runtime_ref.source.values import Value


def refuse_used_up(ev: Evaluator, node: ast.expr, name: str, context: Context) -> None:
    """Refuse a name of an iterator that is used several times: only the first use gets items.

    :param node: what is assigned to the name.
    :raises EvaluationError: when it is one, and the module names it more than twice.
    """
    if not is_iterator(ev, node, context):
        return
    text = context.scope.module.text.text
    if len(re.findall(rf"\b{re.escape(name)}\b", text)) > 2:
        raise EvaluationError(f"{name!r} is used several times, but gives its items only once")
    _refuse_changed(node, context)


def is_iterator(ev: Evaluator, node: ast.expr, context: Context) -> bool:
    """Tell whether an expression makes something that gives its items once."""
    if not isinstance(node, ast.Call):
        return isinstance(node, ast.GeneratorExp)
    return ev.identity(node.func, context) in ONCE


def _refuse_changed(node: ast.expr, context: Context) -> None:
    """Refuse an iterator with names that get another value before its items are taken.

    :raises EvaluationError: with the place of the change.
    """
    scope = context.scope
    parts = [*ast.walk(node)]
    own = {part.arg for part in parts if isinstance(part, ast.arg)}
    names = [part for part in parts if isinstance(part, ast.Name)]
    own |= {part.id for part in names if isinstance(part.ctx, ast.Store)}
    for name in dict.fromkeys(part.id for part in names if part.id not in own):
        events = scope.events.get(name, ())
        late = [one for one in events if one.position > (context.position or 0)]
        if late:
            place = scope.module.location(late[0].node)
            raise EvaluationError(f"its items are taken later, and {name!r} changes", place)


def refuse_kept(ev: Evaluator, node: ast.expr, context: Context) -> None:
    """Refuse an iterator as an item of a collection: what takes its items first is not known.

    :raises EvaluationError: when it is one.
    """
    if isinstance(node, ast.Call):
        written = dotted(node.func) or ""
        if written.rpartition(".")[2] not in NAMES:
            return
    if is_iterator(ev, node, context):
        raise EvaluationError("it gives its items only once")


def alike(name: str, make: Function) -> Function:
    """Give a function whose results are not quite what they are held as.

    :param name: what they are.
    """

    def made(ev: Evaluator, given: Given, place: Location) -> Value:
        value = make(ev, given, place)
        return replace(value, like=name) if isinstance(value, Sequence | Mapping) else value

    return made


def _made(ev: Evaluator, items: Iterable[Value], place: Location) -> Value:
    found: list[Value] = []
    for item in items:
        ev.meter.items(1)
        found.append(item)
    return ev.sequence(SequenceType.TUPLE, tuple(found), place)


def _map(ev: Evaluator, given: Given, place: Location) -> Value:
    function, *sources = given.positional or (None,)
    if function is None or not sources or given.keywords:
        raise EvaluationError("a function and what it is applied to are expected", place)
    rows = zip(*(ordered_items(ev, source) for source in sources), strict=False)
    return _made(ev, (apply(ev, function, row, place) for row in rows), place)


def _filter(ev: Evaluator, given: Given, place: Location) -> Value:
    bound = given.take("function", "iterable", required=2)
    function = bound["function"]
    plain = isinstance(function, Literal) and function.value is None
    kept: list[Value] = []
    for item in ordered_items(ev, bound["iterable"]):
        verdict = truthiness(item if plain else apply(ev, function, (item,), place))
        if verdict is None:
            raise no_value(item)
        if verdict:
            kept.append(item)
    return _made(ev, kept, place)


def _chain(ev: Evaluator, given: Given, place: Location) -> Value:
    parts = (ordered_items(ev, source) for source in given.positional)
    return _made(ev, itertools.chain.from_iterable(parts), place)


def _flattened(ev: Evaluator, given: Given, place: Location) -> Value:
    sources = ordered_items(ev, given.take("iterable", required=1)["iterable"])
    parts = (ordered_items(ev, source) for source in sources)
    return _made(ev, itertools.chain.from_iterable(parts), place)


def _product(ev: Evaluator, given: Given, place: Location) -> Value:
    if given.keywords:
        raise EvaluationError("keyword arguments are not expected", place)
    rows = itertools.product(*(ordered_items(ev, source) for source in given.positional))
    return _made(ev, (ev.sequence(SequenceType.TUPLE, row, place) for row in rows), place)


def _enumerate(ev: Evaluator, given: Given, place: Location) -> Value:
    bound = given.take("iterable", "start", required=1)
    start = to_python(bound["start"]) if "start" in bound else 0
    if not isinstance(start, int):
        raise EvaluationError("enumerate() counts from an integer", place)
    rows = tuple(
        ev.sequence(SequenceType.TUPLE, (ev.literal(start + index, place), item), place)
        for index, item in enumerate(items_of(ev, bound["iterable"]))
    )
    return ev.sequence(SequenceType.TUPLE, rows, place)


def _zip(ev: Evaluator, given: Given, place: Location) -> Value:
    strict = given.named.get("strict")
    columns = [items_of(ev, value) for value in given.positional]
    exact = bool(to_python(strict)) if strict is not None else False
    ev.meter.items(min(map(len, columns), default=0) * len(columns))
    rows = run(lambda: list(zip(*columns, strict=exact)))
    made = tuple(ev.sequence(SequenceType.TUPLE, row, place) for row in rows)
    return ev.sequence(SequenceType.TUPLE, made, place)


def _reversed(ev: Evaluator, given: Given, place: Location) -> Value:
    value = given.take("sequence", required=1)["sequence"]
    return ev.sequence(SequenceType.TUPLE, ordered_items(ev, value)[::-1], place)


_MADE_BY: dict[str, Function] = {
    "builtins.map": _map,
    "builtins.filter": _filter,
    "builtins.enumerate": _enumerate,
    "builtins.zip": _zip,
    "builtins.reversed": _reversed,
    "itertools.chain": _chain,
    "itertools.chain.from_iterable": _flattened,
    "itertools.product": _product,
}
ITERATORS = {name: alike(ITERATOR, make) for name, make in _MADE_BY.items()}
ONCE = frozenset({*ITERATORS, "builtins.iter"})
"""What makes an iterator, which gives its items once."""
NAMES = frozenset(name.rpartition(".")[2] for name in ONCE)
