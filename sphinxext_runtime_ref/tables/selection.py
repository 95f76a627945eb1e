"""Options applied to rows: filter, sort, group, and the columns that are shown."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import (
    DeclarationError,
    EvaluationError,
    LimitError,
    alternatives,
)
from sphinxext_runtime_ref.source import values
from sphinxext_runtime_ref.source.evaluate import evaluate_text
from sphinxext_runtime_ref.source.limits import Limits, Meter
from sphinxext_runtime_ref.tables.display import unknown_in
from sphinxext_runtime_ref.tables.elements import OWN
from sphinxext_runtime_ref.tables.model import Cell, CellKind, Column, Format
from sphinxext_runtime_ref.tables.origins import OptionError
from sphinxext_runtime_ref.tables.suggest import did_you_mean, near_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.values import Value
    from sphinxext_runtime_ref.tables.choices import ColumnChoice, SortKey
    from sphinxext_runtime_ref.tables.model import Row

_PART = re.compile(r"(.+)\[(\d+)\]")


def require_columns(
    option: str, names: Iterable[str], available: Sequence[str], place: Location
) -> None:
    """Refuse columns that no row has.

    :param option: the option that names them.
    :raises OptionError: naming the near ones and listing those there are.
    """
    for name in names:
        if name not in available:
            near = near_names(name, available)
            hint = f" (did you mean {alternatives(near)}?)" if near else ""
            listed = ", ".join(available)
            text = f"no row has a column {name!r}{hint}; there are {listed}"
            raise OptionError(option, text, place)


def where(
    rows: Sequence[Row], expression: str, available: Sequence[str], *, skip: bool = False
) -> tuple[tuple[Row, ...], int]:
    """Keep the rows for which an expression over their columns is true.

    The names are the columns; ``key[0]`` is an element of ``key``. A symbol counts as its name, a
    column that the row does not have as ``None``; what can't be told because of a ``None``, such
    as ``None > 2``, is false.

    :param skip: whether to leave out rows for which it can't be told, since the value of a column
        is not known.
    :returns: the rows, and how many were left out since it can't be told.
    :raises DeclarationError: when the expression is malformed, uses a name that no row has, or
        has no value that could be told.
    """
    known = dict.fromkeys([*available, *(m[1] for m in map(_PART.fullmatch, available) if m)])
    meter = Meter(Limits())
    kept: list[Row] = []
    untold = 0
    for row in rows:
        try:
            holds = _holds(row, expression, known, meter)
        except _UntoldError:
            if not skip:
                raise
            untold += 1
        else:
            kept += [row] if holds else []
    return tuple(kept), untold


class _UntoldError(DeclarationError):
    """It can't be told whether a row is wanted, since something in it has no value."""


def _holds(row: Row, expression: str, known: Mapping[str, None], meter: Meter) -> bool:
    asked: dict[str, Value] = {}
    unknown: list[str] = []

    def name(wanted: str) -> Value | None:
        if wanted not in known:
            unknown.append(wanted)
            return None
        asked[wanted] = _comparable(_named(row, wanted))
        return asked[wanted]

    try:
        result = evaluate_text(expression, name, meter)
    except EvaluationError as fault:
        if not isinstance(fault, LimitError) and any(map(_is_none, asked.values())):
            return False
        said = fault.message
        missing = [n for n in unknown if f": {n!r} is not" in said or f": {n}." in said]
        if missing:
            raise _no_column(missing[0], expression, known, row) from fault
        if isinstance(fault, LimitError):
            raise DeclarationError(f"where {fault.message}", row.location) from fault
        raise _no_truth(f"where {fault.message}", asked, row) from fault
    if isinstance(result, values.Unevaluated | values.Call):
        if (owner := result.source.partition(".")[0]) in unknown:
            raise _no_column(owner, expression, known, row)
        text = f"where {expression!r} can't be told for {row.id!r}: {result.source} has no value"
        raise _no_truth(text, asked, row)
    return _truth(result)


def _no_column(name: str, expression: str, known: Mapping[str, None], row: Row) -> DeclarationError:
    text = f"where {expression!r}: there is no column {name!r}"
    return DeclarationError(text + did_you_mean(name, known), row.location)


def _no_truth(text: str, asked: Mapping[str, Value], row: Row) -> DeclarationError:
    """Say why it can't be told whether a row is wanted: its values are not known, or unfit."""
    lacking = next((name for name, value in asked.items() if unknown_in(value)), None)
    if lacking is not None:
        hint = f"{lacking} has no known value in row {row.id!r}; strictness 'skip' leaves it out"
        return _UntoldError(f"{text}; {hint}", row.location)
    kinds = ", ".join(f"{name} is {_kind(value)}" for name, value in sorted(asked.items()))
    hint = f"; in row {row.id!r}, {kinds}" if kinds else ""
    return DeclarationError(f"{text}{hint}", row.location)


def _kind(value: Value) -> str:
    match value:
        case values.Literal(value=scalar):
            return f"of type {type(scalar).__name__}"
        case values.Sequence(type=kind):
            return f"a {kind.value}"
        case values.Mapping():
            return "a dict"
        case _:
            return f"a {type(value).__name__.lower()}"


