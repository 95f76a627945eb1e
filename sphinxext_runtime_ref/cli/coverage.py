"""``runtime-ref coverage``: a declaration's names compared with documents."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.cli.arguments import add_report
from sphinxext_runtime_ref.cli.context import load_context
from sphinxext_runtime_ref.cli.output import emit, tell
from sphinxext_runtime_ref.cli.paths import documents
from sphinxext_runtime_ref.cli.sources import catalogue_of, request_for, source_tree, warn_of
from sphinxext_runtime_ref.cli.table_options import add_table_options, table_options
from sphinxext_runtime_ref.errors import ConfigError
from sphinxext_runtime_ref.links.judging.lines import text_of
from sphinxext_runtime_ref.links.tree.files import Fault, Files
from sphinxext_runtime_ref.reports.coverage import (
    render_json,
    render_markdown,
    render_text,
    summary,
)
from sphinxext_runtime_ref.tables.build import build_table
from sphinxext_runtime_ref.tables.catalogue import GENERAL
from sphinxext_runtime_ref.tables.coverage import coverage
from sphinxext_runtime_ref.tables.options import ROW_OPTIONS

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator

    from sphinxext_runtime_ref.cli.context import Context

RENDERERS = {"text": render_text, "json": render_json, "markdown": render_markdown}


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.description = (
        "Tell which names of a declaration no document has, and which entries of a document's "
        "lists and tables are not declared any more."
    )
    parser.add_argument(
        "source",
        metavar="SOURCE",
        help="path/to/file.py:SYMBOL, package.module:SYMBOL or the name of a table",
    )
    parser.add_argument(
        "documents",
        nargs="*",
        default=(),
        metavar="DOCUMENT",
        help="documents, folders and globs (default: the configured maintained documents)",
    )
    parser.add_argument("--column", metavar="NAME", default="", help="column that has the names")
    parser.add_argument(
        "--exclude",
        metavar="NAME=REASON",
        action="append",
        default=[],
        help="a name that needs no documentation, or that is listed on purpose though it is not "
        "declared, and why; may be given again",
    )
    add_report(parser, tuple(RENDERERS))
    add_table_options(parser, ROW_OPTIONS)


def run(arguments: Namespace) -> int:
    """Compare and report; 1 when something is missing, stale or excluded for nothing."""
    context = load_context(arguments)
    exclusions = _exclusions(arguments.exclude)
    options = table_options(arguments)
    catalogue = catalogue_of(context)
    request = request_for(arguments.source, catalogue, options, context.root)
    table = build_table(source_tree(context), catalogue, request)
    warn_of(table)
    texts = _texts(arguments, context)
    result = coverage(table, texts, exclusions, arguments.column)
    if table.name == GENERAL:
        # Tables without a name of their own are told apart by their source.
        result = replace(result, table=request.source or table.name)
    named = (arguments.source.partition(":")[0], *arguments.documents)
    emit(RENDERERS[arguments.format](result), arguments.output, named)
    if not arguments.quiet:
        tell(summary(result))
    return int(not result.complete)


def _texts(arguments: Namespace, context: Context) -> Iterator[tuple[str, str]]:
    files = Files(context.root)
    paths, missing = documents(arguments.documents, context, files)
    for result in missing:
        raise ConfigError(f"{result.link.path}: {result.info}")
    for path in paths:
        found = files.resolve("", path)
        if isinstance(found, Fault):
            raise ConfigError(f"{path}: {found.info}")
        text = text_of(files.read(found.path))
        if text is None:
            raise ConfigError(f"{path}: expected a text document, this is a binary file")
        yield path, text


def _exclusions(items: list[str]) -> dict[str, str]:
    result = {}
    for item in items:
        name, mark, reason = item.partition("=")
        if not (mark and name.strip() and reason.strip()):
            raise ConfigError(f"--exclude {item}: expected NAME=REASON, a reason is needed")
        result[name.strip()] = reason.strip()
    return result
