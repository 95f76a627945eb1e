"""Quick verdicts: which destinations need no closer look."""

from __future__ import annotations

import posixpath
from enum import Enum, auto
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import DocumentError
from sphinxext_runtime_ref.links.files import Fault
from sphinxext_runtime_ref.links.kinds import OTHER_MARKUP, suffix
from sphinxext_runtime_ref.links.urls import scheme, split

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinxext_runtime_ref.links.judge import GithubJudge


class Quick(Enum):
    """A quick verdict."""

    WORKING = auto()
    FOREIGN = auto()
    """Not local."""
    DOUBTFUL = auto()
    """Broken, ignored, or for :class:`~.judge.GithubJudge` to say."""


class QuickJudge:
    """Gives quick verdicts; those of one folder are remembered until the next one.

    :param judge: gives the other verdicts.
    """

    def __init__(self, judge: GithubJudge) -> None:
        """Take over what the judge knows."""
        self._judge = judge
        self._folder: str | None = None
        self._known: dict[str, Quick] = {}
        self._targets: dict[str, str] = {}

    def verdicts(self, path: str, html: str, destinations: Iterable[str]) -> list[Quick]:
        """Judge the destinations of a document.

        :param path: of the document: POSIX, relative to the root.
        :param html: that the document is rendered to.
        """
        folder = posixpath.dirname(path)
        if folder != self._folder:
            self._folder, self._known, self._targets = folder, {}, {}
        known, targets, asked = self._known, self._targets, self._judge.anchors.asked
        page, result = None, []
        for uri in destinations:
            if uri[:1] == "#":
                page = page or self._judge.anchors.rendered(path, html)
                found = Quick.WORKING if page.has_quoted(uri[1:]) else Quick.DOUBTFUL
                result.append(found)
                continue
            verdict = known.get(uri)
            if verdict is None:
                verdict = known[uri] = self._verdict(folder, uri)
            elif uri in targets:
                asked.add(targets[uri])
            result.append(verdict)
        return result

    def _verdict(self, folder: str, uri: str) -> Quick:
        destination = split(uri)
        if destination is None:
            name = scheme(uri)
            local = name == "file" or len(name) == 1 or self._judge.local_path(uri)
            return Quick.DOUBTFUL if local else Quick.FOREIGN
        path = destination.paths[0]
        if not path:
            return Quick.DOUBTFUL
        files = self._judge.files
        target = files.plain_file(folder, path)
        if target is None:
            found = files.resolve(folder, path)
            if isinstance(found, Fault) or (found.is_dir and destination.fragment):
                return Quick.DOUBTFUL
            target = found.path
        if not destination.fragment:
            return Quick.WORKING
        if suffix(target) in OTHER_MARKUP:
            return Quick.DOUBTFUL
        self._targets[uri] = target
        try:
            fault = self._judge.anchors.check(target, destination.fragment, destination.query)
        except DocumentError:
            return Quick.DOUBTFUL
        return Quick.DOUBTFUL if fault else Quick.WORKING
