"""``runtime-ref links``: check the links of documents."""

from __future__ import annotations

import sys
from argparse import ArgumentTypeError
from pathlib import Path
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.cli.context import load_context
from sphinxext_runtime_ref.cli.output import colours, emit, tell
from sphinxext_runtime_ref.cli.paths import documents
from sphinxext_runtime_ref.cli.progress import progress
from sphinxext_runtime_ref.links.files import Files
from sphinxext_runtime_ref.links.ignores import unused_patterns
from sphinxext_runtime_ref.links.run import How, check, find_problems
from sphinxext_runtime_ref.reports.findings import Finding, broken, findings_from, summary
from sphinxext_runtime_ref.reports.formats import CLI_FORMATS, render
from sphinxext_runtime_ref.reports.text import render as render_text

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterable, Sequence

    from sphinxext_runtime_ref.cli.context import Context
    from sphinxext_runtime_ref.links.model import CheckResult

ALL_LINKS = frozenset({"jsonl", "json", "junit"})
"""Formats that tell the good links as well."""
SMALL = 64
"""Documents that are checked sooner than a cache is read."""


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
    context = load_context(arguments)
    files = Files(context.root, require_tracked=context.settings.require_tracked)
    paths, missing = documents(arguments.paths, context, files)
    findings, working = _check(arguments, context, paths, missing)
    if arguments.format == "text" and arguments.output is None:
        emit(render_text(findings, colour=colours(sys.stdout)))
    else:
        emit(render(arguments.format, findings), arguments.output)
    if not arguments.quiet:
        tell(summary(findings, working))
    return int(bool(broken(findings)))


def _check(
    arguments: Namespace, context: Context, paths: Sequence[str], missing: Iterable[CheckResult]
) -> tuple[Sequence[Finding], int]:
    """Give the findings, and how many more links are good."""
    how = How(arguments.jobs, _cache(arguments, context, paths))
    search = check if arguments.format in ALL_LINKS else find_problems
    found = search(context.root, paths, context.settings, how)
    results: list[CheckResult] = list(missing)
    working, used = 0, set[str]()
    for checked in progress(found, len(paths), "documents"):
        results += checked.results
        working += checked.working
        used.update(checked.patterns)
    if _covers(context.root, arguments.paths):
        results += unused_patterns(context.settings.ignore, used, "pyproject.toml")
    return findings_from(results), working


def _cache(arguments: Namespace, context: Context, paths: Sequence[str]) -> Path | None:
    if arguments.no_cache or arguments.format in ALL_LINKS or len(paths) < SMALL:
        return None
    from sphinxext_runtime_ref.links.cache import default_path  # noqa: PLC0415 - not for small runs

    return default_path(context.root)


def _covers(root: Path, names: Iterable[str]) -> bool:
    """Tell whether all documents are checked, so that a pattern without a match has none."""
    return any(Path(name).resolve() == root for name in names if name != "-")


def _jobs(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise ArgumentTypeError(f"expected a number above 0, got {text!r}")
    return int(text)
