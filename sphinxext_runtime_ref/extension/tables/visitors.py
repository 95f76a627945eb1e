"""What HTML, LaTeX and Texinfo make of table nodes; HTML is readable without the script.

Where a function writes a whole node, there is none for departure.
"""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from docutils import nodes

if TYPE_CHECKING:
    from docutils.nodes import Element
    from sphinx.writers.html5 import HTML5Translator
    from sphinx.writers.latex import LaTeXTranslator
    from sphinx.writers.texinfo import TexinfoTranslator

_PART_END = re.compile(r"(?<=[./=,(\[|])(?=\w)(?!pyi?\b)")
_WORD_END = re.compile(r"(?:(?<=[_./=,(\[|])|(?<=\w-))(?=\w)(?!pyi?\b)")
_HYPHENED = re.compile(r"\S*-\S*")
_SPACE = re.compile(r"(\s+)")
_WHOLE, _PARTS = 16, 24
"""Characters up to which code is kept whole, or broken between the parts of a path only.

A name of no parts is broken between its words, to leave room for the columns of text.
"""


def is_breakable(text: str) -> bool:
    """Tell whether a text has a word that is too long to be kept whole, and may be broken."""
    return any(len(_parts(word)) > 1 for word in text.split())


def _parts(code: str) -> list[str]:
    if len(code) <= _WHOLE:
        return [code]
    parts = _PART_END.split(code)
    return parts if len(code) <= _PARTS and len(parts) > 1 else _WORD_END.split(code)


def _broken(code: str) -> str:
    # Unlike a space of no width, this is in no text that a reader copies.
    return "<wbr />".join(map(_kept, _parts(code)))


def _kept(part: str) -> str:
    # Browsers break at hyphens, "-" / "q" for "-q"; Sphinx's style sheet keeps this class whole.
    is_hyphened = _HYPHENED.fullmatch(part) is not None
    return f'<span class="pre">{escape(part)}</span>' if is_hyphened else escape(part)


def _broken_words(text: str) -> str:
    return "".join("<wbr />".join(map(escape, _parts(word))) for word in _SPACE.split(text))


def visit_box(self: HTML5Translator, node: Element) -> None:
    """Open the box: a region that a keyboard can scroll."""
    attributes = {f"data-{name}": text for name, text in sorted(node["labels"].items())}
    if node["filterable"]:
        attributes["data-filterable"] = node["filterable"]
    self.body.append(self.starttag(node, "div", **attributes))
    # The caption as it is now: translated, with the texts of its references.
    captions = (part for table in node.findall(nodes.table) for part in table.children[:1])
    caption = next(captions, None)
    title = caption.astext() if isinstance(caption, nodes.title) else node["title"]
    name = escape(title, quote=True)
    self.body.append(
        f'<div class="runtime-ref-scroll" role="region" tabindex="0" aria-label="{name}">\n'
    )


def depart_box(self: HTML5Translator, _node: Element) -> None:
    """Close the box."""
    self.body.append("</div>\n</div>\n")


def visit_cell(self: HTML5Translator, node: Element) -> None:
    """Open a cell; a header says what it is the header of."""
    attributes = {}
    scope = node.get("scope")
    if scope:
        attributes["scope"] = scope
    if "sort" in node:
        attributes["data-sort"] = node["sort"]
    if "morecols" in node:
        attributes["colspan"] = str(node["morecols"] + 1)
    in_head = isinstance(node.parent.parent, nodes.thead)
    tag = "th" if scope else "td"
    classes = "head" if in_head else ""
    self.body.append(self.starttag(node, tag, "", CLASS=classes, **attributes))
    self.context.append(f"</{tag}>\n")


def depart_cell(self: HTML5Translator, _node: Element) -> None:
    """Close a cell."""
    self.body.append(self.context.pop())


def visit_code(self: HTML5Translator, node: Element) -> None:
    """Show code that may be broken where its words end: Sphinx's own is never broken."""
    self.body.append(self.starttag(node, "code", "", CLASS="docutils literal notranslate"))
    self.body.append(_broken(node.astext()))
    self.body.append("</code>")
    raise nodes.SkipNode


def visit_words(self: HTML5Translator, node: Element) -> None:
    """Show text whose long words may be broken where code may."""
    self.body.append(_broken_words(node.astext()))
    raise nodes.SkipNode


def visit_folded(self: HTML5Translator, node: Element) -> None:
    """Show the beginning; the browser opens the rest, also when it searches for text."""
    preview = _broken_words(node["preview"])
    self.body.append(
        '<details class="runtime-ref-fold"><summary>'
        f'<span class="runtime-ref-preview">{preview}…</span></summary>\n'
    )


def depart_folded(self: HTML5Translator, _node: Element) -> None:
    """Close a folded cell."""
    self.body.append("</details>\n")


def visit_mark(self: HTML5Translator, node: Element) -> None:
    """Show a mark, and the word to those who listen."""
    word = escape(node.astext(), quote=True)
    self.body.append(
        f'<span class="{" ".join(node["classes"])}" role="img" aria-label="{word}" '
        f'title="{word}">{escape(node["mark"])}</span>'
    )
    raise nodes.SkipNode


def visit_html_anchor(self: HTML5Translator, node: Element) -> None:
    """Show the mark that links to the row, where the project wants such marks."""
    if self.config.html_permalinks and getattr(self.builder, "add_permalinks", False):
        title = escape(node["title"], quote=True)
        self.body.append(
            f'<a class="headerlink runtime-ref-link" href="#{escape(node["anchor"], quote=True)}" '
            f'title="{title}" aria-label="{title}">{self.config.html_permalinks_icon}</a>'
        )
    raise nodes.SkipNode


def visit_latex_anchor(self: LaTeXTranslator, node: Element) -> None:
    """Set the label that links to the row lead to; LaTeX knows no targets on rows."""
    self.body.append(self.hypertarget(node["anchor"]))
    raise nodes.SkipNode


def visit_texinfo_anchor(self: TexinfoTranslator, node: Element) -> None:
    """Set the anchor that links to the row lead to; without it they lead to the document's end."""
    self.add_anchor(node["anchor"], node)
    raise nodes.SkipNode
