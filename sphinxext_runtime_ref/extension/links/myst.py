"""Asking MyST's own rules whether a reference resolves."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from docutils import nodes
from myst_parser.sphinx_ext.myst_refs import MystReferenceResolver
from sphinx import addnodes
from sphinx.errors import NoUri
from sphinx.util import docname_join
from sphinx.util.docutils import new_document

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config


class _Probe(MystReferenceResolver):
    """Resolves without a word: MyST itself warns when it renders the link."""

    def __init__(self, document: nodes.document, app: Sphinx) -> None:
        super().__init__(document)
        self._app = app

    @property
    def app(self) -> Sphinx:
        # Sphinx 9 deprecates reading this of a transform, which MyST does
        return self._app

    def log_warning(self, *_args: Any, **_kwargs: Any) -> None:
        pass


def resolves(app: Sphinx, docname: str, target: str) -> bool:
    """Tell whether MyST finds a target: a label, document, object or inventory entry."""
    env = app.env
    std = env.domains["std"]
    if target.lower() in std.anonlabels or docname_join(docname, target) in env.all_docs:
        return True
    domains = env.config.myst_ref_domains
    if (domains is None or "py" in domains) and target in env.domains["py"].objects:
        # asked about an object, MyST lets every domain parse its name
        return True
    inner = nodes.inline("", target)
    node = addnodes.pending_xref(
        "",
        inner,
        reftarget=target,
        reftype="myst",
        refdomain=None,
        refdoc=docname,
        refexplicit=True,
    )
    document = new_document(docname)
    document.settings.env = env
    probe = _Probe(document, app)
    try:
        if probe.resolve_myst_ref_any(docname, node, inner.deepcopy(), domains) is not None:
            return True
    except NoUri:  # found, in a document that this builder leaves out
        return True
    return probe._resolve_myst_ref_intersphinx(node, inner, target, domains) is not None


def is_ignored(config: Config, target: str) -> bool:
    """Tell whether ``nitpick_ignore`` says that MyST shall not warn of a target."""
    if ("myst", target) in set(config.nitpick_ignore):
        return True
    return any(
        re.fullmatch(kind, "myst") and re.fullmatch(name, target)
        for kind, name in config.nitpick_ignore_regex
    )
