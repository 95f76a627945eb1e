"""What tables become in builders that write pages of a fixed width."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

if TYPE_CHECKING:
    from collections.abc import Iterator

MARKER = "runtime-ref"
"""The class of every table that this extension makes."""


class PageWidths(SphinxPostTransform):
    """Give columns shares of the page's width, since LaTeX breaks no lines in others."""

    default_priority = 400
    formats = ("latex",)

    def run(self, **kwargs: Any) -> None:
        """Change the tables of one document."""
        del kwargs
        for table in _tables(self.document):
            classes = table["classes"]
            if "colwidths-auto" in classes:
                classes.remove("colwidths-auto")
                classes.append("colwidths-given")
            for literal in table.findall(nodes.literal):
                _allow_breaks(literal)


def _allow_breaks(literal: nodes.literal) -> None:
    # LaTeX breaks code after points and slashes by itself, and a long name nowhere.
    parts = re.split(r"(?<=[_=(\[-])(?=.)", literal.astext())
    if len(parts) == 1 or len(literal) != 1:
        return
    literal.clear()
    for index, part in enumerate(parts):
        if index:
            literal += nodes.raw("", r"\allowbreak{}", format="latex")
        literal += nodes.Text(part)


class TextWidths(SphinxPostTransform):
    """Give columns the widths of their content: plain text has no other measure."""

    default_priority = 400
    builders = ("text",)

    def run(self, **kwargs: Any) -> None:
        """Change the tables of one document."""
        del kwargs
        for table in _tables(self.document):
            for column in table.findall(nodes.colspec):
                column["colwidth"] = column["measured"]


class PlainCells(SphinxPostTransform):
    """Give headings over several columns a cell each: manual pages can't join cells."""

    default_priority = 400
    builders = ("man",)

    def run(self, **kwargs: Any) -> None:
        """Change the tables of one document."""
        del kwargs
        for table in _tables(self.document):
            for cell in list(table.findall(nodes.entry)):
                joined = cell.attributes.pop("morecols", 0)
                row = cell.parent
                if row is not None:
                    row += [nodes.entry("", nodes.paragraph()) for _ in range(joined)]


def _tables(document: nodes.document) -> Iterator[nodes.table]:
    return (table for table in document.findall(nodes.table) if MARKER in table["classes"])
