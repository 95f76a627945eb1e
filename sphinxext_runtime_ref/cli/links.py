"""``runtime-ref links``: check the links of documents."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.cli.context import load_context
from sphinxext_runtime_ref.cli.output import colours, emit, tell
from sphinxext_runtime_ref.cli.paths import documents
from sphinxext_runtime_ref.links.check import make_checker
from sphinxext_runtime_ref.links.run import check_documents
from sphinxext_runtime_ref.reports.findings import broken, findings_from, summary
from sphinxext_runtime_ref.reports.formats import CLI_FORMATS, render
from sphinxext_runtime_ref.reports.text import render as render_text

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "paths",
        nargs="*",
        metavar="PATH",
        help="documents, folders (walked as git sees them) and globs; - reads a list of them, "
        "one a line, from the standard input (default: the configured maintained documents)",
    )
    parser.add_argument(
        "--format", choices=CLI_FORMATS, default="text", help="how to report (default: text)"
    )
    parser.add_argument("--output", "-o", metavar="FILE", help="write the report to a file")
    parser.add_argument("--quiet", "-q", action="store_true", help="no summary on stderr")


def run(arguments: Namespace) -> int:
    """Check the documents; 1 when a link is broken."""
    context = load_context(arguments)
    checker = make_checker(context.root, context.settings)
    paths, missing = documents(arguments.paths, context, checker.judge.files)
    results = check_documents(context.root, paths, context.settings, checker=checker)
    findings = findings_from((*missing, *results))
    if arguments.format == "text" and arguments.output is None:
        emit(render_text(findings, colour=colours(sys.stdout)))
    else:
        emit(render(arguments.format, findings), arguments.output)
    if not arguments.quiet:
        tell(summary(findings))
    return int(bool(broken(findings)))
