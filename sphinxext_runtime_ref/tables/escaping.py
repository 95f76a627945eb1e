"""Text as Markdown that shows it as it is."""

from __future__ import annotations

import re

# Within a word an underscore means nothing (CommonMark 6.2), and an ampersand only begins an entity
# (CommonMark 2.5). What is escaped without need breaks a URL.
_SPECIAL = re.compile(r"[\\`*\[\]<>|$]|&(?=#?\w+;)|(?<![^\W_])_|_(?![^\W_])")


def escaped(text: str) -> str:
    """Escape what Markdown, GitHub's tables, strikethrough and math included, would not show."""
    text = _SPECIAL.sub(r"\\\g<0>", text)
    return text.replace("~", r"\~") if text.count("~") > 1 else text
