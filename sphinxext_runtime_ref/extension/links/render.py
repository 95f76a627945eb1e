"""The write stage: links get the addresses that work in the output."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Any, cast

from docutils import nodes
from sphinx import addnodes
from sphinx.builders.dummy import DummyBuilder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinxext_runtime_ref.extension.compat import title_of
from sphinxext_runtime_ref.extension.environment import links_domain
from sphinxext_runtime_ref.extension.links.resolve import Resolver
from sphinxext_runtime_ref.extension.links.walk import URI
from sphinxext_runtime_ref.links.judging.sphinx_rules import Origin
from sphinxext_runtime_ref.links.model import Form
from sphinxext_runtime_ref.links.urls import split

if TYPE_CHECKING:
    from sphinx.builders import Builder

    from sphinxext_runtime_ref.extension.links.domain import LinksDomain

BROKEN = "runtime-ref-broken"
"""Class of what was a link with a target that does not exist."""


class LinkTransform(SphinxPostTransform):
    """Renders the links that MyST or Sphinx would lead astray, before these get them."""

    default_priority = 8  # MyST resolves its references at 9, Sphinx at 10

    def run(self, **_kwargs: Any) -> None:
        """Take over the links of one document, or of a whole book."""
        domain = links_domain(self.env)
        if not domain.state.settings.check_links and not domain.targets.repairs:
            return
        builder = domain.app.builder
        alone = isinstance(builder, (StandaloneHTMLBuilder, DummyBuilder))
        alone = alone and builder.name != "singlehtml"
        docname = self.env.docname
        if alone and _renders(domain, builder, docname):
            return
        tree = _Tree(domain, builder, docname)
        for node in _links(self.document, []):
            if isinstance(node, addnodes.pending_xref):
                tree.myst(node)
            elif isinstance(node, nodes.reference):
                tree.reference(node)
            else:
                tree.raw(node)


def _renders(domain: LinksDomain, builder: Builder, docname: str) -> bool:
    """Tell whether a document renders well as it is, without looking at its nodes."""
    record = domain.documents.get(docname)
    if record is None or not (record.local or record.trusted):
        return True
    if record.trusted is None:
        return False
    resolver = Resolver(domain.env, builder, domain.targets)
    return all(
        resolver.myst_renders(name, target) if name else resolver.targets.knows(docname, target)
        for name, target in record.trusted
    )


def _links(node: nodes.Element, found: list[nodes.Element]) -> list[nodes.Element]:
    """Give the nodes below one that may need help."""
    for child in node.children:
        kind = child.__class__
        if kind is nodes.Text:
            continue
        element: Any = child
        if kind is addnodes.pending_xref:
            if element.get("reftype") == "myst":
                found.append(element)
        elif kind is nodes.raw or (kind is nodes.reference and "refuri" in element):
            found.append(element)
        if element.children:
            _links(element, found)
    return found


class _Tree:
    """The links of one tree, a document's or a whole book's."""

    def __init__(self, domain: LinksDomain, builder: Builder, docname: str) -> None:
        self._domain = domain
        self._docname = docname
        self._resolver = Resolver(domain.env, builder, domain.targets)
        self._checks = domain.state.settings.check_links

    def _document(self, node: nodes.Node) -> str:
        # books and single pages put all documents into one tree, whose parts know their own only
        while node.parent is not None:
            node = node.parent
            if isinstance(node, (addnodes.start_of_file, nodes.section)) and "docname" in node:
                return str(node["docname"])
        source = node.get("source") if isinstance(node, nodes.document) else None
        return (self._domain.env.path2doc(source) if source else None) or self._docname

    def myst(self, node: addnodes.pending_xref) -> None:
        """Take over a reference that MyST alone would render dead or accuse wrongly."""
        docname = node.get("refdoc") or self._document(node)
        target = str(node["reftarget"])
        if node.get("refdomain") == "doc":
            fragment, explicit = node.get("reftargetid"), node.get("refexplicit")
            if self._resolver.myst_renders(target, fragment, explicit=explicit):
                return
        elif self._resolver.targets.knows(docname, target):
            return
        uri = node.get(URI)
        if uri is None:
            return
        content = cast("nodes.Element", node[0].deepcopy())
        new = _linked(self._resolver, docname, uri, node, content)
        if new is None:
            if not self._checks:
                return
            new = content
            new["classes"].append(BROKEN)
            if not new.children:
                new += nodes.literal(uri, uri)
        node.replace_self(new)

    def reference(self, node: nodes.reference) -> None:
        """Give a reference with a relative address the right one."""
        if node.get("internal") or "inv_match" in node or split(node["refuri"]) is None:
            return
        origin = Origin(self._document(node))
        self._resolver.readdress(node, origin)

    def raw(self, node: nodes.Element) -> None:
        """Give the links in raw HTML the right addresses."""
        if "html" not in node.get("format", "").split() or "=" not in node.astext():
            return
        origin = Origin(self._document(node), Form.HTML)
        text = node.astext()
        new = self._resolver.html(origin, text)
        if new != text:
            node.children = []
            node.rawsource = new
            node += nodes.Text(new)


def render(
    domain: LinksDomain, builder: Builder, node: addnodes.pending_xref, content: nodes.Element
) -> nodes.Element:
    """Render a reference of this domain; what leads nowhere becomes its content."""
    resolver = Resolver(domain.env, builder, domain.targets)
    if node["reftype"] == Form.IMAGE.value:
        return _picture(builder, node, content)
    new = None
    if node["reftype"] == Form.LINK.value:
        new = _linked(resolver, node["refdoc"], node["reftarget"], node, content)
    if new is None:
        new = content
        new["classes"].append(BROKEN)
    new["ids"] += node["ids"]
    return new


def _linked(
    resolver: Resolver, docname: str, uri: str, node: nodes.Element, content: nodes.Element
) -> nodes.Element | None:
    """Make a link with the title of a node; ``None`` where it leads nowhere."""
    new = resolver.node(Origin(docname, Form.LINK, labels=True), uri, content)
    if (title := title_of(node)) and isinstance(new, nodes.reference):
        new["reftitle"] = title
    return new


def _picture(
    builder: Builder, node: addnodes.pending_xref, content: nodes.Element
) -> nodes.Element:
    if builder.format == "html":
        # a browser then shows the alternative text, as it would for any missing picture
        # the writer takes any source that is the path of a copied picture for that one
        uri = posixpath.join(".", node["reftarget"])
        image = nodes.image(uri=uri, candidates={"?": uri}, classes=[*node["classes"], BROKEN])
        if node.get("alt") is not None:
            image["alt"] = node["alt"]
        return image
    content["classes"].append(BROKEN)
    inline = isinstance(node.parent, nodes.TextElement)
    return content if inline else nodes.paragraph("", "", content)
