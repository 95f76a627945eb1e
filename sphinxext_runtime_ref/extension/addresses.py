"""Addresses of documents in the output of a builder, and references to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes

if TYPE_CHECKING:
    from sphinx.builders import Builder


def document_address(builder: Builder, docname: str, target: str, anchor: str) -> str:
    """Give the address of a document, or of an id in it, for the page of another one.

    :param docname: the document that refers to it.
    :param anchor: the id; may be empty.
    :raises NoUri: when the builder leaves the document out.
    """
    if target == docname and anchor:
        return f"#{anchor}"
    uri = builder.get_relative_uri(docname, target)
    # From 8.2 on, Sphinx has "#document-name#id" where all documents are one page.
    return f"{uri.partition('#')[0]}#{anchor}" if anchor else uri


def reference_to(address: str, content: nodes.Node, **attributes: Any) -> nodes.reference:
    """Make a reference to an address, or to an id of the page that it stands on."""
    if address.startswith("#") and len(address) > 1:
        return nodes.reference("", "", content, refid=address[1:], **attributes)
    return nodes.reference("", "", content, refuri=address, **attributes)
