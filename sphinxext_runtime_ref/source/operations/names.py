"""Names and dotted names: what they lead to, through scopes, assignments and imports."""

from __future__ import annotations

import ast
import builtins
from dataclasses import replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import DeclarationError, DeletedError, EvaluationError
from sphinxext_runtime_ref.location import Location
from sphinxext_runtime_ref.source.evaluation import choose, type_checking
from sphinxext_runtime_ref.source.evaluation.evaluator import (
    CIRCULAR,
    Context,
    is_circular,
    unevaluated,
)
from sphinxext_runtime_ref.source.evaluation.later_changes import changed_later
from sphinxext_runtime_ref.source.evaluation.lookup import unpacked
from sphinxext_runtime_ref.source.mutation import indirect, other_modules
from sphinxext_runtime_ref.source.mutation.stale import (
    changes_in_loop,
    in_place,
    is_own,
    unless_shared,
)
from sphinxext_runtime_ref.source.operations import attributes, imports, iterators, loops, replay
from sphinxext_runtime_ref.source.operations.passed import unless_passed
from sphinxext_runtime_ref.source.scopes.bindings import child_scope
from sphinxext_runtime_ref.source.scopes.redeclared import refuse_doubled
from sphinxext_runtime_ref.source.scopes.scope import REBINDING, Action, Event
from sphinxext_runtime_ref.source.scopes.targets import (
    Bound,
    Builtin,
    ClassTarget,
    External,
    FunctionTarget,
    Member,
    ModuleTarget,
    Plain,
)
from sphinxext_runtime_ref.source.types import enums
from sphinxext_runtime_ref.source.values import Literal, Unevaluated

if TYPE_CHECKING:
    from sphinxext_runtime_ref.source.evaluation.evaluator import Evaluator
    from sphinxext_runtime_ref.source.scopes.scope import Scope
    from sphinxext_runtime_ref.source.scopes.targets import Target

BUILTIN_NAMES = frozenset(name for name in dir(builtins) if not name.startswith("_"))


def target_of(ev: Evaluator, node: ast.expr, context: Context, *, reference: bool = True) -> Target:
    """Tell what an expression leads to.

    :param reference: whether later changes of a mutable value count, as for an item of a
        collection that is shown; an operand has the value of its moment.
    :raises EvaluationError: when it can't be told.
    """
    match node:
        case ast.Name():
            found = lookup(ev, node.id, context, reference=reference)
            if found is None:
                raise EvaluationError(f"{node.id!r} is not defined", context.location(node))
            return found
        case ast.Attribute():
            ev.meter.step()
            ev.meter.enter()
            try:
                base = target_of(ev, node.value, context)
            finally:
                ev.meter.depth -= 1
            if isinstance(base, ModuleTarget | External) and isinstance(node.value, ast.Name):
                other_modules.refuse_assigned(context, node.value.id, node.attr)
            found = attributes.attribute(ev, base, node.attr, context.location(node))
            is_module = isinstance(base, ModuleTarget)
            return other_modules.unless_filled(ev, context.scope, found) if is_module else found
        case _:
            return Plain(ev.known(node, context))


def lookup(ev: Evaluator, name: str, context: Context, *, reference: bool = True) -> Target | None:
    """Look a name up in the scopes that see it, ``None`` when nothing binds it."""
    if name in context.frame:
        return Plain(context.frame[name])
    scope: Scope | None = context.scope
    position, hidden = context.position, context.inner
    while scope is not None:
        if not (scope.is_class and hidden):
            found = resolve(ev, scope, name, position, reference=reference)
            if found is not None:
                return found
        position = scope.position if scope.is_class else None
        hidden = True
        scope = scope.parent
    return _predefined(ev, name, context)


def _predefined(ev: Evaluator, name: str, context: Context) -> Target | None:
    module = context.scope.module
    if name == "__name__":
        return Plain(Literal(ev.tree.import_name(module.path), Location(module.path)))
    if name in BUILTIN_NAMES:
        return Builtin(name)
    found = type_checking.lookup(ev, context.scope, name)
    if found is not None:
        return found
    for star in module.scope.stars:
        source = imports.star_source(ev, module.scope, star)
        if isinstance(source, External):
            return External(f"{source.dotted}.{name}")
    return None


def resolve(
    ev: Evaluator, scope: Scope, name: str, position: int | None, *, reference: bool = True
) -> Target | None:
    """Tell what a scope binds a name to, ``None`` when it does not.

    :param position: only what happens before it counts; ``None`` for the end.
    """
    # Without this, changes that use the value so far (X[0] = [X[0]]) double the work each time.
    asked = (scope, name, position, reference)
    if asked not in ev.resolved:
        indirect.complete_for(scope, name)
        ev.meter.look(len(scope.events.get(scope.aliases.get(name, name), ())))
        ev.resolved[asked] = _resolve(ev, scope, name, position, reference=reference)
    return ev.resolved[asked]


