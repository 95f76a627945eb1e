"""All tables of a project as plain data: what ``dump`` prints and the reference page shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinxext_runtime_ref.errors import ConfigError, DeclarationError, Diagnostic
from sphinxext_runtime_ref.settings import DEFAULT_SOURCES
from sphinxext_runtime_ref.tables.build import Request, build_table
from sphinxext_runtime_ref.tables.catalogue import NAMED
from sphinxext_runtime_ref.tables.display import plain
from sphinxext_runtime_ref.tables.dump import table_to_json
from sphinxext_runtime_ref.tables.elements import OWN
from sphinxext_runtime_ref.tables.named import bindings, codecs
from sphinxext_runtime_ref.tables.named.routes import OWN_COLUMN

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.errors import RuntimeRefError
    from sphinxext_runtime_ref.source.tree import SourceTree
    from sphinxext_runtime_ref.tables.catalogue import Catalogue, TableDefinition
    from sphinxext_runtime_ref.tables.model import Row, Table

    Warn = Callable[[Diagnostic], None]

EVIDENCE = "source declarations; not effective settings or observed execution"
"""What the data says of itself."""

SECTIONS = ("codecs", "routes", "configurations", "bindings")


def runtime_report(
    tree: SourceTree, catalogue: Catalogue, warn: Warn, *, is_whole: bool = True
) -> dict[str, Any]:
    """Give ``evidence``, ``codecs``, ``routes``, ``configurations``, ``bindings`` and ``tables``.

    A section that nobody configured is left out where its default source does not exist and the
    project configured another table.

    :param warn: takes what reading found worth saying.
    :param is_whole: whether it shall have all four sections where nothing is configured; otherwise
        those are left out, with a warning, whose sources do not exist.
    :raises DeclarationError: when a table can't be read.
    :raises ConfigError: when nothing is configured and none of the default sources exists.
    """
    wanted = _wanted(tree, catalogue)
    if not is_whole:
        wanted = _there(tree, wanted, warn)
    named = {item.section: item for item in wanted if item.section in SECTIONS}
    own = [item for item in wanted if item.section not in SECTIONS]
    report: dict[str, Any] = {"evidence": EVIDENCE}
    for section in SECTIONS:
        if section in named:
            report[section] = _SECTIONS[section](_table(tree, catalogue, named[section], warn))
    if own:
        report["tables"] = {
            item.name: _project_table(item, _table(tree, catalogue, item, warn)) for item in own
        }
    return report


def report_faults(tree: SourceTree, catalogue: Catalogue) -> list[RuntimeRefError]:
    """Give what is wrong with each table that can't be read."""
    faults: list[RuntimeRefError] = []
    for definition in _wanted(tree, catalogue):
        try:
            _table(tree, catalogue, definition, lambda _: None)
        except (DeclarationError, ConfigError) as fault:
            faults.append(fault)
    return faults


def _project_table(definition: TableDefinition, table: Table) -> dict[str, Any]:
    headers = {column.name: column.header for column in table.columns}
    return {"title": definition.title, "headers": headers, **table_to_json(table)}


def section_of(table: Table) -> list[dict[str, Any]]:
    """Give the rows of one named table as the report has them.

    :raises KeyError: when it is none of the four.
    """
    section = next(item.section for item in NAMED if item.name == table.name)
    return _SECTIONS[section](table)


def has_default_source(definition: TableDefinition) -> bool:
    """Tell whether a table is one of the four, with the source that it has unless configured."""
    return definition.source == DEFAULT_SOURCES.get(definition.section)


def _wanted(tree: SourceTree, catalogue: Catalogue) -> tuple[TableDefinition, ...]:
    tables = catalogue.with_source()
    there = tuple(
        item for item in tables if not (has_default_source(item) and _is_absent(tree, item))
    )
    if not there:
        raise ConfigError(
            "there are no tables: none of the default sources exists below the root; set tables "
            "or sources below [tool.runtime-ref] in pyproject.toml"
        )
    # Where all are at their defaults, a missing one is more likely lost than never meant.
    return tables if all(map(has_default_source, tables)) else there


def _there(
    tree: SourceTree, wanted: tuple[TableDefinition, ...], warn: Warn
) -> tuple[TableDefinition, ...]:
    """Leave out those whose default sources do not exist."""
    there = []
    for item in wanted:
        if has_default_source(item) and _is_absent(tree, item):
            what = f"{item.name}: left out, its default source {item.source} does not exist"
            hint = "name another one below [tool.runtime-ref.sources] in pyproject.toml"
            warn(Diagnostic(f"{what}; {hint}"))
        else:
            there.append(item)
    return tuple(there)


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
        if definition.section in SECTIONS:
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
    shown = {"route", "options", "json", "doc", "group", "condition", "source", "symbol"}
    result = []
    for row in sorted(table.rows, key=lambda row: row.id):
        fields = {
            name.removeprefix(OWN): _value(row, name)
            for name in row.cells
            if name not in shown and name not in OWN_COLUMN
        }
        result.append(
            {
                "name": row.id,
                "stage": _value(row, "stage"),
                "codecs": sorted(_value(row, "codecs")),
                **fields,
                "source": _source(row),
            }
        )
    return result


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
