"""The read stage: a document's links are stored, and what Sphinx would misjudge is taken over."""

from __future__ import annotations

import os
import posixpath
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

from sphinxext_runtime_ref.errors import Kind
from sphinxext_runtime_ref.extension.compat import note_dependency
from sphinxext_runtime_ref.extension.environment import LINKS, links_domain, runtime_domain
from sphinxext_runtime_ref.extension.links.collect import Collector
from sphinxext_runtime_ref.extension.links.files import from_source, is_download, lines_of
from sphinxext_runtime_ref.extension.links.records import DocumentRecord
from sphinxext_runtime_ref.extension.links.resolve import PICTURES
from sphinxext_runtime_ref.extension.links.targets import named_from
from sphinxext_runtime_ref.extension.links.walk import URI
from sphinxext_runtime_ref.extension.sources.links import note_source
from sphinxext_runtime_ref.links.judging.lines import is_line_anchor
from sphinxext_runtime_ref.links.judging.sphinx_rules import COPIED, Origin, Role, Target, relative
from sphinxext_runtime_ref.links.model import Form
from sphinxext_runtime_ref.links.tree.files import Fault
from sphinxext_runtime_ref.links.urls import split, unquote
from sphinxext_runtime_ref.paths import exists

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinxext_runtime_ref.extension.links.domain import LinksDomain
    from sphinxext_runtime_ref.extension.links.records import LinkRecord
    from sphinxext_runtime_ref.extension.links.walk import FoundLink
    from sphinxext_runtime_ref.links.urls import Destination


def keep_text(app: Sphinx, docname: str, content: list[str]) -> None:
    """Keep the text of a document's file until its links are read; a handler of ``source-read``.

    It is what Sphinx has read and decoded, whatever becomes of the file meanwhile.
    """
    links_domain(app.env).texts[docname] = content[0].removeprefix("\ufeff")


def read_links(app: Sphinx, document: nodes.document) -> None:
    """Store the links of a document that was just read; a handler of ``doctree-read``."""
    domain = links_domain(app.env)
    docname = app.env.docname
    text = domain.texts.pop(docname, None)
    settings = domain.state.settings
    if not (settings.check_links or settings.rewrite_links):
        return
    domain.targets.note_file(docname, document.get("source") or "")
    collected = Collector(domain, document, text).collect()
    reader = Reader(domain, docname)
    for record, links in collected.links.items():
        for link in links:
            reader.take_over(record, link)
    reader.drop_definitions(collected.defined)
    domain.documents[docname] = DocumentRecord(
        path=domain.targets.file_of(docname),
        links=(*collected.links, *collected.definitions),
        ids=collected.ids,
        local=reader.local,
        comments=collected.comments,
        wanted=tuple(sorted(reader.wanted)),
        found=tuple(sorted(reader.found)),
        trusted=None if reader.local and collected.generated else reader.trusted,
    )


