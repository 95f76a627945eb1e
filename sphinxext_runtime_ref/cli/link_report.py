"""The work of ``runtime-ref links``, from the named documents to the report."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.cli.judging import Judging, saver
from sphinxext_runtime_ref.cli.output import colours, emit, tell
from sphinxext_runtime_ref.cli.paths import STDIN, documents, namesakes
from sphinxext_runtime_ref.errors import Kind
from sphinxext_runtime_ref.paths import real
from sphinxext_runtime_ref.reports.findings import broken, summary
from sphinxext_runtime_ref.reports.formats import render
from sphinxext_runtime_ref.reports.text import render as render_text

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable

    from sphinxext_runtime_ref.cli.context import Context
    from sphinxext_runtime_ref.links.tree.files import Files


def report(arguments: Namespace, context: Context, files: Files) -> int:
    """Check the documents and report; 1 when a link is broken."""
    paths, missing = documents(arguments.paths, context, files)
    if not paths and arguments.paths and STDIN not in arguments.paths:
        tell("warning: there are no documents to check")
    judging = Judging(
        arguments.format,
        arguments.jobs,
        cached=not arguments.no_cache,
        whole=_covers(context.root, arguments.paths),
        skip=frozenset(map(Kind, arguments.skip)),
    )
    with saver() as cache:
        findings, working = judging.findings(context, paths, cache, missing, files)
        if arguments.format == "text" and arguments.output is None:
            emit(render_text(findings, colour=colours(sys.stdout)))
        else:
            text = render(arguments.format, findings, context.root)
            read = namesakes(arguments.output, context.root, paths)
            emit(text, arguments.output, [*arguments.paths, *read])
        if not arguments.quiet:
            tell(summary(findings, working))
        return int(bool(broken(findings)))


def _covers(root: Path, names: Iterable[str]) -> bool:
    """Tell whether all documents are checked, so that a pattern without a match has none."""
    return any(real(Path(name)) == root for name in names if name != STDIN)
