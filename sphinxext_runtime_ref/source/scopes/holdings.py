"""What the values of names are made of, as far as a change of these matters."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.scopes.scope import Action

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sphinxext_runtime_ref.source.scopes.scope import Event


class Mode(StrEnum):
    """How a value changes."""

    OWN = "own"
    """The named object itself changes: its items, not what is in them."""
    DEEP = "deep"
    """Something inside of it changes."""
    CONTENT = "content"
    """Something inside of it changes that has a name of its own, and is followed by that name."""


@dataclass(frozen=True, slots=True)
class Holding:
    """What the values of a name are made of.

    :param items: names written as items of displays, or as the value itself.
    :param derived: names in any other place, with the position of the first one.
    :param same: names that are the value itself, where they are not followed as aliases.
    :param fresh: whether the outermost object is a new one.
    """

    items: frozenset[str]
    derived: Mapping[str, int]
    same: frozenset[str]
    fresh: bool

    def is_stale(self, name: str, event: Event, mode: Mode) -> bool:
        """Tell whether the value was made of something before it changed."""
        if name in self.same:
            return True
        position = self.derived.get(name)
        if position is None or (mode is Mode.OWN and self.fresh):
            return False
        return event.position >= position or event.action is Action.LOOP


NOTHING = Holding(frozenset(), {}, frozenset(), fresh=True)


def sources(holding: Holding, mode: Mode) -> Iterator[str]:
    """Give the names whose objects a change of the value changes too."""
    if mode is Mode.DEEP or (mode is Mode.OWN and not holding.fresh):
        yield from holding.items
        yield from holding.derived
