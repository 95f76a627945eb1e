"""The nearest good spelling of a name."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_CANDIDATES = 2000
MAX_LENGTH = 120


def near(name: str, candidates: Iterable[str]) -> str | None:
    """Give the candidate that is spelled most like ``name``, or ``None`` when none is near.

    A name that differs only in capitals, or in ``-``, ``_``, ``.`` and spaces, is nearest; after
    that one within an edit for every four characters, at most four edits (numbers are not
    compared so). Ties go to the first.
    The work is bounded: long names and candidates after the 2,000th are not compared by edits.
    """
    wanted, folded = name.casefold(), plain(name)
    limit = 0 if wanted.isdigit() else min(4, len(wanted.partition(".")[0]) // 4)
    best, best_distance = None, limit + 1
    for number, candidate in enumerate(candidates):
        other = candidate.casefold()
        if other == wanted:
            return candidate
        if folded and (best is None or best_distance > 1) and plain(other) == folded:
            best, best_distance = candidate, 1
        elif number < MAX_CANDIDATES and abs(len(other) - len(wanted)) < best_distance:
            measured = distance(wanted, other, best_distance - 1)
            if measured < best_distance:
                best, best_distance = candidate, measured
    return best


def plain(name: str) -> str:
    """Give a name without its capitals and separators."""
    return name.casefold().translate(_SEPARATORS)


_SEPARATORS = str.maketrans("", "", "-_. ")


def distance(one: str, two: str, limit: int) -> int:
    """Count the edits (insert, delete, replace) between two strings, up to ``limit`` + 1."""
    if max(len(one), len(two)) > MAX_LENGTH or _too_different(one, two, limit):
        return limit + 1
    row = list(range(len(two) + 1))
    for i, char in enumerate(one, 1):
        first, last = max(1, i - limit), min(len(two), i + limit)
        diagonal, row[first - 1] = row[first - 1], i if first == 1 else limit + 1
        smallest = row[first - 1]
        for j in range(first, last + 1):
            above = row[j] if j < i + limit else limit + 1
            cost = min(above + 1, row[j - 1] + 1, diagonal + (char != two[j - 1]))
            diagonal, row[j] = row[j], cost
            smallest = min(smallest, cost)
        if smallest > limit:
            return limit + 1
    return min(row[-1], limit + 1)


def _too_different(one: str, two: str, limit: int) -> bool:
    """Tell cheaply that two strings have too few characters in common."""
    if abs(len(one) - len(two)) > limit:
        return True
    return len(set(one) - set(two)) > limit or len(set(two) - set(one)) > limit
