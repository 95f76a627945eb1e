"""What is known of an enum, and its members."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.values import Literal, Symbol

if TYPE_CHECKING:
    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.scopes.scope import Event, Scope
    from sphinxext_runtime_ref.source.values import Value


@dataclass(frozen=True, slots=True)
class EnumMember:
    """A member of an enum.

    :param is_equal: whether it equals its value, as numbers and strings of their own type do.
    :param alias_of: the earlier member with the same value, ``""`` for one of its own.
    :param doc: of the facts of a class, its comment or what the class's docstring says of it.
    :param condition: of the facts of a class, the undecided branch under which there is this one.
    """

    name: str
    value: Value
    location: Location
    alias_of: str
    is_equal: bool
    doc: str = ""
    condition: str = ""

    def symbol(self, text: str, scope: Scope, place: Location) -> Symbol:
        """Give what a name of the member is.

        :param text: the name as written.
        :param scope: the enum.
        :param place: where it is written.
        """
        return Symbol(
            text,
            scope.identity(self.name),
            place,
            self.value,
            self.location,
            is_equal=self.is_equal,
        )


@dataclass(slots=True)
class Enumerated:
    """What is known of an enum so far.

    :param events: the statements that make members, in order.
    :param values: of the first of them, as they are written.
    :param names: those of the members.
    :param seen: how many statements these are.
    :param are_integers: whether all the values are.
    :param last: of the values, where all are integers.
    :param largest: of them.
    :param bits: that the largest of them has, apart from its sign.
    :param members: once all of them are known.
    """

    events: list[Event]
    names: frozenset[str]
    values: list[Value] = field(default_factory=list)
    seen: int = 0
    are_integers: bool = True
    last: int = 0
    largest: int = 0
    bits: int = 0
    members: tuple[EnumMember, ...] | None = None

    @property
    def next(self) -> Event | None:
        """Give the first statement whose value is not noted yet."""
        return self.events[self.seen] if self.seen < len(self.events) else None

    def add(self, event: Event, value: Value | None) -> None:
        """Note the value of the next member; ``None`` where the statement makes none."""
        if self.next is not event:
            return  # it was noted while its value was asked for
        self.seen += 1
        if value is None:
            return
        self.values.append(value)
        number = value.value if isinstance(value, Literal) else None
        if not isinstance(number, int):
            self.are_integers = False
            return
        self.largest = max(number, self.largest) if len(self.values) > 1 else number
        self.last = number
        self.bits = max(self.bits, abs(number).bit_length())
