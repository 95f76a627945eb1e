"""Document nodes for tables.

Each is a kind of node that every builder knows, so that builders without a visitor of its own
(text, man, XML and those of other extensions) show its content; HTML, LaTeX and Texinfo add what
only they can.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from docutils.transforms.references import PropagateTargets
from sphinx.transforms import SphinxTransform

from sphinxext_runtime_ref.extension.tables import post_transforms, visitors

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.application import Sphinx


class TableBox(nodes.container):
    """The box that a table scrolls in; it also holds the table's notes.

    Attributes: ``labels`` (texts for the script), ``title`` (the table's name where it has no
    caption), ``filterable`` (``yes``, ``no`` or empty).
    """

    tagname = "container"


class LabelledTables(SphinxTransform):
    """Give the labels before a directive to the table, which has the caption and the number."""

    default_priority = PropagateTargets.default_priority + 1

    def apply(self, **_kwargs: Any) -> None:
        """Change the tables of one document."""
        # a label is known here, too, and most documents have no such table to walk for
        for box in [node for node in self.document.ids.values() if isinstance(node, TableBox)]:
            table = box.next_node(nodes.table)
            if table is None or not box["ids"]:
                continue
            table["ids"] += box["ids"]
            table["names"] += box["names"]
            self.document.ids |= dict.fromkeys(box["ids"], table)
            # LaTeX would define a label there and at the table.
            for child in list(box.parent.children):
                if isinstance(child, nodes.target) and child.get("refid") in box["ids"]:
                    box.parent.remove(child)
            box["ids"], box["names"] = [], []


class Cell(nodes.entry):
    """A cell.

    Attributes: ``scope`` (``col``, ``row`` or ``rowgroup`` for a header), ``sort`` (the text to
    sort by where it is not the one that is shown).
    """

    tagname = "entry"


class Code(nodes.literal):
    """A piece of source, which HTML may break after its points and underscores."""

    tagname = "literal"


class Words(nodes.inline):
    """Text with long names or addresses in it, which HTML may break as it does code."""

    tagname = "inline"


class RowAnchor(nodes.inline):
    """The mark, in a row's first cell, that links to the row (attribute ``anchor``)."""

    tagname = "inline"


class Mark(nodes.inline):
    """A truth value: a word, which HTML shows as a mark (attribute ``mark``)."""

    tagname = "inline"


class Folded(nodes.container):
    """A long cell: HTML shows its beginning (attribute ``preview``) until it is opened."""

    tagname = "container"


def bullet_list(items: Iterable[Iterable[nodes.Node]], **attributes: Any) -> nodes.bullet_list:
    """Make a list, each of whose items is a paragraph with some content."""
    made = [nodes.list_item("", nodes.paragraph("", "", *content)) for content in items]
    return nodes.bullet_list("", *made, bullet="-", **attributes)


def setup_nodes(app: Sphinx) -> None:
    """Register the nodes and what HTML, LaTeX and Texinfo do with them."""
    app.add_node(TableBox, html=(visitors.visit_box, visitors.depart_box))
    app.add_node(Cell, html=(visitors.visit_cell, visitors.depart_cell))
    app.add_node(Code, html=(visitors.visit_code, None))
    app.add_node(Words, html=(visitors.visit_words, None))
    app.add_node(Folded, html=(visitors.visit_folded, visitors.depart_folded))
    app.add_node(Mark, html=(visitors.visit_mark, None))
    app.add_node(
        RowAnchor,
        html=(visitors.visit_html_anchor, None),
        latex=(visitors.visit_latex_anchor, None),
        texinfo=(visitors.visit_texinfo_anchor, None),
    )
    app.add_transform(LabelledTables)
    for transform in post_transforms.ALL:
        app.add_post_transform(transform)
