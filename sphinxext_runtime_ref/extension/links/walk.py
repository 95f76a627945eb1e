"""The links, ids and ignore comments in a doctree, in document order."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes

from sphinxext_runtime_ref.extension.compat import title_of
from sphinxext_runtime_ref.links.markup.html import attributes, urls
from sphinxext_runtime_ref.links.markup.ignores import COMMENT
from sphinxext_runtime_ref.links.model import Form
from sphinxext_runtime_ref.links.urls import quote

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_MADE = re.compile(r"(.*):(\d+):<[\w-]+>")
"""The source of text that is not in a file: ``path:line:<translated>``, ``<autosummary>``."""
URI = "runtime_ref_uri"
"""Node attribute: the destination in full, where MyST's own attributes have lost a part."""
_UNDEFINED = re.compile(r"(?:(?<![\w)\]\\])\[((?:[^\[\]]|\[[^\[\]]*\])+)\]|^\])\[([^\[\]]*)\]")
_REFUSED = re.compile(r"\]\(<?(file:[^\s()<>]*)", re.IGNORECASE)
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
    defined: list[nodes.Element] = field(default_factory=list)
    """Pictures in the definitions of substitutions."""


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
        self._handlers: dict[type, Callable[[Any], None]] = {
            addnodes.pending_xref: self._xref,
            addnodes.download_reference: self._download,
            nodes.reference: self._reference,
            nodes.image: self._image,
            nodes.raw: self._raw,
            nodes.comment: self._comment,
        }

    def walk(self, document: nodes.document) -> Found:
        """Collect everything below a document node."""
        handlers, text, leaf = self._handlers, self._text, nodes.Text
        named: list[nodes.Element] = []

        # every node of every document comes by here, so it does little with each
        def visit(children: Sequence[Any]) -> None:
            for child in children:
                kind = child.__class__
                if kind is leaf:
                    if "]" in child and ("][" in child or "](" in child):
                        text(child)
                    continue
                if child.attributes["ids"]:
                    named.append(child)
                if kind in handlers:
                    handlers[kind](child)
                below = child.children
                # most have one text only, which is not worth a call
                if below and (below[0].__class__ is not leaf or len(below) > 1 or "]" in below[0]):
                    visit(below)

        visit(document.children)
        ids = self.found.ids
        for node in named:
            if not isinstance(node, _NO_ID) and not _is_pointer(node):
                ids.update(node.attributes["ids"])
        return self.found

    def _add(
        self,
        node: nodes.Node,
        uri: str,
        form: Form,
        place: tuple[str, int] | None = None,
        **more: Any,
    ) -> None:
        self.found.links.append(FoundLink(node, uri, form, *(place or _place(node)), **more))

    def _xref(self, node: nodes.Element) -> None:
        if node.attributes.get("reftype") != "myst":
            return
        more: dict[str, Any] = {"labels": True, "markdown": True, "title": title_of(node)}
        target = str(node["reftarget"])
        if node.get("refdomain") == "doc":
            fragment = node.get("reftargetid")
            uri = quote(self._path_to(target)) + (f"#{fragment}" if fragment else "")
            self._add(node, uri, Form.LINK, **more)
        else:
            # only MyST's own transform makes these nodes without a source
            uri = f"#{target}" if node.source is None else target
            self._add(node, uri, Form.LINK, either=True, **more)

    def _download(self, node: nodes.Element) -> None:
        target, title = str(node["reftarget"]), title_of(node)
        if isinstance(node.parent, nodes.substitution_definition):
            return
        if node.get("reftype") == "myst":
            myst: dict[str, Any] = {"labels": True, "markdown": True, "cut": True}
            self._add(node, target, Form.LINK, title=title, **myst)
        else:
            self._add(node, target, Form.DOWNLOAD)

    def _reference(self, node: nodes.Element) -> None:
        own = node.attributes
        title = own.get("reftitle", "")
        if isinstance(node.parent, nodes.substitution_definition):
            return  # what is used of it is copied
        if own.get("id_link") and "refid" in own:
            myst: dict[str, Any] = {"labels": True, "markdown": True}
            self._add(node, "#" + own["refid"], Form.LINK, title=title, **myst)
        elif "refuri" in own and not own.get("internal") and "inv_match" not in own:
            source, line = _place(node)
            wrapped = node.rawsource if node.rawsource.startswith("|") else ""  # |picture|_
            if not (node.line or wrapped) and node.children:
                line = node.children[0].line or line  # a picture with a target
            more: dict[str, Any] = {"name": wrapped or own.get("name", ""), "title": title}
            more["markdown"] = self._markdown(source)
            self._add(node, str(own["refuri"]), Form.LINK, (source, line), **more)

    def _image(self, node: nodes.Element) -> None:
        if isinstance(node.parent, nodes.substitution_definition):
            self.found.defined.append(node)
            return
        place = _place(node)
        more: dict[str, Any] = {
            "markdown": self._markdown(place[0]),
            "title": node.get("title", ""),
        }
        self._add(node, str(node["uri"]), Form.IMAGE, place, **more)

    def _raw(self, node: nodes.Element) -> None:
        if "html" not in node.get("format", "").split():
            return
        text, place = node.astext(), _place(node)
        if node.get("source"):  # the option "file" of the directive "raw"
            place = str(Path(node["source"]).absolute()), 1
        if "runtime-ref" in text:
            for comment in _HTML_COMMENT.finditer(text):
                if COMMENT.fullmatch(comment[1]):
                    self.found.comments.append((comment[0], *place))
        for attribute in attributes(text) if "=" in text else ():
            if attribute.name == "id" or (attribute.name == "name" and attribute.tag == "a"):
                self.found.ids.add(attribute.value)
            for uri, _ in urls(attribute):
                self._add(node, uri, Form.HTML, place, name=attribute.name)

    def _comment(self, node: nodes.Element) -> None:
        text = node.astext()
        if COMMENT.fullmatch(text):
            self.found.comments.append((text, *_place(node)))

    def _text(self, node: nodes.Node) -> None:
        place = _place(node)
        if not self._markdown(place[0]) or isinstance(node.parent, _NO_TEXT):
            return
        for refused in _REFUSED.finditer(node.astext()):
            self._add(node, refused[1], Form.LINK, place)
        parent = node.parent
        while isinstance(parent, nodes.TextElement) and not isinstance(parent, nodes.reference):
            parent = parent.parent
        if isinstance(parent, (nodes.reference, addnodes.pending_xref)):
            return  # brackets in the text of a link: no link may hold another
        for match in _UNDEFINED.finditer(node.astext()):
            label = match[2] or match[1]
            if label and label.strip() and not label.startswith("^"):
                self._add(node, label, Form.REFERENCE, place, name=match[0])


