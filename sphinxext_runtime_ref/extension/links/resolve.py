"""Links as they are rendered: what they lead to, with the address of that in the output."""

from __future__ import annotations

import posixpath
import re
from html import escape
from typing import TYPE_CHECKING, cast

from docutils import nodes
from sphinx import addnodes

from sphinxext_runtime_ref.errors import DocumentError, Kind
from sphinxext_runtime_ref.extension.addresses import reference_to
from sphinxext_runtime_ref.extension.links.addresses import Addresses
from sphinxext_runtime_ref.extension.links.files import from_source, is_download
from sphinxext_runtime_ref.links.judging.sphinx_rules import Origin, Role, Target
from sphinxext_runtime_ref.links.markup.html import Attribute, attributes, urls
from sphinxext_runtime_ref.links.tree.files import Fault
from sphinxext_runtime_ref.links.urls import is_external, split

if TYPE_CHECKING:
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

    from sphinxext_runtime_ref.extension.links.targets import Targets
    from sphinxext_runtime_ref.links.urls import Destination

PICTURES = frozenset({"src", "srcset", "poster"})


class Resolver:
    """Gives links their addresses for one builder."""

    def __init__(self, env: BuildEnvironment, builder: Builder, targets: Targets) -> None:
        """Remember where to look."""
        self._env = env
        self._builder = builder
        self.targets = targets
        self._addresses = Addresses(env, builder, targets)

    def myst_renders(self, name: str, fragment: str = "", *, explicit: bool = True) -> bool:
        """Tell whether MyST renders a reference to a document as it should be.

        :param explicit: the link has a text of its own.
        """
        if name not in self._env.all_docs:
            return False
        if not fragment:
            return not self._addresses.begins_page(name)
        # from 8.2 on, Sphinx writes "#document-name#fragment" where all documents are one page
        one_page = self._builder.name == "singlehtml" and explicit
        return not one_page and fragment in self._env.metadata[name].get("myst_slugs", {})

    def node(self, origin: Origin, uri: str, content: nodes.Element) -> nodes.Element | None:
        """Make the node of a link; ``None`` when its target does not exist."""
        if origin.labels and self.targets.repairs and is_external(uri):
            return reference_to(uri, content, internal=False)
        target = self._target(origin, uri)
        if isinstance(target, Fault) or not (self.targets.repairs or _is_plain(target, uri)):
            return None
        if target.role is Role.FILE and is_download(self.targets, target):
            return self._download(target.name, content)
        address = self._addresses.shown(origin.document, target)
        if not content.children:
            content += self._implicit(target, uri)
        if address is None:
            return content
        return reference_to(address, content, internal=split(address) is not None)

    def _implicit(self, target: Target, uri: str) -> nodes.Node:
        """Give what a link without a text shows: the title of its target, else its address."""
        title = ""
        if target.role is Role.DOCUMENT and target.fragment:
            title = self.targets.title(target.name, target.fragment)
        return nodes.Text(title) if title else nodes.literal(uri, uri)

    def _target(self, origin: Origin, uri: str) -> Target | Fault:
        parts = split(uri)
        if parts is None:
            return Fault(Kind.TARGET, "is not local")
        found = self.targets.finder.find(origin, parts)
        if isinstance(found, Fault):
            return self._expected(origin, parts) or found
        if found.role is Role.DOCUMENT:
            name = self._id(found, parts, labels=origin.labels)
            if name is None:
                return Fault(Kind.ANCHOR, "no such id")
            return Target(Role.DOCUMENT, found.name, name)
        if found.role is Role.FILE and found.fragment:
            try:
                fault = self.targets.anchors.check(found.name, parts, ignore_case=False)
            except DocumentError as error:
                return Fault(Kind.DOCUMENT, error.message)
            return fault or found
        return found

    def _expected(self, origin: Origin, parts: Destination) -> Target | None:
        """Take a page that is not there yet for one that an extension is about to write."""
        folder = "/" if parts.path.startswith("/") else "/" + posixpath.dirname(origin.document)
        path = posixpath.normpath(posixpath.join(folder, parts.paths[0])).lstrip("/")
        if not path.endswith(self.targets.page_ends) or self._builder.format != "html":
            return None
        return Target(Role.PAGE, path, parts.fragment or "")

    def _id(self, found: Target, parts: Destination, *, labels: bool) -> str | None:
        ids = self.targets.ids(found.name)
        names = self.targets.names(found.name) if labels else {}
        for fragment in parts.fragments:
            if fragment in {"", "top"} or fragment in ids:
                return fragment
            if fragment in names:
                return names[fragment]
        return None

    def _download(self, path: str, content: nodes.Element) -> nodes.Element:
        name = self._addresses.download_name(path)
        if name is None:
            return content
        inside = from_source(self.targets, path)
        return addnodes.download_reference("", "", content, reftarget=inside, filename=name)

    def readdress(self, node: nodes.reference, origin: Origin) -> None:
        """Give a reference with a relative address the one that works, if there is one."""
        if not self.targets.repairs:
            return
        target = self._target(origin, node["refuri"])
        if isinstance(target, Fault):
            if target.kind is Kind.OUTSIDE:
                unlink(node)
            return
        address = self._addresses.shown_or_copied(origin.document, target)
        if address is None:
            unlink(node)
            return
        if address.startswith("#") and len(address) > 1:
            del node["refuri"]
            node["refid"] = address[1:]
        else:
            node["refuri"] = address
        node["internal"] = split(address) is not None

    def html(self, origin: Origin, text: str) -> str:
        """Write raw HTML again with addresses that work."""
        if not self.targets.repairs:
            return text
        changes: list[tuple[int, int, str]] = []
        for attribute in attributes(text):
            changes += self._html_changes(origin, text, attribute)
        for start, end, new in reversed(changes):
            text = text[:start] + new + text[end:]
        return text

    def _html_changes(
        self, origin: Origin, text: str, attribute: Attribute
    ) -> list[tuple[int, int, str]]:
        changes: list[tuple[int, int, str]] = []
        for uri, offset in urls(attribute):
            new = self._html_address(origin, uri, attribute.name)
            if new is None:
                # One candidate outside of the root takes its srcset with it.
                return [(*_span(text, attribute), "")]
            if new != uri:
                changes.append((offset, offset + len(_raw(text, offset, uri)), escape(new)))
        return changes

    def _html_address(self, origin: Origin, uri: str, attribute: str) -> str | None:
        """Give the address that works; ``None`` when there must be none."""
        if uri.startswith("#") or split(uri) is None:
            return uri
        target = self._target(origin, uri)
        if isinstance(target, Fault):
            return None if target.kind is Kind.OUTSIDE else uri
        if target.role is Role.FILE and attribute in PICTURES:
            return self._addresses.picture(origin.document, target.name)
        return self._addresses.shown_or_copied(origin.document, target)


