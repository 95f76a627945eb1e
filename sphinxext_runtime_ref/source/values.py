"""What an expression in a source file can be: the values that the evaluator returns.

Each value carries where it came from and, where it was reached through a name, that name as
written. Values are immutable; sets keep their declared order and compare as sets.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.scopes.scope import Scope


class SequenceType(StrEnum):
    """The built-in collections without keys."""

    TUPLE = "tuple"
    LIST = "list"
    SET = "set"
    FROZENSET = "frozenset"


UNORDERED = frozenset({SequenceType.SET, SequenceType.FROZENSET})
"""Those whose order depends on the run."""
ITERATOR = "iterator"
"""What gives its items once; it is true, whatever these are, and equals itself alone."""
VIEW = "view"
"""``keys()`` and its kin: some of them compare as sets."""
MUTABLE = frozenset({SequenceType.LIST, SequenceType.SET})
"""Those that can change in place."""


@dataclass(frozen=True, slots=True)
class Literal:
    """A scalar: ``None``, a bool, number, string, bytes or ``...``.

    :param text: a number as it is written in the source (``0x10``, ``15_000``), or ``None`` for
        a computed one.
    """

    value: bool | int | float | complex | str | bytes | object | None
    location: Location
    name: str | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """A statement that changes the object of a name in place.

    :param position: that of the statement in the scope.
    """

    scope: Scope
    position: int
    name: str
    location: Location


@dataclass(frozen=True, slots=True)
class Sequence:
    """A tuple, list, set or frozenset of values, in declared order.

    :param later: the last change that its items show and that was made after it was read.
    :param like: what it really is where that only gives the items of such a collection: a range, an
        iterator, a view of a dictionary, a deque.
    """

    type: SequenceType
    items: tuple[Value, ...]
    location: Location
    name: str | None = None
    later: Change | None = field(default=None, compare=False, repr=False)
    like: str = ""


@dataclass(frozen=True, slots=True)
class Mapping:
    """A dictionary of values, in declared order; keys are unique.

    :param missing: what a ``defaultdict`` gives for a key that it does not have.
    :param later: as in :class:`Sequence`.
    :param like: the type, where it is a kind of dictionary.
    """

    items: tuple[tuple[Value, Value], ...]
    location: Location
    name: str | None = None
    missing: Value | None = None
    later: Change | None = field(default=None, compare=False, repr=False)
    like: str = ""


@dataclass(frozen=True, slots=True)
class Symbol:
    """A name that stands for itself: ``torch.float16``, ``FP16``, ``SomeEnum.X``.

    :param text: the dotted name as written.
    :param identity: what it resolves to, the same for all spellings of one thing:
        ``"path/to/file.py:NAME"`` below the root, else the imported dotted name.
    :param value: what the name is bound to where that is a record, a call or an enum member's
        value; ``None`` for a class, a function or anything outside of the root.
    :param definition: where the name is bound, below the root.
    :param is_equal: whether it equals its value, as a member of an ``IntEnum`` does.
    """

    text: str
    identity: str
    location: Location
    value: Value | None = None
    definition: Location | None = None
    name: str | None = None
    is_equal: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a record.

    :param given: whether the call gave it; otherwise the class's default applies.
    """

    name: str
    value: Value
    given: bool


@dataclass(frozen=True, slots=True)
class Record:
    """A call of a dataclass, NamedTuple, pydantic model or attrs class whose fields are known.

    :param type: the class as written.
    :param identity: the class, as in :class:`Symbol`.
    :param finished: the fields that its class may give another value; ``None`` for any.
    :param is_plain: whether records are equal whose fields are.
    """

    type: str
    fields: tuple[Field, ...]
    source: str
    location: Location
    name: str | None = None
    identity: str = ""
    finished: frozenset[str] | None = frozenset()
    is_plain: bool = True

    def is_finished(self, name: str) -> bool:
        """Tell whether a field may have another value than it was given."""
        return self.finished is None or name in self.finished


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a call; ``keyword`` is ``None`` for a positional one."""

    keyword: str | None
    value: Value


@dataclass(frozen=True, slots=True)
class Call:
    """A call of anything that is not a record and can't be evaluated.

    A subscripted type (``Literal['a', 'b']``) is one too: its subscripts are the arguments.

    :param function: as written.
    :param identity: what it resolves to (see :class:`Symbol`), ``""`` where that is unknown.
    """

    function: str
    arguments: tuple[Argument, ...]
    source: str
    location: Location
    name: str | None = None
    identity: str = ""


@dataclass(frozen=True, slots=True)
class Unevaluated:
    """Source text that has no value which could be told, with the reason."""

    source: str
    reason: str
    location: Location
    name: str | None = None


Value: TypeAlias = Literal | Sequence | Mapping | Symbol | Record | Call | Unevaluated


def compounds(*values: Value) -> Iterator[Sequence | Mapping]:
    """Give the collections among values and in them, each as often as it is there."""
    pending = [*values]
    while pending:
        part = pending.pop()
        if isinstance(part, Sequence):
            yield part
            pending += part.items
        elif isinstance(part, Mapping):
            yield part
            pending += [inner for pair in part.items for inner in pair]
