"""``runtime-ref links``: check the links of documents."""

from __future__ import annotations

from argparse import ArgumentTypeError
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.cli.arguments import add_report, add_skip
from sphinxext_runtime_ref.cli.context import load_context
from sphinxext_runtime_ref.links.running.select import begin
from sphinxext_runtime_ref.links.tree.files import Files
from sphinxext_runtime_ref.reports.formats import CLI_FORMATS

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.description = (
        "Check the local links, anchors and source lines of Markdown, HTML, Jupyter notebooks and "
        "reStructuredText, as they work where the file itself is read, such as on GitHub."
    )
    parser.add_argument(
        "paths",
        nargs="*",
        metavar="PATH",
        help="documents, folders (walked as git sees them, without what Sphinx built) "
        "and globs; - reads a list of them, one per line, from the standard input "
        "(default: the configured maintained documents)",
    )
    add_report(parser, CLI_FORMATS)
    add_skip(parser)
    parser.add_argument(
        "--jobs",
        "-j",
        type=_jobs,
        default=0,
        metavar="N",
        help="processes to use (default: one for each processor, where that is worth it)",
    )
    parser.add_argument(
        "--no-cache",
        action="store_true",
        help="neither use nor keep what earlier runs found out (kept in the user's cache folder, "
        "or in RUNTIME_REF_CACHE_DIR)",
    )


def run(arguments: Namespace) -> int:
    """Check the documents; 1 when a link is broken."""
    context = load_context(arguments, arguments.paths)
    files = Files(context.root, require_tracked=context.settings.require_tracked)
    with closing(files.listing):
        begin(files, arguments.paths, Path.cwd())
        # git works while these load
        from sphinxext_runtime_ref.cli.link_report import report  # noqa: PLC0415

        if files.listing.pending:
            from sphinxext_runtime_ref.links.judging import problems  # noqa: F401, PLC0415
            from sphinxext_runtime_ref.links.running import cache  # noqa: F401, PLC0415
        if files.listing.pending:
            import multiprocessing.connection  # noqa: F401, PLC0415

        return report(arguments, context, files)


def _jobs(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise ArgumentTypeError(f"expected a number above 0, got {text!r}")
    return int(text)
