"""Values that a name has no longer, as another name of the object may have changed it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.equality import holds_mutable
from sphinxext_runtime_ref.source.targets import Bound
from sphinxext_runtime_ref.source.values import Record, Unevaluated

if TYPE_CHECKING:
    from sphinxext_runtime_ref.source.scope import Scope
    from sphinxext_runtime_ref.source.targets import Target


def unless_shared(scope: Scope, name: str, target: Target) -> Target:
    """Give up a value that another name may have changed."""
    change = scope.shared.get(name)
    if not isinstance(target, Bound) or isinstance(target.value, Unevaluated):
        # What has no value says so itself, with the place.
        return target
    if isinstance(target.value, Record) and name in scope.attributes:
        place = scope.module.location(scope.attributes[name][0].node)
        reason = f"a field of {name!r} is changed at {place}"
    elif change is None or not (change.always or holds_mutable(target.value)):
        return target
    else:
        place = scope.module.location(change.event.node)
        reason = f"{name!r} may be changed through another name at {place}"
    source = scope.module.text.cut(target.definition)
    return replace(target, value=Unevaluated(source, reason, target.definition))
