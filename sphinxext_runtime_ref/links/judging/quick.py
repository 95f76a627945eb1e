"""Quick verdicts: which destinations need no closer look."""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import DocumentError
from sphinxext_runtime_ref.links.tree.files import Fault
from sphinxext_runtime_ref.links.tree.kinds import OTHER_MARKUP, suffix
from sphinxext_runtime_ref.links.urls import names_machine, split, unquote

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinxext_runtime_ref.links.judging.judge import GithubJudge
    from sphinxext_runtime_ref.links.urls import Destination


# what may hold more than a path, or one that is encoded
_MARKED = re.compile(r"[:?#%]|\A//")


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
        # those that hold as long as the anchors of another file do
        self._targets: dict[str, tuple[Quick, str]] = {}

    def verdicts(self, path: str, html: str, destinations: Iterable[str]) -> list[Quick]:
        """Judge the destinations of a document.

        :param path: of the document: POSIX, relative to the root.
        :param html: that the document is rendered to.
        """
        folder = path.rpartition("/")[0]
        if folder != self._folder:
            self._folder, self._known, self._targets = folder, {}, {}
        known, targets, page = self._known, self._targets, None
        result: list[Quick] = []
        for uri in destinations:
            verdict = known.get(uri)
            if verdict is None:
                if uri in targets:
                    verdict, target = targets[uri]
                    self._judge.anchors.asked.add(target)
                elif uri[:1] == "#":
                    page = page or self._judge.anchors.rendered(path, html)
                    verdict = Quick.WORKING if page.has_quoted(uri[1:]) else Quick.DOUBTFUL
                else:
                    verdict = self._verdict(folder, uri)
            result.append(verdict)
        return result

    def _verdict(self, folder: str, uri: str) -> Quick:
        if _MARKED.search(uri) is None and self._judge.files.plain_file(folder, uri) is not None:
            self._known[uri] = Quick.WORKING
            return Quick.WORKING
        destination = split(uri)
        if destination is not None:
            return self._local_verdict(folder, uri, destination)
        local = names_machine(uri) or self._judge.local_path(uri)
        found = self._known[uri] = Quick.DOUBTFUL if local else Quick.FOREIGN
        return found

    def _local_verdict(self, folder: str, uri: str, destination: Destination) -> Quick:
        target = self._target(folder, destination)
        if isinstance(target, Quick):
            self._known[uri] = target
            return target
        anchors, verdict = self._judge.anchors, Quick.WORKING
        try:
            if anchors.check(target, destination):
                verdict = Quick.DOUBTFUL
        except DocumentError:
            verdict = Quick.DOUBTFUL
        self._targets[uri] = (verdict, target)
        return verdict

    def _target(self, folder: str, destination: Destination) -> Quick | str:
        """Give the file whose anchors tell, or the verdict where none do."""
        path = unquote(destination.path)
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
        return target
