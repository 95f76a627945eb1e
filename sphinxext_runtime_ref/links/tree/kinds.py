"""Kinds of files, told by their names."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

MARKDOWN = frozenset({"md", "markdown", "mdown", "mkdn", "mkd"})
HTML = frozenset({"html", "htm", "xhtml"})
NOTEBOOK = frozenset({"ipynb"})
RST = frozenset({"rst", "rest"})
IMAGE = frozenset({"png", "jpg", "jpeg", "gif", "webp", "avif", "ico", "bmp"})
SVG = frozenset({"svg"})
PDF = frozenset({"pdf"})
OTHER_MARKUP = frozenset(
    {"adoc", "asciidoc", "asc", "org", "textile", "mediawiki", "wiki", "creole", "rdoc", "pod"}
)
"""Markup that GitHub renders, with anchors of its own that are not known here."""


def suffix(path: str) -> str:
    """Give the ending of a file's name in lower case, without the dot."""
    _, dot, ending = path.rpartition(".")
    return ending.lower() if dot and "/" not in ending else ""


def readme_among(names: Iterable[str]) -> str | None:
    """Give the README that GitHub shows below the listing of a folder, one in Markdown first."""
    found = sorted(name for name in names if name.casefold().startswith("readme."))
    for kinds in (MARKDOWN, RST, OTHER_MARKUP):
        for name in found:
            if name.count(".") == 1 and suffix(name) in kinds:
                return name
    return None
