"""Checking documents in several processes."""

from __future__ import annotations

import signal
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinxext_runtime_ref.links.check import make_checker
from sphinxext_runtime_ref.links.files import Files
from sphinxext_runtime_ref.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from multiprocessing.connection import Connection
    from pathlib import Path

    from sphinxext_runtime_ref.links.model import Checked
    from sphinxext_runtime_ref.links.record import Record

_FIELDS = (
    "require_tracked",
    "ignore",
    "ignore_documents",
    "line_anchors",
    "source_url",
    "source_revision",
)


def chunk_size(documents: int, workers: int) -> int:
    """Give the number of documents whose results a process gives at once.

    Neighbours share targets and folders, and so are dear to part; the last ones are to be done at
    about the same time.
    """
    return min(max(documents // (8 * workers), 50), 600)


class _Job(NamedTuple):
    root: Path
    values: dict[str, Any]
    listing: Sequence[str] | None
    recorded: bool
    chunks: Sequence[Sequence[str]]
    every: bool


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
        self.records: list[Record] = []

    def results(
        self, paths: Sequence[str], count: int, *, every: bool = False
    ) -> Iterator[Checked]:
        """Check documents in ``count`` processes and give the results in order.

        When a process dies, its documents are checked in this one.

        :param every: give the results of good links as well.
        :raises RuntimeRefError: what a process raised.
        """
        import multiprocessing  # noqa: PLC0415 - slow to load, and small runs do without

        # loaded here once, and not in each process
        from sphinxext_runtime_ref.links import problems  # noqa: F401, PLC0415

        checker = make_checker(self._root, self._settings, files=self._files)
        check = checker.every if every else checker.problems
        size = chunk_size(len(paths), count)
        chunks = [paths[start : start + size] for start in range(0, len(paths), size)]
        # elsewhere, forking a process that uses system libraries is known to fail
        context: Any = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
        values = {name: getattr(self._settings, name) for name in _FIELDS}
        started: list[tuple[Any, Connection]] = []
        try:
            for number in range(1, min(count, len(chunks))):
                receiver, sender = context.Pipe(duplex=False)
                own = chunks[number::count]
                job = _Job(
                    self._root, values, self._files.listing.whole, self._recorded, own, every
                )
                process = context.Process(target=_work, args=(sender, job), daemon=True)
                process.start()
                sender.close()
                started.append((process, receiver))
            for number, chunk in enumerate(chunks):
                if number % count:
                    receiver = started[number % count - 1][1]
                    yield from self._receive(receiver, chunk, check)
                else:
                    yield from map(check, chunk)
            for _, receiver in started:
                self._receive_record(receiver)
        finally:
            for process, receiver in started:
                receiver.close()
                process.terminate()
                process.join()

    def _receive(
        self, receiver: Connection, chunk: Sequence[str], check: Callable[[str], Checked]
    ) -> Sequence[Checked]:
        try:
            received = receiver.recv()
        except EOFError:
            return [check(path) for path in chunk]
        if isinstance(received, BaseException):
            raise received
        results: Sequence[Checked] = received
        return results

    def _receive_record(self, receiver: Connection) -> None:
        try:
            self.records.append(receiver.recv())
        except EOFError:
            # without the record of a process that died, nothing can be told to still hold
            self._recorded = False

    @property
    def complete(self) -> bool:
        """Tell whether the records hold everything that the results depend on."""
        return self._recorded


def _work(sender: Connection, job: _Job) -> None:
    # the main process ends the others when it is interrupted
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    settings = Settings(**job.values)
    files = Files(
        job.root,
        require_tracked=settings.require_tracked,
        listing=job.listing,
        recorded=job.recorded,
    )
    try:
        checker = make_checker(job.root, settings, files=files)
        for chunk in job.chunks:
            check = checker.every if job.every else checker.problems
            sender.send([check(path) for path in chunk])
        sender.send(files.record())
    except BrokenPipeError:
        return
    except Exception as fault:  # noqa: BLE001 - raised again in the main process
        sender.send(fault)
