"""Values that change after they were read: what an operation on one gives can't be told.

An item of a display (``[X]``) is the object ``X`` itself, with all that later statements change of
it. An operation that looks into the display (``[len(x) for x in [X]]``) sees ``X`` as it was.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import EvaluationError
from sphinxext_runtime_ref.source.values import (
    Change,
    Mapping,
    Sequence,
    SequenceType,
    compounds,
)

if TYPE_CHECKING:
    from sphinxext_runtime_ref.source.evaluation.arguments import Given
    from sphinxext_runtime_ref.source.evaluation.evaluator import Context, Evaluator
    from sphinxext_runtime_ref.source.scopes.scope import Event, Scope
    from sphinxext_runtime_ref.source.values import Value

PAIRS = frozenset({"builtins.dict", "collections.OrderedDict", "collections.defaultdict"})
PASSING = PAIRS | {
    *(f"builtins.{kind.value}" for kind in SequenceType),
    *(f"builtins.{name}" for name in ("zip", "enumerate", "reversed", "len")),
    *("collections.deque", "copy.copy", "types.MappingProxyType", "dataclasses.replace"),
    *("typing.cast", "typing_extensions.cast", "itertools.chain", "itertools.product"),
}
"""Functions that do not look into the items of what they are given."""
PASSING_METHODS = frozenset({"get", "items", "values", "keys", "copy"})


def changed_later(ev: Evaluator, value: Value, scope: Scope, event: Event) -> Value:
    """Give a value that was read by reference, with the last statement that changes it."""
    if not isinstance(value, Sequence | Mapping):
        return value
    ev.has_later = True
    place = scope.module.location(event.node)
    return replace(value, later=Change(scope, event.position, event.name, place))


def refuse_later(value: Value, context: Context) -> None:
    """Refuse to look into a value that is as it will be after a later change.

    :raises EvaluationError: when it is one.
    """
    later = value.later if isinstance(value, Sequence | Mapping) else None
    if later is not None and not _is_past(later, context):
        raise EvaluationError(f"{later.name!r} is changed later, at {later.location}")


def refuse_any_later(ev: Evaluator, context: Context, *values: Value) -> None:
    """Refuse values in which anything is as it will be after a later change.

    :raises EvaluationError: when one is.
    """
    if not ev.has_later:
        return
    ev.meter.use(*values)
    for part in compounds(*values):
        refuse_later(part, context)


def refuse_later_given(ev: Evaluator, function: str, given: Given, context: Context) -> None:
    """Refuse arguments of a known function that it looks into.

    :param function: what its name resolves to.
    :raises EvaluationError: when one is changed later.
    """
    if not ev.has_later:
        return
    if function not in PASSING:
        refuse_any_later(ev, context, *given.positional, *given.named.values())
    for value in given.positional if function in PAIRS else ():
        for item in value.items if isinstance(value, Sequence) else ():
            refuse_later(item, context)


def refuse_later_object(
    ev: Evaluator, base: Value, method: str, given: Given, context: Context
) -> None:
    """Refuse what a method looks into.

    :raises EvaluationError: when it is changed later.
    """
    refuse_later(base, context)
    if method not in PASSING_METHODS:
        refuse_any_later(ev, context, base, *given.positional, *given.named.values())


def _is_past(change: Change, context: Context) -> bool:
    """Tell whether a change is made before the statement in which an expression stands."""
    scope: Scope | None = context.scope
    position = context.position
    while scope is not None and scope is not change.scope:
        if not scope.is_class and scope.parent is not None:
            return False
        position = scope.position
        scope = scope.parent
    return scope is None or position is None or change.position < position
