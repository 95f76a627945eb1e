"""The one row that every report is made of."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from sphinxext_runtime_ref.errors import Diagnostic, Kind
from sphinxext_runtime_ref.links.model import Status

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from sphinxext_runtime_ref.links.model import CheckResult

NOUNS = {
    Kind.DECLARATION: ("declaration", "declarations"),
    Kind.DEFAULT: ("contradicted default", "contradicted defaults"),
    Kind.COVERAGE: ("coverage gap", "coverage gaps"),
    Kind.DUPLICATE: ("duplicate row", "duplicate rows"),
    Kind.TARGET: ("missing target", "missing targets"),
    Kind.ANCHOR: ("anchor", "anchors"),
    Kind.LINES: ("line range", "line ranges"),
    Kind.OUTSIDE: ("target outside the root", "targets outside the root"),
    Kind.CASE: ("spelling with other capitals", "spellings with other capitals"),
    Kind.UNTRACKED: ("untracked target", "untracked targets"),
    Kind.REFERENCE: ("undefined reference", "undefined references"),
    Kind.IGNORE: ("unused ignore", "unused ignores"),
    Kind.DOCUMENT: ("document", "documents"),
    Kind.CONFIG: ("configuration value", "configuration values"),
}
"""What a finding of each kind is about, one and many."""


class Finding(NamedTuple):
    """A link with its verdict, or something else that was found wrong.

    :param path: the file it stands in: POSIX, relative to the root.
    :param line: 1-based; 0 when the whole file is meant.
    :param column: 1-based, in characters; 0 when the whole line is meant.
    :param kind: only with status ``broken``.
    :param uri: the destination as written; empty where it is not about a link.
    :param info: the reason in one sentence.
    :param message: the whole sentence: destination, reason, suggestion.
    :param filename: the file as linkcheck's formats name it; ``path`` where it is empty.
    """

    path: str
    line: int
    column: int
    status: Status
    kind: Kind | None
    uri: str
    info: str
    message: str
    target: str | None = None
    suggestion: str | None = None
    filename: str = ""


def findings_from(
    results: Iterable[CheckResult], filename: Callable[[str], str] = str
) -> tuple[Finding, ...]:
    """Make report rows of verdicts, ordered by file, line and column.

    :param filename: how linkcheck's formats name a file, from its path relative to the root.
    """
    found = []
    for result in results:
        (path, line, column, uri, *_), status, kind, info, target, suggestion, _ = result
        where, message = filename(path), result.message
        found.append(
            Finding(path, line, column, status, kind, uri, info, message, target, suggestion, where)
        )
    return in_order(found)


def finding_of(diagnostic: Diagnostic) -> Finding:
    """Make a report row of something that is not about a link."""
    place = diagnostic.location
    return Finding(
        path=place.path if place else "",
        line=place.line if place else 0,
        column=place.column if place else 0,
        status=Status.BROKEN,
        kind=diagnostic.kind,
        uri="",
        info=diagnostic.message,
        message=diagnostic.message,
    )


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Sort by file, line and column; what stands at one place keeps its order."""
    return tuple(sorted(findings, key=lambda item: (item.path, item.line, item.column)))


def broken(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Give the findings that someone has to mend."""
    return tuple(item for item in findings if item.status is Status.BROKEN)


def summary(findings: Sequence[Finding], working: int = 0) -> str:
    """Count in one line: ``links: 1,204 checked, 3 broken (2 anchors, 1 line range)``.

    :param working: links that are good and not among the findings.
    """
    wrong = broken(findings)
    checked = working + sum(item.status is not Status.UNCHECKED for item in findings)
    text = f"links: {checked:,} checked, {len(wrong):,} broken"
    ignored = sum(item.status is Status.IGNORED for item in findings)
    if ignored:
        text += f", {ignored:,} ignored"
    if not wrong:
        return text
    counts = Counter(item.kind for item in wrong if item.kind)
    parts = [f"{number:,} {NOUNS[kind][number != 1]}" for kind, number in counts.most_common()]
    return f"{text} ({', '.join(parts)})"


def fingerprints(findings: Iterable[Finding]) -> Iterator[tuple[Finding, str]]:
    """Give each finding an identity that survives lines moving, unique in the report."""
    from hashlib import sha256  # noqa: PLC0415 - few formats need it, and it loads slowly

    seen: Counter[tuple[str, ...]] = Counter()
    for item in findings:
        key = (item.path, item.kind or "", item.uri or item.info)
        seen[key] += 1
        text = "\0".join((*key, str(seen[key])))
        yield item, sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
