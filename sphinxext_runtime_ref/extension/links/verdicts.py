"""The verdicts on all links of a build: of its documents, and of the maintained ones outside."""

from __future__ import annotations

import os
import posixpath
from collections import defaultdict
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.util.display import status_iterator

from sphinxext_runtime_ref.extension.links.both import Github
from sphinxext_runtime_ref.links.check import make_checker
from sphinxext_runtime_ref.links.ignores import (
    Comments,
    Patterns,
    unused_comment,
    unused_patterns,
)
from sphinxext_runtime_ref.links.maintained import maintained_documents
from sphinxext_runtime_ref.links.model import CheckResult, Dialect, Form, Hyperlink, Status
from sphinxext_runtime_ref.links.run import check_documents
from sphinxext_runtime_ref.links.sourceurl import own_urls
from sphinxext_runtime_ref.links.sphinx_judge import SphinxJudge
from sphinxext_runtime_ref.links.sphinx_rules import Origin

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinxext_runtime_ref.extension.links.collect import LinkRecord
    from sphinxext_runtime_ref.extension.links.domain import DocumentRecord, LinksDomain


MARKDOWN = (".md", ".markdown")
"""Endings of the documents that GitHub is asked about where a project wants that of all."""

LONG = 100
"""From how many documents on the check shows its progress, and after how many it does so again:
a line of progress costs more than the links of a document."""


def verdicts(domain: LinksDomain) -> list[CheckResult]:
    """Judge every link of a build.

    :raises ConfigError: when a pattern takes too long, or git can't tell what is tracked.
    """
    return list(dict.fromkeys(_Verdicts(domain).all()))


class _Verdicts:
    def __init__(self, domain: LinksDomain) -> None:
        self._domain = domain
        self._config = domain.env.config
        self._settings = domain.state.settings
        self._targets = domain.targets
        self._patterns = Patterns(self._settings.ignore, self._settings.ignore_documents)
        urls = own_urls(self._settings, domain.state.root) if domain.state.repository else None
        self._judge = SphinxJudge(
            self._targets.finder,
            self._targets.files,
            self._targets.anchors,
            line_anchors=self._settings.line_anchors,
            local_path=urls.local_path if urls else lambda _: None,
        )

    def all(self) -> Iterator[CheckResult]:
        maintained, missing = self._maintained()
        github = Github(self._github, frozenset(maintained))
        for docname, record in self._progress(sorted(self._domain.documents.items())):
            path = self._targets.file_of(docname)
            if not self._patterns.ignore_document(path):
                yield from self._document(docname, record, github)
        yield from missing
        yield from github.rest()
        where = self._config_file()
        used = self._patterns.used
        yield from unused_patterns(self._settings.ignore, used, where, Dialect.SPHINX)

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
        self, docname: str, record: DocumentRecord, github: Github
    ) -> Iterator[CheckResult]:
        path = posixpath.join(self._targets.source, self._targets.file_of(docname))
        path = posixpath.normpath(path)
        wanted = self._settings.check_github and path.endswith(MARKDOWN)
        here = [self._link(docname, link) for link in record.links]
        results = list(github.join(path, here, wanted=wanted))
        if not record.comments:
            yield from results
            return
        linked: dict[str, list[int]] = defaultdict(list)
        for link in record.links:
            linked[link.path].append(link.line)
        placed: dict[str, dict[int, int]] = defaultdict(dict)
        for comment in record.comments:
            placed[comment.path][comment.last] = comment.line
        comments = {path: Comments(own, linked[path]) for path, own in placed.items()}
        yield from (_commented(result, comments) for result in results)
        for path, own in comments.items():
            for last in own.unused:
                yield unused_comment(path, placed[path][last], Dialect.SPHINX)

    def _link(self, docname: str, record: LinkRecord) -> CheckResult:
        form = Form(record.form)
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
        return result

    def _nitpicked(self, uri: str) -> bool:
        if not self._config.nitpick_ignore and not self._config.nitpick_ignore_regex:
            return False
        from sphinxext_runtime_ref.extension.links.myst import is_ignored  # noqa: PLC0415 - needs MyST

        return is_ignored(self._config, uri.removeprefix("#"))

    def _maintained(self) -> tuple[tuple[str, ...], tuple[CheckResult, ...]]:
        if not self._settings.maintained_docs:
            return (), ()
        return maintained_documents(self._targets.files, self._settings)

    def _github(self, paths: Iterable[str]) -> Iterator[CheckResult]:
        checker = make_checker(
            self._domain.state.root,
            self._settings,
            files=self._targets.files,
            anchors=self._targets.anchors,
            patterns=self._patterns,
        )
        return check_documents(self._domain.state.root, paths, self._settings, checker=checker)

    def _config_file(self) -> str:
        conf = Path(self._domain.app.confdir, "conf.py")
        return Path(os.path.relpath(conf, self._domain.state.root)).as_posix()


def _commented(result: CheckResult, comments: dict[str, Comments]) -> CheckResult:
    own = comments.get(result.link.path)
    if own and result.status is Status.IGNORED and result.dialect is Dialect.GITHUB:
        own.ignore(result.link.line)  # by the same comment, for it breaks on GitHub alone
    if own is None or result.status is not Status.BROKEN or not own.ignore(result.link.line):
        return result
    info = f"ignored by a comment: {result.info}"
    return result._replace(status=Status.IGNORED, kind=None, info=info, suggestion=None)
