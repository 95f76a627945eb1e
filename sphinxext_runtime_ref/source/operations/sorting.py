"""``sorted``, ``min`` and ``max`` over values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinxext_runtime_ref.errors import EvaluationError
from sphinxext_runtime_ref.source.convert import to_python
from sphinxext_runtime_ref.source.operations.applying import apply
from sphinxext_runtime_ref.source.operations.operators import run
from sphinxext_runtime_ref.source.values import Literal

if TYPE_CHECKING:
    from sphinxext_runtime_ref.source.evaluation.arguments import Given
    from sphinxext_runtime_ref.source.evaluation.evaluator import Evaluator
    from sphinxext_runtime_ref.source.values import Value


def sort_keys(ev: Evaluator, given: Given, items: tuple[Value, ...]) -> list[Any]:
    """Give what the items are compared by.

    :raises EvaluationError: when a key function or an item has no static value.
    """
    by = given.named.get("key")
    if by is not None and not (isinstance(by, Literal) and by.value is None):
        return [to_python(apply(ev, by, (item,), by.location)) for item in items]
    return [to_python(item) for item in items]


def ordered(ev: Evaluator, items: tuple[Value, ...], given: Given) -> tuple[Value, ...]:
    """Give the items sorted."""
    ev.meter.items(len(items))
    ev.meter.use(*items)
    backwards = given.named.get("reverse")
    reverse = bool(to_python(backwards)) if backwards is not None else False
    keyed = list(zip(sort_keys(ev, given, items), items, strict=True))
    result = run(lambda: sorted(keyed, key=lambda pair: pair[0], reverse=reverse))
    return tuple(item for _, item in result)


def extreme(ev: Evaluator, name: str, items: tuple[Value, ...], given: Given) -> Value:
    """Give the ``min`` or ``max`` of the items."""
    if not items:
        default = given.named.get("default")
        if default is not None:
            return default
        raise EvaluationError(f"{name}() of nothing")
    ev.meter.items(len(items))
    ev.meter.use(*items)
    keyed = list(zip(sort_keys(ev, given, items), items, strict=True))
    choose = min if name == "min" else max
    result: tuple[Any, Value] = run(lambda: choose(keyed, key=lambda pair: pair[0]))
    return result[1]
