"""Arguments of parsers as rows."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from operator import attrgetter
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import DeclarationError
from sphinxext_runtime_ref.source import values
from sphinxext_runtime_ref.tables.display import cell, display
from sphinxext_runtime_ref.tables.elements import Element, Elements
from sphinxext_runtime_ref.tables.model import Cell, CellKind
from sphinxext_runtime_ref.tables.shapes.added import (
    destination,
    flags_of,
    is_suppressed,
    keywords_of,
    loose_of,
    text_of,
)
from sphinxext_runtime_ref.tables.shapes.invoked import with_loose
from sphinxext_runtime_ref.tables.shapes.parsers import Group, Parser
from sphinxext_runtime_ref.tables.shapes.parsing import Reader, definition, parameters_bound

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sphinxext_runtime_ref.source.invocations import Invocation
    from sphinxext_runtime_ref.tables.shapes.context import Context
    from sphinxext_runtime_ref.tables.shapes.parsers import Entry, Holder

_PLACEHOLDER = re.compile(r"%(?:%|\((?P<name>[a-z_]+)\)(?P<form>[srd]))")
_SHOWN = ("command", "flags", "type", "default", "choices", "required", "action", "help")


def read_arguments(context: Context) -> Elements:
    """Read the arguments that a function, a class or a module adds, or that a parser gets.

    ``flags`` are the option strings, or the name of a positional argument; ``name`` is the
    attribute that gets the value; ``command`` is the subcommand that has the argument, where there
    are any; the other columns are keywords of ``add_argument``. A default is the one that
    ``set_defaults``, ``argument_default`` or the action gives, where the call gives none, and a
    help text is the one that a user sees: with ``%(default)s`` and its like filled in, and ``%``
    for ``%%``. What users do not see, ``help=argparse.SUPPRESS``, has no row. What is added by
    functions of the project that get the parser, or a group of it, is read as well, and so are
    ``parents``.

    :raises DeclarationError: when no argument is added.
    """
    found = find_arguments(context)
    if found is None:
        raise DeclarationError(f"{context.address} adds no arguments to a parser", context.here())
    return found


def find_arguments(context: Context) -> Elements | None:
    """Read what :func:`read_arguments` reads, ``None`` where no argument is added."""
    symbol = context.address.symbol
    if symbol and not context.address.is_glob:
        context = definition(context) or context
        symbol = context.address.symbol
    reader = Reader(follows=bool(symbol) and not context.address.is_glob)
    for module in context.modules():
        inside = context.at(module.path, symbol)
        bound = parameters_bound(inside) if reader.follows else {}
        reader.read(inside, symbol, bound)
    entries = [entry for entry in reader.entries if not entry.parser.lent]
    if not entries and symbol:
        reader = Reader()
        entries = _of_variable(reader, context)
    if not entries:
        return None
    shown = [
        entry for entry in entries if not is_suppressed(keywords_of(entry.action.call).get("help"))
    ]
    items = with_loose(_element(entry, context) for entry in shown)
    items = _told_apart(items, shown)
    present = {name for item in items for name in item.cells}
    columns = tuple(name for name in _SHOWN if name in present)
    return Elements(items, columns, context.here(), tuple(reader.diagnostics))


def _of_variable(reader: Reader, context: Context) -> list[Entry]:
    """Give the arguments of one parser, or group, that a module or function makes."""
    owner, _, variable = context.address.symbol.rpartition(".")
    names = reader.read(context, owner, alone=True)
    holders = names.variables.get((owner, variable), [])
    return [entry for entry in reader.entries if any(_is_in(entry, one) for _, one in holders)]


def _is_in(entry: Entry, holder: Holder) -> bool:
    if isinstance(holder, Group):
        return entry.parser is holder.parser and entry.group == holder.title
    return entry.parser.is_for(holder if isinstance(holder, Parser) else holder.parser)


def _told_apart(items: Sequence[Element], entries: Sequence[Entry]) -> tuple[Element, ...]:
    """Put the parser's name before a label that arguments of other parsers have as well."""
    pairs = [*zip(items, (entry.parser for entry in entries), strict=True)]
    for name in (attrgetter("program"), attrgetter("label")):
        owners = {(item.id, id(parser)) for item, parser in pairs}
        often = Counter(label for label, _ in owners)
        pairs = [
            (replace(item, id=f"{name(parser)} {item.id}".lstrip()), parser)
            if often[item.id] > 1
            else (item, parser)
            for item, parser in pairs
        ]
    return tuple(item for item, _ in pairs)


def _element(entry: Entry, context: Context) -> Element:
    call = entry.action.call
    flags, given, place = flags_of(call), keywords_of(call), call.location
    texts = [display(flag) for flag in flags]
    command = entry.parser.command
    cells = {
        **({"command": Cell(command, location=place)} if command else {}),
        "flags": cell(values.Sequence(values.SequenceType.TUPLE, flags, place)),
        "name": Cell(destination(call), CellKind.SYMBOL, location=place),
        **{name: cell(value) for name, value in given.items() if name not in {"dest", "default"}},
    }
    default = entry.action.default
    if default is not None and not is_suppressed(default):
        cells["default"] = replace(cell(default), shared=default is loose_of(call))
    written = given.get("help")
    if isinstance(written, values.Literal) and isinstance(written.value, str):
        known = {**cells, "prog": Cell(entry.parser.program)} if entry.parser.program else cells
        cells["help"] = cell(replace(written, value=_filled(written.value, known), text=None))
    notes = _around(call, context).notes(context.statement(place))
    label = next((text for text in texts if text.startswith("--")), texts[0])
    return Element(
        id=f"{command} {label}".lstrip(),
        cells=cells,
        location=place,
        doc=cells["help"].text if text_of(written) else notes.doc,
        group=entry.group or notes.group,
        condition=entry.condition,
    )


def _around(call: Invocation, context: Context) -> Context:
    """Give the context of an argument: a banner above the whole function is not for it."""
    if not (context.address.symbol and call.within):
        return context
    try:
        return context.within(context.at(call.location.path, "").place(call.within))
    except DeclarationError:
        return context


def _filled(text: str, cells: Mapping[str, Cell]) -> str:
    """Fill in a help text as argparse does before a user sees it; the rest stays as written."""

    def fill(found: re.Match[str]) -> str:
        name = {"dest": "name", "option_strings": "flags"}.get(found["name"], found["name"])
        shown = cells.get(name)
        if not found["name"]:
            return "%"
        if shown is None:
            return found[0]
        value = shown.value.value if isinstance(shown.value, values.Literal) else None
        return repr(value) if found["form"] == "r" and isinstance(value, str) else shown.text

    return _PLACEHOLDER.sub(fill, text)
