"""``runtime-ref check``: the reference page and the links of maintained documents."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.cli.arguments import add_report, add_skip
from sphinxext_runtime_ref.cli.context import load_context
from sphinxext_runtime_ref.cli.output import colours, emit, tell
from sphinxext_runtime_ref.errors import ConfigError, Kind
from sphinxext_runtime_ref.paths import exists
from sphinxext_runtime_ref.reports.findings import (
    broken,
    finding_of,
    in_order,
    summary,
)
from sphinxext_runtime_ref.reports.formats import CLI_FORMATS, render
from sphinxext_runtime_ref.reports.text import render as render_text

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Sequence

    from sphinxext_runtime_ref.cli.context import Context
    from sphinxext_runtime_ref.errors import Diagnostic
    from sphinxext_runtime_ref.reports.findings import Finding
    from sphinxext_runtime_ref.tables.runtime import Warn


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.description = (
        "Check that the committed reference page says what the sources declare, and that the "
        "links of all maintained documents are good. Nothing is written."
    )
    add_report(parser, CLI_FORMATS, note=", one line per finding on standard error")
    parser.add_argument(
        "--fail-on-warning",
        "-W",
        action="store_true",
        help="take warnings about declarations for findings: columns that changed, defaults that "
        "contradict each other",
    )
    add_skip(parser)


def run(arguments: Namespace) -> int:
    """Check everything that the configuration names; 1 when something is wrong."""
    context = load_context(arguments)
    if not (context.settings.reference_page or context.settings.maintained_docs):
        raise ConfigError(
            "nothing to check: set reference-page or maintained-docs below [tool.runtime-ref] "
            "in pyproject.toml, or name documents: runtime-ref links README.md"
        )
    warnings: dict[Diagnostic, None] = {}
    page = _page(context, warnings.setdefault if arguments.fail_on_warning else None)
    skip = frozenset(map(Kind, arguments.skip))
    paths, links, working = _links(context, arguments.format, skip)
    findings = in_order((*page, *map(finding_of, warnings), *links))
    to_stderr = arguments.format == "text" and arguments.output is None
    if to_stderr:
        _tell(findings)
    else:
        from sphinxext_runtime_ref.cli.paths import namesakes  # noqa: PLC0415 - start-up time

        read = [*paths, context.settings.reference_page or ""]
        named = namesakes(arguments.output, context.root, read)
        emit(render(arguments.format, findings, context.root), arguments.output, named)
    if not arguments.quiet:
        parts = []
        if context.settings.reference_page:
            there = exists(context.root / context.settings.reference_page)
            wrong = "not current" if there else "missing"
            parts.append(f"reference page: {wrong if page else 'current'}")
        if warnings:
            parts.append(f"declarations: {len(warnings)} warning{'s' * (len(warnings) > 1)}")
        if context.settings.maintained_docs:
            parts.append(summary(links, working))
        line = "; ".join(parts)
        emit(f"{line}\n") if to_stderr else tell(line)
    return int(bool(broken(findings)))


def _tell(findings: Sequence[Finding]) -> None:
    text = render_text(findings, colour=colours(sys.stderr))
    if text:
        tell(text.removesuffix("\n"))


def _page(context: Context, warn: Warn | None) -> tuple[Finding, ...]:
    if context.settings.reference_page is None:
        return ()
    from sphinxext_runtime_ref.cli.page import page_faults  # noqa: PLC0415 - start-up time

    return tuple(map(finding_of, page_faults(context, warn)))


def _links(
    context: Context, report: str, skip: frozenset[Kind]
) -> tuple[Sequence[str], Sequence[Finding], int]:
    """Give the maintained documents, the findings and how many more links are good."""
    if not context.settings.maintained_docs:
        return (), (), 0
    from sphinxext_runtime_ref.cli.judging import Judging, saver  # noqa: PLC0415 - start-up time
    from sphinxext_runtime_ref.cli.paths import documents  # noqa: PLC0415 - same

    paths, missing = documents((), context)
    with saver() as cache:
        return paths, *Judging(report, skip=skip).findings(context, paths, cache, missing)