def _resolve(
    ev: Evaluator, scope: Scope, name: str, position: int | None, *, reference: bool
) -> Target | None:
    asked, name = name, scope.aliases.get(name, name)
    happened = _happened(ev, scope, name, position, reference=reference)
    bindings = (at for at, event in enumerate(happened) if event.action in REBINDING)
    start = max(bindings, default=None)
    if start is None:
        if happened:
            first = happened[0]
            place = scope.module.location(first.node)
            raise EvaluationError(f"{name!r} is changed before it is bound", place)
        return imports.from_stars(ev, scope, name, position)
    if scope.stars:
        anew = imports.from_stars(ev, scope, name, position, happened[start].position)
        if anew is not None and happened[start + 1 :]:
            place = scope.module.location(happened[-1].node)
            raise EvaluationError(f"{name!r} is changed, and bound anew by an import of *", place)
        if anew is not None:
            return anew
    refuse_doubled(scope, name, happened, start)
    target = binding(ev, scope, happened[start])
    if reference and len(happened) > start + 1:
        # Only a value that is put into itself is asked for by reference while it is replayed.
        guard(ev, ("replay", scope, name), scope.module.location(happened[start].node))
    late: Event | None = None
    for event in happened[start + 1 :]:
        if isinstance(target, Bound):
            is_in_place = in_place(event, target.value)
            if _is_late(event, position) and not is_in_place:
                break
            if not is_in_place and not is_own(scope, event, asked):
                continue
            target = _changed(ev, scope, event, target)
            late = event if _is_late(event, position) else None
    if late is not None and isinstance(target, Bound):
        target = replace(target, value=changed_later(ev, target.value, scope, late))
    return unless_passed(ev, scope, name, unless_shared(scope, name, target), position)


def _happened(
    ev: Evaluator, scope: Scope, name: str, position: int | None, *, reference: bool
) -> list[Event]:
    result: list[Event] = []
    doubtful: list[tuple[int, Event]] = []
    for event in scope.events.get(name, ()):
        if _is_late(event, position) and (not reference or event.action in REBINDING or not result):
            if position is not None and event.inside == position and not _is_active(ev, event):
                raise EvaluationError(
                    f"{name!r} is changed in the same statement", scope.module.location(event.node)
                )
            if reference and changes_in_loop(scope, name, event):
                result.append(replace(event, action=Action.LOOP))
            break
        if event.action is Action.DECLARE:
            continue
        if choose.holds(ev, scope, event.choices):
            result.append(event)
            if event.action in REBINDING:
                doubtful = []
        elif any(choice.is_risky for choice in event.choices):
            doubtful.append((len(result), event))
    for at, event in reversed(doubtful):
        if choose.may_hold(ev, scope, event.choices):
            anew = event.action in REBINDING
            result.insert(at, replace(event, action=Action.OTHER if anew else Action.LOOP))
    return result


def _is_active(ev: Evaluator, event: Event) -> bool:
    return any(key is event for key, _ in ev.active)


def _is_late(event: Event, position: int | None) -> bool:
    return position is not None and event.position >= position


def binding(ev: Evaluator, scope: Scope, event: Event) -> Target:
    """Tell what one statement binds its name to."""
    known = ev.targets.get(event) or ev.settled.get(event)
    if known is not None:
        return known
    place = scope.module.location(event.node)
    guard(ev, event, place)
    ev.active.append((event, place))
    try:
        target = _bind(ev, scope, event, place)
    finally:
        ev.active.pop()
    ev.targets[event] = target
    if ev.tree.is_recording and not ev.world and not isinstance(target, Bound | Plain | Member):
        ev.settled[event] = target
    return target


def guard(ev: Evaluator, key: object, place: Location) -> None:
    """Refuse to follow a name that is already being followed.

    :raises EvaluationError: with the whole chain of places.
    """
    keys = [active for active, _ in ev.active]
    if key in keys:
        chain = [where for _, where in ev.active[keys.index(key) :]]
        text = " → ".join(str(where) for where in [*chain, place])
        raise EvaluationError(f"{CIRCULAR}: {text}", place)


def _bind(ev: Evaluator, scope: Scope, event: Event, place: Location) -> Target:
    match event.action:
        case Action.CLASS:
            return ClassTarget(child_scope(scope, event))
        case Action.FUNCTION:
            return FunctionTarget(scope, event)
        case Action.IMPORT:
            return other_modules.unless_filled(ev, scope, imports.imported(ev, scope, event))
        case Action.ASSIGN if event.value is not None:
            return _assigned(ev, scope, event, event.value, place)
        case Action.DELETE:
            raise DeletedError(f"{event.name!r} is deleted", place)
        case _:
            raise EvaluationError(f"{event.name!r} gets its value when the code runs", place)


def _assigned(ev: Evaluator, scope: Scope, event: Event, node: ast.expr, place: Location) -> Target:
    context = Context(scope, event.position)
    if isinstance(node, ast.Name | ast.Attribute) and not event.unpack:
        try:
            target = target_of(ev, node, context)
        except DeclarationError as fault:
            if is_circular(fault):
                raise
            return Bound(unevaluated(node, context, fault), scope.identity(event.name), place)
        if isinstance(target, External) and target.definition is None:
            return External(target.dotted, place)
        if isinstance(target, Plain):
            return Bound(target.value, scope.identity(event.name), place)
        return target
    if not event.unpack:
        iterators.refuse_used_up(ev, node, event.name, context)
    if enums.is_auto(ev, node, context):
        value = enums.next_value(ev, scope, event)
    else:
        value = ev.value(node, context)
    for index in event.unpack:
        value = unpacked(ev, value, index, scope.module.text.segment(node))
    return Bound(value, scope.identity(event.name), place)


def _changed(ev: Evaluator, scope: Scope, event: Event, target: Bound) -> Bound:
    if isinstance(target.value, Unevaluated):
        return target
    place = scope.module.location(event.node)
    context = Context(scope, event.position)
    guard(ev, event, place)
    name = scope.aliases.get(event.name, event.name)
    ev.active += [(event, place), (("replay", scope, name), place)]
    try:
        if event.action is Action.LOOP and isinstance(event.node, ast.For):
            value = loops.unrolled(ev, event.node, event.name, target.value, context)
        elif event.action is Action.GIVEN and isinstance(event.node, ast.Call):
            value = loops.called(ev, event.node, event.name, target.value, context)
        else:
            value = replay.apply(ev, event, target.value, context)
    except EvaluationError as fault:
        value = replay.unfollowed(event, fault.message, context)
    finally:
        del ev.active[-2:]
    return Bound(value, target.identity, target.definition)
