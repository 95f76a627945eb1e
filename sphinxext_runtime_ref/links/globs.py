"""Patterns of paths: ``*`` and ``?`` within a folder, ``**`` over folders."""

from __future__ import annotations

import re
from functools import lru_cache


def is_glob(text: str) -> bool:
    """Tell a pattern from a plain path."""
    return any(char in text for char in "*?[")


def matches(pattern: str, path: str) -> bool:
    """Tell whether a POSIX path matches a pattern as a whole."""
    return _compiled(pattern).fullmatch(path) is not None


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> re.Pattern[str]:
    parts: list[str] = []
    position = 0
    for found in re.finditer(r"\*\*/|\*\*|\*|\?|\[([!^]?)(\]?[^\]/]*)\]", pattern):
        parts.append(re.escape(pattern[position : found.start()]))
        sign, position = found[0], found.end()
        if sign == "**/":
            parts.append(r"(?:.*/)?")
        elif sign == "**":
            parts.append(".*")
        elif sign == "*":
            parts.append("[^/]*")
        elif sign == "?":
            parts.append("[^/]")
        else:
            body = found[2].replace("\\", r"\\").replace("[", r"\[").replace("]", r"\]")
            parts.append(f"[{'^/' if found[1] else ''}{body}]")
    parts.append(re.escape(pattern[position:]))
    return re.compile("".join(parts), re.DOTALL)
