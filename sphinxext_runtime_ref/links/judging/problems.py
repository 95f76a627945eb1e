"""The links of a Markdown document that are not good, found fast."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxext_runtime_ref.links.judging.judge import with_label
from sphinxext_runtime_ref.links.judging.quick import Quick
from sphinxext_runtime_ref.links.markup import markdown
from sphinxext_runtime_ref.links.markup.inline import inline_links
from sphinxext_runtime_ref.links.markup.survey import survey
from sphinxext_runtime_ref.links.model import Checked, Form, Hyperlink, only_problems
from sphinxext_runtime_ref.location import Positions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sphinxext_runtime_ref.links.judging.judge import GithubJudge
    from sphinxext_runtime_ref.links.judging.quick import QuickJudge
    from sphinxext_runtime_ref.links.markup.survey import Survey
    from sphinxext_runtime_ref.links.model import CheckResult


def find(judge: GithubJudge, quick: QuickJudge, path: str, data: bytes) -> Checked | None:
    """Check a Markdown document, only counting the links that are good.

    :return: ``None`` when the document has comments that may change verdicts.
    """
    text = markdown.decode(data)
    surveyed, html = survey(text)
    if not surveyed.doubtful:
        verdicts = quick.verdicts(path, html, surveyed.destinations)
        for number in surveyed.images:
            # an anchor of the page is none of a picture
            if surveyed.destinations[number][:1] == "#":
                verdicts[number] = Quick.DOUBTFUL
        doubt = Quick.DOUBTFUL in verdicts
        if not (doubt or surveyed.undefined):
            return Checked((), verdicts.count(Quick.WORKING))
        places = inline_links(text, surveyed) if doubt else []
        if places is not None:
            links = _doubtful_links(path, text, surveyed, places, verdicts) if doubt else ()
            results = [*map(judge.judge, links), *_undefined(judge, path, text, surveyed)]
            return _checked(sorted(results, key=lambda one: one.link), verdicts)
    from sphinxext_runtime_ref.links.markup.markdown_links import read_text  # noqa: PLC0415 - seldom needed

    found = read_text(text, bare=False)
    if found.comments:
        return None
    listed = [one for one in found.occurrences if one.form is not Form.DEFINITION]
    verdicts = quick.verdicts(path, html, [one.uri for one in listed])
    positions, results = Positions(text.encode()), []
    for number, one in enumerate(listed):
        if one.form is Form.REFERENCE or (one.form is Form.IMAGE and one.uri[:1] == "#"):
            verdicts[number] = Quick.DOUBTFUL
        if verdicts[number] is Quick.DOUBTFUL:
            result = judge.judge(one.link(path, positions.place))
            results.append(with_label(result, found.labels))
    return _checked(results, verdicts)


def _undefined(judge: GithubJudge, path: str, text: str, surveyed: Survey) -> Iterator[CheckResult]:
    if not surveyed.undefined:
        return
    positions, labels = Positions(text.encode()), list(markdown.definitions(text))
    for offset, label in surveyed.undefined:
        link = Hyperlink(path, *positions.place(offset), label, Form.REFERENCE)
        yield with_label(judge.judge(link), labels)


def _doubtful_links(
    path: str,
    text: str,
    surveyed: Survey,
    places: Sequence[tuple[int, str]],
    verdicts: Sequence[Quick],
) -> Iterator[Hyperlink]:
    positions = Positions(text)
    for number, (offset, uri) in enumerate(places):
        if verdicts[number] is Quick.DOUBTFUL:
            form = Form.IMAGE if number in surveyed.images else Form.LINK
            yield Hyperlink(path, *positions.place(offset), uri, form)


def _checked(results: Iterable[CheckResult], verdicts: list[Quick]) -> Checked:
    checked = only_problems(results)
    return Checked(checked.results, checked.working + verdicts.count(Quick.WORKING))