class Reader:
    """Prepares the links of one document for rendering."""

    def __init__(self, domain: LinksDomain, docname: str) -> None:
        """Remember the document."""
        self._domain = domain
        self._env: BuildEnvironment = domain.env
        self._docname = docname
        self._targets = domain.targets
        self.wanted: set[str] = set()
        self.found: set[str] = set()
        self.local = False
        self._pictures: set[str] = set()
        self._trusted: dict[tuple[str, str], None] | None = {}

    @property
    def trusted(self) -> tuple[tuple[str, str], ...] | None:
        """Give what :class:`DocumentRecord` stores under this name."""
        return None if self._trusted is None else tuple(self._trusted)

    def take_over(self, record: LinkRecord, link: FoundLink) -> None:
        """Prepare a link: its files are noted, and a node that Sphinx would misjudge replaced."""
        form = record.form
        destination = split(record.destination or record.uri)
        local = destination is not None and form is not Form.REFERENCE
        if local or record.labels:
            self._trust(link.node, local=local)
        if destination is None or not local:
            return
        self.local = True
        if not (destination.path or form in COPIED) or self._is_document(link):
            return
        origin = Origin(self._docname, form, record.labels)
        target = self._targets.finder.find(origin, destination)
        if isinstance(target, Fault):
            self._want(destination, form)
        elif target.role in {Role.FILE, Role.FOLDER}:
            self.found.add(target.name)
        elif target.role is Role.PAGE:
            root = self._targets.files.root
            origins = self._targets.origins(target.name)
            self.found.update(path for path in origins if exists(root / path))
        if form in COPIED:
            self._copied(link, target)
        elif isinstance(target, Target) and target.role is Role.FILE and self._targets.repairs:
            self._file(link, target)
        elif isinstance(target, Fault) and isinstance(link.node, addnodes.download_reference):
            self._take_away(link, target)

    def _trust(self, node: nodes.Node, *, local: bool) -> None:
        """Note what the rendering of a node depends on, unless it can't go wrong."""
        if self._trusted is None:
            return
        own = node.attributes if isinstance(node, nodes.Element) else {}
        if isinstance(node, addnodes.pending_xref) and own.get("refdoc") == self._docname:
            if own.get("refdomain") == "doc":
                self._trusted[own["reftarget"], own.get("reftargetid") or ""] = None
            else:
                self._trusted["", str(own["reftarget"])] = None
        elif local and (isinstance(node, (addnodes.pending_xref, nodes.raw)) or "refuri" in own):
            self._trusted = None

    def _is_document(self, link: FoundLink) -> bool:
        """Tell cheaply that MyST has found a document."""
        node = link.node
        return (
            isinstance(node, addnodes.pending_xref)
            and node["refdomain"] == "doc"
            and node["reftarget"] in self._env.found_docs
        )

    def _want(self, destination: Destination, form: Form) -> None:
        root, source = self._targets.files.root, self._targets.source
        for path in destination.paths:
            named = named_from(self._docname, path)
            wanted = [posixpath.normpath(posixpath.join(source, named))]
            if form not in COPIED:
                wanted += self._targets.origins(named)
            # what is there, and still no target, would have the document read in every build
            self.wanted.update(
                whole
                for whole in wanted
                if whole not in self.wanted and not exists(os.path.join(root, whole))  # noqa: PTH118 - a Path costs more
            )

    def _copied(self, link: FoundLink, target: Target | Fault) -> None:
        """Lead an image or download to its file, or take it away from Sphinx's collectors."""
        node = link.node
        if link.form is Form.IMAGE:
            self._pictures.add(link.uri)
        attribute = "uri" if link.form is Form.IMAGE else "reftarget"
        if not isinstance(node, nodes.Element) or node.get(attribute) is None:
            return
        if isinstance(target, Target):
            given = posixpath.normpath(node[attribute])
            if unquote(given) != given or "?" in given or "#" in given:
                if self._targets.repairs:
                    node[attribute] = self._from_document(target.name)
                else:
                    self._replace(link)
        else:
            self._take_away(link, target)

    def drop_definitions(self, images: Iterable[nodes.Element]) -> None:
        """Take pictures from the substitutions that stand for them: Sphinx judges these as well."""
        for image in images:
            if image.get("uri") in self._pictures:
                image.parent.remove(image)

    def _take_away(self, link: FoundLink, fault: Fault) -> None:
        """Keep Sphinx from warning of a file as well, and from copying one outside of the root."""
        outside = fault.kind is Kind.OUTSIDE
        if self._domain.state.settings.check_links:
            self._replace(link, shown=not outside)
        elif outside:
            # without the check nobody else would say why the file is not in the output
            text = f"{link.uri!r}: {fault.info}{self._domain.state.outside_advice}"
            place = f"{link.source}:{link.line}"
            finding = text, Kind.OUTSIDE.value, place
            runtime_domain(self._env).note_finding(self._docname, *finding)
            self._replace(link, shown=False)

    def _from_document(self, path: str) -> str:
        folder = posixpath.join(self._targets.source, posixpath.dirname(self._docname))
        return relative(path, folder)

    def _file(self, link: FoundLink, target: Target) -> None:
        if link.form is Form.HTML and link.name in PICTURES:
            self._env.images.add_file(self._docname, from_source(self._targets, target.name))
            note_dependency(self._env, self._targets.files.root / target.name)
            return
        if is_download(self._targets, target):
            self._note_download(target.name)
            return
        start, end = lines_of(self._targets, target)
        note_source(self._env, self._docname, target.name, start, end)
        # The line of a heading is not in the link itself, and one without a line may get it.
        if target.fragment and not (start and is_line_anchor(unquote(target.fragment))):
            note_dependency(self._env, self._targets.files.root / target.name)
        if isinstance(link.node, addnodes.download_reference):
            self._replace(link)

    def _note_download(self, path: str) -> None:
        self._env.dlfiles.add_file(self._docname, from_source(self._targets, path))
        note_dependency(self._env, self._targets.files.root / path)

    def _replace(self, link: FoundLink, *, shown: bool = True) -> None:
        """Put this domain's own reference in the place of a node.

        :param shown: a picture without its file is still rendered as a picture.
        """
        node = link.node
        assert isinstance(node, nodes.Element)  # noqa: S101 - text has no destination
        uri = node.get(URI) or node.get("uri") or node.get("reftarget") or ""
        content = node.children or [nodes.Text(node.get("alt") or uri)]
        reference = addnodes.pending_xref(
            "",
            nodes.inline("", "", *content),
            refdomain=LINKS,
            reftype=link.form.value if shown else "text",
            reftarget=uri,
            refdoc=self._docname,
            refexplicit=True,
            refwarn=False,
        )
        reference["alt"] = node.get("alt")
        reference["reftitle"] = node.get("reftitle", "")
        reference.source, reference.line = node.source, node.line
        reference["classes"] = list(node["classes"])
        reference["ids"] = list(node["ids"])
        if isinstance(node.parent, nodes.TextElement) or link.form is Form.IMAGE:
            node.replace_self(reference)
        else:
            node.replace_self(nodes.paragraph("", "", reference))
