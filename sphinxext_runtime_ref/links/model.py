"""Links and what was found out about them."""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sphinxext_runtime_ref.errors import Kind


class Dialect(StrEnum):
    """By whose rules a link is judged."""

    SPHINX = "sphinx"
    """As this project renders it."""
    GITHUB = "github"
    """As GitHub, or an editor, shows the file."""


class Form(StrEnum):
    """How a link is written."""

    LINK = "link"
    IMAGE = "image"
    HTML = "html"
    DOWNLOAD = "download"
    REFERENCE = "reference"
    """A reference whose label has no definition: the destination is the label."""
    DEFINITION = "definition"
    """A reference definition that nothing uses."""


class Status(StrEnum):
    """The verdict on a link, in the words of Sphinx's linkcheck."""

    WORKING = "working"
    BROKEN = "broken"
    IGNORED = "ignored"
    UNCHECKED = "unchecked"


class Hyperlink(NamedTuple):
    """One occurrence of a link.

    :param path: the file that holds the destination: POSIX, relative to the root.
    :param line: line of the destination's first character, 1-based.
    :param column: its column, 1-based, counted in characters.
    :param uri: the destination as written, without ``<>``; escapes of the markup are undone.
    :param form: how it is written.
    :param title: the link's title text; ``pinned`` line anchors carry their expectation in it.
    """

    path: str
    line: int
    column: int
    uri: str
    form: Form = Form.LINK
    title: str = ""


class DocumentLinks(NamedTuple):
    """What a document says about links.

    :param links: in the order of their places.
    :param comments: lines of the ignore comments, each with the next line that has text.
    :param labels: labels that have a definition, for suggestions.
    :param fault: why the document could not be read as what its name says.
    """

    links: tuple[Hyperlink, ...]
    comments: Mapping[int, int] = MappingProxyType({})
    labels: tuple[str, ...] = ()
    fault: str = ""


class CheckResult(NamedTuple):
    """A link with its verdict.

    :param kind: the kind of finding; only with status ``broken``.
    :param info: the reason in one sentence, without the destination.
    :param target: the file or document it leads to, POSIX and relative to the root, where known.
    :param suggestion: a spelling of the whole destination that would work.
    :param dialect: the dialect it was judged in.
    """

    link: Hyperlink
    status: Status
    kind: Kind | None = None
    info: str = ""
    target: str | None = None
    suggestion: str | None = None
    dialect: Dialect = Dialect.GITHUB

    @property
    def message(self) -> str:
        """Give the whole sentence: destination, reason, suggestion."""
        parts = [f"{self.link.uri!r}: {self.info}" if self.link.uri else self.info]
        if self.suggestion:
            parts.append(f"did you mean {self.suggestion!r}?")
        return "; ".join(parts)


class Checked(NamedTuple):
    """What was found out about one document.

    :param results: for the links that are broken or ignored, by line and column.
    :param working: how many other local links it has.
    :param targets: files whose anchors the verdicts depend on.
    :param patterns: ignore patterns that matched.
    """

    results: tuple[CheckResult, ...] = ()
    working: int = 0
    targets: tuple[str, ...] = ()
    patterns: tuple[str, ...] = ()


def only_problems(results: Iterable[CheckResult]) -> Checked:
    """Count the links that are good, and keep the others that are local."""
    bad, working = [], 0
    for result in results:
        if result.status is Status.WORKING:
            working += 1
        elif result.status is not Status.UNCHECKED:
            bad.append(result)
    return Checked(tuple(bad), working)
