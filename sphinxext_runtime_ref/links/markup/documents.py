"""The links of one document, whatever it is written in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxext_runtime_ref.links.tree.kinds import HTML, NOTEBOOK, RST, suffix

if TYPE_CHECKING:
    from sphinxext_runtime_ref.links.model import DocumentLinks


def read_links(path: str, data: bytes) -> DocumentLinks:
    """Read the links of a document.

    :param path: POSIX, relative to the root; its ending says what the document is written in,
        and one that is not known (:data:`~.kinds.DOCUMENTS`) is taken for Markdown.
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
