"""Interrupts while another process begins."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def held() -> Iterator[None]:
    """Hold back an interrupt until the block ends.

    A terminal interrupts all processes of a command. One that is forked in the block never gets
    it, so that the main process alone says what was interrupted and ends the others.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
