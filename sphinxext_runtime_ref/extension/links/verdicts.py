"""The verdicts on all links of a build: of its documents, and of the maintained ones outside."""

from __future__ import annotations

import os
import posixpath
from collections import defaultdict
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.util.display import status_iterator

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
        for docname, record in self._progress(sorted(self._domain.documents.items())):
            path = self._targets.file_of(docname)
            if not self._patterns.ignore_document(path):
                yield from self._document(docname, record)
        yield from self._maintained()
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

    def _document(self, docname: str, record: DocumentRecord) -> Iterator[CheckResult]:
        results = [self._link(docname, link) for link in record.links]
        if self._settings.check_github:
            results = list(self._on_both(docname, results))
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

    def _maintained(self) -> Iterator[CheckResult]:
        if not self._settings.maintained_docs:
            return
        paths, missing = maintained_documents(self._targets.files, self._settings)
        yield from missing
        yield from self._github(paths)

    def _github(self, paths: Iterable[str]) -> Iterator[CheckResult]:
        checker = make_checker(
            self._domain.state.root,
            self._settings,
            files=self._targets.files,
            anchors=self._targets.anchors,
            patterns=self._patterns,
        )
        return check_documents(self._domain.state.root, paths, self._settings, checker=checker)

    def _on_both(self, docname: str, results: list[CheckResult]) -> Iterator[CheckResult]:
        """Judge a Markdown document on GitHub as well; one verdict a link."""
        path = posixpath.join(self._targets.source, self._targets.file_of(docname))
        if not path.endswith((".md", ".markdown")):
            yield from results
            return
        others = {_place(other): other for other in self._github([path])}
        for result in results:
            other = others.pop(_place(result), None)
            yield both(result, other) if other else result
        for other in others.values():
            if other.link.uri:
                yield both(other._replace(status=Status.WORKING), other)

    def _config_file(self) -> str:
        conf = Path(self._domain.app.confdir, "conf.py")
        return Path(os.path.relpath(conf, self._domain.state.root)).as_posix()


def _place(result: CheckResult) -> tuple[str, int, str]:
    return result.link.path, result.link.line, result.link.uri


def both(here: CheckResult, github: CheckResult) -> CheckResult:
    """Put the verdicts of both dialects on one link into one, which says where it breaks."""
    if github.status is not Status.BROKEN:
        if here.status is Status.BROKEN:
            return here._replace(info=f"works on GitHub, but not in this project: {here.info}")
        return here
    if here.status is Status.BROKEN:
        if here.info == github.info:
            return here._replace(info=f"{here.info} (here and on GitHub)")
        return here._replace(info=f"{here.info}; on GitHub: {github.info}")
    if here.status is Status.IGNORED:
        return here
    return github._replace(info=f"works in this project, but not on GitHub: {github.info}")


def _commented(result: CheckResult, comments: dict[str, Comments]) -> CheckResult:
    own = comments.get(result.link.path)
    if own is None or result.status is not Status.BROKEN or not own.ignore(result.link.line):
        return result
    info = f"ignored by a comment: {result.info}"
    return result._replace(status=Status.IGNORED, kind=None, info=info, suggestion=None)
