"""Formatting of strings within bounds: f-strings, ``str.format``, ``%``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from sphinxext_runtime_ref.errors import EvaluationError
from sphinxext_runtime_ref.source.convert import Other, OtherDict

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sphinxext_runtime_ref.source.evaluation.evaluator import Evaluator

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
    if isinstance(value, Other | OtherDict):
        raise EvaluationError("its text is not that of a plain tuple, list or dict")
    if isinstance(value, tuple | list):
        for item in value:
            scalar(item)
    elif isinstance(value, dict):
        for pair in value.items():
            scalar(pair)
    return value


def ordered(value: Any) -> Any:
    """Give a value that comes before or after others as a plain one does.

    :raises EvaluationError: for the others.
    """
    if isinstance(value, Other):
        raise EvaluationError("it does not compare as a plain tuple or list")
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
    fields = 0
    for found in PERCENT.finditer(shown):
        fields += 1
        if "*" in (found[2] or "", found[3] or ""):
            raise EvaluationError("a width of '*' has no static value")
        for digits in filter(None, (found[2], found[3])):
            bounded_spec(ev, digits)
    if isinstance(values, dict):
        # A key may be used by every field; without keys, what is shown is there once.
        longest = max((len(v) for v in values.values() if isinstance(v, str | bytes)), default=0)
        ev.meter.characters(len(text) + fields * longest)
    try:
        return text % scalar(values)  # type: ignore[no-any-return]  # str % any is str
    except FAULTS as fault:
        raise EvaluationError(f"{type(fault).__name__}: {fault}") from None


def braces(ev: Evaluator, text: str, given: Sequence[Any], named: Mapping[str, Any]) -> str:
    """Give ``text.format(*given, **named)`` for plain fields, without attributes or items."""
    from string import Formatter  # noqa: PLC0415 - slow to load, and seldom needed

    made = Parts(ev)
    counter = 0
    try:
        for literal, name, spec, conversion in Formatter().parse(text):
            made.add(literal)
            if name is None:
                continue
            if spec and "{" in spec:
                raise EvaluationError("a nested format specification has no static value")
            if not name:
                name, counter = str(counter), counter + 1  # noqa: PLW2901 - a field without a name
            if not name.isidentifier() and not name.isdecimal():
                raise EvaluationError("a format field with attributes has no static value")
            value = given[int(name)] if name.isdecimal() else named[name]
            made.add(field(ev, value, conversion or "", spec or ""))
    except FAULTS as fault:
        raise EvaluationError(f"{type(fault).__name__}: {fault}") from None
    return "".join(made.parts)


class Parts:
    """The parts of a string that is being made, within bounds."""

    def __init__(self, ev: Evaluator) -> None:
        """Begin with none."""
        self.parts: list[str] = []
        self._ev = ev
        self._length = 0

    def add(self, part: str) -> None:
        """Add a part.

        :raises LimitError: when the string becomes too long.
        """
        self._length += len(part)
        self._ev.meter.step()
        limit = self._ev.meter.limits.characters
        self._ev.meter.characters(self._length if self._length > limit else len(part))
        self.parts.append(part)
