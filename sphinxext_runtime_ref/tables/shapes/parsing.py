"""Follow the calls that make parsers and add arguments, in the functions that get a parser too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import DeclarationError, Diagnostic
from sphinxext_runtime_ref.source.call_order import is_inside, uses_in
from sphinxext_runtime_ref.source.signatures import ParameterKind, parameters
from sphinxext_runtime_ref.source.symbols import DeclarationKind, lookup
from sphinxext_runtime_ref.tables.display import display
from sphinxext_runtime_ref.tables.shapes.added import first_of, flags_of, keywords_of, text_of
from sphinxext_runtime_ref.tables.shapes.parsers import (
    Commands,
    Group,
    Holder,
    Parser,
    join,
    unknown_holder,
)
from sphinxext_runtime_ref.tables.shapes.variables import METHODS, Names, Turned, in_turn, label_of

if TYPE_CHECKING:
    from sphinxext_runtime_ref.source.call_order import Part, Use
    from sphinxext_runtime_ref.source.invocations import Invocation
    from sphinxext_runtime_ref.source.signatures import Parameter
    from sphinxext_runtime_ref.source.values import Value
    from sphinxext_runtime_ref.tables.shapes.context import Context
    from sphinxext_runtime_ref.tables.shapes.parsers import Entry

MAX_FUNCTIONS = 100
MAKER = "Parser"
"""How classes of parsers are called."""
_PLACED = frozenset({ParameterKind.ORDINARY})
Bound = Mapping[str, Holder]


@dataclass(slots=True)
class Reader:
    """What has been read so far.

    :param follows: whether to read the functions that get or give a parser, too.
    """

    follows: bool = True
    entries: list[Entry] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    conditions: str = ""
    active: list[str] = field(default_factory=list)
    seen: set[tuple[object, ...]] = field(default_factory=set)
    elsewhere: dict[str, Names] = field(default_factory=dict)

    def read(
        self, context: Context, within: str, bound: Bound | None = None, *, alone: bool = False
    ) -> Names:
        """Follow the calls of a function, class or module.

        :param bound: the parameters that are parsers.
        :param alone: whether to leave out the functions and classes in it.
        """
        uses = uses_in(context.module, within)
        if alone:
            uses = [use for use in uses if use.within == within]
        names = Names(context, within, uses)
        names.variables |= {(within, name): [((), one)] for name, one in (bound or {}).items()}
        names.bind()
        for use in names.uses:
            self._follow(use, names)
        return names

    def _follow(self, use: Use, names: Names) -> None:
        if use.name in METHODS:
            self._method(use, names.find(use.receiver, use) or names.unknown(use), names)
            return
        given = [(key, found) for key, part in use.given if (found := names.find(part, use))]
        is_maker = use.name.endswith(MAKER)
        if not (given or is_maker or names.is_wanted(use)):
            return
        function = self._function(use, names.context)
        if function is not None and not is_maker:
            self._call(use, function, given, names)
        elif is_maker or names.is_wanted(use):
            self._make(use, names)

    def _function(self, use: Use, context: Context) -> Context | None:
        """Find the function, or the constructor of the class, that is called."""
        called = use.called
        if called.startswith(("self.", "cls.")):
            called = f"{use.within.rpartition('.')[0]}.{called.partition('.')[2]}"
        if not called or not self.follows:
            return None
        path = context.module.path
        made = f"{called}.__init__"
        return definition(context.at(path, called)) or definition(context.at(path, made))

    def _call(
        self,
        use: Use,
        function: Context,
        given: list[tuple[int | str, Turned]],
        names: Names,
    ) -> None:
        if self._is_listed(function, names):
            return
        places = [one.name for one in _parameters(function) if one.kind in _PLACED]
        results: Turned = []
        for turn, condition in use.turns(names.context.tree).items():
            bound: dict[str, Holder] = {}
            for key, found in given:
                if isinstance(key, str) or key < len(places):
                    name = key if isinstance(key, str) else places[key]
                    bound[name] = in_turn(found, turn)
            made = self._run(function, bound, condition) if bound or not given else None
            if made is not None:
                results.append((turn, made))
        names.keep(use, results)

    def _is_listed(self, function: Context, names: Names) -> bool:
        """Tell whether a function is in the class that is read, and so are its arguments."""
        inside = is_inside(function.address.symbol, names.within) if names.within else False
        return inside and function.module.path == names.context.module.path

    def _run(self, function: Context, bound: Bound, condition: str) -> Holder | None:
        """Read a function, and give the parser that it gives."""
        address = str(function.address)
        parts = ((name, *_told(one)) for name, one in sorted(bound.items()))
        key = (address, *parts) if bound else (address, len(self.seen))
        first = next(iter(bound.values()), None)
        if key in self.seen or address in self.active:
            return first
        if len(self.seen) >= MAX_FUNCTIONS:
            self._say(f"more than {MAX_FUNCTIONS} functions add arguments to the parser", function)
            return first
        self.seen.add(key)
        before, self.conditions = self.conditions, join(self.conditions, condition)
        self.active.append(address)
        names = self.read(function, function.address.symbol, bound)
        self.active.pop()
        self.conditions = before
        made = names.made[0] if names.made else None
        return made if first is None or isinstance(first, Commands) else first

    def _make(self, use: Use, names: Names) -> None:
        """Make a parser; a class of the project that is one adds arguments to itself."""
        made: Turned = []
        for call in use.invocations(names.context.tree):
            parser = Parser(label_of(use, use.target), known=use.name.endswith(MAKER))
            given = keywords_of(call)
            parser.program = text_of(first_of(call, "prog"))
            parser.argument_default = given.get("argument_default")
            self._inherit(parser, use, names, call)
            function = self._function(use, names.context)
            if function is not None and function.address.symbol.endswith(".__init__"):
                self._run(function, {"self": parser}, "")
            names.made.append(parser)
            made.append((call.turn, parser))
        names.keep(use, made)

    def _inherit(self, parser: Parser, use: Use, names: Names, call: Invocation) -> None:
        written = keywords_of(call).get("parents")
        if written is None or not self.follows:
            return
        parts = use.parts("parents")
        unread = [] if parts else [display(written)]
        for part in parts:
            found = names.find(part, use) or self._from_module(part, names.context)
            parent = in_turn(found, call.turn) if found else None
            if isinstance(parent, Parser) and parent.known:
                self.entries += parser.inherit(parent, join(self.conditions, call.condition))
            else:
                text = names.context.module.text
                unread.append(part if isinstance(part, str) else text.cut(part))
        for one in unread:
            self.diagnostics.append(
                Diagnostic(
                    f"the arguments of the parent {one!r} can't be read, and have no rows; "
                    "expected a parser of the project, or a call of its function that makes one",
                    call.location,
                )
            )

    def _from_module(self, part: Part, context: Context) -> Turned:
        """Find a parser that a module makes, this one or another one."""
        if not isinstance(part, str):
            return []
        try:
            found = lookup(context.tree, context.module, part)
        except DeclarationError:
            return []
        path, _, name = found.identity.partition(":")
        if not name or not context.tree.exists(path):
            return []
        if path not in self.elsewhere:
            apart = Reader(active=[*self.active, path])
            self.elsewhere[path] = apart.read(context.at(path, ""), "", alone=True)
            self.diagnostics += apart.diagnostics
        return self.elsewhere[path].variables.get(("", name), [])

    def _method(self, use: Use, holders: Turned, names: Names) -> None:
        results: Turned = []
        for call in use.invocations(names.context.tree):
            result = self._called(use, call, in_turn(holders, call.turn), names)
            if result is not None:
                results.append((call.turn, result))
        names.keep(use, results)

    def _called(self, use: Use, call: Invocation, holder: Holder, names: Names) -> Holder | None:
        parser = holder if isinstance(holder, Parser) else holder.parser
        title = holder.title if isinstance(holder, Group) else ""
        condition = join(self.conditions, call.condition)
        first = first_of(call, "title" if use.name == "add_argument_group" else "name")
        match use.name:
            case "add_argument" if flags_of(call):
                self.entries.append(parser.add(call, title, condition))
            case "add_argument_group":
                return Group(parser, _shown(first))
            case "add_mutually_exclusive_group":
                return Group(parser, title)
            case "add_subparsers":
                own = text_of(keywords_of(call).get("prog"))
                return Commands(parser, own or parser.prefix)
            case "add_parser" if first is not None:
                commands = holder if isinstance(holder, Commands) else Commands(parser, "")
                program = text_of(keywords_of(call).get("prog"))
                made = commands.add(display(first), label_of(use, use.target), program)
                made.argument_default = keywords_of(call).get("argument_default")
                self._inherit(made, use, names, call)
                names.made.append(made)
                return made
            case "set_defaults":
                self._set_defaults(parser, call, condition)
        return None

    def _set_defaults(self, parser: Parser, call: Invocation, condition: str) -> None:
        for name, value in keywords_of(call).items():
            if name == "**":
                text = (
                    f"set_defaults({display(value)}) may change defaults in a way that is not known"
                )
                self.diagnostics.append(Diagnostic(text, call.location))
            else:
                parser.set_default(name, value, condition)

    def _say(self, text: str, function: Context) -> None:
        said = Diagnostic(f"{text}; those of others have no rows", function.here())
        if said not in self.diagnostics:
            self.diagnostics.append(said)


def definition(context: Context) -> Context | None:
    """Follow an import to the file of a function: its calls are there."""
    address = context.address
    try:
        found = lookup(context.tree, context.module, address.symbol)
    except DeclarationError:
        return None
    path, _, name = found.identity.partition(":")
    if found.kind is not DeclarationKind.FUNCTION or not name:
        return None
    return context.at(path, name)


def parameters_bound(context: Context) -> dict[str, Holder]:
    """Give the parameters of a function that are parsers, as their names or annotations say."""
    return {
        item.name: _bound(item, f"{context.address.symbol}.{item.name}")
        for item in _parameters(context)
        if "parser" in item.name.lower()
        or "ArgumentParser" in item.annotation
        or "_SubParsersAction" in item.annotation
    }


def _bound(parameter: Parameter, label: str) -> Holder:
    is_list = "subparser" in parameter.name.lower() or "_SubParsersAction" in parameter.annotation
    return unknown_holder(label, has_commands=is_list)


def _parameters(context: Context) -> tuple[Parameter, ...]:
    try:
        return parameters(context.tree, context.module, context.address.symbol)
    except DeclarationError:
        return ()


def _told(holder: Holder) -> tuple[object, ...]:
    if isinstance(holder, Group):
        return (id(holder.parser), holder.title)
    return (id(holder),)


def _shown(value: Value | None) -> str:
    return "" if value is None or text_of(value) == "None" else display(value)
