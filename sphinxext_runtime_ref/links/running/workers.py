"""Checking documents in several processes."""

from __future__ import annotations

import signal
import sys
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinxext_runtime_ref.links.judging.check import make_checker
from sphinxext_runtime_ref.links.running.interrupts import held
from sphinxext_runtime_ref.links.tree.files import Files
from sphinxext_runtime_ref.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from multiprocessing.connection import Connection
    from pathlib import Path

    from sphinxext_runtime_ref.links.model import Checked
    from sphinxext_runtime_ref.links.tree.record import Record

PREFETCH = 2
"""Chunks that a process has at a time: one to check, and the next."""
_FIELDS = (
    "require_tracked",
    "ignore",
    "ignore_documents",
    "line_anchors",
    "source_url",
    "source_revision",
)


def divide(paths: Sequence[str], workers: int) -> list[Sequence[str]]:
    """Divide documents into chunks, each a part of what is left.

    Neighbours share targets and folders, and so are dear to part; the last chunks are small, as
    all processes are to be done at about the same time.
    """
    chunks: list[Sequence[str]] = []
    start = 0
    while start < len(paths):
        size = min(max((len(paths) - start) // (8 * workers), 4), 200)
        chunks.append(paths[start : start + size])
        start += size
    return chunks


class _Job(NamedTuple):
    root: Path
    values: dict[str, Any]
    listing: Sequence[str] | None
    recorded: bool
    chunks: Sequence[Sequence[str]]
    every: bool


class _Helper(NamedTuple):
    """A process, and the numbers of the chunks that it has not given back."""

    process: Any
    connection: Connection
    given: list[int]

    def give(self, number: int) -> None:
        """Let it check a chunk."""
        self.given.append(number)
        self.connection.send(number)


class Workers:
    """Processes, this one among them, that each check some of the documents.

    :param files: what is known of the tree in this process.
    """

    def __init__(self, root: Path, settings: Settings, files: Files, *, recorded: bool) -> None:
        """Keep what each process needs."""
        self._root = root
        self._settings = settings
        self._files = files
        self._recorded = recorded
        self._helpers: list[_Helper] = []
        self._waiting: deque[int] = deque()
        self._done: dict[int, Sequence[Checked]] = {}
        self.records: list[Record] = []

    def results(
        self, paths: Sequence[str], count: int, sizes: Mapping[str, int], *, every: bool = False
    ) -> Iterator[Checked]:
        """Check documents in ``count`` processes and give the results in order.

        When a process dies, its documents are checked in this one. Afterwards, :meth:`join` is to
        be called.

        :param sizes: of the documents, where known: what is large is begun first.
        :param every: give the results of good links as well.
        :raises RuntimeRefError: what a process raised.
        """
        # loaded here once, and not in each process
        from sphinxext_runtime_ref.links.judging import problems  # noqa: F401, PLC0415

        checker = make_checker(self._root, self._settings, files=self._files)
        check = checker.every if every else checker.problems
        chunks = divide(paths, count)
        weights = [sum(sizes.get(path, 0) for path in chunk) for chunk in chunks]
        self._waiting.extend(sorted(range(len(chunks)), key=lambda number: -weights[number]))
        try:
            self._start(min(count, len(chunks)) - 1, chunks, every=every)
            for number in range(len(chunks)):
                while number not in self._done:
                    self._receive(wait=not self._waiting)
                    if self._waiting:
                        own = self._waiting.popleft()
                        self._done[own] = [check(path) for path in chunks[own]]
                yield from self._done.pop(number)
            self._receive_records()
        finally:
            for helper in self._helpers:
                helper.connection.close()
                helper.process.terminate()

    def join(self) -> None:
        """Wait until the other processes have ended, which takes them a moment."""
        for helper in self._helpers:
            helper.process.join()

    def _start(self, count: int, chunks: Sequence[Sequence[str]], *, every: bool) -> None:
        import multiprocessing  # noqa: PLC0415 - slow to load, and small runs do without

        # elsewhere, forking a process that uses system libraries is known to fail
        context: Any = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
        values = {name: getattr(self._settings, name) for name in _FIELDS}
        job = _Job(self._root, values, self._files.listing.whole, self._recorded, chunks, every)
        for _ in range(count):
            ours, theirs = context.Pipe()
            # a forked process has the ends of this one too, and would never see them close
            forked = context.get_start_method() == "fork"
            inherited = [ours, *(one.connection for one in self._helpers)] if forked else []
            process = context.Process(target=_work, args=(theirs, job, inherited), daemon=True)
            with held():
                process.start()
            theirs.close()
            helper = _Helper(process, ours, [])
            self._helpers.append(helper)
            self._give(helper)

    def _give(self, helper: _Helper) -> None:
        """See to it that a process need not wait until this one has time for it."""
        while self._waiting and len(helper.given) < PREFETCH:
            # what one that died was given is taken back where its answer is waited for
            with suppress(BrokenPipeError, ConnectionResetError):
                helper.give(self._waiting.popleft())

    def _receive(self, *, wait: bool) -> None:
        for helper in list(self._helpers):
            while helper.given and (wait or helper.connection.poll()):
                try:
                    number, found = helper.connection.recv()
                except (EOFError, ConnectionResetError):
                    self._take_back(helper)
                    break
                if isinstance(found, BaseException):
                    raise found
                helper.given.remove(number)
                self._done[number] = found
                self._give(helper)
                wait = False

    def _take_back(self, helper: _Helper) -> None:
        """Take back what a process that died was given."""
        self._helpers.remove(helper)
        helper.connection.close()
        helper.process.join()
        self._waiting.extendleft(sorted(helper.given, reverse=True))
        # without its record, nothing can be told to still hold
        self._recorded = False

    def _receive_records(self) -> None:
        for helper in list(self._helpers):
            try:
                helper.connection.send(None)
                self.records.append(helper.connection.recv())
            except (EOFError, BrokenPipeError, ConnectionResetError):
                self._take_back(helper)

    @property
    def complete(self) -> bool:
        """Tell whether the records hold everything that the results depend on."""
        return self._recorded


def _work(connection: Connection, job: _Job, inherited: Sequence[Connection]) -> None:
    # the main process ends the others when it is interrupted
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for one in inherited:
        one.close()
    settings = Settings(**job.values)
    files = Files(job.root, require_tracked=settings.require_tracked, listing=job.listing)
    if job.recorded:
        files.start_record()
    number = 0
    try:
        checker = make_checker(job.root, settings, files=files)
        check = checker.every if job.every else checker.problems
        while (number := connection.recv()) is not None:
            connection.send((number, [check(path) for path in job.chunks[number]]))
        connection.send(files.record())
    except (ConnectionError, EOFError):
        return
    except Exception as fault:  # noqa: BLE001 - raised again in the main process
        connection.send((number, fault))
