"""``runtime-ref fix``: mend the links that have one certain destination."""

from __future__ import annotations

import difflib
import re
import sys
from itertools import chain
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.atomic import write_bytes
from sphinxext_runtime_ref.cli.context import load_context
from sphinxext_runtime_ref.cli.fix.edits import Replacement, apply, decode
from sphinxext_runtime_ref.cli.fix.history import History
from sphinxext_runtime_ref.cli.fix.rules import Rules
from sphinxext_runtime_ref.cli.fix.sources import Sources
from sphinxext_runtime_ref.cli.output import colours, emit, tell
from sphinxext_runtime_ref.cli.paths import documents
from sphinxext_runtime_ref.cli.sources import catalogue_of
from sphinxext_runtime_ref.errors import DocumentError
from sphinxext_runtime_ref.links.judging.check import make_checker
from sphinxext_runtime_ref.links.model import Status
from sphinxext_runtime_ref.links.tree.kinds import MARKDOWN, RST, suffix
from sphinxext_runtime_ref.printable import on_line
from sphinxext_runtime_ref.reports.findings import findings_from
from sphinxext_runtime_ref.reports.text import render
from sphinxext_runtime_ref.tables.runtime import has_default_source

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterable, Iterator, Mapping

    from sphinxext_runtime_ref.cli.context import Context
    from sphinxext_runtime_ref.links.judging.judge import GithubJudge
    from sphinxext_runtime_ref.links.model import CheckResult, Hyperlink

WRITABLE = MARKDOWN | RST
MAX_STEPS = 3
"""How often what is still broken is mended again: a file that moved, then its heading."""
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
"""A line as git sees it, with its end."""


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.description = (
        "Rewrite broken links of Markdown and reStructuredText documents where one destination "
        "is certain: other capitals, a file or folder that git saw moving, a renamed heading, "
        "lines that moved. Sources in roles and directives follow files that moved as well. "
        "Whatever leaves a choice is reported and left alone."
    )
    parser.add_argument(
        "paths",
        nargs="*",
        metavar="PATH",
        help="documents, folders and globs (default: the configured maintained documents)",
    )
    parser.add_argument(
        "--diff", action="store_true", help="print the changes as a diff and write nothing"
    )


def run(arguments: Namespace) -> int:
    """Fix the documents; 1 when a broken link is left, or would be."""
    context = load_context(arguments, arguments.paths)
    checker = make_checker(context.root, context.settings)
    files, anchors = checker.judge.files, checker.judge.anchors
    paths, missing = documents(arguments.paths, context, files)
    paths = [path for path in paths if suffix(path) in WRITABLE]
    broken = _broken(chain(missing, *map(checker.check, paths)))
    history = History(context.root)
    rules = Rules(files, anchors, history)
    rules.prepare(chain.from_iterable(broken.values()))
    catalogue = catalogue_of(context)
    in_documents = Sources(files, history, catalogue.names())
    sources = in_documents.moved(paths)
    left: list[CheckResult] = []
    fixed = 0
    for path in sorted({*broken, *sources}):
        results = broken.get(path, [])
        certain = [found for each in results if (found := _certain(rules, checker.judge, each))]
        certain += sources.get(path, [])
        done = _fix(context, path, certain, diff=arguments.diff) if certain else ()
        changed = {replacement.link: replacement.uri for replacement in done}
        nearer = _still_broken(checker.judge, results, changed)
        fixed += len(done) - len(nearer)
        still = [*nearer, *(result for result in results if result.link not in changed)]
        left += sorted(still, key=lambda result: (result.link.line, result.link.column))
    if left:
        tell(render(findings_from(left), colour=colours(sys.stderr)).removesuffix("\n"))
    own = (item.source for item in catalogue.with_source() if not has_default_source(item))
    for path, now in in_documents.configured(own).items():
        tell(
            f"warning: pyproject.toml names {path!r} as a source, which moved to {now!r}; change "
            "it there, and in conf.py: only documents are rewritten"
        )
    what = "would be fixed" if arguments.diff else "fixed"
    tell(f"links: {fixed:,} {what}, {len(left):,} left")
    return int(bool(left or (arguments.diff and fixed)))


def _certain(
    rules: Rules, judge: GithubJudge, result: CheckResult, steps: int = MAX_STEPS
) -> Replacement | None:
    """Give what a broken link is to be replaced by, in as many steps as new runs would take."""
    found = rules.replacement(result)
    if found is None or steps == 1:
        return found
    again = judge.judge(result.link._replace(uri=found.uri))
    more = _certain(rules, judge, again, steps - 1) if again.status is Status.BROKEN else None
    return (
        found
        if more is None
        else Replacement(result.link, more.uri, f"{found.reason}, {more.reason}")
    )


def _broken(results: Iterable[CheckResult]) -> dict[str, list[CheckResult]]:
    """Give the broken links by document."""
    found: dict[str, list[CheckResult]] = {}
    for result in results:
        if result.status is Status.BROKEN:
            found.setdefault(result.link.path, []).append(result)
    return found


def _still_broken(
    judge: GithubJudge, results: Iterable[CheckResult], changed: Mapping[Hyperlink, str]
) -> list[CheckResult]:
    """Give the changed links whose destination names the right file, but not yet a part of it."""
    again = (
        judge.judge(result.link._replace(uri=changed[result.link]))
        for result in results
        if result.link in changed
    )
    return [result for result in again if result.status is Status.BROKEN]


def _fix(
    context: Context, path: str, replacements: list[Replacement], *, diff: bool
) -> tuple[Replacement, ...]:
    file = context.root / path
    try:
        old = file.read_bytes()
    except OSError as fault:
        raise DocumentError(f"{path} can't be read: {fault.strerror}") from fault
    new, done = apply(path, old, replacements)
    if diff:
        emit("".join(_diff(path, old, new)))
    elif done:
        # Through a symbolic link, the file itself is written and the link stays one.
        write_bytes(file.resolve(), new)
        for item in done:
            place = f"{path}:{item.link.line}:{item.link.column}"
            emit(on_line(f"{place}: {item.link.uri!r} -> {item.uri!r} ({item.reason})") + "\n")
    return done


def _diff(path: str, old: bytes, new: bytes) -> Iterator[str]:
    before, after = (_LINE.findall(decode(data).value) for data in (old, new))
    for line in difflib.unified_diff(before, after, f"a/{path}", f"b/{path}"):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
