"""What differs between the supported versions of Sphinx and MyST, in one place."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment


def note_dependency(env: BuildEnvironment, path: Path) -> None:
    """Read the current document again when a file changes.

    :param path: absolute; a file that exists, since Sphinx reads a document with a missing one in
        every build.
    """
    # Sphinx 7.4 joins what it stores to the source directory as a string; later ones as a path.
    env.note_dependency(str(path))


def title_of(node: nodes.Element) -> str:
    """Give the title of a Markdown link that is still to be resolved."""
    # MyST 4 keeps it where no writer looks, so that links lost it.
    title: str = node.get("reftitle") or node.get("title", "")
    return title


def output_path(builder: Builder, name: str) -> Path:
    """Give the file that an HTML builder writes a page to."""
    # Sphinx 8.2 renamed the method, which only builders with pages have.
    html: Any = builder
    get = getattr(html, "get_output_path", None) or html.get_outfilename
    return Path(get(name))
