"""Tables of declarations: what shapes give and renderers take."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sphinxext_runtime_ref.errors import Diagnostic
    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.values import Value


class CellKind(StrEnum):
    """What a cell's text is; ``dump`` prints it, documents render by it."""

    LITERAL = "literal"
    SYMBOL = "symbol"
    RECORD = "record"
    CALL = "call"
    UNEVALUATED = "unevaluated"


class Format(StrEnum):
    """How a column is shown in documents (option ``:format:``)."""

    AUTO = "auto"
    CODE = "code"
    TEXT = "text"
    BOOL = "bool"
    NUMBER = "number"
    LIST = "list"
    LINK = "link"
    MARKUP = "markup"
    """Parsed as the document's own markup."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell.

    :param text: what a reader sees, see :mod:`.display`.
    :param kind: what the text is.
    :param value: the evaluated value, where there is one.
    :param location: the place of the expression; links lead there.
    :param items: for a sequence, its elements' cells, so that each can be shown and linked.
    :param links: declarations that the cell names: (display text, location), in order.
    :param shared: whether it stands for all columns of its row that can't be told apart; readers
        see it once where those columns are side by side.
    """

    text: str
    kind: CellKind = CellKind.LITERAL
    value: Value | None = None
    location: Location | None = None
    items: tuple[Cell, ...] = ()
    links: tuple[tuple[str, Location], ...] = ()
    shared: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One row: cells by column name.

    :param id: readable and stable, unique in its table: ``decode_xqa_paged``, ``fp4.w13.dense``.
    :param cells: by column name; a column that the row does not have is absent.
    :param location: the declaration; the row's source link leads there.
    :param condition: the branch under which the row exists, ``""`` where it always does.
    :param group: the section that the row stands in, or the ``group`` option's value.
    :param diagnostics: what is worth saying where the row is shown.
    """

    id: str
    cells: Mapping[str, Cell]
    location: Location
    condition: str = ""
    group: str = ""
    diagnostics: tuple[Diagnostic, ...] = ()

    def is_shared(self, column: str) -> bool:
        """Tell whether a column has the cell that stands for all that are not known."""
        found = self.cells.get(column)
        return found is not None and found.shared


def spans(row: Row, columns: Sequence[Column]) -> list[tuple[int, int]]:
    """Give where the cells of a row begin, and over how many columns each goes."""
    found: list[tuple[int, int]] = []
    before: str | None = None
    for index, column in enumerate(columns):
        cell = row.cells.get(column.name)
        # beside it may be what another declaration has for the row
        shared = cell.text if cell is not None and cell.shared else None
        if shared is not None and shared == before:
            start, length = found.pop()
            found.append((start, length + 1))
        else:
            found.append((index, 1))
        before = shared
    return found


def headings(groups: Iterable[str]) -> Iterator[str | None]:
    """Give for the group of each row the heading above it, ``None`` where there is none.

    Rows of no group need a heading only where they follow others.
    """
    before = ""
    for group in groups:
        yield None if group == before else group.strip() or OTHERS
        before = group


OTHERS = "Others"
"""The heading of rows that belong to no group, where it is not translated."""

DASH = "—"
"""What a cell of plain Markdown shows when the one before it stands for it as well."""

SOURCE = "source"
"""The column that leads to the place of a row."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column.

    :param name: as shapes give it and options name it.
    :param header: as shown.
    """

    name: str
    header: str
    format: Format = Format.AUTO


@dataclass(frozen=True, slots=True)
class Table:
    """A table of declarations.

    :param name: its name in the catalogue (``kv-codec-table``), or ``declaration-table``.
    :param object_type: the object type of its rows in the ``runtime`` domain.
    :param columns: those that are shown, in order.
    :param declared: all rows of the declaration, also those that ``where`` or strictness left out.
    :param available: every column name that the rows have, for messages.
    :param diagnostics: what reading found worth saying (lint, contradictions).
    :param skipped: rows left out by strictness ``skip``.
    :param group: the column whose text is the heading of each group of rows, ``""`` without groups.
    :param dependencies: absolute paths of all files consulted, imports included, and of files
        looked for that do not exist.
    """

    name: str
    object_type: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    location: Location
    declared: tuple[Row, ...] = ()
    available: tuple[str, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    skipped: int = 0
    group: str = ""
    dependencies: frozenset[str] = field(default_factory=frozenset)

    @property
    def grouped(self) -> bool:
        """Tell whether rows stand in groups that want a heading each."""
        return bool(self.group)

    @property
    def columns_below_headings(self) -> tuple[Column, ...]:
        """Give the columns that say more than the headings of groups do."""
        return tuple(column for column in self.columns if column.name != self.group)

    @property
    def left_out(self) -> str:
        """Say how many rows strictness left out, as the note below a table does."""
        return f"rows left out because they can't be evaluated: {self.skipped}"
