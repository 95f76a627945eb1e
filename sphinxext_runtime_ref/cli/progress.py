"""A line on the terminal that tells how far a long run has come."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Item = TypeVar("Item")
PATIENCE, PACE = 1.0, 0.2
"""Seconds before the line first shows, and between its changes."""


def progress(items: Iterable[Item], total: int, noun: str) -> Iterator[Item]:
    """Give the items, and show a counter on standard error when that is a terminal."""
    if not sys.stderr.isatty():
        yield from items
        return
    due, shown = time.monotonic() + PATIENCE, False
    try:
        for number, item in enumerate(items, 1):
            yield item
            if time.monotonic() >= due:
                sys.stderr.write(f"\r{number:,} of {total:,} {noun}")
                sys.stderr.flush()
                due, shown = time.monotonic() + PACE, True
    finally:
        if shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
