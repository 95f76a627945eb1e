"""Scopes: what the names of a module, class or function are bound to, in order."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from sphinxext_runtime_ref.location import Location

if TYPE_CHECKING:
    from sphinxext_runtime_ref.source.module import Module
    from sphinxext_runtime_ref.source.mutation.effect import Effect
    from sphinxext_runtime_ref.source.mutation.relations import Roots
    from sphinxext_runtime_ref.source.scopes.aliases import Change
    from sphinxext_runtime_ref.source.scopes.branches import Choice

LOOPS = (ast.For, ast.AsyncFor, ast.While)
COMPOUND = (*LOOPS, ast.If, ast.Try, ast.TryStar, ast.Match, ast.With, ast.AsyncWith)
"""Statements with bodies that run with them."""
FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


class Action(StrEnum):
    """What a statement does to a name."""

    ASSIGN = "assign"
    DECLARE = "declare"
    """An annotation without a value: binds nothing."""
    CLASS = "class"
    FUNCTION = "function"
    IMPORT = "import"
    AUGMENT = "augment"
    SET = "set"
    """``name[key] = value``, or an item of an item."""
    REMOVE = "remove"
    """``del name[key]``."""
    CALL = "call"
    """``name.append(value)`` and its kin."""
    DELETE = "delete"
    LOOP = "loop"
    """Changed in a loop, or elsewhere where it is not known how often."""
    GIVEN = "given"
    """Changed by a function of the module that is called, or that runs with a class statement."""
    OTHER = "other"
    """Bound in a way that has no static value (``with ... as``, in a loop)."""


REBINDING = frozenset(
    {
        *(Action.ASSIGN, Action.CLASS, Action.FUNCTION),
        *(Action.IMPORT, Action.DELETE, Action.OTHER),
    }
)
"""What gives a name another value, or none."""

DEFINING = frozenset({Action.CLASS, Action.FUNCTION})


@dataclass(slots=True, eq=False)  # not frozen: those take three times as long to make
class Event:
    """One thing that one statement does to one name; it never changes.

    :param node: the statement, or the target where one statement has several.
    :param value: the expression that is assigned, or the call that changes the name.
    :param position: number of the statement in its scope, counted through all branches.
    :param unpack: where in the assigned value the name's own is: ``a, (b, c) = value`` gives
        ``(1, 0)`` for ``b``, a slice for a starred target.
    :param keys: subscripts between the name and the item that is changed.
    :param deep: whether a function that is called changes something inside of the value; ``None``
        where that is not known.
    :param inside: where it happens in the middle of a statement, the position at which what else
        is in that sees names: it may see the value before the change or after it.
    """

    name: str
    action: Action
    node: ast.stmt | ast.expr
    position: int
    choices: tuple[Choice, ...] = ()
    value: ast.expr | None = None
    annotation: ast.expr | None = None
    unpack: tuple[int | slice, ...] = ()
    keys: tuple[ast.expr, ...] = ()
    alias: ast.alias | None = None
    deep: bool | None = False
    inside: int | None = None

    @property
    def is_known(self) -> bool:
        """Tell whether it is known what of the value changes."""
        return self.deep is not None and self.action is not Action.LOOP

    @property
    def is_deep(self) -> bool:
        """Tell whether something inside of the value changes, not only its items."""
        return bool(self.deep) or len(self.keys) > (self.action in {Action.SET, Action.REMOVE})


UNNAMED = "<unnamed>"
"""Stands for what is changed without a name of its own."""


class Step(NamedTuple):
    """A statement of a scope, loops as a whole, with its position and the branches around it."""

    node: ast.stmt
    position: int
    choices: tuple[Choice, ...]


@dataclass(slots=True, eq=False)
class Scope:
    """The names of a module, class or function body.

    :param qualname: dotted name inside the module, ``""`` for the module itself.
    :param position: of the class or function statement in the parent scope.
    :param aliases: names that are just another name of a value which statements change.
    :param looped: what happens in loops.
    :param shared: names whose object may be changed through another name, and by what.
    :param touched: names in whose value an object may have other attributes, and by what.
    :param effects: what calls of a function change, as far as it was asked for.
    :param returned: of what the value of a function is made, by how far it was looked into.
    :param attributes: by name, what statements do to attributes of what it is bound to.
    :param steps: its statements.
    :param by_text: names of the module that a function reaches by ``globals()`` and its kin.
    :param called: names of what a module calls, once it was asked for.
    :param class_changes: what a function changes of a class that is made, once it was asked for.
    :param is_whole: whether the events of a module have all that its statements change; see
        :func:`~.indirect.complete`.
    """

    module: Module
    qualname: str
    node: ast.Module | ast.ClassDef | FunctionNode
    parent: Scope | None = None
    position: int = 0
    events: dict[str, list[Event]] = field(default_factory=dict)
    stars: list[Event] = field(default_factory=list)
    aliases: dict[str, str] = field(default_factory=dict)
    looped: dict[str, list[Event]] = field(default_factory=dict)
    shared: dict[str, Change] = field(default_factory=dict)
    touched: dict[str, Change] = field(default_factory=dict)
    attributes: dict[str, list[Event]] = field(default_factory=dict)
    effects: dict[Event, dict[str, Effect]] = field(default_factory=dict)
    returned: dict[int, Roots] = field(default_factory=dict)
    children: dict[int, Scope] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    by_text: set[str] = field(default_factory=set)
    is_whole: bool = False
    called: frozenset[str] | None = None
    class_changes: frozenset[str | None] | None = None
    _bound: dict[str, tuple[int, list[Event]]] = field(default_factory=dict)

    def bindings(self, name: str) -> list[Event]:
        """Give what binds a name, of a list that may change it thousands of times."""
        events = self.events.get(name, [])
        count, bound = self._bound.get(name, (0, []))
        if count != len(events):
            bound = [event for event in events if event.action in REBINDING]
            self._bound[name] = len(events), bound
        return bound

    def home_of(self, name: str) -> Scope:
        """Give the scope that defines a name used here: this one, or one around it."""
        home = self
        while home.parent is not None and (
            name not in home.events or (home.is_class and home is not self)
        ):
            home = home.parent
        return home

    def note_looped(self, name: str, events: list[Event], position: int) -> None:
        """Note what a loop does to a name; what it defines keeps a place of its own."""
        for event in events:
            here = event if event.action in DEFINING else replace(event, position=position)
            self.looped.setdefault(name, []).append(here)

    def identity(self, name: str) -> str:
        """Give ``path:Qualified.name`` of a name in it, or its own with ``""``."""
        return f"{self.module.path}:{'.'.join(filter(None, (self.qualname, name)))}"

    @property
    def location(self) -> Location:
        """The class or function statement, or the whole file."""
        if isinstance(self.node, ast.Module):
            return Location(self.module.path, 1)
        return self.module.location(self.node)

    @property
    def is_class(self) -> bool:
        """Tell whether functions inside do not see these names."""
        return isinstance(self.node, ast.ClassDef)