def _place(node: nodes.Node) -> tuple[str, int]:
    """Give the source and line of a node, or of what it is in."""
    source = line = None
    inner: nodes.Node | None = node
    while inner is not None and not (source and line):
        source, line = source or inner.source, line or inner.line
        if source and source[0] == "<":
            source = line = None  # "<rst_prolog>" and its kin are no files
        if isinstance(inner, nodes.document):
            source = source or inner.get("source")
        inner = inner.parent
    made = _MADE.fullmatch(source) if source and source[-1] == ">" else None
    return (made[1], int(made[2])) if made else (str(source or ""), line or 0)


def _is_pointer(node: nodes.Element) -> bool:
    """Tell whether writers leave out a node's ids: a hyperlink target that leads elsewhere."""
    if not isinstance(node, nodes.target):
        return False
    return "refuri" in node.attributes or "refid" in node.attributes


def names_by_id(document: nodes.document) -> dict[str, set[str]]:
    """Give what MyST's authors may have written for an id of the document."""
    result: dict[str, set[str]] = {}
    for name, own in document.nameids.items():
        if own:
            result.setdefault(own, {own}).add(name)
    for slug, (_, own, _) in getattr(document, "myst_slugs", {}).items():
        result.setdefault(own, {own}).add(slug)
    return result