def _is_none(value: Value) -> bool:
    return isinstance(value, values.Literal) and value.value is None


def _named(row: Row, name: str) -> Value:
    cell = row.cells.get(name)
    if cell is not None:
        return cell.value or values.Literal(cell.text, row.location)
    parts: list[Value] = []
    while (cell := row.cells.get(f"{name}[{len(parts)}]")) is not None:
        parts.append(cell.value or values.Literal(cell.text, row.location))
    if parts:
        return values.Sequence(values.SequenceType.TUPLE, tuple(parts), row.location)
    return values.Literal(None, row.location)


def _comparable(value: Value) -> Value:
    match value:
        case values.Symbol(text=text):
            return values.Literal(text, value.location)
        case values.Sequence(items=items):
            return replace(value, items=tuple(_comparable(item) for item in items))
        case values.Mapping(items=pairs):
            made = tuple((_comparable(key), _comparable(item)) for key, item in pairs)
            return replace(value, items=made)
        case _:
            return value


def _truth(result: Value) -> bool:
    match result:
        case values.Literal(value=scalar):
            return bool(scalar)
        case values.Sequence(items=items) | values.Mapping(items=items):
            return bool(items)
        case _:
            return True


def sort(rows: Sequence[Row], keys: Sequence[SortKey]) -> tuple[Row, ...]:
    """Sort rows; those without a value come last, whatever the direction."""
    result = list(rows)
    for key in reversed(keys):
        present = [row for row in result if _sortable(row, key.name)]
        absent = [row for row in result if not _sortable(row, key.name)]
        present.sort(key=lambda row: sort_key(row.cells[key.name]), reverse=key.descending)
        result = present + absent
    return tuple(result)


def _sortable(row: Row, name: str) -> bool:
    cell = row.cells.get(name)
    return cell is not None and cell.text not in {"", "None"}


def sort_key(cell: Cell) -> tuple[object, ...]:
    """Give a key that orders numbers by value, before text with its digits as numbers."""
    value = cell.value.value if isinstance(cell.value, values.Literal) else None
    if isinstance(value, (bool, int, float)) and value == value:  # noqa: PLR0124 - leaves out NaN
        return (0, value, ())
    return (1, 0, natural_key(cell.text))


def natural_key(text: str) -> tuple[tuple[int, int, str], ...]:
    """Order ``page9`` before ``page10``, and capitals beside small letters."""
    parts = re.split(r"([0-9]{1,18})", text.casefold())
    return tuple((0, int(p), "") if i % 2 else (1, 0, p) for i, p in enumerate(parts) if p)


def group(rows: Sequence[Row], name: str) -> tuple[Row, ...]:
    """Put rows together by the text of a column, groups in order of first appearance."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        cell = row.cells.get(name)
        text = cell.text if cell else ""
        groups.setdefault(text, []).append(replace(row, group=text))
    return tuple(row for rows in groups.values() for row in rows)


def shown_columns(
    chosen: Sequence[ColumnChoice],
    rows: Sequence[Row],
    headers: Mapping[str, str],
    formats: Mapping[str, Format],
) -> tuple[Column, ...]:
    """Give columns their headers and formats, from the options or else from their content."""
    own = {choice.name: header_for(choice.name) for choice in chosen}
    for name, header in own.items():
        if name.startswith(OWN) and [*own.values()].count(header) > 1:
            # A column that every row has, or the shape's own, is called the same.
            own[name] = f"{header_for(OWN.rstrip('.'))} {header[:1].lower()}{header[1:]}"
    return tuple(
        Column(
            name=choice.name,
            header=choice.header or headers.get(choice.name) or own[choice.name],
            format=formats.get(choice.name) or format_for(choice.name, rows),
        )
        for choice in chosen
    )


_HEADERS = {"doc": "Description", "arg": "Argument"}


def header_for(name: str) -> str:
    """Make a header from a column's name: ``storage_dtype`` is ``Storage dtype``."""
    part = _PART.fullmatch(name)
    if part:
        return f"{header_for(part[1])} {int(part[2]) + 1}"
    if name in _HEADERS:
        return _HEADERS[name]
    words = name.removeprefix(OWN).replace("_", " ").strip() or name
    return words[:1].upper() + words[1:]


def format_for(name: str, rows: Sequence[Row]) -> Format:
    """Tell from all cells of a column how it is best shown; marks are for nothing but booleans."""
    found: Format | None = None
    has_none = False
    for row in rows:
        cell = row.cells.get(name)
        if cell is None or cell.shared or cell.text in {"", "None"}:
            has_none |= cell is not None and cell.text == "None"
            continue
        own = _format_of(cell)
        if own is Format.AUTO or own is not (found or own):
            return Format.AUTO
        found = own
    return Format.AUTO if found is None or (found is Format.BOOL and has_none) else found


def _format_of(cell: Cell) -> Format:
    if cell.kind is CellKind.LITERAL and isinstance(cell.value, values.Literal):
        scalar = cell.value.value
        if isinstance(scalar, bool):
            return Format.BOOL
        if isinstance(scalar, (int, float)):
            return Format.NUMBER
    return Format.AUTO
