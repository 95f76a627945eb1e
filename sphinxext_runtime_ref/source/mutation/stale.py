"""Values that a name has no longer, as another name of the object may have changed it."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.equality import holds_mutable, holds_record
from sphinxext_runtime_ref.source.scopes.aliases import is_in_place
from sphinxext_runtime_ref.source.scopes.scope import Action
from sphinxext_runtime_ref.source.scopes.targets import Bound
from sphinxext_runtime_ref.source.values import MUTABLE, Literal, Record, Sequence, Unevaluated

if TYPE_CHECKING:
    from sphinxext_runtime_ref.source.scopes.scope import Event, Scope
    from sphinxext_runtime_ref.source.scopes.targets import Target
    from sphinxext_runtime_ref.source.values import Value


def unless_shared(scope: Scope, name: str, target: Target) -> Target:
    """Give up a value that another name may have changed."""
    change = scope.shared.get(name)
    if not isinstance(target, Bound) or isinstance(target.value, Unevaluated):
        # What has no value says so itself, with the place.
        return target
    touched = scope.touched.get(name)
    if touched is not None and holds_record(target.value):
        what = "" if isinstance(target.value, Record) else "something in "
        place = scope.module.location(touched.event.node)
        reason = f"a field of {what}{name!r} is changed at {place}"
    elif change is None or not (change.always or holds_mutable(target.value)):
        return target
    else:
        place = scope.module.location(change.event.node)
        reason = f"{name!r} may be changed through another name at {place}"
    source = scope.module.text.cut(target.definition)
    return replace(target, value=Unevaluated(source, reason, target.definition))


def is_own(scope: Scope, event: Event, asked: str) -> bool:
    """Tell whether a name gets the new object that a statement gives to a name.

    The other name of ``Y = X`` has the number that ``X`` was until then.
    """
    until = event.position + 1
    while event.name != asked or event.position >= until:
        first = scope.events[asked][0]
        if asked not in scope.aliases or not isinstance(first.value, ast.Name):
            return False
        asked, until = first.value.id, first.position
    return True


def in_place(event: Event, value: Value) -> bool:
    """Tell whether a statement changes the object itself, not just what the name stands for."""
    if event.action not in {Action.AUGMENT, Action.LOOP} or event.keys:
        return True
    return not isinstance(value, Literal) and (
        not isinstance(value, Sequence) or value.type in MUTABLE
    )


def changes_in_loop(scope: Scope, name: str, event: Event) -> bool:
    """Tell whether a loop changes what a name stands for before it binds the name anew."""
    if event.action is not Action.OTHER or not isinstance(event.node, ast.For | ast.While):
        return False
    inside = scope.looped.get(name, ())
    return any(one.position == event.position and is_in_place(one) for one in inside)
