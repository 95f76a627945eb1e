"""Links of Sphinx documents: collected while they are read, repaired when written, then judged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxext_runtime_ref.extension.links.builder import LocalLinksBuilder
from sphinxext_runtime_ref.extension.links.check import judge_links, keep_reports_out_of_epub
from sphinxext_runtime_ref.extension.links.domain import setup_domain
from sphinxext_runtime_ref.extension.links.outdated import moved_documents, outdated_documents
from sphinxext_runtime_ref.extension.links.read import keep_text, read_links
from sphinxext_runtime_ref.extension.links.render import LinkTransform

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinxext_runtime_ref.extension.state import State


def setup_links(app: Sphinx, state: State) -> None:
    """Register what collects, repairs and judges links, and the builder that does nothing else."""
    setup_domain(app, state)
    app.connect("env-get-outdated", outdated_documents)
    # before any extension changes the text
    app.connect("source-read", keep_text, priority=0)
    # before Sphinx's collectors of images and downloads, which warn of missing files
    app.connect("doctree-read", read_links, priority=100)
    app.connect("env-updated", moved_documents)
    app.add_post_transform(LinkTransform)
    app.connect("builder-inited", keep_reports_out_of_epub)
    app.connect("build-finished", judge_links)
    app.add_builder(LocalLinksBuilder)
