"""Conditions of what is the same in several worlds, as short as they can be said."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from operator import eq
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from sphinxext_runtime_ref.source.scopes.branches import Branch
    from sphinxext_runtime_ref.source.scopes.scope import Scope

    Facts = Mapping[Hashable, bool]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Taken:
    """The alternative that a world takes of one branch.

    :param facts: what that says of tests, by their identity.
    """

    scope: Scope
    branch: Branch
    alternative: int
    facts: Facts = field(default_factory=dict, compare=False)


World = tuple[Taken, ...]
"""The alternatives taken, in the order in which they were needed; then those that follow."""
Part = dict["Branch", Taken]
Order = Callable[[Part], Iterable["Branch"]]


def condition_of(among: Iterable[World], every: Iterable[World]) -> str:
    """Give the condition under which one of some worlds is the real one, ``""`` if it always is.

    A branch that makes no difference is left out; alternatives are joined by ``; or``.

    :param every: all worlds that there are.
    """
    inside = dict.fromkeys(among)
    others = [_part(world) for world in every if world not in inside]
    if not others:
        return ""
    parts = [*map(_part, inside)]
    return min((_told(parts, others, order) for order in (_latest, _longest)), key=len)


def _told(worlds: Iterable[Part], others: Sequence[Part], order: Order) -> str:
    chosen: list[Part] = []
    for world in worlds:
        if not any(part.items() <= world.items() for part in chosen):
            chosen.append(_shortened(world, order(world), others))
    return "; or ".join(dict.fromkeys(text_of(part.values()) for part in chosen))


def _latest(world: Part) -> Iterable[Branch]:
    return reversed(world)


def _longest(world: Part) -> Iterable[Branch]:
    return sorted(world, key=lambda branch: len(_said(world[branch])), reverse=True)


def text_of(world: Iterable[Taken]) -> str:
    """Give the conditions of a world, as they stand in the source, joined by commas."""
    return ", ".join(dict.fromkeys(map(_said, sorted(world, key=_standing))))


def _standing(taken: Taken) -> tuple[str, list[int]]:
    """Give the file of a branch, and its position in its scope after that of each scope around."""
    positions, scope = [taken.branch.position], taken.scope
    while scope.parent is not None:
        positions.insert(0, scope.position)
        scope = scope.parent
    return scope.module.path, positions


def _said(taken: Taken) -> str:
    return taken.branch.conditions[taken.alternative]


def _part(world: World) -> Part:
    return {taken.branch: taken for taken in world}


def _shortened(world: Part, order: Iterable[Branch], others: Sequence[Part]) -> Part:
    """Leave out the branches without which the conditions still hold in none of other worlds.

    :param order: in which it is tried to do without them.
    """
    for branch in order:
        shorter = {other: taken for other, taken in world.items() if other is not branch}
        if not any(_agree(shorter, other) for other in others):
            world = shorter
    return world


def _agree(part: Part, world: Part) -> bool:
    """Tell whether a world may be one in which these alternatives are taken."""
    return all(world.get(branch, taken) == taken for branch, taken in part.items())


@dataclass(slots=True, eq=False)
class Joined(Generic[T]):
    """An item of several lists.

    :param lists: the numbers of those that have it.
    """

    item: T
    lists: list[int] = field(default_factory=list)


def join(
    lists: Iterable[Iterable[T]],
    name: Callable[[T], Hashable],
    is_same: Callable[[T, T], bool] = eq,
) -> list[Joined[T]]:
    """Join lists to one that has each item once, where it stands in them.

    :param name: what is the same for items that are the same.
    :param is_same: tells whether items of one name are.
    """
    result: list[Joined[T]] = []
    by_name: dict[Hashable, list[Joined[T]]] = {}
    for number, items in enumerate(lists):
        placed: list[Joined[T]] = []
        taken: dict[Hashable, int] = {}
        for item in items:
            named = name(item)
            same, start = by_name.setdefault(named, []), taken.get(named, 0)
            # An item that a list has twice is two items.
            while start < len(same) and number in same[start].lists:
                start += 1
            taken[named] = start
            free = (
                one
                for one in islice(same, start, None)
                if number not in one.lists and is_same(one.item, item)
            )
            one = next(free, None) or Joined(item)
            if not one.lists:
                same.append(one)
            one.lists.append(number)
            placed.append(one)
        _place(result, placed, number)
    return result


def _place(result: list[Joined[T]], items: Iterable[Joined[T]], number: int) -> None:
    """Put new items behind the one that comes before them, and behind those of other lists."""
    at = 0
    for one in items:
        if len(one.lists) > 1:
            with suppress(ValueError):  # it stands further up: this list has another order
                at = result.index(one, at) + 1
            continue
        while at < len(result) and number not in result[at].lists:
            at += 1
        result.insert(at, one)
        at += 1
