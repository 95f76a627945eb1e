"""Checking one document after another."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sphinxext_runtime_ref.errors import DocumentError, Kind
from sphinxext_runtime_ref.links.judging.anchors import Anchors
from sphinxext_runtime_ref.links.judging.judge import GithubJudge, with_label
from sphinxext_runtime_ref.links.judging.maintained import missing_document
from sphinxext_runtime_ref.links.judging.quick import QuickJudge
from sphinxext_runtime_ref.links.markup.documents import read_links
from sphinxext_runtime_ref.links.markup.ignores import Comments, Patterns, unused_comment
from sphinxext_runtime_ref.links.model import Checked, CheckResult, Status, only_problems
from sphinxext_runtime_ref.links.tree.files import Fault, Files
from sphinxext_runtime_ref.links.tree.kinds import MARKDOWN, NOTEBOOK, suffix

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from sphinxext_runtime_ref.links.model import DocumentLinks
    from sphinxext_runtime_ref.settings import Settings

MAX_TEXT = 12 * 2**20
"""Documents above this size, five times the largest one known, are not searched for links: a
million of them would fill the memory. Notebooks are large by the pictures in them."""


class Checker(NamedTuple):
    """Checks documents in the GitHub dialect, one at a time.

    :param quick: gives the verdicts that need no closer look; ``None`` where the configuration
        asks for a closer look at each link.
    """

    judge: GithubJudge
    quick: QuickJudge | None = None

    def check(self, path: str) -> tuple[CheckResult, ...]:
        """Check a document and give the results for all its links, by line and column.

        :param path: POSIX, relative to the root.
        """
        data = self._read(path)
        return self._check(path, data) if isinstance(data, bytes) else data

    def problems(self, path: str) -> Checked:
        """Check a document as :meth:`check` does, but only count the links that are good.

        Links that are not local are not counted.
        """
        return self._noted(path, lambda data: self._problems(path, data))

    def every(self, path: str) -> Checked:
        """Check a document as :meth:`check` does."""
        return self._noted(path, lambda data: Checked(self._check(path, data)))

    def _noted(self, path: str, check: Callable[[bytes], Checked]) -> Checked:
        """Read a document, check it and add to the result what it depends on."""
        asked, used = self.judge.anchors.asked, self.judge.patterns.used
        asked.clear()
        used.clear()
        data = self._read(path)
        found = check(data) if isinstance(data, bytes) else Checked(data)
        return Checked(found.results, found.working, tuple(asked), tuple(used))

    def _problems(self, path: str, data: bytes) -> Checked:
        if self.quick is not None and suffix(path) in MARKDOWN:
            from sphinxext_runtime_ref.links.judging.problems import find  # noqa: PLC0415 - loads a parser

            found = find(self.judge, self.quick, path, data)
            if found is not None:
                return found
        return only_problems(self._check(path, data))

    def _read(self, path: str) -> bytes | tuple[CheckResult, ...]:
        """Give the bytes of a document, or its results where it is not to be read or can't be."""
        if self.judge.patterns.ignore_document(path):
            return ()
        files = self.judge.files
        if files.plain_file("", path) is None:
            found = files.resolve("", path)
            # a new document is checked before it is added to git
            if isinstance(found, Fault) and found.kind is not Kind.UNTRACKED:
                return (missing_document(path, found),)
        try:
            data = files.read(path)
        except DocumentError as error:
            return (missing_document(path, Fault(Kind.DOCUMENT, f"it {error.message}")),)
        if len(data) > MAX_TEXT and suffix(path) not in NOTEBOOK:
            info = f"its links are not read: larger than {MAX_TEXT // 2**20} MB"
            return (missing_document(path, Fault(Kind.DOCUMENT, info)),)
        return data

    def _check(self, path: str, data: bytes) -> tuple[CheckResult, ...]:
        document = read_links(path, data)
        if document.fault:
            return (missing_document(path, Fault(Kind.DOCUMENT, f"it {document.fault}")),)
        results = [self.judge.judge(link) for link in document.links]
        results = [with_label(result, document.labels) for result in results]
        if document.comments:
            results = _with_comments(path, document, results)
        return tuple(results)


def _with_comments(
    path: str, document: DocumentLinks, results: Sequence[CheckResult]
) -> list[CheckResult]:
    lines = {link.line for link in document.links}
    comments = Comments(document.comments, lines)
    done = [_ignored(result, comments) for result in results]
    done += [unused_comment(path, line) for line in comments.unused]
    return sorted(done, key=lambda result: (result.link.line, result.link.column))


def _ignored(result: CheckResult, comments: Comments) -> CheckResult:
    if result.status is not Status.BROKEN or not comments.ignore(result.link.line):
        return result
    info = f"ignored by a comment: {result.info}"
    return CheckResult(result.link, Status.IGNORED, info=info, target=result.target)


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
    judge = GithubJudge(
        files,
        anchors or Anchors(files),
        patterns or Patterns(settings.ignore, settings.ignore_documents),
        settings.line_anchors,
    )
    if settings.source_url is not None:
        from sphinxext_runtime_ref.links.judging.sourceurl import own_urls  # noqa: PLC0415 - few have one

        own = own_urls(settings.source_url, settings.source_revision, root)
        judge = judge._replace(local_path=own.local_path)
    closer = settings.source_url or settings.ignore or settings.line_anchors != "range"
    return Checker(judge, None if closer else QuickJudge(judge))
