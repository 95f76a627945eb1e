"""Names that only type checkers see: what stands below ``if TYPE_CHECKING`` never runs.

A class, a function, an import or an alias of types is what its statement says, for code names it
in annotations. A value is none: a module's ``__getattr__`` may give another one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import EvaluationError
from sphinxext_runtime_ref.source.evaluation import choose
from sphinxext_runtime_ref.source.scopes.scope import REBINDING, Action
from sphinxext_runtime_ref.source.scopes.targets import Bound
from sphinxext_runtime_ref.source.values import Call, Symbol

if TYPE_CHECKING:
    from sphinxext_runtime_ref.source.evaluation.evaluator import Evaluator
    from sphinxext_runtime_ref.source.scopes.scope import Event, Scope
    from sphinxext_runtime_ref.source.scopes.targets import Target
    from sphinxext_runtime_ref.source.values import Value


class CheckedError(EvaluationError):
    """A name has a value for type checkers and none that is known when the code runs."""


def target(ev: Evaluator, scope: Scope, name: str, position: int | None = None) -> Target | None:
    """Give what a name leads to that nothing binds when the code runs, ``None`` if nothing does.

    :param position: only what stands before it counts; ``None`` for all.
    :raises CheckedError: when it is a value.
    """
    events = scope.events.get(name, ())
    if ev.is_checking or not any(one.choices for one in (*events, *scope.stars)):
        return None
    event = _bound(ev, events, scope, position)
    if event is None:
        found = ev.names.resolve(ev.checker, scope, name, position)
        place = found.definition if isinstance(found, Bound) else None
    else:
        found = ev.names.binding(ev, scope, event)
        place = scope.module.location(event.node)
    is_import = event is not None and event.action is Action.IMPORT
    if isinstance(found, Bound) and not is_import and not _is_type(found.value):
        raise CheckedError(_reason(scope, name), place)
    return found


def lookup(ev: Evaluator, scope: Scope | None, name: str) -> Target | None:
    """Look such a name up in a scope and those around it."""
    while scope is not None:
        found = target(ev, scope, name)
        if found is not None:
            return found
        scope = scope.parent
    return None


def _bound(
    ev: Evaluator, events: tuple[Event, ...] | list[Event], scope: Scope, position: int | None
) -> Event | None:
    held = (
        event
        for event in reversed(events)
        if event.action in REBINDING
        and (position is None or event.position < position)
        and choose.holds(ev.checker, scope, event.choices)
    )
    return next(held, None)


def _is_type(value: Value) -> bool:
    """Tell whether a value is a subscripted type or the name of one."""
    return isinstance(value, Symbol) or (isinstance(value, Call) and value.source.endswith("]"))


def _reason(scope: Scope, name: str) -> str:
    reason = f"{name!r} is assigned for type checkers only (if TYPE_CHECKING)"
    is_lazy = not scope.is_class and "__getattr__" in scope.module.scope.events
    return f"{reason}; when the code runs, __getattr__ gives it" if is_lazy else reason
