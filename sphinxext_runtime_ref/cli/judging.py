"""Checking documents for a command: processes, cache and progress."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from sphinxext_runtime_ref.cli.output import tell
from sphinxext_runtime_ref.cli.progress import progress
from sphinxext_runtime_ref.links.markup.ignores import unused_patterns
from sphinxext_runtime_ref.links.model import Status
from sphinxext_runtime_ref.links.running.run import RunOptions, check, find_problems
from sphinxext_runtime_ref.links.running.saving import Saver
from sphinxext_runtime_ref.project_file import place_of
from sphinxext_runtime_ref.reports.findings import findings_from

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from sphinxext_runtime_ref.cli.context import Context
    from sphinxext_runtime_ref.errors import Kind
    from sphinxext_runtime_ref.links.model import CheckResult
    from sphinxext_runtime_ref.links.tree.files import Files
    from sphinxext_runtime_ref.reports.findings import Finding

ALL_LINKS = frozenset({"jsonl", "json", "junit"})
"""Formats that tell the good links as well."""
SMALL = 64
"""Documents that are checked sooner than a cache is read."""


def saver() -> Saver:
    """Give what writes the cache and tells when it can't."""
    return Saver(lambda text: tell(f"{text} (--no-cache does without)"))


class Judging(NamedTuple):
    """How documents are checked.

    :param format: the report's format; some list every link, others only what is wrong.
    :param jobs: number of processes; 0 for as many as are worth it.
    :param cached: use and keep what earlier runs found out.
    :param whole: all documents are checked, so that an ignore pattern without a match has none.
    :param skip: kinds of findings that only count as ignored.
    """

    format: str
    jobs: int = 0
    cached: bool = True
    whole: bool = False
    skip: frozenset[Kind] = frozenset()

    def findings(
        self,
        context: Context,
        paths: Sequence[str],
        saver: Saver,
        missing: Iterable[CheckResult] = (),
        files: Files | None = None,
    ) -> tuple[Sequence[Finding], int]:
        """Give the findings, and how many more links are good.

        :param paths: POSIX, relative to the root.
        :param saver: keeps what was found out (:func:`saver`).
        :param missing: findings about documents that are not there.
        :param files: what is known of the tree already.
        """
        search = check if self.format in ALL_LINKS else find_problems
        options = RunOptions(self.jobs, self._cache(context, len(paths)), files, saver)
        results: list[CheckResult] = list(missing)
        working, used = 0, set[str]()
        found = search(context.root, paths, context.settings, options)
        for checked in progress(found, len(paths), "documents"):
            results += checked.results
            working += checked.working
            used.update(checked.patterns)
        project = context.project
        if self.whole and project:
            place = partial(place_of, project, context.root, "ignore")
            results += unused_patterns(context.settings.ignore, used, place)
        return findings_from(map(self._judged, results)), working

    def _judged(self, result: CheckResult) -> CheckResult:
        if result.kind not in self.skip:
            return result
        info = f"{result.kind} findings are skipped: {result.info}"
        return result._replace(status=Status.IGNORED, kind=None, info=info)

    def _cache(self, context: Context, documents: int) -> Path | None:
        if not self.cached or self.format in ALL_LINKS or documents < SMALL:
            return None
        from sphinxext_runtime_ref.links.running.cache import default_path  # noqa: PLC0415 - rarely needed

        return default_path(context.root)
