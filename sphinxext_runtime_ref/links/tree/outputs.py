"""Folders that Sphinx built: what is in them was written somewhere else."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_MARKS = ("/.buildinfo", "/.doctrees/environment.pickle")
"""Files that Sphinx writes into the output folder of its HTML builders."""
_PUBLISHED = ("objects.inv", "searchindex.js")
"""What is still there where a site was copied without hidden files; one alone proves nothing."""


def authored(paths: Iterable[str], folder: str = "") -> Sequence[str]:
    """Leave out the files of the folders that Sphinx built below a folder.

    :param paths: POSIX, all files below the folder.
    :param folder: the folder that was asked for; it is not left out itself.
    """
    listed = list(paths)
    built = {f"{found}/" for found in _built(listed) if found != folder}
    if not built:
        return listed
    starts = tuple(sorted(built))
    return [path for path in listed if not path.startswith(starts)]


def _built(paths: Sequence[str]) -> set[str]:
    marked = [path for path in paths if path.endswith(_MARKS)]
    found = {path.removesuffix(mark) for path in marked for mark in _MARKS if path.endswith(mark)}
    inventories = {posixpath.dirname(path) for path in paths if path.endswith(f"/{_PUBLISHED[0]}")}
    if inventories:
        found |= inventories & {
            posixpath.dirname(path) for path in paths if path.endswith(f"/{_PUBLISHED[1]}")
        }
    return found
