"""Near names for messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import alternatives
from sphinxext_runtime_ref.spelling import COMPARED, most_alike

if TYPE_CHECKING:
    from collections.abc import Iterable

_SHOWN = 16
_MARGIN = 0.1
_REST = 0.5
"""How like each other names must be behind the words that both begin with."""


def near_names(name: str, candidates: Iterable[str]) -> list[str]:
    """Give up to three names like ``name``, the nearest first; capitals do not matter.

    Those that are clearly less like it than the nearest are left out, and those that are like it
    only by the words they begin with, as ``APP_CACHE_SIZE`` and ``APP_CACHE_TTL``.
    """
    from difflib import SequenceMatcher, get_close_matches  # noqa: PLC0415 - only on the way to an error

    by_folded: dict[str, str] = {}
    for candidate in candidates:
        by_folded.setdefault(candidate.casefold(), candidate)
        if len(by_folded) >= COMPARED:
            break
    wanted = name.casefold()
    near = get_close_matches(wanted, most_alike(wanted, by_folded), 3, 0.6)
    matcher = SequenceMatcher(b=wanted)
    ratios = []
    for other in near:
        matcher.set_seq1(other)
        ratios.append(matcher.ratio())
    found = []
    for other, ratio in zip(near, ratios, strict=True):
        begin = _common_words(wanted, other)
        rest = SequenceMatcher(a=other[begin:], b=wanted[begin:]).ratio()
        if ratio >= ratios[0] - _MARGIN and (rest >= _REST or not begin):
            found.append(by_folded[other])
    return found


def _common_words(one: str, two: str) -> int:
    """Give the length of the words that two names begin with, separators included."""
    pairs = enumerate(zip(one, two, strict=False))
    same = next((at for at, (a, b) in pairs if a != b), min(len(one), len(two)))
    return max(one.rfind(mark, 0, same) for mark in "_-./") + 1


def did_you_mean(name: str, candidates: Iterable[str]) -> str:
    """Give the end of a message about an unknown name: near ones, else those there are."""
    names = list(dict.fromkeys(candidates))
    near = near_names(name, names)
    if near:
        return f"; did you mean {alternatives(near)}?"
    if not names:
        return "; there are none"
    rest = f", ... ({len(names)} in all)" if len(names) > _SHOWN else ""
    return "; there are " + ", ".join(names[:_SHOWN]) + rest
