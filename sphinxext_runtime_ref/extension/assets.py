"""Style sheet and script, copied once and loaded by the pages that need them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.atomic import write_bytes
from sphinxext_runtime_ref.extension.environment import runtime_domain
from sphinxext_runtime_ref.extension.sources.links import is_source_page

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder

STYLE = "runtime-ref.css"
SCRIPT = "runtime-ref.js"
FOLDER = Path(__file__).parent / "static"


def setup_assets(app: Sphinx) -> None:
    """Copy before pages are written, since Sphinx adds the files' checksums to their links."""
    app.connect("write-started", copy)
    app.connect("html-page-context", load)


def copy(app: Sphinx, builder: Builder) -> None:
    """Copy the files into HTML output; a handler of ``write-started``."""
    if builder.format != "html":
        return
    for name in (STYLE,) if builder.name == "epub" else (STYLE, SCRIPT):
        target = Path(app.outdir) / "_static" / name
        data = (FOLDER / name).read_bytes()
        if not target.is_file() or target.read_bytes() != data:
            write_bytes(target, data)


def load(app: Sphinx, pagename: str, *_: object) -> None:
    """Load the files on pages with a table and on source pages; ``html-page-context``."""
    if not is_source_page(pagename) and not _has_table(app, pagename):
        return
    app.add_css_file(STYLE)
    if app.builder.name != "epub":
        app.add_js_file(SCRIPT, loading_method="defer")


def _has_table(app: Sphinx, pagename: str) -> bool:
    styled = runtime_domain(app.env).data["styled"]
    return pagename in styled or (app.builder.name == "singlehtml" and bool(styled))
