"""Variables of a function that are parsers, their groups or subcommands."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.tables.shapes.parsers import Holder, Parser, unknown_holder

if TYPE_CHECKING:
    from sphinxext_runtime_ref.source.call_order import Part, Use
    from sphinxext_runtime_ref.source.call_sites import Turn
    from sphinxext_runtime_ref.tables.shapes.context import Context

METHODS = frozenset(
    {
        *("add_argument", "add_argument_group", "add_mutually_exclusive_group"),
        *("add_subparsers", "add_parser", "set_defaults"),
    }
)


Turned = list[tuple["Turn", Holder]]
"""What a variable is in each turn of a loop."""


def in_turn(found: Turned, turn: Turn) -> Holder:
    """Give what a variable is in a turn: what that turn gave it, else what it got last."""
    return next((one for own, one in reversed(found) if own and {*own} <= {*turn}), found[-1][1])


@dataclass(slots=True)
class Names:
    """The variables of a function that are parsers, and what its calls give.

    A turn of a loop has its own: a variable has as many as there are turns.

    :param within: the function, class or module that is read.
    :param made: the parsers that are made, in order.
    """

    context: Context
    within: str
    uses: list[Use]
    variables: dict[tuple[str, str], Turned] = field(default_factory=dict)
    results: dict[Part, Turned] = field(default_factory=dict)
    made: list[Parser] = field(default_factory=list)
    wanted: set[Part | None] = field(default_factory=set)

    def __post_init__(self) -> None:
        """Note what is filled here, or is the parent of a parser."""
        self.wanted = {use.receiver for use in self.uses if use.name in METHODS}
        self.wanted |= {part for use in self.uses for part in use.parts("parents")}

    def is_wanted(self, use: Use) -> bool:
        """Tell whether what a call gives is filled here, or is the parent of a parser."""
        return use.location in self.wanted or bool(use.target and use.target in self.wanted)

    def find(self, part: Part | None, use: Use) -> Turned:
        """Give what a variable is where a call uses it, or what a call gave."""
        if not isinstance(part, str):
            return self.results.get(part, []) if part is not None else []
        if part in use.looped:
            line, others = use.looped[part]
            found = [(number, self.find(name, use)[-1:]) for number, name in enumerate(others)]
            return [(((line, number),), one) for number, last in found for _, one in last]
        within = _owner(part, use.within)
        while (known := self.variables.get((within, part))) is None and within:
            within = within.rpartition(".")[0]
        return known or []

    def unknown(self, use: Use, variable: str = "") -> Turned:
        """Give a parser for what a call is made on, of which nothing more is known."""
        label = label_of(use, variable)
        return [((), unknown_holder(label, has_commands=use.name == "add_parser"))]

    def keep(self, use: Use, holders: Turned) -> None:
        """Note what a call gives."""
        self.results[use.location] = holders
        if use.target:
            self.variables[_owner(use.target, use.within), use.target] = holders

    def bind(self) -> None:
        """Bind the variables that get arguments without being made here: parameters and globals."""
        assigned = {(_owner(use.target, use.within), use.target) for use in self.uses}
        for use in self.uses:
            name = use.receiver
            if use.name not in METHODS or not isinstance(name, str) or name in use.looped:
                continue
            owner = scope = _owner(name, use.within)
            while (scope, name) not in assigned and scope:
                scope = scope.rpartition(".")[0]
            if (scope, name) in assigned or self.find(name, use):
                continue
            self.variables[owner, name] = self.unknown(use, name)


def label_of(use: Use, variable: str) -> str:
    """Give the name of a parser as an address has it: ``make_parser.parser``."""
    return ".".join(filter(None, (use.within, variable or use.name)))


def _owner(name: str, within: str) -> str:
    """Give the scope of a variable: attributes of ``self`` are those of the class."""
    return within.rpartition(".")[0] if name.startswith(("self.", "cls.")) else within
