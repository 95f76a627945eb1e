"""Coverage directives in documents: what they exclude is not documented by being named there."""

from __future__ import annotations

import re

_NAME = "declaration-coverage"
_FENCE = re.compile(rf"(?P<indent>\s*)(?P<mark>`{{3,}}|~{{3,}}|:{{3,}})\{{{_NAME}\}}")
_EXPLICIT = re.compile(rf"(?P<indent>\s*)\.\. {_NAME}::")


def without_blocks(text: str) -> str:
    """Blank the lines of coverage directives, in Markdown and reStructuredText.

    The other lines keep their numbers.
    """
    if _NAME not in text:
        return text
    lines = text.splitlines()
    number = 0
    while number < len(lines):
        end = _end(lines, number)
        lines[number:end] = [""] * (end - number)
        number = max(end, number + 1)
    return "\n".join(lines)


def _end(lines: list[str], start: int) -> int:
    """Give the line after a directive that starts at a line, or that line itself."""
    fence = _FENCE.match(lines[start])
    if fence is not None:
        for number in range(start + 1, len(lines)):
            closing = lines[number].strip()
            if closing.startswith(fence["mark"]) and not closing.strip(fence["mark"][0]):
                return number + 1
        return len(lines)
    explicit = _EXPLICIT.match(lines[start])
    if explicit is None:
        return start
    for number in range(start + 1, len(lines)):
        line = lines[number]
        if line.strip() and len(line) - len(line.lstrip()) <= len(explicit["indent"]):
            return number
    return len(lines)
