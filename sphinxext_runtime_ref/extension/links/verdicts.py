"""The verdicts on all links of a build: of its documents, and of the maintained ones outside."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from sphinx.util.display import status_iterator

from sphinxext_runtime_ref.links.judging.sphinx_judge import SphinxJudge
from sphinxext_runtime_ref.links.judging.sphinx_rules import Origin
from sphinxext_runtime_ref.links.markup.ignores import (
    Comments,
    Patterns,
    unused_comment,
    unused_patterns,
)
from sphinxext_runtime_ref.links.model import CheckResult, Dialect, Form, Hyperlink, Status

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinxext_runtime_ref.extension.links.domain import LinksDomain
    from sphinxext_runtime_ref.extension.links.github import Github
    from sphinxext_runtime_ref.extension.links.records import DocumentRecord, LinkRecord
    from sphinxext_runtime_ref.extension.state import State
    from sphinxext_runtime_ref.links.judging.sourceurl import OwnUrls


MARKDOWN = (".md", ".markdown")
"""Endings of the documents that GitHub is asked about where a project wants that of all."""

LONG = 100
"""From how many documents on the check shows its progress, and after how many it does so again:
a line of progress costs more than the links of a document."""


def verdicts(domain: LinksDomain) -> list[CheckResult]:
    """Judge every link of a build.

    :raises ConfigError: when a pattern takes too long, or git can't tell what is tracked.
    """
    found: dict[object, CheckResult] = {}
    for result in _Verdicts(domain).all():
        # a file that several documents include needs one warning, the plainest
        key = (result.link, result.kind) if result.status is Status.BROKEN else result
        if key not in found or len(result.info) < len(found[key].info):
            found[key] = result
    return list(found.values())


class _Verdicts:
    def __init__(self, domain: LinksDomain) -> None:
        self._domain = domain
        self._config = domain.env.config
        self._settings = domain.state.settings
        self._targets = domain.targets
        self._patterns = Patterns(self._settings.ignore, self._settings.ignore_documents)
        urls = _own_urls(domain.state)
        self._judge = SphinxJudge(
            self._targets.finder,
            self._targets.files,
            self._targets.anchors,
            line_anchors=self._settings.line_anchors,
            local_path=urls.local_path if urls else lambda _: None,
        )

    def all(self) -> Iterator[CheckResult]:
        maintained, missing = self._maintained()
        github = self._other(maintained)
        for docname, record in self._progress(sorted(self._domain.documents.items())):
            if not self._is_ignored(docname):
                yield from self._document(docname, record, github)
        yield from missing
        yield from github.rest() if github else ()
        used = self._patterns.used
        place = partial(self._domain.state.place_of, "ignore")
        yield from unused_patterns(self._settings.ignore, used, place, Dialect.SPHINX)

    def _is_ignored(self, docname: str) -> bool:
        patterns = self._patterns
        return bool(patterns.documents) and patterns.ignore_document(self._targets.file_of(docname))

    def _progress(
        self, documents: list[tuple[str, DocumentRecord]]
    ) -> Iterable[tuple[str, DocumentRecord]]:
        if len(documents) < LONG:
            return documents
        batches = [documents[start : start + LONG] for start in range(0, len(documents), LONG)]
        shown = status_iterator(
            batches,
            "checking links... ",
            "darkgreen",
            len(batches),
            self._domain.app.verbosity,
            stringify_func=lambda batch: batch[-1][0],
        )
        return chain.from_iterable(shown)

    def _document(
        self, docname: str, record: DocumentRecord, github: Github | None
    ) -> Iterator[CheckResult]:
        results = [self._link(docname, link) for link in record.links]
        if github:
            path = self._path_of(docname)
            wanted = self._settings.check_github and path.endswith(MARKDOWN)
            results = list(github.join(path, results, wanted=wanted))
        if not record.comments:
            yield from results
            return
        linked: dict[str, set[int]] = defaultdict(set)
        for link in record.links:
            linked[link.path].add(link.line)
        placed: dict[str, dict[int, int]] = defaultdict(dict)
        for comment in record.comments:
            placed[comment.path][comment.last] = comment.line
        comments = {
            path: Comments({last: last + 1 for last in own}, linked[path])
            for path, own in placed.items()
        }
        yield from (_commented(result, comments) for result in results)
        for path, own in comments.items():
            for last in own.unused:
                yield unused_comment(path, placed[path][last], Dialect.SPHINX)

    def _path_of(self, docname: str) -> str:
        path = posixpath.join(self._targets.source, self._targets.file_of(docname))
        return posixpath.normpath(path)

    def _link(self, docname: str, record: LinkRecord) -> CheckResult:
        form = record.form
        link = Hyperlink(record.path, record.line, record.column, record.uri, form, record.title)
        if form is not Form.DEFINITION and self._patterns.ignore(record.uri):
            info = "matches an ignore pattern"
            return CheckResult(link, Status.IGNORED, info=info, dialect=Dialect.SPHINX)
        origin = Origin(docname, form, record.labels)
        result = self._judge.judge(link, origin, record.destination)
        if result.status is Status.BROKEN and record.labels and self._nitpicked(record.uri):
            return result._replace(
                status=Status.IGNORED, kind=None, info="listed in nitpick_ignore"
            )
        if result.status is Status.BROKEN and form is not Form.REFERENCE:
            own = self._path_of(docname)
            if link.path != own:
                return result._replace(info=f"{result.info} from {own}, which includes this")
        return result

    def _nitpicked(self, uri: str) -> bool:
        if not self._config.nitpick_ignore and not self._config.nitpick_ignore_regex:
            return False
        from sphinxext_runtime_ref.extension.links.myst import is_ignored  # noqa: PLC0415 - needs MyST

        return is_ignored(self._config, uri.removeprefix("#"))

    def _maintained(self) -> tuple[tuple[str, ...], tuple[CheckResult, ...]]:
        if not self._settings.maintained_docs:
            return (), ()
        from sphinxext_runtime_ref.links.judging.maintained import maintained_documents  # noqa: PLC0415 - few ask for it

        place = partial(self._domain.state.place_of, "maintained_docs")
        return maintained_documents(self._targets.files, self._settings, place)

    def _other(self, maintained: Iterable[str]) -> Github | None:
        """Give what GitHub makes of the documents, where anybody wants to know."""
        paths = frozenset(maintained)
        if not paths and not self._settings.check_github:
            return None
        from sphinxext_runtime_ref.extension.links.github import Github  # noqa: PLC0415 - few ask for it

        return Github(self._github, paths)

    def _github(self, paths: Iterable[str]) -> Iterator[CheckResult]:
        # few projects ask for the verdicts of GitHub
        from sphinxext_runtime_ref.links.judging.check import make_checker  # noqa: PLC0415
        from sphinxext_runtime_ref.links.running.run import check_documents  # noqa: PLC0415

        checker = make_checker(
            self._domain.state.root,
            self._settings,
            files=self._targets.files,
            anchors=self._targets.anchors,
            patterns=self._patterns,
        )
        return check_documents(self._domain.state.root, paths, self._settings, checker=checker)


def _own_urls(state: State) -> OwnUrls | None:
    url = state.settings.source_url
    if url is None or state.repository is None:
        return None
    from sphinxext_runtime_ref.links.judging.sourceurl import own_urls  # noqa: PLC0415 - not in every project

    return own_urls(url, state.settings.source_revision, state.root)


def _commented(result: CheckResult, comments: dict[str, Comments]) -> CheckResult:
    own = comments.get(result.link.path)
    if own and result.status is Status.IGNORED and result.dialect is Dialect.GITHUB:
        own.ignore(result.link.line)  # by the same comment, for it breaks on GitHub alone
    if own is None or result.status is not Status.BROKEN or not own.ignore(result.link.line):
        return result
    info = f"ignored by a comment: {result.info}"
    return result._replace(status=Status.IGNORED, kind=None, info=info, suggestion=None)
