"""``runtime-ref diff``: what changed in tables between two revisions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.cli import report_error
from sphinxext_runtime_ref.cli.arguments import add_report
from sphinxext_runtime_ref.cli.context import load_context
from sphinxext_runtime_ref.cli.output import emit
from sphinxext_runtime_ref.cli.sources import catalogue_of, request_for, source_tree, warner
from sphinxext_runtime_ref.errors import (
    ConfigError,
    DeclarationError,
    Diagnostic,
    MissingDeclarationError,
    alternatives,
)
from sphinxext_runtime_ref.reports.changes import render_json, render_markdown, render_text
from sphinxext_runtime_ref.source.reading.git_tree import GitTree
from sphinxext_runtime_ref.tables.build import build_table
from sphinxext_runtime_ref.tables.changes import compare
from sphinxext_runtime_ref.tables.runtime import has_default_source
from sphinxext_runtime_ref.tables.suggest import did_you_mean

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
    """Compare the tables of two revisions; 1 when one of them can't be read."""
    context = load_context(arguments)
    before = source_tree(context, GitTree(context.root, arguments.before))
    files = GitTree(context.root, arguments.after) if arguments.after else None
    after = source_tree(context, files)
    unread: list[DeclarationError] = []
    changes = list(_changes(arguments, context, (before, after), unread))
    for fault in unread:
        report_error(fault)
    if unread and not changes:
        return 1
    names = (arguments.before, arguments.after or WORKING_TREE)
    match arguments.format:
        case "json":
            text = render_json(changes, *names)
        case "markdown":
            text = render_markdown(changes, *names)
        case _:
            text = render_text(changes)
    emit(text, arguments.output)
    return int(bool(unread) or (arguments.exit_code and any(changes)))


def _changes(
    arguments: Namespace,
    context: Context,
    trees: tuple[SourceTree, SourceTree],
    unread: list[DeclarationError],
) -> Iterator[TableChanges]:
    """Give the changes of each table that there is.

    :param unread: takes the faults of those that can't be read.
    """
    before, after = trees
    catalogue = catalogue_of(context)
    names = arguments.table or [item.name for item in catalogue.with_source()]
    warn = warner()
    found = False
    for name in names:
        request = request_for(name, catalogue, {})
        try:
            old = _table(before, catalogue, request, arguments.before)
            new = _table(after, catalogue, request, arguments.after or WORKING_TREE)
        except DeclarationError as fault:
            others = "; the table is left out" if len(names) > 1 else ""
            unread.append(DeclarationError(fault.message + others, fault.location))
            continue
        for diagnostic in new.diagnostics if new else ():
            # What reading the earlier revision found, nobody can mend any more.
            warn(diagnostic)
        if old is None and new is None:
            if arguments.table:
                hint = _near(name, catalogue)
                raise ConfigError(f"--table {name}: it exists in neither revision{hint}")
            definition = catalogue.get(name)
            if not has_default_source(definition):
                warn(Diagnostic(f"{name}: {definition.source} exists in neither revision"))
            continue
        found = True
        # Tables without a name of their own are told apart by their source.
        yield replace(compare(old, new), name=name)
    if not found and not unread:
        raise ConfigError(
            "none of the configured tables exists in either revision; name one with --table, such "
            "as --table path/to/file.py:SYMBOL"
        )


def _near(name: str, catalogue: Catalogue) -> str:
    """Give the end of a message about what may be meant for the name of a table."""
    if any(mark in name for mark in ":/."):
        return ""
    names = [table.name for table in catalogue.with_source()]
    longer = [one for one in names if name in one]
    return f"; did you mean {alternatives(longer)}?" if longer else did_you_mean(name, names)


def _table(tree: SourceTree, catalogue: Catalogue, request: Request, revision: str) -> Table | None:
    try:
        return build_table(tree, catalogue, request)
    except MissingDeclarationError:
        return None
    except DeclarationError as fault:
        text = f"at {revision}: {request.source or request.table}: {fault.message}"
        raise DeclarationError(text, fault.location) from fault
