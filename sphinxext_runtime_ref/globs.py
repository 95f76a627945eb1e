"""Patterns of paths: ``*`` and ``?`` within a folder, ``**`` over folders.

Matching takes time in proportion to pattern times path, whatever the pattern is: patterns come
from project files that anybody may have written.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING, TypeAlias

from sphinxext_runtime_ref.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Sequence

Part: TypeAlias = "re.Pattern[str] | None"
"""What one folder or file name must match; ``None`` for ``**``."""

_MEMBER = re.compile("(.)-(.)|(.)", re.DOTALL)
_WILDCARD = re.compile(r"\*+|\?|\[([!^]?)(\]?[^\]/]*)\]")


def is_glob(text: str) -> bool:
    """Tell a pattern from a plain path."""
    return any(char in text for char in "*?[")


def plain_start(pattern: str) -> str:
    """Give the names that a pattern begins with: the folder that all its paths are below."""
    names = takewhile(lambda name: not is_glob(name) and name != "..", pattern.split("/"))
    return "/".join(names)


def matches(pattern: str, path: str) -> bool:
    """Tell whether a POSIX path matches a pattern as a whole.

    :raises ConfigError: when the pattern is malformed.
    """
    return _fits(_compiled(pattern), path.split("/"))


def _fits(parts: Sequence[Part], names: Sequence[str]) -> bool:
    at = name = begun = 0
    star = -1
    while name < len(names):
        part = parts[at] if at < len(parts) else None
        if at < len(parts) and part is None:
            star, begun = at, name
            at += 1
        elif part is not None and part.fullmatch(names[name]):
            at, name = at + 1, name + 1
        elif star >= 0:
            # Only the last "**" can be too short: an earlier one took the first place that fits.
            begun += 1
            at, name = star + 1, begun
        else:
            return False
    return all(part is None for part in parts[at:])


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> tuple[Part, ...]:
    try:
        parts = [None if name == "**" else _name(name) for name in pattern.split("/")]
    except re.error as fault:
        raise ConfigError(f"{pattern!r} is not a pattern of paths: {fault}") from fault
    if parts[-1] is None:
        # "docs/**" is what is in the folder, not the folder.
        parts.append(_name("*"))
    return tuple(parts)


def _escaped(member: re.Match[str]) -> str:
    """Write a range, or a character, of a set so that Python reads no more into it."""
    first, last, alone = map(re.escape, member.groups(""))
    return alone or f"{first}-{last}"


def _name(pattern: str) -> re.Pattern[str]:
    chunks = [""]
    position = 0
    for found in _WILDCARD.finditer(pattern):
        chunks[-1] += re.escape(pattern[position : found.start()])
        sign, position = found[0], found.end()
        if sign.startswith("*"):
            chunks.append("")
        elif sign == "?":
            chunks[-1] += "."
        else:
            chunks[-1] += f"[{'^' if found[1] else ''}{_MEMBER.sub(_escaped, found[2])}]"
    chunks[-1] += re.escape(pattern[position:])
    first, *rest = chunks
    if not rest:
        return re.compile(first, re.DOTALL)
    # Atomic groups: what is between two stars takes the first place that fits, for good.
    middle = "".join(f"(?>.*?{chunk})" for chunk in rest[:-1])
    return re.compile(f"{first}{middle}.*{rest[-1]}", re.DOTALL)
