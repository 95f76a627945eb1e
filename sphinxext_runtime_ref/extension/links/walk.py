"""The links, ids and ignore comments in a doctree, in document order."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes

from sphinxext_runtime_ref.links.html import attributes, tags, urls
from sphinxext_runtime_ref.links.ignores import COMMENT
from sphinxext_runtime_ref.links.model import Form
from sphinxext_runtime_ref.links.urls import quote

if TYPE_CHECKING:
    from collections.abc import Callable

URI = "runtime_ref_uri"
"""Node attribute: the destination in full, where MyST's own attributes have lost a part."""
_UNDEFINED = re.compile(r"(?:(?<![\w)\]\\])\[((?:[^\[\]]|\[[^\[\]]*\])+)\]|^\])\[([^\[\]]*)\]")
_REFUSED = re.compile(r"\]\((file:[^\s()]*)\)")
"""What markdown-it takes for text."""
_HTML_COMMENT = re.compile(r"<!--(.*?)-->", re.DOTALL)
_NO_TEXT = (nodes.literal, nodes.FixedTextElement, nodes.math, nodes.Invisible, nodes.raw)
_NO_ID = (nodes.comment, nodes.substitution_definition, nodes.system_message, nodes.pending)


@dataclass(slots=True)
class FoundLink:
    """A link in the doctree, before its place in the text is known.

    :param uri: as the renderer was given it.
    :param source: the file that holds it, as docutils names it.
    :param line: the first line of its block.
    :param markdown: MyST made the node from Markdown's own syntax, and normalized the uri.
    :param cut: MyST dropped the fragment.
    :param either: MyST does not say whether the uri was ``#target`` or ``target``.
    :param name: of a named reStructuredText hyperlink, or of an HTML attribute; the brackets of
        an undefined reference.
    """

    node: nodes.Node
    uri: str
    form: Form
    source: str
    line: int
    labels: bool = False
    markdown: bool = False
    cut: bool = False
    either: bool = False
    name: str = ""
    title: str = ""


@dataclass(slots=True)
class Found:
    """What a doctree holds."""

    links: list[FoundLink] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)
    comments: list[tuple[str, str, int]] = field(default_factory=list)
    """Ignore comments: their text, source and line."""


