"""Displays of tuples, lists, sets and dictionaries, and what looks wrong in them."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sphinxext_runtime_ref.errors import DeclarationError, Diagnostic, EvaluationError
from sphinxext_runtime_ref.source.convert import items_of, no_value
from sphinxext_runtime_ref.source.equality import UNPACKED, key, put, unique
from sphinxext_runtime_ref.source.evaluation.evaluator import unevaluated
from sphinxext_runtime_ref.source.limits import ExhaustedError
from sphinxext_runtime_ref.source.operations import iterators
from sphinxext_runtime_ref.source.values import (
    Literal,
    Mapping,
    Sequence,
    SequenceType,
)

if TYPE_CHECKING:
    from collections.abc import Hashable

    from sphinxext_runtime_ref.source.evaluation.evaluator import Context, Evaluator
    from sphinxext_runtime_ref.source.values import Value

KINDS = {
    ast.Tuple: SequenceType.TUPLE,
    ast.List: SequenceType.LIST,
    ast.Set: SequenceType.SET,
}
STRING = re.compile(r"[A-Za-z]{0,2}(?:'''|\"\"\"|'|\")")
_WHOLE = re.compile(r"""([A-Za-z]{0,2}(['"]))(?:\\.|(?!\2).)*\2[ \t]*""")
_QUOTES = 4
"""What two strings have at least that is no part of their value."""


def collection(ev: Evaluator, node: Any, context: Context) -> Value:
    """Evaluate a tuple, list or set."""
    items: list[Value] = []
    for part in node.elts:
        if isinstance(part, ast.Starred):
            more = _unpacked(ev, part, context)
            ev.meter.grow(len(items) + len(more), len(more))
            items += more
        else:
            items.append(_item(ev, part, context))
    kind = KINDS[type(node)]
    _warn_of_missing_commas(ev, node, context)
    if kind is SequenceType.SET:
        ev.meter.use(*items)
        items = list(unique(items))
    return ev.sequence(kind, tuple(items), context.location(node))


def _item(ev: Evaluator, node: ast.expr, context: Context) -> Value:
    value = ev.value(node, context)
    if isinstance(node, ast.Call | ast.GeneratorExp) and isinstance(value, Sequence):
        try:
            iterators.refuse_kept(ev, node, context)
        except EvaluationError as fault:
            return unevaluated(node, context, fault)
    return value


def _unpacked(ev: Evaluator, node: ast.Starred, context: Context) -> tuple[Value, ...]:
    try:
        return items_of(ev, ev.known(node.value, context))
    except ExhaustedError:
        raise
    except DeclarationError as fault:
        rest = unevaluated(node.value, context, fault)
        return (replace(rest, source=UNPACKED + rest.source),)


def mapping(ev: Evaluator, node: Any, context: Context) -> Value:
    """Evaluate a dictionary; what ``**x`` would give is one item when it is not known."""
    items: dict[Hashable, tuple[Value, Value]] = {}
    written: dict[Hashable, Value] = {}
    for key_node, value_node in zip(node.keys, node.values, strict=True):
        if key_node is None:
            for k, v in _merged(ev, value_node, context):
                ev.meter.use(k)
                put(items, k, v)
            continue
        k = ev.value(key_node, context)
        ev.meter.use(k)
        name = put(items, k, _item(ev, value_node, context))
        if name in written:
            _warn_of_duplicate(ev, k, written[name])
        written.setdefault(name, k)
    return ev.mapping(items.values(), context.location(node))


def _merged(ev: Evaluator, node: ast.expr, context: Context) -> tuple[tuple[Value, Value], ...]:
    try:
        value = ev.known(node, context)
        if not isinstance(value, Mapping):
            raise no_value(value)
    except ExhaustedError:
        raise
    except DeclarationError as fault:
        rest = unevaluated(node, context, fault)
        rest = replace(rest, source=UNPACKED * 2 + rest.source)
        return ((rest, rest),)
    ev.meter.look(len(value.items))
    return value.items


def _warn_of_duplicate(ev: Evaluator, k: Value, first: Value) -> None:
    shown = repr(k.value) if isinstance(k, Literal) else str(key(k))
    ev.diagnostics.append(
        Diagnostic(
            f"duplicate key {shown}, first at {first.location}; the later value wins",
            k.location,
        )
    )


def _warn_of_missing_commas(ev: Evaluator, node: Any, context: Context) -> None:
    """Look for two strings that are one item because no comma stands between."""
    if len(node.elts) < 2:
        return
    for part in node.elts:
        if (
            isinstance(part, ast.Constant)
            and isinstance(part.value, str)
            and _may_be_several(part, part.value)
            and _is_joined_by_mistake(part, context)
        ):
            where = "between two" if part.end_lineno == part.lineno else "at the end of a line"
            ev.diagnostics.append(
                Diagnostic(
                    f"implicit concatenation of strings: a comma may be missing {where}; put the "
                    "strings in parentheses if they are meant to be one",
                    context.location(part),
                )
            )


def _may_be_several(node: ast.Constant, value: str) -> bool:
    length = (node.end_col_offset or 0) - node.col_offset
    return node.lineno != node.end_lineno or length >= len(value) + _QUOTES


def _on_one_line(segment: str) -> list[str]:
    """Give the strings that stand on one line, none where they are written in different ways."""
    found = list(_WHOLE.finditer(segment))
    is_whole = sum(len(one[0]) for one in found) == len(segment)
    return [one[0] for one in found] if is_whole and len({one[1] for one in found}) == 1 else []


def _is_joined_by_mistake(node: ast.Constant, context: Context) -> bool:
    text = context.scope.module.text
    segment = text.segment(node)
    lines = segment.split("\n") if "\n" in segment else _on_one_line(segment)
    if (
        len(lines) < 2
        or any(not STRING.match(line.strip()) for line in lines)
        or "'''" in segment
        or '"""' in segment
    ):
        return False
    place = text.location(node)
    before = text.lines[place.line - 1][: place.column - 1].rstrip()
    after = text.lines[place.end_line - 1][place.end_column - 1 :].lstrip()
    if not before and place.line > 1:
        before = text.lines[place.line - 2].rstrip()
    if not after and place.end_line < len(text.lines):
        after = text.lines[place.end_line].lstrip()
    if before.endswith("(") and after.startswith(")"):
        return False
    # Prose that is broken over lines has a space at the break.
    first, second = lines[0].rstrip(), lines[1].strip()
    return not (first[:-1].endswith(" ") or STRING.sub("", second, count=1).startswith(" "))
