"""Names that are spelled like another one, for messages."""

from __future__ import annotations

from functools import lru_cache
from heapq import nlargest
from itertools import islice, pairwise
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import alternatives

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

COMPARED = 5000
"""How many names are looked at."""
_CLOSELY = 50
"""How many of them are compared letter by letter."""
_LENGTH = 100


def or_near(name: str, candidates: Iterable[str]) -> str:
    """Give the end of a message about an unknown name: near ones, nothing where there are none."""
    from difflib import get_close_matches  # noqa: PLC0415 - only on the way to an error

    name = name[:_LENGTH]
    others = dict.fromkeys(islice((one for one in candidates if one != name), COMPARED))
    near = get_close_matches(name, most_alike(name, others), 3, 0.5)
    return f"; did you mean {alternatives(near)}?" if near else ""


def most_alike(name: str, names: Collection[str]) -> Collection[str]:
    """Leave out all but the fifty names that share most pairs of letters with another one.

    Comparing thousands letter by letter would take half a second for each broken reference.
    """
    if len(names) <= _CLOSELY:
        return names
    pairs = _pairs(name)

    def alike(other: str) -> float:
        others = _pairs(other)
        return len(pairs & others) / (len(pairs) + len(others) or 1)

    return nlargest(_CLOSELY, names, alike)


@lru_cache(2 * COMPARED)
def _pairs(name: str) -> frozenset[str]:
    return frozenset(map("".join, pairwise(name[:_LENGTH])))
