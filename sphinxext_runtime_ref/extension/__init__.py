"""The Sphinx extension: wiring only; each component sets itself up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxext_runtime_ref.extension.assets import setup_assets
from sphinxext_runtime_ref.extension.config import setup_config
from sphinxext_runtime_ref.extension.consistency import setup_consistency
from sphinxext_runtime_ref.extension.dependencies import setup_dependencies
from sphinxext_runtime_ref.extension.domain import setup_domain
from sphinxext_runtime_ref.extension.links import setup_links
from sphinxext_runtime_ref.extension.messages import setup_messages
from sphinxext_runtime_ref.extension.sources.pages import setup_source_pages
from sphinxext_runtime_ref.extension.sources.role import SourceRole
from sphinxext_runtime_ref.extension.state import State, setup_state
from sphinxext_runtime_ref.extension.tables.directives import setup_directives
from sphinxext_runtime_ref.extension.tables.nodes import setup_nodes

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def register(app: Sphinx) -> ExtensionMetadata:
    """Set up every component and say what Sphinx needs to know of the extension."""
    from sphinxext_runtime_ref import __version__  # noqa: PLC0415 - the package imports this module

    state = State()
    setup_config(app)
    setup_state(app, state)
    setup_messages(app)
    setup_nodes(app)
    setup_domain(app, state)
    setup_dependencies(app)
    setup_consistency(app)
    setup_directives(app, state)
    app.add_role("source", SourceRole())
    setup_source_pages(app)
    setup_assets(app)
    setup_links(app, state)
    return {
        "version": __version__,
        "env_version": 1,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
