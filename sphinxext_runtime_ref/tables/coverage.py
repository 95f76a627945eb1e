"""Coverage: what documents say of a declaration's names, and which names they still carry.

A document names something when it has the name as a whole word, in any place but a coverage
directive. A name is stale when a list or table of the document has it as an entry though the
declaration does not, and at least two entries there, and at least half of them, are names of the
declaration. What is declared is told by all of its rows, also those that the table leaves out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import ConfigError
from sphinxext_runtime_ref.location import Location
from sphinxext_runtime_ref.tables.coverage_blocks import without_blocks
from sphinxext_runtime_ref.tables.selection import require_columns
from sphinxext_runtime_ref.tables.suggest import near_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sphinxext_runtime_ref.tables.model import Row, Table

_SHARE = 0.5
_LEAST = 2
# An entry of a list or of a table's first column, in Markdown or reStructuredText.
_ENTRY = re.compile(
    r"""^(?P<indent>\s*)(?P<mark>\*\s-|[-*+]|\d+[.)]|\|)\s+(?:\[[ xX]\]\s+)?
    (?P<quote>\*{0,2}(?:`{1,2}|["']?))(?P<name>-{0,2}[\w][\w.:/-]*[\w]|\w)(?P=quote)?
    """,
    re.VERBOSE,
)
_NO_CELLS = re.compile(r"\|(\s*\|)+")
_RULE = re.compile(r"\s*\|?[\s|:+=-]+\|?\s*")


@dataclass(frozen=True, slots=True)
class Missing:
    """A name that no document has.

    :param name: as declared.
    :param location: its declaration.
    """

    name: str
    location: Location


@dataclass(frozen=True, slots=True)
class Stale:
    """An entry of a document's list or table that the declaration does not have.

    :param location: in the document.
    :param suggestion: a declared name like it, ``""`` without one.
    """

    name: str
    location: Location
    suggestion: str = ""


@dataclass(frozen=True, slots=True)
class Coverage:
    """The result for one table.

    :param total: number of different names declared.
    :param missing: names that no document has and no exclusion excuses, in declared order.
    :param stale: entries without a declaration, by document and line.
    :param excluded: declared names left out, with the reason given.
    :param listed: entries without a declaration that stand there on purpose, with the reason given.
    :param unused: exclusions of names that are documented, or neither declared nor an entry.
    """

    table: str
    total: int
    missing: tuple[Missing, ...]
    stale: tuple[Stale, ...]
    excluded: tuple[tuple[str, str], ...] = ()
    listed: tuple[tuple[str, str], ...] = ()
    unused: tuple[str, ...] = ()

    @property
    def documented(self) -> int:
        """Give the number of names that documents have."""
        return self.total - len(self.missing) - len(self.excluded)

    @property
    def complete(self) -> bool:
        """Tell whether there is nothing to do."""
        return not (self.missing or self.stale or self.unused)


def coverage(
    table: Table,
    documents: Iterable[tuple[str, str]],
    exclusions: Mapping[str, str] | None = None,
    column: str = "",
) -> Coverage:
    """Compare the names of a table's rows with documents.

    :param documents: path and text of each (Markdown or reStructuredText).
    :param exclusions: reason by name, for names that need no documentation or no declaration.
    :param column: whose text is the name; without it, the row's id.
    :raises ConfigError: when an exclusion has no reason.
    :raises DeclarationError: when no row has the column.
    """
    reasons = dict(exclusions or {})
    for name, reason in reasons.items():
        if not reason.strip():
            raise ConfigError(f"the exclusion of {name!r} needs a reason")
    names = _names(table, table.rows, column)
    declared = _names(table, table.declared or table.rows, column)
    texts = [(path, without_blocks(text)) for path, text in documents]
    found = {name for name in names if any(_mentions(name, text) for _, text in texts)}
    absent = [name for name in names if name not in found]
    stale = tuple(_stale(texts, declared))
    excused = {*absent, *(item.name for item in stale)}
    return Coverage(
        table=table.name,
        total=len(names),
        missing=tuple(Missing(n, names[n].location) for n in absent if n not in reasons),
        stale=tuple(item for item in stale if item.name not in reasons),
        excluded=tuple((n, reasons[n]) for n in absent if n in reasons),
        listed=tuple((n, reasons[n]) for n in reasons if n in excused and n not in absent),
        unused=tuple(n for n in reasons if n not in excused),
    )


def _names(table: Table, rows: Iterable[Row], column: str) -> dict[str, Row]:
    if column:
        require_columns("column", [column], table.available, table.location)
    names: dict[str, Row] = {}
    for row in rows:
        cell = row.cells.get(column) if column else None
        name = cell.text if cell else row.id
        if name:
            names.setdefault(name, row)
    return names


def _mentions(name: str, text: str) -> bool:
    if name not in text:
        return False
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w]|-\w)", text) is not None


def _stale(documents: Sequence[tuple[str, str]], names: Mapping[str, Row]) -> Iterator[Stale]:
    for path, text in documents:
        for block in _blocks(text):
            known = sum(entry[0] in names for entry in block)
            if known < _LEAST or known < _SHARE * len(block):
                continue
            for name, line, at in block:
                if name not in names:
                    near = near_names(name, names)
                    yield Stale(name, Location(path, line, at), near[0] if near else "")


Entry = tuple[str, int, int]


def _blocks(text: str) -> Iterator[list[Entry]]:
    """Give the entries (name, line, column) of each list or table."""
    blocks: dict[str, list[Entry]] = {}
    lines = text.splitlines()
    for number, line in enumerate(lines, start=1):
        entry = _ENTRY.match(line)
        if entry is None:
            # Text that continues an entry, blank lines between entries and a table's rule belong.
            if line.strip() and not line.startswith((" ", "\t")) and not _RULE.fullmatch(line):
                yield from blocks.values()
                blocks = {}
            continue
        heads_table = (
            entry["mark"] == "|" and number < len(lines) and bool(_RULE.fullmatch(lines[number]))
        )
        block = blocks.setdefault(entry["indent"] + entry["mark"], [])
        # The first row of a list-table is its head.
        heads_table |= len(entry["mark"]) > 1 and not block and not entry["quote"]
        if not heads_table and _is_name(entry, line):
            block.append((entry["name"], number, entry.start("name") + 1))
    yield from blocks.values()


def _is_name(entry: re.Match[str], line: str) -> bool:
    """Tell a name from a sentence: it is marked up, or all that the entry says."""
    rest = line[entry.end() :].strip()
    if "`" not in entry["quote"] and not line.startswith(entry["quote"], entry.end("name")):
        return False  # the first word of several in bold
    if entry["quote"] == "**" and _NO_CELLS.fullmatch(rest):
        return False  # the heading of a group of rows
    return bool(entry["quote"]) or not rest or rest.startswith("|")
