"""Trees of documents, checked with a cache and without one."""

from __future__ import annotations

import os
import time
from itertools import count
from typing import TYPE_CHECKING
from unittest.mock import patch

from sphinxext_runtime_ref.git import GitError
from sphinxext_runtime_ref.links.running import cache as caches
from sphinxext_runtime_ref.links.running.run import RunOptions, find_problems
from sphinxext_runtime_ref.links.tree import listing
from sphinxext_runtime_ref.links.tree.record import digest
from sphinxext_runtime_ref.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sphinxext_runtime_ref.links.model import Checked

PARTS = b"\0"
"""Between the documents of a tree."""
NAMES = ("a.md", "b/c.md", "d.rst", "e.html", "f.ipynb")
_unique = count(1)


def a_cache_changes_no_verdict(folder: Path, data: bytes) -> None:
    """Check a tree, and check it again when it has changed, without and with a cache.

    The first byte tells whether the cache may believe the times of files; then come the documents
    as they are before the change and after it, and what the cache is overwritten with at last.
    """
    root, store = folder / "root", folder / "cache.json"
    root.mkdir(exist_ok=True)
    store.unlink(missing_ok=True)
    parts = data[1:].split(PARTS)
    before, after = parts[: len(NAMES)], parts[len(NAMES) : 2 * len(NAMES)]
    aged = data[:1] > b"@"
    _write(root, [b""] * len(NAMES))
    for documents in (before, after):
        _write(root, documents)
        for _ in range(2):
            _is_same(root, store, aged=aged)
    if len(parts) > 2 * len(NAMES):
        body = parts[2 * len(NAMES)]
        store.write_bytes(caches.FORMAT + digest(body).encode() + b"\n" + body)
        _is_same(root, store, aged=aged)


def _write(root: Path, documents: Sequence[bytes]) -> None:
    """Write documents; an empty one is removed, and ``=`` lets one be as it is."""
    for name, text in zip(NAMES, documents, strict=False):
        path = root / name
        if text == b"=":
            continue
        path.unlink(missing_ok=True)
        if text:
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(text)
            _touch(path)
        elif path.parent != root and path.parent.exists():
            path.parent.rmdir()
    for path in (root, root / "b"):
        if path.exists():
            _touch(path)


def _touch(path: Path) -> None:
    """Give a time that nothing had before: a file system's clock may stand between two calls."""
    os.utime(path, (next(_unique),) * 2)


def _is_same(root: Path, store: Path, *, aged: bool) -> None:
    began = (lambda: time.time_ns() + 10 * caches.RACY) if aged else caches.started
    # to start git takes longer than everything else
    with (
        patch.object(listing, "start_git", side_effect=GitError),
        patch.object(caches, "started", began),
    ):
        assert _problems(root, store) == _problems(root, None)


def _problems(root: Path, store: Path | None) -> list[Checked]:
    how = RunOptions(workers=1, cache=store)
    found = find_problems(root, NAMES, Settings(), how)
    return [one._replace(targets=(), patterns=()) for one in found]
