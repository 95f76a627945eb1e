"""Documents that are read in this project and on GitHub: one verdict on each of their links."""

from __future__ import annotations

from collections import defaultdict
from itertools import chain
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.links.model import CheckResult, Status

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from collections.abc import Set as AbstractSet


class Github:
    """What GitHub makes of links, to be put together with what this project makes of them.

    :param check: judges documents as GitHub shows them.
    :param maintained: the documents to judge in any case: paths relative to the root.
    """

    def __init__(
        self, check: Callable[[Iterable[str]], Iterable[CheckResult]], maintained: AbstractSet[str]
    ) -> None:
        """Judge the maintained documents."""
        self._check = check
        self._maintained = maintained
        self._joined: set[str] = set()
        self._found: dict[str, list[CheckResult]] = defaultdict(list)
        for result in check(sorted(maintained)) if maintained else ():
            self._found[result.link.path].append(result)

    def join(
        self, path: str, results: Sequence[CheckResult], *, wanted: bool
    ) -> Iterator[CheckResult]:
        """Put both verdicts on the links of a document together.

        :param path: of its file; what it includes is in files with other paths.
        :param wanted: whether to judge the file also where it is no maintained document.
        """
        paths = {result.link.path for result in results} | {path}
        others = [other for name in paths & self._maintained for other in self._found[name]]
        self._joined |= paths & self._maintained
        if wanted and path not in self._maintained:
            others += self._check([path])
        yield from _joined(results, others, path) if others else results

    def rest(self) -> Iterator[CheckResult]:
        """Give the verdicts on maintained documents that no document of the project holds."""
        for path, results in self._found.items():
            if path not in self._joined:
                yield from results


def _joined(
    results: Sequence[CheckResult], others: Sequence[CheckResult], path: str
) -> Iterator[CheckResult]:
    placed: dict[tuple[str, int, str], list[CheckResult]] = defaultdict(list)
    for other in others:
        placed[other.link.path, other.link.line, other.link.uri].append(other)
    alone: list[CheckResult] = []
    for result in results:
        if same := placed[result.link.path, result.link.line, result.link.uri]:
            yield both(result, same.pop(0))
        else:
            alone.append(result)
    # A link that is written apart from its destination has the place of either.
    left: dict[tuple[str, str], list[CheckResult]] = defaultdict(list)
    for other in chain.from_iterable(placed.values()):
        left[other.link.path, other.link.uri].append(other)
    for result in alone:
        same = left[result.link.path, result.link.uri]
        yield both(result, same.pop(0)) if same else result
    for other in chain.from_iterable(left.values()):
        if not other.link.uri:  # of a comment, on which the project has the last word
            continue
        # Of another file, the document may include a part.
        is_whole = other.link.path == path
        yield both(other._replace(status=Status.WORKING), other) if is_whole else other


def both(here: CheckResult, github: CheckResult) -> CheckResult:
    """Put the verdicts of both dialects on one link into one, which says where it breaks."""
    if github.status is Status.IGNORED:
        return github if here.status is Status.WORKING else here
    if github.status is not Status.BROKEN:
        if here.status is Status.BROKEN:
            return here._replace(info=f"works on GitHub, but not in this project: {here.info}")
        return here
    if here.status is Status.BROKEN:
        if here.info.startswith(github.info):  # here it may say which document includes the link
            return here._replace(info=f"{github.info} (here and on GitHub)")
        return here._replace(info=f"{here.info}; on GitHub: {github.info}")
    if here.status is Status.IGNORED:
        return here
    return github._replace(info=f"works in this project, but not on GitHub: {github.info}")