class Walker:
    """Walks one doctree.

    :param markdown: tells whether a file is Markdown, by its name.
    :param path_to: gives the path of a document's file, as this one would link it.
    """

    def __init__(self, markdown: Callable[[str], bool], path_to: Callable[[str], str]) -> None:
        """Remember what to ask."""
        self._markdown = markdown
        self._path_to = path_to
        self.found = Found()
        self._handlers: dict[type, Callable[[nodes.Element, str, int], None]] = {
            addnodes.pending_xref: self._xref,
            addnodes.download_reference: self._download,
            nodes.reference: self._reference,
            nodes.image: self._image,
            nodes.raw: self._raw,
            nodes.comment: self._comment,
        }

    def walk(self, document: nodes.document) -> Found:
        """Collect everything below a document node."""
        self._visit(document, document.get("source") or "", 0)
        return self.found

    def _visit(self, node: nodes.Element, source: str, line: int) -> None:
        ids, handlers = self.found.ids, self._handlers
        for child in node.children:
            if child.__class__ is nodes.Text:
                if "][" in child or "](file:" in child:
                    self._text(child, source, line)
                continue
            element: Any = child
            own_source, own_line = element.source or source, element.line or line
            own = element.attributes["ids"]
            if own and not isinstance(element, _NO_ID) and not _is_pointer(element):
                ids.update(own)
            handler = handlers.get(element.__class__)
            if handler:
                handler(element, own_source, own_line)
            if element.children:
                self._visit(element, own_source, own_line)

    def _add(
        self, node: nodes.Node, uri: str, form: Form, place: tuple[str, int], **more: object
    ) -> None:
        self.found.links.append(FoundLink(node, uri, form, *place, **more))  # type: ignore[arg-type] # by name

    def _xref(self, node: nodes.Element, source: str, line: int) -> None:
        if node.get("reftype") != "myst":
            return
        more = {"labels": True, "markdown": True, "title": node.get("reftitle", "")}
        target = str(node["reftarget"])
        if node.get("refdomain") == "doc":
            fragment = node.get("reftargetid")
            uri = quote(self._path_to(target)) + (f"#{fragment}" if fragment else "")
            self._add(node, uri, Form.LINK, (source, line), **more)
        else:
            # only MyST's own transform makes these nodes without a source
            anchor = node.source is None
            uri = f"#{target}" if anchor else target
            self._add(node, uri, Form.LINK, (source, line), either=True, **more)

    def _download(self, node: nodes.Element, source: str, line: int) -> None:
        target = str(node["reftarget"])
        if node.get("reftype") == "myst":
            more = {
                "labels": True,
                "markdown": True,
                "cut": True,
                "title": node.get("reftitle", ""),
            }
            self._add(node, target, Form.LINK, (source, line), **more)
        else:
            self._add(node, target, Form.DOWNLOAD, (source, line))

    def _reference(self, node: nodes.Element, source: str, line: int) -> None:
        title = node.get("reftitle", "")
        if node.get("id_link") and "refid" in node:
            more = {"labels": True, "markdown": True, "title": title}
            self._add(node, "#" + node["refid"], Form.LINK, (source, line), **more)
        elif "refuri" in node and not node.get("internal") and "inv_match" not in node:
            if not node.line and node.children and node.children[0].line:
                line = node.children[0].line
            more = {"name": node.get("name", ""), "title": title}
            self._add(
                node,
                str(node["refuri"]),
                Form.LINK,
                (source, line),
                markdown=self._markdown(source),
                **more,
            )

    def _image(self, node: nodes.Element, source: str, line: int) -> None:
        if isinstance(node.parent, nodes.substitution_definition):
            return
        more = {"markdown": self._markdown(source), "title": node.get("title", "")}
        self._add(node, str(node["uri"]), Form.IMAGE, (source, line), **more)

    def _raw(self, node: nodes.Element, source: str, line: int) -> None:
        if "html" not in node.get("format", "").split():
            return
        text = node.astext()
        if node.get("source"):  # the option "file" of the directive "raw"
            source, line = str(Path(node["source"]).absolute()), 1
        if "runtime-ref" in text:
            for comment in _HTML_COMMENT.finditer(text):
                if COMMENT.fullmatch(comment[1]):
                    self.found.comments.append((comment[0], source, line))
        if "=" not in text:
            return
        for tag in tags(text):
            for attribute in attributes(tag):
                if attribute.name == "id" or (attribute.name == "name" and attribute.tag == "a"):
                    self.found.ids.add(attribute.value)
                for uri, _ in urls(attribute):
                    self._add(node, uri, Form.HTML, (source, line), name=attribute.name)

    def _comment(self, node: nodes.Element, source: str, line: int) -> None:
        text = node.astext()
        if COMMENT.fullmatch(text):
            self.found.comments.append((text, source, line))

    def _text(self, node: nodes.Text, source: str, line: int) -> None:
        if not self._markdown(source) or isinstance(node.parent, _NO_TEXT):
            return
        for refused in _REFUSED.finditer(node.astext()):
            self._add(node, refused[1], Form.LINK, (source, line))
        for match in _UNDEFINED.finditer(node.astext()):
            label = match[2] or match[1]
            if label and label.strip() and not label.startswith("^"):
                self._add(node, label, Form.REFERENCE, (source, line), name=match[0])


def _is_pointer(node: nodes.Element) -> bool:
    """Tell whether writers leave out a node's ids: a hyperlink target that leads elsewhere."""
    return isinstance(node, nodes.target) and ("refuri" in node or "refid" in node)
