"""Near names for messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_SHOWN = 12
_COMPARED = 5000


def near_names(name: str, candidates: Iterable[str]) -> list[str]:
    """Give up to three names like ``name``, the nearest first; capitals do not matter."""
    from difflib import get_close_matches  # noqa: PLC0415 - only on the way to an error

    by_folded: dict[str, str] = {}
    for candidate in candidates:
        by_folded.setdefault(candidate.casefold(), candidate)
        if len(by_folded) >= _COMPARED:
            break
    return [by_folded[n] for n in get_close_matches(name.casefold(), by_folded, 3, 0.6)]


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
