"""From a request to a table: read, join, check, select."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import (
    ConfigError,
    DeclarationError,
    Diagnostic,
    MissingDeclarationError,
    alternatives,
)
from sphinxext_runtime_ref.tables import selection
from sphinxext_runtime_ref.tables.address import parse_address
from sphinxext_runtime_ref.tables.catalogue import merge
from sphinxext_runtime_ref.tables.checks import drift
from sphinxext_runtime_ref.tables.choices import ColumnChoice, parse_options
from sphinxext_runtime_ref.tables.display import reason_of, unknown_in
from sphinxext_runtime_ref.tables.elements import EVERYWHERE, columns_of, own_column, rows_from
from sphinxext_runtime_ref.tables.model import Table
from sphinxext_runtime_ref.tables.options import Strictness
from sphinxext_runtime_ref.tables.origins import OptionError, option_origin, source_origin
from sphinxext_runtime_ref.tables.registry import read_elements
from sphinxext_runtime_ref.tables.relations import follow, join
from sphinxext_runtime_ref.tables.shapes.context import Context

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from sphinxext_runtime_ref.source.tree import SourceTree
    from sphinxext_runtime_ref.tables.catalogue import Catalogue, TableDefinition
    from sphinxext_runtime_ref.tables.choices import Choices
    from sphinxext_runtime_ref.tables.display import Unknown
    from sphinxext_runtime_ref.tables.elements import Elements
    from sphinxext_runtime_ref.tables.model import Row

    Origin = Callable[[str], str]
    """Gives the end of a message about an option: who has set it."""

MOST_SAID = 20
"""Faults of one declaration that are told one by one; the others are counted."""


@dataclass(frozen=True, slots=True)
class Request:
    """A table that somebody wants.

    :param table: its name in the catalogue.
    :param source: where its declaration is; ``None`` for the definition's own.
    :param options: raw texts by option name, see :data:`~.options.OPTIONS`.
    """

    table: str
    source: str | None = None
    options: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


def build_table(tree: SourceTree, catalogue: Catalogue, request: Request) -> Table:
    """Read a declaration and make the table that was asked for.

    :raises ConfigError: for an unknown table or option, or a text that an option can't have.
    :raises DeclarationError: when the declaration is missing, can't be read or does not have the
        table's shape; when no row has a column that was asked for; in strict tables also when an
        expression that is shown can't be evaluated.
    """
    definition = catalogue.get(request.table)
    choices = merge(definition.choices, parse_options(request.options))
    source = request.source or definition.source
    if not source:
        raise ConfigError(f"{request.table}: no source; expected 'path/to/file.py:SYMBOL'")
    with tree.recording() as consulted:
        context = Context(tree, parse_address(source), choices, catalogue.lifecycle_methods)
        origin = partial(option_origin, catalogue, definition, request.options)
        try:
            elements = _read(context, catalogue, definition, request)
            elements = follow(join(elements, context), context)
            table = _select(elements, definition, choices, origin)
        except OptionError as fault:
            message = fault.message + origin(fault.option)
            raise DeclarationError(message, fault.location) from None
    return replace(table, dependencies=frozenset(consulted))


def _read(
    context: Context, catalogue: Catalogue, definition: TableDefinition, request: Request
) -> Elements:
    try:
        return read_elements(context)
    except MissingDeclarationError as fault:
        if request.source:
            raise
        origin = source_origin(catalogue, definition)
        raise MissingDeclarationError(fault.message + origin, fault.location) from None


def _select(
    elements: Elements, definition: TableDefinition, choices: Choices, origin: Origin
) -> Table:
    declared = rows_from(elements, choices.label)
    taken = columns_of(elements.items)
    default = tuple(own_column(n) if n in taken else n for n in elements.columns)
    own = dict.fromkeys([*default, *(name for row in declared for name in row.cells)])
    available = tuple(name for name in own if name not in EVERYWHERE) + EVERYWHERE
    if declared:
        # The columns of an empty declaration are not known, and none of its rows lacks one.
        for option, names in _asked(choices).items():
            selection.require_columns(option, names, available, elements.location)
    rows, unmatched, untold = _kept(declared, available, elements, choices, origin)
    shown = choices.columns or _default_columns(default, rows)
    rows, skipped = _apply_strictness(rows, shown, choices.strictness or Strictness.SOURCE)
    rows = selection.sort(rows, choices.sort)
    if choices.group:
        rows = selection.group(rows, choices.group)
    return Table(
        name=definition.name,
        object_type=definition.object_type,
        columns=selection.shown_columns(shown, rows, definition.headers, dict(choices.formats)),
        rows=rows,
        location=elements.location,
        declared=declared,
        available=available,
        diagnostics=(
            *_first(elements.diagnostics),
            *_first([found for row in rows for found in row.diagnostics]),
            *_drift(definition, available, elements),
            *(_spare_names(definition, choices, available, elements, origin) if declared else ()),
            *unmatched,
        ),
        skipped=untold + skipped,
        group=choices.group,
    )


def _spare_names(
    definition: TableDefinition,
    choices: Choices,
    available: Sequence[str],
    elements: Elements,
    origin: Origin,
) -> Iterator[Diagnostic]:
    """Say which names are of a part or column that no row has: it may have had one once."""
    spare = [name for name in definition.headers if name not in available]
    if spare:
        text = f"{definition.name}: no row has a column {alternatives(spare)}, which has a header"
        yield Diagnostic(text, elements.location)
    for option, names in (("keys", choices.keys), ("fields", choices.fields)):
        spare = [name for name in names if name not in available]
        if spare:
            text = f"option {option!r}: no row has a part that {alternatives(spare)} could name"
            yield Diagnostic(text + origin(option), elements.location)


def _asked(choices: Choices) -> dict[str, Sequence[str]]:
    """Give the columns that each option names, apart from the condition."""
    return {
        "columns": choices.column_names,
        "sort": [item.name for item in choices.sort],
        "format": [name for name, _ in choices.formats],
        "group": [choices.group] if choices.group else [],
        "label": [choices.label] if choices.label else [],
    }


def _kept(
    rows: tuple[Row, ...],
    available: Sequence[str],
    elements: Elements,
    choices: Choices,
    origin: Origin,
) -> tuple[tuple[Row, ...], tuple[Diagnostic, ...], int]:
    """Give the rows for which the condition is true, and say so if there are none.

    :returns: also the number of rows for which it can't be told, where these are to be left out.
    """
    if not choices.where:
        return rows, (), 0
    skip = choices.strictness is Strictness.SKIP
    kept, untold = selection.where(rows, choices.where, available, skip=skip)
    if kept or not rows:
        return kept, (), untold
    text = f"where {choices.where!r} is true for none of {len(rows)} rows{origin('where')}"
    return kept, (Diagnostic(text, elements.location),), untold


def _first(diagnostics: Sequence[Diagnostic]) -> Sequence[Diagnostic]:
    rest = diagnostics[MOST_SAID:]
    if len(rest) < 2:
        return diagnostics
    more = rest[0]._replace(message=f"and {len(rest)} more like those above, the next one here")
    return (*diagnostics[:MOST_SAID], more)


def _default_columns(default: Sequence[str], rows: Sequence[Row]) -> tuple[ColumnChoice, ...]:
    names = [*default]
    # An argument's help text is its doc already.
    for extra in ("condition",) if "help" in names else ("doc", "condition"):
        if extra not in names and any(row.cells[extra].text for row in rows):
            names.append(extra)
    # Calls without arguments and records without fields still are somewhere.
    return tuple(ColumnChoice(name) for name in names or ("source",))


def _apply_strictness(
    rows: Sequence[Row], shown: Sequence[ColumnChoice], strictness: Strictness
) -> tuple[tuple[Row, ...], int]:
    if strictness is Strictness.SOURCE:
        return tuple(rows), 0
    kept = []
    for row in rows:
        unknown = _first_unknown(row, shown)
        if unknown is None:
            kept.append(row)
        elif strictness is Strictness.STRICT:
            raise _unevaluated(unknown)
    return tuple(kept), len(rows) - len(kept)


def _first_unknown(row: Row, shown: Sequence[ColumnChoice]) -> Unknown | None:
    cells = (row.cells.get(choice.name) for choice in shown)
    return next(
        (u for cell in cells if cell and cell.value and (u := unknown_in(cell.value))), None
    )


def _unevaluated(value: Unknown) -> DeclarationError:
    source = " ".join(value.source.split())
    return DeclarationError(f"can't evaluate '{source}': {reason_of(value)}", value.location)


def _drift(
    definition: TableDefinition, available: Sequence[str], elements: Elements
) -> tuple[Diagnostic, ...]:
    """Tell what appeared in, or vanished from, the columns that the definition expects."""
    # The whole of a value that is taken apart, and what is called, are there for those who ask.
    whole = [name for name in ("value", "function") if name not in elements.columns]
    found = [name for name in available if name not in (*EVERYWHERE, *whole)]
    expected = definition.exact or definition.required
    if not definition.exact:
        found = [name for name in expected if name in available]
    changed = drift(found, expected)
    if not changed:
        return ()
    text = f"{definition.name}: the columns changed: {changed}"
    return (Diagnostic(f"{text}; the definition expects {', '.join(expected)}", elements.location),)
