"""What LaTeX makes of table nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

if TYPE_CHECKING:
    from docutils.nodes import Element
    from sphinx.writers.latex import LaTeXTranslator


def visit_anchor(self: LaTeXTranslator, node: Element) -> None:
    """Set the label that links to the row lead to; LaTeX knows no targets on rows."""
    self.body.append(self.hypertarget(node["anchor"]))
    raise nodes.SkipNode


def depart_anchor(self: LaTeXTranslator, node: Element) -> None:
    """Do nothing: an anchor has no content of its own."""
    del self, node
