"""Checking many documents."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import unidata_version

from sphinxext_runtime_ref import __version__
from sphinxext_runtime_ref.links.judging.check import make_checker
from sphinxext_runtime_ref.links.tree.files import Files
from sphinxext_runtime_ref.links.tree.listing import tracked_files
from sphinxext_runtime_ref.links.tree.record import Record, digest, digest_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path
    from typing import Self

    from sphinxext_runtime_ref.links.judging.check import Checker
    from sphinxext_runtime_ref.links.model import Checked, CheckResult
    from sphinxext_runtime_ref.links.running.cache import Cache
    from sphinxext_runtime_ref.links.running.saving import Saver
    from sphinxext_runtime_ref.links.running.workers import Workers
    from sphinxext_runtime_ref.settings import Settings

PARALLEL_SIZE = 4 * 2**20
"""Bytes that take as long as the start of other processes saves."""
DOCUMENT_SIZE = 4096
"""Bytes that take as long as what a document costs beside its content."""
MANY = PARALLEL_SIZE // DOCUMENT_SIZE
"""Documents that are worth other processes whatever their sizes are."""
MAX_WORKERS = 8


def check_documents(
    root: Path, paths: Iterable[str], settings: Settings, *, checker: Checker | None = None
) -> Iterator[CheckResult]:
    """Check documents in the GitHub dialect and give the results for all their links.

    :param root: absolute.
    :param paths: POSIX, relative to the root.
    :param checker: to share what is known of the tree (:func:`~.check.make_checker`).
    :return: results by file, line and column.
    """
    checker = checker or make_checker(root, settings)
    for path in sorted(set(paths)):
        yield from checker.check(path)


class RunOptions(NamedTuple):
    """How documents are checked; the results are the same.

    :param workers: number of processes; 0 for as many as are worth it.
    :param cache: file that remembers results from run to run.
    :param files: what is known of the tree already.
    :param saver: writes the cache.
    """

    workers: int = 0
    cache: Path | None = None
    files: Files | None = None
    saver: Saver | None = None


def default_workers(documents: int, size: int) -> int:
    """Tell how many processes are worth their start.

    :param size: of the documents together, in bytes.
    """
    if documents * DOCUMENT_SIZE + size < PARALLEL_SIZE:
        return 1
    usable = getattr(os, "sched_getaffinity", None)
    count = len(usable(0)) if usable else os.cpu_count() or 1
    return min(count, MAX_WORKERS)


def _sizes(root: Path, names: Sequence[str]) -> dict[str, int]:
    """Give the bytes of documents, where there are so few that it matters.

    Those that are not there are told of when they are read.
    """
    sizes = {}
    for name in names if len(names) < MANY else ():
        with suppress(OSError, ValueError):
            sizes[name] = os.stat(os.path.join(root, name)).st_size  # noqa: PTH116, PTH118 - hot
    return sizes


def check(
    root: Path, paths: Iterable[str], settings: Settings, options: RunOptions | None = None
) -> Iterator[Checked]:
    """Check documents as :func:`check_documents` does, in several processes where worth it.

    :return: in the order of the paths.
    """
    with _Run(root, settings, (options or RunOptions())._replace(cache=None)) as run:
        yield from run.results(sorted(set(paths)), every=True)


def find_problems(
    root: Path, paths: Iterable[str], settings: Settings, options: RunOptions | None = None
) -> Iterator[Checked]:
    """Check documents in the GitHub dialect and give, for each, the links that are not good.

    :param root: absolute.
    :param paths: POSIX, relative to the root.
    :return: in the order of the paths.
    :raises OSError: at the end, when the cache can't be written and there is no saver.
    """
    with _Run(root, settings, options or RunOptions()) as run:
        yield from run.problems(sorted(set(paths)))


class _Run:
    """The checking of some documents, in this process or in several."""

    def __init__(self, root: Path, settings: Settings, options: RunOptions) -> None:
        self.root = root
        self._settings = settings
        self._options = options
        self._recorded = options.cache is not None
        self._files: Files | None = None
        self._workers: Workers | None = None

    def __enter__(self) -> Self:
        """Begin the block at whose end no other process is left."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Wait for other processes to end."""
        if self._workers is not None:
            self._workers.join()

    def results(self, names: Sequence[str], *, every: bool = False) -> Iterator[Checked]:
        """Check documents.

        :param every: give the results of good links as well.
        """
        sizes = _sizes(self.root, names)
        count = self._options.workers or default_workers(len(names), sum(sizes.values()))
        if count > 1:
            from sphinxext_runtime_ref.links.running.workers import Workers  # noqa: PLC0415 - not for small runs

            self._workers = Workers(
                self.root, self._settings, self._own_files(), recorded=self._recorded
            )
            yield from self._workers.results(names, count, sizes, every=every)
            return
        checker = make_checker(self.root, self._settings, files=self._own_files())
        for name in names:
            yield checker.every(name) if every else checker.problems(name)

    def problems(self, names: Sequence[str]) -> Iterator[Checked]:
        """Check documents, or take from the cache what it knows; it then learns the rest."""
        path = self._options.cache
        if path is None:
            yield from self.results(names)
            return
        from sphinxext_runtime_ref.links.running import cache as caches  # noqa: PLC0415 - not for small runs

        begun = caches.started()
        cache = caches.load(path, self.root, self._key())
        if cache.documents and not cache.holds(self._listing(cache)):
            cache = caches.Cache(cache.root, cache.key)
        yield from self._cached_results(names, cache)
        # without the record of a process that died, nothing can be told to still hold
        if not cache.changed or (self._workers and not self._workers.complete):
            return
        cache.update(self._record(), begun)
        save = partial(caches.save, path, cache)
        if self._options.saver is None:
            save()
        else:
            self._options.saver.begin(path, save, beside=self._workers is not None)

    def _cached_results(self, names: Sequence[str], cache: Cache) -> Iterator[Checked]:
        """Check the documents that the cache knows nothing about, and add them to it."""
        known = {name: cache.get(name) for name in names}
        fresh = self.results([name for name in names if known[name] is None])
        for name in names:
            checked = known.pop(name)
            if checked is None:
                checked = next(fresh)
                cache.put(name, checked)
            yield checked
        # a generator of workers has its end still to come
        for _ in fresh:
            pass

    def _record(self) -> Record:
        """Give what was read."""
        record = self._own_files().record()
        for one in self._workers.records if self._workers else ():
            record.update(one)
        return record

    def _listing(self, cache: Cache) -> str:
        """Give the digest of the names that suggestions are chosen from, if that matters."""
        return digest_names(self._own_files().paths) if cache.record.listing else ""

    def _key(self) -> str:
        """Give everything besides files that verdicts depend on."""
        settings = self._settings
        tracked = ""
        if settings.require_tracked:
            tracked = digest_names(sorted(tracked_files(self.root)))
        from sphinxext_runtime_ref.links.markup.markdown import parser_version  # noqa: PLC0415 - its parser loads slowly

        own = ""
        if settings.source_url is not None:
            from sphinxext_runtime_ref.links.judging.sourceurl import own_urls  # noqa: PLC0415 - rare

            made = own_urls(settings.source_url, settings.source_revision, self.root)
            own = made.pattern.pattern
        values = (
            __version__,
            parser_version(),
            unidata_version,
            tracked,
            own,
            settings.ignore,
            settings.ignore_documents,
            settings.line_anchors,
        )
        return digest(repr(values).encode("utf-8", "surrogateescape"))

    def _own_files(self) -> Files:
        if self._files is None:
            tracked = self._settings.require_tracked
            self._files = self._options.files or Files(self.root, require_tracked=tracked)
            if self._recorded:
                self._files.start_record()
        return self._files
