"""What tables become in builders that write pages of a fixed width."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

if TYPE_CHECKING:
    from collections.abc import Iterator

LONG = 30
"""Rows up to which Sphinx keeps a table on a page of LaTeX."""

MARKER = "runtime-ref"
"""The class of every table that this extension makes."""


class InnerTables(SphinxPostTransform):
    """Give the rows of a table in a cell as lines: these builders can't have it as a table."""

    default_priority = 399
    builders = ("text", "man")

    def run(self, **_kwargs: Any) -> None:
        """Change the tables of one document."""
        for table in list(self.document.findall(nodes.table)):
            outer = next(_outer(table), None)
            if outer is not None and MARKER in {*outer["classes"], *table["classes"]}:
                table.replace_self(_as_lines(table))


def _outer(table: nodes.Node) -> Iterator[nodes.table]:
    """Give the tables that a table stands in, the nearest first."""
    node = table.parent
    while node is not None:
        if isinstance(node, nodes.table):
            yield node
        node = node.parent


def _as_lines(table: nodes.table) -> nodes.line_block:
    rows = [
        " | ".join(" ".join(cell.astext().split()) for cell in row.findall(nodes.entry))
        for row in table.findall(nodes.row)
    ]
    # Plain text fills the lines of a cell.
    ends = [*[";"] * (len(rows) - 1), ""]
    return nodes.line_block("", *(nodes.line("", a + b) for a, b in zip(rows, ends, strict=True)))


class PageWidths(SphinxPostTransform):
    """Give columns shares of the page's width, since LaTeX breaks no lines in others.

    What HTML has from its classes, LaTeX has from here: where the text of a column stands, and that
    the titles of groups are strong. Text is never stretched to the width of its column.
    """

    default_priority = 400
    formats = ("latex",)

    def run(self, **_kwargs: Any) -> None:
        """Change the tables of one document."""
        for table in _tables(self.document):
            for inner in list(table.findall(nodes.table))[1:]:
                # LaTeX can have it as a table, but not in one that goes over pages.
                inner.replace_self(_as_lines(inner))
            outer = list(_outer(table))
            if any(map(_is_long, outer)):
                table.replace_self(_as_lines(table))
                continue
            for other in outer:
                # LaTeX sets the text of others twice, to measure it, which breaks tables in it.
                other["classes"].append("colwidths-given")
                table["classes"] = [c for c in table["classes"] if c != "longtable"]
            if table.parent is not None:
                spec = addnodes.tabular_col_spec(spec=self._column_types(table))
                table.parent.insert(table.parent.index(table), spec)
            table["classes"] = [c for c in table["classes"] if not c.startswith("colwidths-")]
            for row in table.findall(nodes.row):
                if "runtime-ref-group" in row["classes"]:
                    _strengthen(row)
            for cell in table.findall(nodes.entry):
                # From Sphinx 9.0 on each cell is a box that forgets what holds for its column.
                cell.insert(0, nodes.raw("", _placed(cell), format="latex"))
            for text in list(table.findall(nodes.Text)):
                _allow_breaks(text)

    def _column_types(self, table: nodes.table) -> str:
        widths = [column["colwidth"] for column in table.findall(nodes.colspec)]
        cells = next(table.findall(nodes.row)).findall(nodes.entry)
        types = [
            rf">{{{_placed(cell)}}}\X{{{width}}}{{{sum(widths)}}}"
            for cell, width in zip(cells, widths, strict=True)
        ]
        styles = {*self.config.latex_table_style, *table["classes"]}
        line = "" if styles & {"booktabs", "borderless"} else "|"
        return line + line.join(types) + line


def _is_long(table: nodes.table) -> bool:
    """Tell whether Sphinx lets a table go over pages, and so have no table in it."""
    return "longtable" in table["classes"] or len(list(table.findall(nodes.row))) > LONG


def _placed(cell: nodes.entry) -> str:
    command = r"\raggedright"
    if "text-right" in cell["classes"]:
        command = r"\raggedleft"
    elif "text-center" in cell["classes"]:
        command = r"\centering"
    # Each of them takes the command that ends a row for one of its own.
    return rf"{command}\arraybackslash"


def _strengthen(row: nodes.row) -> None:
    for paragraph in row.findall(nodes.paragraph):
        children = paragraph.children
        paragraph.clear()
        paragraph.append(nodes.strong("", "", *children))


_LONG_WORD = r"(?<=[^\W_]_)(?=[^\W_])|(?<=\w{24})(?=\w)"
_IN_TEXT = re.compile(_LONG_WORD)
_IN_CODE = re.compile(rf"{_LONG_WORD}|(?<=[=(\[-])(?=.)|(?<=[a-z])(?=[A-Z])")


def _allow_breaks(text: nodes.Text) -> None:
    # LaTeX breaks code after points and slashes by itself, and a long name nowhere.
    parent = text.parent
    is_code = isinstance(parent, nodes.literal)
    parts = (_IN_CODE if is_code else _IN_TEXT).split(text)
    if parent is None or len(parts) == 1:
        return
    made: list[nodes.Node] = []
    for part in parts:
        if made:
            made.append(nodes.raw("", r"\allowbreak{}", format="latex"))
        made.append(nodes.Text(part))
    parent.replace(text, made)


class TextWidths(SphinxPostTransform):
    """Give columns the widths of their content, and put the caption before the table.

    Plain text has no other measure.
    """

    default_priority = 400
    builders = ("text",)

    def run(self, **_kwargs: Any) -> None:
        """Change the tables of one document."""
        for table in _tables(self.document):
            for column in table.findall(nodes.colspec):
                column["colwidth"] = column["measured"]
            _caption_as_text(table)


def _caption_as_text(table: nodes.table) -> None:
    # As the title that it is elsewhere it would be a heading between the document's own.
    caption, parent = table.next_node(nodes.title), table.parent
    if caption is not None and parent is not None:
        table.remove(caption)
        text = nodes.paragraph(caption.rawsource, "", *caption.children)
        parent.insert(parent.index(table), text)


class PlainCells(SphinxPostTransform):
    """Give manual pages tables as they can have them.

    They can't join cells, so that cells over several columns get empty ones beside them, and lose
    captions.
    """

    default_priority = 400
    builders = ("man",)

    def run(self, **_kwargs: Any) -> None:
        """Change the tables of one document."""
        for table in _tables(self.document):
            for cell in list(table.findall(nodes.entry)):
                joined = cell.attributes.pop("morecols", 0)
                row = cell.parent
                if row is not None and joined:
                    after = row.index(cell) + 1
                    row[after:after] = [nodes.entry("", nodes.paragraph()) for _ in range(joined)]
            _caption_as_text(table)


def _tables(document: nodes.document) -> list[nodes.table]:
    return [table for table in document.findall(nodes.table) if MARKER in table["classes"]]


ALL = (InnerTables, PageWidths, TextWidths, PlainCells)
