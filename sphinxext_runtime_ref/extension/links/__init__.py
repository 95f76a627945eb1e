"""Links of Sphinx documents: collected while they are read, repaired when written, then judged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxext_runtime_ref.extension.links.books import keep_out_of_books
from sphinxext_runtime_ref.extension.links.check import judge_links
from sphinxext_runtime_ref.extension.links.domain import setup_domain
from sphinxext_runtime_ref.extension.links.outdated import moved_documents, outdated_documents
from sphinxext_runtime_ref.extension.links.read import keep_text, read_links
from sphinxext_runtime_ref.extension.links.render import LinkTransform

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinxext_runtime_ref.extension.state import State


def check_links(app: Sphinx, exception: Exception | None) -> None:
    """Judge all links when a build is finished; a handler of ``build-finished``."""
    if exception is None:
        judge_links(app)


def setup_links(app: Sphinx, state: State) -> None:
    """Register what collects, repairs and judges links."""
    setup_domain(app, state)
    app.connect("env-get-outdated", outdated_documents)
    # before any extension changes the text
    app.connect("source-read", keep_text, priority=0)
    # before Sphinx's collectors of images and downloads, which warn of missing files
    app.connect("doctree-read", read_links, priority=100)
    app.connect("env-updated", moved_documents)
    app.add_post_transform(LinkTransform)
    app.connect("builder-inited", keep_out_of_books)
    app.connect("build-finished", check_links)
