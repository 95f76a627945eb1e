"""Labels of reference links."""

from __future__ import annotations


def normal(label: str) -> str:
    """Normalize a reference label (CommonMark, 4.7: matches)."""
    return " ".join(label.split()).casefold()
