"""Checking documents in several processes."""

from __future__ import annotations

import signal
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sphinxext_runtime_ref.links.check import make_checker
from sphinxext_runtime_ref.links.files import Files
from sphinxext_runtime_ref.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from multiprocessing.connection import Connection
    from pathlib import Path

    from sphinxext_runtime_ref.links.model import Checked
    from sphinxext_runtime_ref.links.record import Record

CHUNK = 200
"""Documents whose results a process gives at once."""
_FIELDS = (
    "require_tracked",
    "ignore",
    "ignore_documents",
    "line_anchors",
    "source_url",
    "source_revision",
)


@dataclass(frozen=True, slots=True)
class _Job:
    root: Path
    values: dict[str, Any]
    listing: Sequence[str] | None
    recorded: bool
    chunks: Sequence[Sequence[str]]
    every: bool


class Workers:
    """Processes that each check some of the documents.

    :param listing: the files worth suggesting, where they are known.
    """

    def __init__(
        self, root: Path, settings: Settings, listing: Sequence[str] | None, *, recorded: bool
    ) -> None:
        """Keep what each process needs."""
        self._root = root
        self._settings = settings
        self._listing = listing
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

        chunks = [paths[start : start + CHUNK] for start in range(0, len(paths), CHUNK)]
        # elsewhere, forking a process that uses system libraries is known to fail
        context: Any = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
        values = {name: getattr(self._settings, name) for name in _FIELDS}
        started: list[tuple[Any, Connection]] = []
        try:
            for number in range(min(count, len(chunks))):
                receiver, sender = context.Pipe(duplex=False)
                own = chunks[number::count]
                job = _Job(self._root, values, self._listing, self._recorded, own, every)
                process = context.Process(target=_work, args=(sender, job), daemon=True)
                process.start()
                sender.close()
                started.append((process, receiver))
            for number, chunk in enumerate(chunks):
                receiver = started[number % count][1]
                yield from self._receive(receiver, chunk, every=every)
            for _, receiver in started:
                self._receive_record(receiver)
        finally:
            for process, receiver in started:
                receiver.close()
                process.terminate()
                process.join()

    def _receive(
        self, receiver: Connection, chunk: Sequence[str], *, every: bool
    ) -> Sequence[Checked]:
        try:
            received = receiver.recv()
        except EOFError:
            files = Files(self._root, require_tracked=self._settings.require_tracked)
            checker = make_checker(self._root, self._settings, files=files)
            return [checker.every(path) if every else checker.problems(path) for path in chunk]
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
