"""What a function does to a name, and what several do."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

CALLED = "()"
"""After the name of a parameter: what it is called for is an effect of the function too."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What a function does to a parameter, a name of the module or an attribute of a class.

    :param deep: whether something inside of it changes, not only its items.
    :param plain: whether the function's own statements alone do it.
    :param anew: whether the name gets another value, as ``global`` allows.
    :param fields: whether attributes of it, or of something inside of it, may be assigned.
    :param held: whether what an attribute of it holds may change.
    """

    deep: bool = False
    plain: bool = True
    anew: bool = False
    fields: bool = False
    held: bool = False


INSIDE = Effect(deep=True, plain=False)
FIELDS = Effect(deep=True, plain=False, fields=True)
HELD = Effect(deep=True, plain=False, fields=True, held=True)


class Effects(dict[str, Effect]):
    """What is done to each name, all of it taken together."""

    def join(self, others: Mapping[str, Effect]) -> None:
        """Add what else is done."""
        for name, more in others.items():
            one = self.get(name, more)
            self[name] = Effect(
                deep=one.deep or more.deep,
                plain=one.plain and more.plain,
                anew=one.anew or more.anew,
                fields=one.fields or more.fields,
                held=one.held or more.held,
            )


def joined(effects: Iterable[Mapping[str, Effect]]) -> Effects:
    """Give all that is done, of what several functions do."""
    found = Effects()
    for one in effects:
        found.join(one)
    return found


def with_others(effects: Mapping[str, Effect]) -> dict[str, Effect]:
    """Give effects of a function as those of another one that calls it."""
    return {name: replace(effect, plain=False) for name, effect in effects.items()}


def deepened(effects: Mapping[str, Effect]) -> dict[str, Effect]:
    """Give effects that may be on anything inside, as it is not known when they happen."""
    return {
        name: replace(INSIDE, anew=effect.anew, fields=effect.fields, held=effect.held)
        for name, effect in effects.items()
    }


def any_of(definitions: Iterable[dict[str, Effect]]) -> dict[str, Effect]:
    """Join the effects of the functions that a call may run: which of them is not looked into."""
    every = list(definitions)
    found = joined(every)
    return with_others(found) if len(every) > 1 else found


def given_to(parameter: str, effects: Mapping[str, Effect]) -> list[ast.expr]:
    """Give the names of the module that a function gives to a function that it is handed."""
    split = (name.partition(CALLED) for name in effects)
    return [ast.Name(name, ast.Load()) for of, _, name in split if of == parameter and name]
