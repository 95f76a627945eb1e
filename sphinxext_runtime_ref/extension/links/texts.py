"""The texts of sources, and the names that they give to ids."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from docutils import nodes


def read_text(path: str) -> str | None:
    """Give the text of a file; ``None`` where there is none, as for "<generated>"."""
    try:
        # a Path or a buffer costs more than the reading
        with open(path, "rb", buffering=0) as stream:  # noqa: PTH123
            text = stream.read().decode("utf-8-sig", "replace")
    except (OSError, ValueError):
        return None
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def names_by_id(document: nodes.document) -> dict[str, set[str]]:
    """Give what MyST's authors may have written for an id of the document."""
    result: dict[str, set[str]] = {}
    for name, own in document.nameids.items():
        if own:
            result.setdefault(own, {own}).add(name)
    for slug, (_, own, _) in getattr(document, "myst_slugs", {}).items():
        result.setdefault(own, {own}).add(slug)
    return result
