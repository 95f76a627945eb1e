"""Ids of rows."""

from __future__ import annotations

import re

from sphinxext_runtime_ref.printable import on_page

_UNUSUAL = re.compile(r"[^\w.:/+@-]+")


def anchor(text: str) -> str:
    """Make an id that stays readable and works in each output format."""
    return _UNUSUAL.sub("-", on_page(text)).strip("-") or "row"
