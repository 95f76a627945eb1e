"""The links of one document, whatever it is written in."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from sphinxext_runtime_ref.links.tree.kinds import HTML, MARKDOWN, NOTEBOOK, RST, suffix

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sphinxext_runtime_ref.links.model import Hyperlink

SUFFIXES = MARKDOWN | HTML | NOTEBOOK | RST
"""File name endings of the documents that are read, without the dot."""


class DocumentLinks(NamedTuple):
    """What a document says about links.

    :param links: in the order of their places.
    :param comments: lines of the ignore comments.
    :param following: for each of them, the next line that has text.
    :param labels: labels that have a definition, for suggestions.
    :param fault: why the document could not be read as what its name says.
    """

    links: tuple[Hyperlink, ...]
    comments: tuple[int, ...] = ()
    following: Mapping[int, int] = MappingProxyType({})
    labels: tuple[str, ...] = ()
    fault: str = ""


def is_document(path: str) -> bool:
    """Tell whether a file is one whose links are read."""
    return bool(documents_among((path,)))


def documents_among(paths: Iterable[str]) -> list[str]:
    """Give those of many files whose links are read, by their endings (:func:`~.kinds.suffix`)."""
    # a folder's dot makes an ending with a slash, which none of these has
    return [
        path for path in paths if "." in path and path[path.rfind(".") + 1 :].lower() in SUFFIXES
    ]


def read_links(path: str, data: bytes) -> DocumentLinks:
    """Read the links of a document.

    :param path: POSIX, relative to the root; its ending says what the document is written in,
        and any other one than those of :data:`SUFFIXES` is taken for Markdown.
    """
    kind = suffix(path)
    if kind in HTML:
        from sphinxext_runtime_ref.links.markup.html_links import read  # noqa: PLC0415 - few need it
    elif kind in NOTEBOOK:
        from sphinxext_runtime_ref.links.markup.notebook import read  # noqa: PLC0415
    elif kind in RST:
        from sphinxext_runtime_ref.links.markup.rst import read  # noqa: PLC0415
    else:
        from sphinxext_runtime_ref.links.markup.markdown_links import read  # noqa: PLC0415
    return read(path, data)
