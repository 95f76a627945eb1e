"""Writing the cache beside other work."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, NoReturn

from sphinxext_runtime_ref.links.running.interrupts import held

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import Self

_DIED = "the process that wrote it died"


class Saver:
    """Writes a cache in a process of its own, so that the caller can go on until its block ends.

    :param warn: is told at the end when the cache can't be written.
    """

    def __init__(self, warn: Callable[[str], None]) -> None:
        """Remember whom to tell."""
        self._warn = warn
        self._path: Path | None = None
        self._process = 0
        self._reading = -1

    def begin(self, path: Path, write: Callable[[], None], *, beside: bool) -> None:
        """Let the cache be written, once in a block.

        :param path: for messages.
        :param beside: in another process, where the system has cheap ones.
        """
        self._path = path
        if not beside or sys.platform != "linux":
            self._tell(_fault(write))
            return
        self._reading, writing = os.pipe()
        with held():
            self._process = os.fork()
            if not self._process:
                _write_and_end(write, writing)
        os.close(writing)

    def __enter__(self) -> Self:
        """Begin the block at whose end all is written."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Wait until all is written."""
        if not self._process:
            return
        process, self._process = self._process, 0
        try:
            with os.fdopen(self._reading, "rb") as stream:
                fault = stream.read().decode()
        finally:
            # also after an interrupt, as nobody else would wait for it
            _, status = os.waitpid(process, 0)
        self._tell(fault or (_DIED if status else ""))

    def _tell(self, fault: str) -> None:
        if fault:
            self._warn(f"the cache was not written: {self._path}: {fault}")


def _write_and_end(write: Callable[[], None], report: int) -> NoReturn:
    status = 1
    try:
        os.write(report, _fault(write).encode())
        status = 0
    finally:
        # the other process prints what is in the buffers of both
        os._exit(status)


def _fault(write: Callable[[], None]) -> str:
    """Write, and give the reason where that can't be done."""
    try:
        write()
    except OSError as fault:
        return fault.strerror or str(fault)
    return ""
