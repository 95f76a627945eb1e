"""The links of a Markdown document that are not good, found fast."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.links import markdown
from sphinxext_runtime_ref.links.headings import page_ids
from sphinxext_runtime_ref.links.judge import with_label
from sphinxext_runtime_ref.links.markdown_links import read_text
from sphinxext_runtime_ref.links.model import Checked, Form, Hyperlink, only_problems
from sphinxext_runtime_ref.links.positions import Positions
from sphinxext_runtime_ref.links.quick import Quick, QuickJudge
from sphinxext_runtime_ref.links.survey import survey

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinxext_runtime_ref.links.headings import PageIds
    from sphinxext_runtime_ref.links.judge import GithubJudge


def find(judge: GithubJudge, quick: QuickJudge, path: str, data: bytes) -> Checked | None:
    """Check a Markdown document, only counting the links that are good.

    :return: ``None`` when the document has comments that may change verdicts.
    """
    text = markdown.decode(data)
    surveyed, html = survey(text)
    document = _Document(quick, posixpath.dirname(path), html)
    if not surveyed.doubtful:
        working = document.count(surveyed.destinations)
        if working is not None:
            return Checked(working=working)
    found = read_text(text, bare=False)
    if found.comments:
        return None
    positions, results, working = Positions(text.encode()), [], 0
    for one in found.occurrences:
        if one.form is Form.DEFINITION:
            continue
        verdict = Quick.DOUBTFUL if one.form is Form.REFERENCE else document.verdict(one.uri)
        if verdict is Quick.DOUBTFUL:
            place = positions.place(one.offset)
            link = Hyperlink(path, *place, one.uri, one.form, one.title)
            results.append(with_label(judge.judge(link), found.labels))
        else:
            working += verdict is Quick.WORKING
    checked = only_problems(results)
    return Checked(checked.results, checked.working + working)


@dataclass(slots=True)
class _Document:
    """Quick verdicts on the links of one document."""

    quick: QuickJudge
    folder: str
    html: str
    page: PageIds | None = None

    def verdict(self, uri: str) -> Quick:
        """Judge a destination."""
        if uri[:1] != "#":
            return self.quick.verdict(self.folder, uri)
        if self.page is None:
            self.page = page_ids(self.html)
        return Quick.WORKING if self.page.has_quoted(uri[1:]) else Quick.DOUBTFUL

    def count(self, destinations: Iterable[str]) -> int | None:
        """Count the local destinations, ``None`` where one is not plainly good."""
        working = 0
        for uri in destinations:
            verdict = self.verdict(uri)
            if verdict is Quick.DOUBTFUL:
                return None
            working += verdict is Quick.WORKING
        return working
