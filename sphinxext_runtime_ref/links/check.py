"""Checking one document after another."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import DocumentError, Kind
from sphinxext_runtime_ref.links.anchors import Anchors
from sphinxext_runtime_ref.links.documents import read_links
from sphinxext_runtime_ref.links.files import Fault, Files
from sphinxext_runtime_ref.links.ignores import Comments, Patterns, unused_comment
from sphinxext_runtime_ref.links.judge import GithubJudge
from sphinxext_runtime_ref.links.maintained import missing_document
from sphinxext_runtime_ref.links.model import CheckResult, Status
from sphinxext_runtime_ref.links.suggest import near

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sphinxext_runtime_ref.links.documents import DocumentLinks
    from sphinxext_runtime_ref.settings import Settings


@dataclass(frozen=True, slots=True)
class Checker:
    """Checks documents in the GitHub dialect, one at a time."""

    judge: GithubJudge

    def check(self, path: str) -> tuple[CheckResult, ...]:
        """Check a document and give its results by line and column.

        :param path: POSIX, relative to the root.
        """
        patterns = self.judge.patterns
        if patterns.ignore_document(path):
            return ()
        files = self.judge.files
        found = files.resolve("", path)
        if isinstance(found, Fault):
            return (missing_document(path, found),)
        try:
            document = read_links(path, files.read(path))
        except DocumentError as error:
            return (missing_document(path, Fault(Kind.DOCUMENT, error.message)),)
        if document.fault:
            return (missing_document(path, Fault(Kind.DOCUMENT, f"it {document.fault}")),)
        return self._judge_all(path, document)

    def _judge_all(self, path: str, document: DocumentLinks) -> tuple[CheckResult, ...]:
        results = [self.judge.judge(link) for link in document.links]
        results = [self._with_label(result, document.labels) for result in results]
        if document.comments:
            comments = Comments(document.comments, [link.line for link in document.links])
            results = [_ignored(result, comments) for result in results]
            results += [unused_comment(path, line) for line in comments.unused]
            results.sort(key=lambda result: (result.link.line, result.link.column))
        return tuple(results)

    def _with_label(self, result: CheckResult, labels: Sequence[str]) -> CheckResult:
        if result.kind is not Kind.REFERENCE:
            return result
        return replace(result, suggestion=near(result.link.uri, labels))


def _ignored(result: CheckResult, comments: Comments) -> CheckResult:
    if result.status is not Status.BROKEN or not comments.ignore(result.link.line):
        return result
    return CheckResult(
        result.link,
        Status.IGNORED,
        info=f"ignored by a comment: {result.info}",
        target=result.target,
    )


def make_checker(
    root: Path,
    settings: Settings,
    *,
    files: Files | None = None,
    anchors: Anchors | None = None,
    patterns: Patterns | None = None,
) -> Checker:
    """Make a checker for a tree.

    :param root: absolute.
    :param files: to share what is known of the tree; so for ``anchors`` and ``patterns``.
    :raises ConfigError: when ``source_url`` is of no known kind.
    """
    files = files or Files(root, require_tracked=settings.require_tracked)
    own = None
    if settings.source_url is not None:
        from sphinxext_runtime_ref.links.sourceurl import own_urls  # noqa: PLC0415 - few have one

        own = own_urls(settings, root)
    return Checker(
        GithubJudge(
            files,
            anchors or Anchors(files),
            patterns or Patterns(settings.ignore, settings.ignore_documents),
            settings.line_anchors,
            own.local_path if own else _nothing,
        )
    )


def _nothing(_uri: str) -> None:
    return None