def _is_plain(target: Target, uri: str) -> bool:
    """Tell whether a link names a document's source, which needs no repair."""
    path = uri.partition("#")[0].partition("?")[0]
    return target.role is Role.DOCUMENT and not path.endswith((".html", "/"))


def unlink(node: nodes.reference) -> None:
    """Put what a link shows in its place."""
    node.replace_self(nodes.inline("", "", *node.children, classes=node["classes"]))


def _span(text: str, attribute: Attribute) -> tuple[int, int]:
    """Give the start and end of a whole attribute, with the space before it."""
    first = max(0, attribute.offset - 200)
    before = re.search(r"\s*[^\s\"'<>/=]+\s*=\s*([\"']?)\Z", text[first : attribute.offset])
    if before is None:
        return attribute.offset, attribute.offset
    pattern = rf"[^{before[1]}]*{before[1]}" if before[1] else r"[^\s\"'<>]*"
    after = re.compile(pattern).match(text, attribute.offset)
    return first + before.start(), after.end() if after else attribute.offset


def _raw(text: str, offset: int, uri: str) -> str:
    """Give the raw form of a decoded URL at an index of the text."""
    if text.startswith(uri, offset):
        return uri
    found = re.compile(r"[^\"'<>\s]*").match(text, offset)
    return cast("re.Match[str]", found)[0]
