"""Formatting of strings within bounds: f-strings, ``str.format``, ``%``."""

from __future__ import annotations

import re
import string
from typing import TYPE_CHECKING, Any

from sphinxext_runtime_ref.errors import EvaluationError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sphinxext_runtime_ref.source.evaluator import Evaluator

CONVERSIONS: dict[str, Callable[[Any], str]] = {"s": str, "r": repr, "a": ascii}
PERCENT = re.compile(r"%(\(.*?\))?[-#0 +]*(\d+|\*)?(?:\.(\d+|\*))?", re.DOTALL)
FAULTS = (TypeError, ValueError, ArithmeticError, LookupError, AttributeError)


def bounded_spec(ev: Evaluator, spec: str) -> str:
    """Give a format specification whose width and precision are within bounds.

    :raises LimitError: when they are not.
    """
    for digits in re.findall(r"\d+", spec):
        ev.meter.characters(int(digits) if len(digits) < 10 else 10**9)
    return spec


def scalar(value: Any) -> Any:
    """Give a value that can be shown as text; sets have no order that could be told.

    :raises EvaluationError: when it can't.
    """
    if isinstance(value, set | frozenset):
        raise EvaluationError("the text of a set depends on the run")
    if isinstance(value, tuple | list):
        for item in value:
            scalar(item)
    elif isinstance(value, dict):
        for pair in value.items():
            scalar(pair)
    return value


def field(ev: Evaluator, value: Any, conversion: str, spec: str) -> str:
    """Give the text of one replacement field.

    :param conversion: ``"s"``, ``"r"``, ``"a"`` or ``""``.
    """
    try:
        if conversion:
            value = CONVERSIONS[conversion](scalar(value))
        return format(scalar(value), bounded_spec(ev, spec))
    except FAULTS as fault:
        raise EvaluationError(f"{type(fault).__name__}: {fault}") from None


def percent(ev: Evaluator, text: str | bytes, values: Any) -> str | bytes:
    """Give ``text % values``."""
    shown = text if isinstance(text, str) else text.decode("latin-1")
    for found in PERCENT.finditer(shown):
        if "*" in (found[2] or "", found[3] or ""):
            raise EvaluationError("a width of '*' has no static value")
        for digits in filter(None, (found[2], found[3])):
            bounded_spec(ev, digits)
    try:
        return text % scalar(values)  # type: ignore[no-any-return]  # str % any is str
    except FAULTS as fault:
        raise EvaluationError(f"{type(fault).__name__}: {fault}") from None


def braces(ev: Evaluator, text: str, given: Sequence[Any], named: Mapping[str, Any]) -> str:
    """Give ``text.format(*given, **named)`` for plain fields, without attributes or items."""
    parts: list[str] = []
    counter = 0
    try:
        for literal, name, spec, conversion in string.Formatter().parse(text):
            parts.append(literal)
            if name is None:
                continue
            if spec and "{" in spec:
                raise EvaluationError("a nested format specification has no static value")
            if not name:
                name, counter = str(counter), counter + 1  # noqa: PLW2901 - a field without a name
            if not name.isidentifier() and not name.isdecimal():
                raise EvaluationError("a format field with attributes has no static value")
            value = given[int(name)] if name.isdecimal() else named[name]
            parts.append(field(ev, value, conversion or "", spec or ""))
            ev.meter.characters(sum(map(len, parts)))
    except FAULTS as fault:
        raise EvaluationError(f"{type(fault).__name__}: {fault}") from None
    return "".join(parts)
