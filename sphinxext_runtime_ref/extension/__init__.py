"""The Sphinx extension: wiring only; each component sets itself up."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def register(app: Sphinx) -> ExtensionMetadata:
    """Set up every component and say what Sphinx needs to know of the extension."""
    from sphinxext_runtime_ref import __version__  # noqa: PLC0415 - the package imports this module
    from sphinxext_runtime_ref.extension.config import setup_config  # noqa: PLC0415

    setup_config(app)
    return {
        "version": __version__,
        "env_version": 1,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
