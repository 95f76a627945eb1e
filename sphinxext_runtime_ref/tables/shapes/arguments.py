"""``add_argument`` calls of an argument parser as rows."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import DeclarationError, MissingDeclarationError
from sphinxext_runtime_ref.source import values
from sphinxext_runtime_ref.source.invocations import find_calls, find_passing
from sphinxext_runtime_ref.source.signatures import parameters
from sphinxext_runtime_ref.source.symbols import DeclarationKind, lookup
from sphinxext_runtime_ref.tables.address import Address
from sphinxext_runtime_ref.tables.display import cell, display
from sphinxext_runtime_ref.tables.elements import Element, Elements
from sphinxext_runtime_ref.tables.model import Cell, CellKind
from sphinxext_runtime_ref.tables.shapes.invoked import with_loose

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinxext_runtime_ref.source.invocations import Invocation
    from sphinxext_runtime_ref.source.values import Value
    from sphinxext_runtime_ref.tables.shapes.context import Context

CALLED = "add_argument"
_GROUPS = ("add_argument_group", "add_mutually_exclusive_group")
_MAKERS = (*_GROUPS, "add_parser", "ArgumentParser")
_MAX_HELPERS = 100
_PLACEHOLDER = re.compile(r"%(?:%|\((?P<name>[a-z_]+)\)(?P<form>[srd]))")
_SHOWN = ("flags", "type", "default", "choices", "required", "action", "help")
_STORED = {"store_true": False, "store_false": True}


def read_arguments(context: Context) -> Elements:
    """Read the arguments that a function, a class or a module adds, or that a parser gets.

    ``flags`` are the option strings, or the name of a positional argument; ``name`` is the
    attribute that gets the value; the other columns are keywords of ``add_argument``. A default
    that is not given is the one that argparse has for the action, and a help text is the one that
    a user sees: with ``%(default)s`` and its like filled in, and ``%`` for ``%%``. What is added by
    functions of the project that get the parser, or a group of it, is read as well.

    :raises DeclarationError: when no argument is added.
    """
    found = find_arguments(context)
    if found is None:
        raise DeclarationError(f"{context.address} adds no arguments to a parser", context.here())
    return found


def find_arguments(context: Context) -> Elements | None:
    """Read what :func:`read_arguments` reads, ``None`` where no argument is added."""
    context = _at_definition(context)
    added = [call for call in _calls(context, CALLED) if _has_positional(call)]
    symbol = context.address.symbol
    found = [call for call in added if _is_inside(call.within, symbol)]
    if symbol and not context.address.is_glob:
        found = _with_helpers(context, found, {str(context.address)})
    if not found:
        owner, _, variable = symbol.rpartition(".")
        parsers = _parsers(context, owner, variable)
        found = [call for call in added if call.within == owner and _is_on(call, parsers)]
    if not found:
        return None
    items = with_loose(_element(item, context) for item in found)
    present = {name for item in items for name in item.cells}
    return Elements(items, tuple(n for n in _SHOWN if n in present), context.here())


def _at_definition(context: Context) -> Context:
    """Follow an import to the file of the function: its calls are there."""
    address = context.address
    if address.is_glob or not address.symbol:
        return context
    try:
        found = lookup(context.tree, context.module, address.symbol)
    except MissingDeclarationError:
        return context
    path, _, name = found.identity.partition(":")
    if found.kind is not DeclarationKind.FUNCTION or not name:
        return context
    return replace(context, address=Address(path, name))


def _with_helpers(context: Context, own: list[Invocation], seen: set[str]) -> list[Invocation]:
    """Put what a function adds, and what the functions add that get its parser, in order."""
    symbol = context.address.symbol
    made = [call for name in _MAKERS for call in _calls(context, name)]
    made = [call for call in made if _is_inside(call.within, symbol)]
    names = {call.symbol for call in made}
    names |= {call.function.rpartition(".")[0] for call in (*made, *own)} or _given(context)
    parts = [(call.location.line, [call]) for call in own]
    path = context.module.path
    for written, condition, line in find_passing(context.tree, context.module, symbol, names):
        helper = _at_definition(replace(context, address=Address(path, written)))
        if str(helper.address) in seen or len(seen) > _MAX_HELPERS:
            continue
        seen.add(str(helper.address))
        added = [call for call in _calls(helper, CALLED) if _has_positional(call)]
        added = [call for call in added if _is_inside(call.within, helper.address.symbol)]
        inner = _with_helpers(helper, added, seen)
        parts.append((line, [_under(condition, call) for call in inner]))
    return [call for _, calls in sorted(parts, key=lambda part: part[0]) for call in calls]


def _given(context: Context) -> set[str]:
    """Give the parameters of a function that are parsers, as their names or annotations say."""
    try:
        found = parameters(context.tree, context.module, context.address.symbol)
    except DeclarationError:
        return set()
    return {
        item.name
        for item in found
        if "parser" in item.name.lower() or "ArgumentParser" in item.annotation
    }


def _under(condition: str, call: Invocation) -> Invocation:
    """Give a call that runs only under one more condition, ``""`` for none."""
    return replace(call, condition=", ".join(filter(None, (condition, call.condition))))


def _calls(context: Context, called: str) -> list[Invocation]:
    modules = context.modules()
    return [call for module in modules for call in find_calls(context.tree, module, called)]


def _has_positional(call: Invocation) -> bool:
    return any(argument.keyword in {None, "*"} for argument in call.arguments)


def _is_inside(within: str, symbol: str) -> bool:
    return not symbol or within == symbol or within.startswith(f"{symbol}.")


def _parsers(context: Context, owner: str, variable: str) -> set[str]:
    """Give the names of a parser and of the groups that are made of it."""
    made = [call for name in _GROUPS for call in _calls(context, name) if call.within == owner]
    parsers = {variable}
    for call in sorted(made, key=lambda call: call.location.line):
        if call.symbol and _is_on(call, parsers):
            parsers.add(call.symbol)
    return parsers


def _is_on(call: Invocation, parsers: set[str]) -> bool:
    receiver, _, rest = call.function.partition(".")
    return receiver in parsers and rest.startswith("add_")


def _element(call: Invocation, context: Context) -> Element:
    flags = [a.value for a in call.arguments if a.keyword in {None, "*"}]
    given = {a.keyword: a.value for a in call.arguments if a.keyword not in {None, "*"}}
    place = call.location
    texts = [display(flag) for flag in flags]
    cells = {
        "flags": cell(values.Sequence(values.SequenceType.TUPLE, tuple(flags), place)),
        "name": Cell(_destination(texts, given), CellKind.SYMBOL, location=place),
        **{name: cell(value) for name, value in given.items() if name != "dest"},
    }
    loose = given.get("**", flags[0] if texts[0].startswith("*") else None)
    default = _default(texts, given, call)
    if loose is not None and "default" not in given:
        cells["default"] = replace(cell(loose), shared=True)
    elif default is not None:
        cells["default"] = cell(default)
    written = given.get("help")
    if isinstance(written, values.Literal) and isinstance(written.value, str):
        cells["help"] = cell(replace(written, value=_filled(written.value, cells), text=None))
    notes = context.notes(context.statement(place))
    return Element(
        id=next((text for text in texts if text.startswith("--")), texts[0]),
        cells=cells,
        location=place,
        doc=cells["help"].text if _text(written) else notes.doc,
        group=notes.group,
        condition=call.condition,
    )


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


def _destination(flags: list[str], given: dict[str, Value]) -> str:
    if "dest" in given:
        return display(given["dest"])
    long = next((flag for flag in flags if flag.startswith("--")), flags[0])
    return long.lstrip("-").replace("-", "_")


def _default(flags: list[str], given: dict[str, Value], call: Invocation) -> Value | None:
    if "default" in given:
        return given["default"]
    if not flags[0].startswith("-"):
        return _of_positional(_text(given.get("nargs")), call)
    if _text(given.get("required")) == "True":
        return None
    action = _text(given.get("action")) if "action" in given else ""
    return values.Literal(_STORED.get(action), call.location)


def _of_positional(count: str, call: Invocation) -> Value | None:
    """Give what argparse stores when an optional positional argument is left out."""
    if count == "*":
        return values.Sequence(values.SequenceType.LIST, (), call.location)
    return values.Literal(None, call.location) if count == "?" else None


def _text(value: Value | None) -> str:
    return display(value) if isinstance(value, values.Literal) else ""
