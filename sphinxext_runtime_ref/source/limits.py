"""The bounds of every evaluation, and the meter that keeps them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from sphinxext_runtime_ref.errors import LimitError
from sphinxext_runtime_ref.source.values import (
    Call,
    Literal,
    Mapping,
    Record,
    Sequence,
    Symbol,
    Unevaluated,
)

if TYPE_CHECKING:
    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.values import Value

Compound = TypeVar("Compound", bound="Value")
CHARACTERS_PER_STEP = 32
"""Characters that cost a step to make, and that count as one more item of a collection."""
PARTS_PER_STEP = 4
"""Items that are looked at in about the time of a step."""


class ExhaustedError(LimitError):
    """The whole evaluation used up its budget; no part of it has a value."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How far an evaluation may go.

    :param steps: expressions evaluated for one declaration, imports included; making long strings
        and large collections costs steps in proportion.
    :param nesting: expressions within expressions, names followed included; values within values.
    :param characters: length of one string.
    :param items: elements of one collection, those of the collections in it included; text counts
        as an item for every 32 characters.
    :param bits: size of one integer; the default keeps within what ``str(int)`` converts.
    :param variants: combinations of undecided branches.
    :param file_size: bytes of one source file.
    :param tokens: words and other characters of one source file: each may take 1 kB of memory in
        a syntax tree.
    """

    steps: int = 1_000_000
    nesting: int = 100
    characters: int = 1_000_000
    items: int = 200_000
    bits: int = 14_000
    variants: int = 32
    file_size: int = 4_000_000
    tokens: int = 600_000


class Meter:
    """Counts what one evaluation uses, and refuses to go on at a bound."""

    def __init__(self, limits: Limits) -> None:
        """Begin at nothing used."""
        self.limits = limits
        self.steps = 0
        self.depth = 0
        self._weights: dict[int, tuple[Value, int, int]] = {}

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

    def grow(self, total: int, added: int) -> None:
        """Ask for more items in a collection that has ``total`` of them by now.

        :raises LimitError: when they are too many.
        """
        if total > self.limits.items:
            self.items(total)
        self.step(added)

    def weigh(self, value: Compound) -> Compound:
        """Count a new compound value with all that is in it, shared parts each time; give it back.

        A list of two references to a list of two references... is small in memory, but not for
        one who shows or compares it; neither is a list of the same long text over and over.

        :raises LimitError: when it is too large, or nested too deeply.
        """
        weight, depth = self._measure(value)
        if weight > self.limits.items:
            raise LimitError(
                f"a value of more than {self.limits.items} items, or of as much text, is over the "
                "limit"
            )
        if depth > self.limits.nesting:
            raise LimitError(f"a value nested deeper than the limit of {self.limits.nesting}")
        return value

    def use(self, *values: Value) -> None:
        """Use steps for looking at values with all that is in them.

        :raises ExhaustedError: when there are none left.
        """
        weight = sum(self._measure(value)[0] for value in values)
        self.step(weight // PARTS_PER_STEP)

    def look(self, count: int) -> None:
        """Use steps for looking at that many items.

        :raises ExhaustedError: when there are none left.
        """
        self.step(count // PARTS_PER_STEP)

    def _measure(self, value: Value) -> tuple[int, int]:
        """Give how much is in a value, and how deep."""
        parts = _parts(value)
        if not parts:
            return 1 + _text_of(value) // CHARACTERS_PER_STEP, 1
        # The parts are the same ones in all copies of a value that differ in name or place.
        identity = id(_shared(value))
        known = self._weights.get(identity)
        if known is not None:
            return known[1:]
        self.step(len(parts) // PARTS_PER_STEP)
        weight, depth = 1 + _text_of(value) // CHARACTERS_PER_STEP, 0
        for part in parts:
            if isinstance(part, Literal):
                weight += 1
                if isinstance(part.value, (str, bytes)):
                    weight += len(part.value) // CHARACTERS_PER_STEP
                    depth = max(depth, 1)
                continue
            more, deep = self._measure(part)
            weight += more
            depth = max(depth, deep)
        depth += 1
        self._weights[identity] = (value, weight, depth)
        return weight, depth


def _shared(value: Value) -> object:
    match value:
        case Sequence() | Mapping():
            return value.items
        case Record():
            return value.fields
        case Call():
            return value.arguments
        case _:
            return value


def _text_of(value: Value) -> int:
    match value:
        case Literal(value=str() | bytes() as text):
            return len(text)
        case Call() | Record() | Unevaluated():
            return len(value.source)
        case _:
            return 0


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
