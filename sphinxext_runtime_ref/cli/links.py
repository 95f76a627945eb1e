"""``runtime-ref links``: check the links of documents."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.cli.context import load_context
from sphinxext_runtime_ref.cli.output import emit, tell
from sphinxext_runtime_ref.links.run import check_documents
from sphinxext_runtime_ref.links.select import select
from sphinxext_runtime_ref.reports.findings import findings_from, summary
from sphinxext_runtime_ref.reports.formats import CLI_FORMATS, render

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from sphinxext_runtime_ref.cli.context import Context


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
    paths = _documents(arguments, context)
    findings = findings_from(check_documents(context.root, paths, context.settings))
    emit(render(arguments.format, findings), arguments.output)
    if not arguments.quiet:
        tell(summary(findings))
    return int(any(item.status == "broken" for item in findings))


def _documents(arguments: Namespace, context: Context) -> list[str]:
    names = [name for name in arguments.paths if name != "-"]
    if "-" in arguments.paths:
        names += [line for line in sys.stdin.read().splitlines() if line]
    here = Path(arguments.root or ".").resolve() if arguments.root else Path.cwd()
    return select(context.root, names, here)
