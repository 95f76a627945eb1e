"""All tables of a project as plain data: what ``dump`` prints and the reference page shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinxext_runtime_ref.errors import ConfigError, DeclarationError, Diagnostic
from sphinxext_runtime_ref.settings import DEFAULT_SOURCES
from sphinxext_runtime_ref.tables.build import Request, build_table
from sphinxext_runtime_ref.tables.display import plain
from sphinxext_runtime_ref.tables.dump import table_to_json
from sphinxext_runtime_ref.tables.elements import EVERYWHERE, OWN
from sphinxext_runtime_ref.tables.named import bindings, codecs
from sphinxext_runtime_ref.tables.named.routes import OWN_COLUMN

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sphinxext_runtime_ref.source.tree import SourceTree
    from sphinxext_runtime_ref.tables.catalogue import Catalogue, TableDefinition
    from sphinxext_runtime_ref.tables.model import Row, Table

    Warn = Callable[[Diagnostic], None]

EVIDENCE = "source declarations; not effective settings or observed execution"
"""What the data says of itself."""


def runtime_report(
    tree: SourceTree,
    catalogue: Catalogue,
    warn: Warn,
    *,
    is_whole: bool = True,
    unread: list[DeclarationError] | None = None,
) -> dict[str, Any]:
    """Give ``evidence``, ``codecs``, ``routes``, ``configurations``, ``bindings`` and ``tables``.

    A section that nobody configured is left out where its default source does not exist and the
    project configured another table.

    :param warn: takes what reading found worth saying.
    :param is_whole: whether it shall have all four sections where nothing is configured; otherwise
        those are left out, with a warning, whose sources do not exist.
    :param unread: takes the faults of tables that can't be read, which then are left out.
    :raises DeclarationError: when a table can't be read, without ``unread``.
    :raises ConfigError: when nothing is configured and none of the default sources exists, or when
        a table is not configured as it has to be.
    """
    sections: dict[str, Any] = {}
    tables: dict[str, Any] = {}
    order = [*_SECTIONS, ""]
    wanted = _wanted(tree, catalogue, warn, is_whole=is_whole)
    for definition in sorted(wanted, key=lambda item: order.index(item.section)):
        try:
            table = _table(tree, catalogue, definition, warn)
        except DeclarationError as fault:
            if unread is None:
                raise
            unread.append(fault)
            continue
        if definition.section:
            sections[definition.section] = _SECTIONS[definition.section](table)
        else:
            tables[definition.name] = _project_table(definition, table)
    return {"evidence": EVIDENCE, **sections, **({"tables": tables} if tables else {})}


def _project_table(definition: TableDefinition, table: Table) -> dict[str, Any]:
    headers = {column.name: column.header for column in table.columns}
    return {"title": definition.title, "headers": headers, **table_to_json(table)}


def has_default_source(definition: TableDefinition) -> bool:
    """Tell whether a table is one of the four, with the source that it has unless configured."""
    return definition.source == DEFAULT_SOURCES.get(definition.section)


def _wanted(
    tree: SourceTree, catalogue: Catalogue, warn: Warn, *, is_whole: bool
) -> Sequence[TableDefinition]:
    """Give the tables to read; see :func:`runtime_report`."""
    tables = catalogue.with_source()
    absent = [item for item in tables if has_default_source(item) and _is_absent(tree, item)]
    there = [item for item in tables if item not in absent]
    if not there:
        raise ConfigError(
            "there are no tables: none of the default sources exists below the root; set tables "
            "or sources below [tool.runtime-ref] in pyproject.toml"
        )
    # Where all are at their defaults, a missing one is more likely lost than never meant.
    is_default = all(map(has_default_source, tables))
    if is_default and is_whole:
        return tables
    for item in absent if is_default else ():
        what = f"{item.name}: left out, its default source {item.source} does not exist"
        hint = "name another one below [tool.runtime-ref.sources] in pyproject.toml"
        warn(Diagnostic(f"{what}; {hint}"))
    return there


def _is_absent(tree: SourceTree, definition: TableDefinition) -> bool:
    if definition.source.endswith(".py"):
        return not tree.exists(definition.source)
    return tree.find(definition.source.rpartition(".")[0]) is None


def _table(
    tree: SourceTree, catalogue: Catalogue, definition: TableDefinition, warn: Warn
) -> Table:
    try:
        table = build_table(tree, catalogue, Request(definition.name))
    except (DeclarationError, ConfigError) as fault:
        if definition.section:
            raise
        # Several tables may be of one declaration.
        raise type(fault)(f"{definition.name}: {fault.message}", fault.location) from None
    for diagnostic in table.diagnostics:
        warn(diagnostic)
    if table.skipped:
        warn(Diagnostic(f"{definition.name}: {table.left_out}", table.location))
    return table


def _source(row: Row) -> str:
    return row.cells["source"].text


def _value(row: Row, name: str) -> Any:
    return plain(row.cells[name].value)


def _codecs(table: Table) -> list[dict[str, Any]]:
    return [
        {
            "symbol": row.id,
            **{name: _value(row, name) for name in codecs.FIELDS},
            "source": _source(row),
        }
        for row in table.rows
    ]


def _routes(table: Table) -> list[dict[str, Any]]:
    shown = {"route", "options", "json", *OWN_COLUMN, *EVERYWHERE}
    return [
        {
            "name": row.id,
            "stage": _value(row, "stage"),
            "codecs": sorted(_value(row, "codecs")),
            **{
                name.removeprefix(OWN): _value(row, name) for name in row.cells if name not in shown
            },
            "source": _source(row),
        }
        for row in sorted(table.rows, key=lambda row: row.id)
    ]


def _configurations(table: Table) -> list[dict[str, Any]]:
    return sorted(
        (
            {
                "name": row.cells["type"].text,
                "owners": [cell.text for cell in row.cells["owner_paths"].items],
                "methods": {
                    name: f"{place.path}:{place.line}" for name, place in row.cells["methods"].links
                },
                "source": _source(row),
            }
            for row in table.rows
        ),
        key=lambda row: row["name"],
    )


def _bindings(table: Table) -> list[dict[str, Any]]:
    names = (*bindings.KEY, *bindings.FIELDS)
    rows = [
        {**{name: _value(row, name) for name in names}, "source": _source(row)}
        for row in table.rows
    ]
    return sorted(rows, key=lambda row: tuple(row[name] for name in bindings.KEY))


_SECTIONS = {
    "codecs": _codecs,
    "routes": _routes,
    "configurations": _configurations,
    "bindings": _bindings,
}
