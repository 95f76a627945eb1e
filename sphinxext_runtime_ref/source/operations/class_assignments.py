"""Attributes of a class that statements outside of its body assign or change."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from sphinxext_runtime_ref.errors import DeletedError, EvaluationError, LimitError
from sphinxext_runtime_ref.source.evaluation import choose
from sphinxext_runtime_ref.source.evaluation.evaluator import Context
from sphinxext_runtime_ref.source.mutation import indirect
from sphinxext_runtime_ref.source.operations import loops, replay
from sphinxext_runtime_ref.source.scopes.namespaces import ANY
from sphinxext_runtime_ref.source.scopes.scope import Action
from sphinxext_runtime_ref.source.scopes.targets import Bound
from sphinxext_runtime_ref.source.values import Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.evaluation.evaluator import Evaluator
    from sphinxext_runtime_ref.source.scopes.scope import Event, Scope
    from sphinxext_runtime_ref.source.scopes.targets import Target
    from sphinxext_runtime_ref.source.values import Value


def inherited(
    ev: Evaluator, order: Iterable[Scope], name: str, place: Location
) -> tuple[Target | None, DeletedError | None]:
    """Give what an attribute of a class leads to, or else why the first one that has it does not.

    :param order: the class and its bases; what a base has is seen again where it was deleted.
    """
    gone: DeletedError | None = None
    for scope in order:
        try:
            found = _of_class(ev, scope, name, place)
        except DeletedError as fault:
            gone = gone or fault
        else:
            if found is not None:
                return found, None
    return None, gone


def _of_class(ev: Evaluator, scope: Scope, name: str, place: Location) -> Target | None:
    try:
        own = ev.names.resolve(ev, scope, name, None)
    except DeletedError:
        found = after(ev, scope, name, None, place)
        if found is None:
            raise
        return found
    return after(ev, scope, name, own, place)


def after(
    ev: Evaluator, scope: Scope, name: str, target: Target | None, place: Location
) -> Target | None:
    """Give what an attribute of a class leads to after the statements below the class.

    :param target: what the body of the class binds the name to, ``None`` where it does not.
    :param place: where the attribute is asked for: what stands below it comes later.
    :raises DeletedError: when it is gone.
    """
    gone: Location | None = None
    for change in _changes_of(scope, name):
        parent, event, _ = change
        if not _is_before(event, scope, place) or change.is_of_another(ev):
            continue
        # A name that is not known may be any, but hardly that of a method.
        if event.name == ANY and not isinstance(target, Bound):
            continue
        if not choose.holds(ev, parent, event.choices):
            continue
        if event.action is Action.DELETE:
            target, gone = None, parent.module.location(event.node)
        else:
            old = target.value if isinstance(target, Bound) else None
            at = parent.module.location(event.node)
            definition = target.definition if isinstance(target, Bound) else at
            value = _after(ev, scope, event, old, Context(parent, event.position))
            if event.action is Action.ASSIGN:
                definition = at
            target = Bound(value, scope.identity(name), definition)
    if target is None and gone is not None:
        raise DeletedError(f"{name!r} is deleted", gone)
    return _unless_set(scope, name, target)


def _unless_set(scope: Scope, name: str, target: Target | None) -> Target | None:
    """Give up a record of which a field is assigned: ``Class.name.field = value``."""
    if isinstance(target, Bound) and isinstance(target.value, Record) and scope.parent:
        for event in scope.parent.attributes.get(f"{scope.qualname}.{name}", ()):
            around = Context(scope.parent, event.position)
            why = f"a field of {name!r} is changed"
            return replace(target, value=replay.unfollowed(event, why, around))
    return target


def _after(
    ev: Evaluator, scope: Scope, event: Event, value: Value | None, context: Context
) -> Value:
    """Give the value after one statement; the statement itself where that can't be told."""
    if event.action is Action.ASSIGN and event.value is not None and not event.unpack:
        return ev.value(event.value, context)
    why = "it is assigned in a loop, or by a name that is not known"
    try:
        if event.action is Action.GIVEN and value is not None:
            return _called(ev, scope, event, value, context)
        if event.action is not Action.OTHER and value is not None:
            return replay.apply(ev, event, value, context, scope)
    except LimitError:
        raise
    except EvaluationError as fault:
        why = fault.message
    return replay.unfollowed(event, why, context)


def _called(ev: Evaluator, scope: Scope, event: Event, value: Value, context: Context) -> Value:
    """Give the value after a call of a method, of the class or of another one."""
    if not isinstance(event.node, ast.Call):
        return replay.apply(ev, event, value, context, scope)
    place = context.location(event.node)
    ev.names.guard(ev, event, place)
    ev.active.append((event, place))
    try:
        return loops.called(
            ev, event.node, scope.identity(event.name).partition(":")[2], value, context
        )
    finally:
        ev.active.pop()


def events_of(scope: Scope, name: str = "") -> Iterator[Event]:
    """Give what statements around a class do to an attribute of it, or to all of them."""
    return (change.event for change in _changes_of(scope, name))


class _Outside(NamedTuple):
    """A change of an attribute.

    :param around: the scope of the statement.
    :param anew: what else binds the name by which it reaches the class.
    """

    around: Scope
    event: Event
    anew: list[Event]

    def is_of_another(self, ev: Evaluator) -> bool:
        """Tell whether the name is that of another class by then."""
        until, around = self.event.position, self.around
        return any(
            choose.holds(ev, around, one.choices) for one in self.anew if one.position < until
        )


def _changes_of(scope: Scope, name: str) -> Iterator[_Outside]:
    """Give the same with the scope of each statement; a class in a class is ``Outer.Inner``."""
    around, position, parts = scope.parent, scope.position, list[str]()
    inner = scope
    while around is not None and isinstance(inner.node, ast.ClassDef):
        parts.insert(0, inner.node.name)
        own = ".".join(parts)
        indirect.complete(around)
        for owner, events in around.attributes.items():
            if owner == own or (inner is scope and _is_alias(around, owner, own)):
                anew = [one for one in around.bindings(parts[0]) if one.position > position]
                for event in events:
                    if event.position > position and (not name or event.name in {name, ANY}):
                        yield _Outside(around, event, anew)
        inner, position, around = around, around.position, around.parent


def _is_alias(parent: Scope, name: str, of: str) -> bool:
    events = parent.events.get(name, ())
    value = events[0].value if len(events) == 1 else None
    return isinstance(value, ast.Name) and value.id == of


def _is_before(event: Event, scope: Scope, place: Location) -> bool:
    # of ``C.x["a"] = value`` the target stands for the statement
    parts = [event.node, event.value] if hasattr(event.value, "lineno") else [event.node]
    spans = [scope.module.location(part) for part in parts if part is not None]
    if place.path != spans[0].path or not place.line:
        return True
    return max((at.end_line, at.end_column) for at in spans) <= (place.line, place.column)
