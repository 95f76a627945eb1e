"""What LaTeX and Texinfo make of table nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

if TYPE_CHECKING:
    from docutils.nodes import Element, NodeVisitor
    from sphinx.writers.latex import LaTeXTranslator
    from sphinx.writers.texinfo import TexinfoTranslator


def visit_latex_anchor(self: LaTeXTranslator, node: Element) -> None:
    """Set the label that links to the row lead to; LaTeX knows no targets on rows."""
    self.body.append(self.hypertarget(node["anchor"]))
    raise nodes.SkipNode


def visit_texinfo_anchor(self: TexinfoTranslator, node: Element) -> None:
    """Set the anchor that links to the row lead to; without it they lead to the document's end."""
    self.add_anchor(node["anchor"], node)
    raise nodes.SkipNode


def depart_anchor(self: NodeVisitor, node: Element) -> None:
    """Do nothing: an anchor has no content of its own."""
    del self, node
