"""Parsers, their groups and subcommands, as the calls that make and fill them leave them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source import values
from sphinxext_runtime_ref.tables.display import display
from sphinxext_runtime_ref.tables.shapes.added import (
    destination,
    flags_of,
    is_positional,
    keywords_of,
    loose_of,
    own_default,
)

if TYPE_CHECKING:
    from sphinxext_runtime_ref.source.invocations import Invocation
    from sphinxext_runtime_ref.source.values import Value


@dataclass(slots=True, eq=False)
class Action:
    """One argument; a parser shares those of its parents, as in argparse.

    :param default: ``None`` where argparse has none.
    """

    call: Invocation
    default: Value | None


@dataclass(slots=True, eq=False)
class Entry:
    """An argument in a parser.

    :param group: title of its argument group.
    """

    action: Action
    parser: Parser
    group: str
    condition: str


@dataclass(slots=True, eq=False)
class Parser:
    """A parser, or a function's parameter that is one.

    :param label: what tells it from other parsers of a table: its variable or function.
    :param command: words of the subcommand that it is for, ``""`` for a whole program.
    :param program: what ``%(prog)s`` is, ``""`` where that is not known.
    :param above: the parser whose subcommand it is.
    :param known: whether it is known how it is made, and so what it has from the start.
    :param lent: whether its arguments are those of other parsers, which have it as a parent.
    """

    label: str
    command: str = ""
    program: str = ""
    above: Parser | None = None
    argument_default: Value | None = None
    defaults: dict[str, tuple[Value, str]] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)
    lent: bool = False
    known: bool = True

    def add(self, call: Invocation, group: str, condition: str) -> Entry:
        """Add an argument; a default that is set before is for one without its own."""
        default = own_default(call)
        name = destination(call)
        if "default" not in keywords_of(call) and loose_of(call) is None:
            if name in self.defaults:
                default = _changed(default, *self.defaults[name], condition)
            elif self.argument_default is not None:
                default = self.argument_default
        entry = Entry(Action(call, default), self, group, condition)
        self.entries.append(entry)
        return entry

    def set_default(self, name: str, value: Value, condition: str) -> None:
        """Set the default of arguments that there are, and of those to come."""
        self.defaults[name] = (value, condition)
        for entry in self.entries:
            if destination(entry.action.call) == name:
                action = entry.action
                action.default = _changed(action.default, value, condition, entry.condition)

    def inherit(self, parent: Parser, condition: str) -> list[Entry]:
        """Take the arguments of a parent."""
        parent.lent = True
        added = [
            Entry(entry.action, self, entry.group, join(condition, entry.condition))
            for entry in parent.entries
        ]
        self.entries += added
        self.defaults |= parent.defaults
        return added

    def is_for(self, other: Parser) -> bool:
        """Tell whether it is another parser, or one of its subcommands."""
        parser: Parser | None = self
        while parser is not None and parser is not other:
            parser = parser.above
        return parser is other

    @property
    def prefix(self) -> str:
        """What the program of a subcommand begins with; arguments by place would be in it."""
        placed = any(is_positional(flags_of(entry.action.call)) for entry in self.entries)
        return "" if placed else self.program


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """An argument group of a parser."""

    parser: Parser
    title: str


@dataclass(frozen=True, slots=True, eq=False)
class Commands:
    """What ``add_subparsers`` gives."""

    parser: Parser
    program: str

    def add(self, name: str, label: str, program: str) -> Parser:
        """Add a subcommand."""
        parent = self.parser
        own = program or (f"{self.program} {name}" if self.program else "")
        return Parser(label, f"{parent.command} {name}".strip(), own, parent)


Holder = Parser | Group | Commands


def unknown_holder(label: str, *, has_commands: bool) -> Holder:
    """Give a parser, or the subcommands of one, of which nothing more is known."""
    parser = Parser(label, known=False)
    return Commands(parser, "") if has_commands else parser


def join(*conditions: str) -> str:
    """Give the condition of what runs under several ones."""
    return ", ".join(dict.fromkeys(filter(None, conditions)))


def _changed(default: Value | None, value: Value, condition: str, around: str) -> Value:
    """Give a default that is set to a value, both where it can't be told whether that happens."""
    if not condition or around == condition or around.startswith(f"{condition}, "):
        return value
    before = f"{display(default)}; " if default is not None else ""
    reason = "undecided branches tell whether it has this value"
    return values.Unevaluated(f"{before}{display(value)} ({condition})", reason, value.location)
