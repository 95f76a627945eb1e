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

DOCUMENTS = MARKDOWN | HTML | NOTEBOOK | RST
"""What documents whose links are read are written in."""


def suffix(path: str) -> str:
    """Give the ending of a file's name in lower case, without the dot."""
    _, dot, ending = path.rpartition(".")
    return ending.lower() if dot and "/" not in ending else ""


def is_document(path: str) -> bool:
    """Tell whether a file is one whose links are read."""
    return suffix(path) in DOCUMENTS


def documents_among(paths: Iterable[str]) -> list[str]:
    """Give those of many files whose links are read: :func:`is_document`, but faster."""
    # a folder's dot makes an ending with a slash, which none of these has
    return [
        path for path in paths if "." in path and path[path.rfind(".") + 1 :].lower() in DOCUMENTS
    ]


def readme_among(names: Iterable[str]) -> str | None:
    """Give the README that GitHub shows below the listing of a folder, one in Markdown first."""
    found = sorted(name for name in names if name.casefold().startswith("readme."))
    for kinds in (MARKDOWN, RST, OTHER_MARKUP):
        for name in found:
            if name.count(".") == 1 and suffix(name) in kinds:
                return name
    return None
