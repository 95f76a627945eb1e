"""``runtime-ref dump``: one declaration, or all tables, as data."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sphinxext_runtime_ref.cli.arguments import add_report
from sphinxext_runtime_ref.cli.context import load_context
from sphinxext_runtime_ref.cli.output import emit
from sphinxext_runtime_ref.cli.sources import (
    catalogue_of,
    request_for,
    source_tree,
    warn_of,
    warner,
)
from sphinxext_runtime_ref.cli.table_options import add_table_options, table_options
from sphinxext_runtime_ref.errors import ConfigError
from sphinxext_runtime_ref.tables.build import build_table
from sphinxext_runtime_ref.tables.dump import (
    table_to_csv,
    table_to_json,
    table_to_jsonl,
    table_to_markdown,
)
from sphinxext_runtime_ref.tables.runtime import runtime_report

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable

    from sphinxext_runtime_ref.tables.model import Table

RENDERERS: dict[str, Callable[[Table], str]] = {
    "json": lambda table: _json(table_to_json(table)),
    "jsonl": table_to_jsonl,
    "csv": table_to_csv,
    "markdown": table_to_markdown,
}


def configure(parser: ArgumentParser) -> None:
    """Add the arguments of ``dump``."""
    parser.description = (
        "Print all tables of the configuration as JSON, or one declaration as data: its rows as "
        "they are in the source, which is read and never run."
    )
    parser.add_argument(
        "source",
        nargs="?",
        metavar="SOURCE",
        help="a declaration, such as path/to/file.py:SYMBOL or package.module:SYMBOL, or the "
        "name of a table; without it, all tables are printed",
    )
    add_report(parser, tuple(RENDERERS), default="json", quiet=False)
    add_table_options(parser)


def run(arguments: Namespace) -> int:
    """Print the tables; warnings go to the standard error."""
    context = load_context(arguments)
    tree, catalogue = source_tree(context), catalogue_of(context)
    options = table_options(arguments)
    if arguments.source is None:
        if options or arguments.format != "json":
            raise ConfigError("all tables are printed as JSON; options and formats need a SOURCE")
        report = runtime_report(tree, catalogue, warner(), is_whole=False)
        emit(_json(report), arguments.output)
        return 0
    table = build_table(
        tree, catalogue, request_for(arguments.source, catalogue, options, context.root)
    )
    warn_of(table)
    if arguments.format == "markdown" and "columns" not in options:
        table = replace(table, columns=table.columns_below_headings or table.columns)
    named = (arguments.source.partition(":")[0],)
    emit(RENDERERS[arguments.format](table), arguments.output, named)
    return 0


def _json(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"
