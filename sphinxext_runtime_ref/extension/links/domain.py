"""The domain that stores what documents link to, and renders the links that need help."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, cast

from sphinx.domains import Domain

from sphinxext_runtime_ref.extension.environment import LINKS, links_domain
from sphinxext_runtime_ref.extension.links.output import copied
from sphinxext_runtime_ref.extension.links.render import render
from sphinxext_runtime_ref.extension.links.targets import Targets

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from docutils.nodes import Element, reference
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

    from sphinxext_runtime_ref.extension.links.outdated import Before
    from sphinxext_runtime_ref.extension.links.records import DocumentRecord
    from sphinxext_runtime_ref.extension.state import State


class LinksDomain(Domain):
    """Hyperlinks and ids by document: small tuples, no nodes."""

    name = LINKS
    label = "Links"
    data_version = 4
    initial_data: ClassVar[dict[str, Any]] = {"documents": {}, "gone": set(), "copied": set()}
    state: State

    def __init__(self, env: BuildEnvironment) -> None:
        """Begin with nothing known of the files."""
        super().__init__(env)
        self._targets: Targets | None = None
        self._app: Sphinx | None = None
        self.before: Before | None = None
        self.texts: dict[str, str] = {}
        """The files of documents that are just being read."""

    @property
    def app(self) -> Sphinx:
        """Give the application that the build runs in."""
        assert self._app is not None  # noqa: S101 - set before a document is read
        return self._app

    @property
    def documents(self) -> dict[str, DocumentRecord]:
        """Give what is stored, by document."""
        return cast("dict[str, DocumentRecord]", self.data["documents"])

    @property
    def gone(self) -> set[str]:
        """Give the documents that earlier builds had, and perhaps left pages of."""
        return cast("set[str]", self.data["gone"])

    @property
    def copied(self) -> set[str]:
        """Give the paths of files that earlier builds copied into the output."""
        return cast("set[str]", self.data["copied"])

    @property
    def targets(self) -> Targets:
        """Give what links of this build can lead to; made when it is first asked for."""
        if self._targets is None:
            self._targets = Targets(self)
        return self._targets

    def refresh(self, app: Sphinx) -> None:
        """Look at everything anew, in the build of an application."""
        self._app = app
        self._targets = None

    def end_writing(self) -> None:
        """Look at the files anew, now that the output is written."""
        self._targets = self.targets.after_writing()

    def clear_doc(self, docname: str) -> None:
        """Forget what a document says."""
        self.documents.pop(docname, None)
        if docname not in self.env.found_docs:
            self.gone.add(docname)

    def merge_domaindata(self, docnames: AbstractSet[str], otherdata: dict[str, Any]) -> None:
        """Take over what a worker process read."""
        for docname in docnames:
            if docname in otherdata["documents"]:
                self.documents[docname] = otherdata["documents"][docname]

    def resolve_xref(  # noqa: PLR0913, PLR0917 - Sphinx's own signature
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: pending_xref,
        contnode: Element,
    ) -> reference | None:
        """Render a link that was taken over while its document was read."""
        del env, fromdocname, typ, target
        return cast("reference", render(self, builder, node, contnode))

    def resolve_any_xref(self, *_: object, **_by_name: object) -> list[tuple[str, reference]]:
        """Know no objects: links are no roles. MyST warns of a domain that does not say so."""
        return []


def begin(app: Sphinx) -> None:
    """Give the domain its application; a handler of ``builder-inited``."""
    links_domain(app.env).refresh(app)


def note_copied(app: Sphinx, env: BuildEnvironment) -> None:
    """Note what this build copies into the output; a handler of ``env-updated``."""
    links_domain(env).copied.update(copied(app.builder))


def setup_domain(app: Sphinx, state: State) -> None:
    """Register the domain of an application, which knows the application's state."""
    app.add_domain(type("LinksDomain", (LinksDomain,), {"state": state}))
    app.connect("builder-inited", begin)
    app.connect("env-updated", note_copied)
