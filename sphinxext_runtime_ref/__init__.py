"""Keep engineering docs true to their source code.

A Sphinx extension and a command line over one core: tables of declarations read from static
source, and a checker of local links, anchors and source lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

__version__ = "0.1.0"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the extension with Sphinx."""
    from sphinxext_runtime_ref.extension import register  # noqa: PLC0415 - keeps the command line free of Sphinx

    return register(app)
