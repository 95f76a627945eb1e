"""The bounds of every evaluation, and the meter that keeps them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import LimitError
from sphinxext_runtime_ref.source.values import Call, Mapping, Record, Sequence, Symbol

if TYPE_CHECKING:
    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.values import Value

CHARACTERS_PER_STEP = 32


class ExhaustedError(LimitError):
    """The whole evaluation used up its budget; no part of it has a value."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How far an evaluation may go.

    :param steps: expressions evaluated for one declaration, imports included; making long strings
        and large collections costs steps in proportion.
    :param nesting: expressions within expressions, names followed included.
    :param characters: length of one string.
    :param items: elements of one collection, those of the collections in it included.
    :param bits: size of one integer; the default keeps within what ``str(int)`` converts.
    :param variants: combinations of undecided branches.
    :param file_size: bytes of one source file.
    """

    steps: int = 2_000_000
    nesting: int = 100
    characters: int = 1_000_000
    items: int = 200_000
    bits: int = 14_000
    variants: int = 32
    file_size: int = 8_000_000


class Meter:
    """Counts what one evaluation uses, and refuses to go on at a bound."""

    def __init__(self, limits: Limits) -> None:
        """Begin at nothing used."""
        self.limits = limits
        self.steps = 0
        self.depth = 0
        self._weights: dict[int, tuple[Value, int]] = {}

    def step(self, amount: int = 1) -> None:
        """Use steps.

        :raises ExhaustedError: when there are none left.
        """
        self.steps += amount
        if self.steps > self.limits.steps:
            raise ExhaustedError(f"evaluation stopped at the limit of {self.limits.steps} steps")

    def enter(self) -> None:
        """Go one expression deeper; the caller lowers ``depth`` again.

        :raises LimitError: at the bound of nesting.
        """
        self.depth += 1
        if self.depth > self.limits.nesting:
            raise LimitError(f"nested deeper than the limit of {self.limits.nesting} levels")

    def characters(self, count: int) -> None:
        """Ask for a string of that length.

        :raises LimitError: when it is too long.
        """
        if count > self.limits.characters:
            raise LimitError(
                f"a string of {count} characters is over the limit of {self.limits.characters}"
            )
        self.step(max(count, 0) // CHARACTERS_PER_STEP)

    def bits(self, count: int) -> None:
        """Ask for an integer of that size.

        :raises LimitError: when it is too large.
        """
        if count > self.limits.bits:
            raise LimitError(f"an integer of {count} bits is over the limit of {self.limits.bits}")

    def items(self, count: int) -> None:
        """Ask for a collection of that many items.

        :raises LimitError: when they are too many.
        """
        if count > self.limits.items:
            raise LimitError(
                f"a collection of {count} items is over the limit of {self.limits.items}"
            )
        self.step(max(count, 0))

    def weigh(self, value: Value) -> Value:
        """Count a new compound value with all that is in it, shared parts each time.

        A list of two references to a list of two references... is small in memory, but not for
        one who shows or compares it.

        :raises LimitError: when it is too large.
        """
        weight = 1 + sum(self._weight(part) for part in _parts(value))
        if weight > self.limits.items:
            raise LimitError(f"a value of more than {self.limits.items} items is over the limit")
        self._weights[id(value)] = (value, weight)
        return value

    def _weight(self, value: Value) -> int:
        known = self._weights.get(id(value))
        if known is not None:
            return known[1]
        parts = _parts(value)
        if not parts:
            return 1
        weight = 1 + sum(self._weight(part) for part in parts)
        self._weights[id(value)] = (value, weight)
        return weight


def _parts(value: Value) -> tuple[Value, ...]:
    match value:
        case Sequence():
            return value.items
        case Mapping():
            return tuple(part for item in value.items for part in item)
        case Record():
            return tuple(item.value for item in value.fields)
        case Call():
            return tuple(argument.value for argument in value.arguments)
        case Symbol(value=inner) if inner is not None:
            return (inner,)
        case _:
            return ()


def placed(fault: LimitError, location: Location) -> LimitError:
    """Give the same error with a place, unless it has one."""
    return fault if fault.location else type(fault)(fault.message, location)
