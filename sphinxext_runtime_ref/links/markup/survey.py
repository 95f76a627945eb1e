"""A quick look at a Markdown document, to tell whether it needs a closer one.

The parser's HTML is searched for destinations, which is several times faster than its events.
What this finds is never less than what :mod:`.markdown_links` finds, and each destination leads
to the same place, so a document in which all are good needs no closer look.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from sphinxext_runtime_ref.links.markup import markdown
from sphinxext_runtime_ref.links.markup.html import attributes, may_have_urls, unescape, urls
from sphinxext_runtime_ref.links.markup.undefined import Undefined, undefined_reference

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyromark.event import BrokenLink

# What is frequent comes first, and what no link is in is left at once: this is fast. A link or an
# image with a title is read as a tag of the document.
_LINK = re.compile(
    r"""<(?=[^/pbcduoh])(?:a\ href="([^"]*)">
    |(?!li>|t(?:[dhab]|r>)|em>|strong>|a\ name="[^"]*">)(?:img\ src="([^"]*)"\ alt="[^"]*"\ />|(
        !--(?:(?=-?>)|.*?(?:--!?>|\Z))
        |sup\ class="footnote-reference"><a\ href="[^"]*"
        |(?:a(?:rea|udio)?|link|i(?:mg|frame)|s(?:cript|ource|tyle)|video|t(?:rack|extarea|itle)
            |embed|xmp)(?=[\s/>])(?:[^>"']|"[^"]*(?:"|\Z)|'[^']*(?:'|\Z))*+(?:>|\Z)
        |!|[a-z]*+[A-Z])))""",
    re.DOTALL | re.VERBOSE,
)
_DOUBTFUL = re.compile(r"!|[a-z]*[A-Z]|script|style|textarea|title|xmp")
# a search for a pattern is twice as fast as one for a string
_WRITTEN = re.compile("<(?:a href=|img src=)")
_ESCAPED_LABEL = re.compile(r"\]\\\[")
# a tag by hand that another one, or a ">" in quotes, is within: what it holds are no tags
_HIDING = re.compile(r"""<[a-z](?:[^<>"']|"[^"<>]*"|'[^'<>]*')*+(?!>)""")


class Survey(NamedTuple):
    """What a quick look gives.

    :param destinations: in order, decoded as HTML; what the parser made of them is
        percent-encoded.
    :param images: numbers of the destinations that are those of images.
    :param doubtful: the document must be read closely whatever its destinations are.
    :param plain: none of the links has a title or is an HTML tag in the source.
    :param undefined: references without a definition, in order.
    """

    destinations: list[str]
    images: frozenset[int] = frozenset()
    doubtful: bool = False
    plain: bool = False
    undefined: tuple[Undefined, ...] = ()


def survey(text: str) -> tuple[Survey, str]:
    """Look through decoded Markdown; its HTML is given as well."""
    broken: list[BrokenLink] = []
    html = markdown.render(text, broken.append)
    undefined = _undefined(text, broken)
    # the parser takes [text]\\[label] for a link, and a comment may hide references
    doubtful = "\\" in text and _ESCAPED_LABEL.search(text) is not None
    doubtful = doubtful or (bool(undefined) and "<!--" in text)
    destinations: list[str] = []
    images: list[int] = []
    plain, footnotes = True, False
    for link, image, raw in _LINK.findall(html):
        if link:
            destinations.append(unescape(link) if "&" in link else link)
        elif not raw:
            if image:
                images.append(len(destinations))
            # an empty one is that of an image or of a link
            plain = plain and bool(image)
            destinations.append(unescape(image))
        elif raw.startswith("!--"):
            # what looks like a comment may begin within a tag, and hide what follows
            doubtful = doubtful or "runtime-ref" in raw or may_have_urls(raw)
        elif raw.startswith("sup "):
            footnotes = True
        elif "<" in raw or "srcset" in raw or _DOUBTFUL.match(raw):
            # a tag that is not closed would hide what follows
            doubtful = True
        elif may_have_urls(raw):
            before = len(destinations)
            for attribute in attributes(f"<{raw}"):
                destinations.extend(url for url, _ in urls(attribute))
            plain = plain and before == len(destinations)
    # written by hand, a tag of footnotes holds a link
    doubtful = doubtful or (footnotes and '<sup class="footnote-reference">' in text)
    # one that is written as the parser writes it looks like the parser's
    plain = plain and _WRITTEN.search(text) is None
    doubtful = doubtful or (not plain and _HIDING.search(html) is not None)
    return Survey(destinations, frozenset(images), doubtful, plain, undefined), html


def _undefined(text: str, broken: Sequence[BrokenLink]) -> tuple[Undefined, ...]:
    broken = [link for link in broken if link["link_type"] in {"Reference", "Collapsed"}]
    if not broken:
        return ()
    data = text.encode()
    found = (undefined_reference(link, data) for link in broken)
    return tuple(sorted({one for one in found if one}))
