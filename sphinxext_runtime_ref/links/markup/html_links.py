"""The links of HTML files."""

from __future__ import annotations

from sphinxext_runtime_ref.links.markup.html import attributes, comments, urls
from sphinxext_runtime_ref.links.markup.ignores import COMMENT, lines_with_text
from sphinxext_runtime_ref.links.model import DocumentLinks, Form, Hyperlink
from sphinxext_runtime_ref.location import Positions


def read(path: str, data: bytes) -> DocumentLinks:
    """Read the links of an HTML file.

    Where a ``<base href>`` leads elsewhere, links that it changes are given as it makes them.
    """
    text = data.decode("utf-8-sig", "replace")
    place = Positions(text).place
    base, links = "", []
    for attribute in attributes(text):
        if attribute.tag == "base" and attribute.name == "href" and not base:
            base = attribute.value
        for url, offset in urls(attribute):
            links.append(Hyperlink(path, *place(offset), base_joined(base, url), Form.HTML))
    lines = [place(offset)[0] for text_, offset in comments(text) if COMMENT.fullmatch(text_)]
    return DocumentLinks(tuple(links), lines_with_text(text.split("\n"), lines))


def base_joined(base: str, url: str) -> str:
    """Give a URL as it is against a document's base (RFC 3986, section 5.2)."""
    if not base:
        return url
    from urllib.parse import urljoin  # noqa: PLC0415 - few pages have a base

    try:
        return urljoin(base, url)
    except ValueError:
        return url
