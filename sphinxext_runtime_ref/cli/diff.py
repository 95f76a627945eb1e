"""``runtime-ref diff``: what changed in tables between two revisions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.cli.arguments import add_report
from sphinxext_runtime_ref.cli.context import load_context
from sphinxext_runtime_ref.cli.output import emit
from sphinxext_runtime_ref.cli.sources import catalogue_of, request_for, source_tree, warner
from sphinxext_runtime_ref.errors import (
    ConfigError,
    DeclarationError,
    Diagnostic,
    MissingDeclarationError,
)
from sphinxext_runtime_ref.reports.changes import render_json, render_markdown, render_text
from sphinxext_runtime_ref.source.git_tree import GitTree
from sphinxext_runtime_ref.tables.build import build_table
from sphinxext_runtime_ref.tables.changes import compare
from sphinxext_runtime_ref.tables.runtime import has_default_source

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator

    from sphinxext_runtime_ref.cli.context import Context
    from sphinxext_runtime_ref.source.tree import SourceTree
    from sphinxext_runtime_ref.tables.build import Request
    from sphinxext_runtime_ref.tables.catalogue import Catalogue
    from sphinxext_runtime_ref.tables.changes import TableChanges
    from sphinxext_runtime_ref.tables.model import Table

FORMATS = ("text", "json", "markdown")
WORKING_TREE = "working tree"


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.description = (
        "Show the rows that were added, removed and changed between two git revisions. Both are "
        "read from git's objects; nothing is checked out."
    )
    parser.add_argument("before", metavar="REF1", help="the earlier revision")
    parser.add_argument(
        "after", metavar="REF2", nargs="?", help="the later one (default: the files as they are)"
    )
    parser.add_argument(
        "--table",
        metavar="SOURCE",
        action="append",
        default=[],
        help="only this table, by its name or as path/to/file.py:SYMBOL; may be given again",
    )
    add_report(parser, FORMATS, quiet=False)
    parser.add_argument(
        "--exit-code", action="store_true", help="exit with 1 when something changed, as git does"
    )


def run(arguments: Namespace) -> int:
    """Compare the tables of two revisions."""
    context = load_context(arguments)
    before = source_tree(context, GitTree(context.root, arguments.before))
    files = GitTree(context.root, arguments.after) if arguments.after else None
    after = source_tree(context, files)
    changes = list(_changes(arguments, context, before, after))
    names = (arguments.before, arguments.after or WORKING_TREE)
    match arguments.format:
        case "json":
            text = render_json(changes, *names)
        case "markdown":
            text = render_markdown(changes, *names)
        case _:
            text = render_text(changes)
    emit(text, arguments.output)
    return int(arguments.exit_code and any(changes))


def _changes(
    arguments: Namespace, context: Context, before: SourceTree, after: SourceTree
) -> Iterator[TableChanges]:
    catalogue = catalogue_of(context)
    names = arguments.table or [item.name for item in catalogue.with_source()]
    warn = warner()
    found = False
    for name in names:
        request = request_for(name, catalogue, {})
        old = _table(before, catalogue, request, arguments.before)
        new = _table(after, catalogue, request, arguments.after or WORKING_TREE)
        for diagnostic in new.diagnostics if new else ():
            # What reading the earlier revision found, nobody can mend any more.
            warn(diagnostic)
        if old is None and new is None:
            if arguments.table:
                raise ConfigError(f"--table {name}: it exists in neither revision")
            definition = catalogue.get(name)
            if not has_default_source(definition):
                warn(Diagnostic(f"{name}: {definition.source} exists in neither revision"))
            continue
        found = True
        # Tables without a name of their own are told apart by their source.
        yield replace(compare(old, new), name=name)
    if not found:
        raise ConfigError(
            "none of the configured tables exists in either revision; name one with --table, such "
            "as --table path/to/file.py:SYMBOL"
        )


def _table(tree: SourceTree, catalogue: Catalogue, request: Request, revision: str) -> Table | None:
    try:
        return build_table(tree, catalogue, request)
    except MissingDeclarationError:
        return None
    except DeclarationError as fault:
        raise DeclarationError(f"at {revision}: {fault.message}", fault.location) from fault
