"""Near names for messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_SHOWN = 12
_COMPARED = 5000
_MARGIN = 0.1


def near_names(name: str, candidates: Iterable[str]) -> list[str]:
    """Give up to three names like ``name``, the nearest first; capitals do not matter.

    Those that are clearly less like it than the nearest are left out.
    """
    from difflib import SequenceMatcher, get_close_matches  # noqa: PLC0415 - only on the way to an error

    by_folded: dict[str, str] = {}
    for candidate in candidates:
        by_folded.setdefault(candidate.casefold(), candidate)
        if len(by_folded) >= _COMPARED:
            break
    wanted = name.casefold()
    near = get_close_matches(wanted, by_folded, 3, 0.6)
    matcher = SequenceMatcher(b=wanted)
    ratios = []
    for other in near:
        matcher.set_seq1(other)
        ratios.append(matcher.ratio())
    return [
        by_folded[other]
        for other, ratio in zip(near, ratios, strict=True)
        if ratio >= ratios[0] - _MARGIN
    ]


def did_you_mean(name: str, candidates: Iterable[str]) -> str:
    """Give the end of a message about an unknown name: near ones, else those there are."""
    names = list(dict.fromkeys(candidates))
    near = near_names(name, names)
    if near:
        return "; did you mean " + " or ".join(map(repr, near)) + "?"
    if not names:
        return "; there are none"
    rest = f", ... ({len(names)} in all)" if len(names) > _SHOWN else ""
    return "; there are " + ", ".join(names[:_SHOWN]) + rest
