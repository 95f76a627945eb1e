"""Configuration of this project's own documentation, which is built with the extension."""

from __future__ import annotations

import sys
from pathlib import Path

import sphinxext_runtime_ref

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "sphinxext-runtime-ref"
author = "The sphinxext-runtime-ref developers"
copyright = "The sphinxext-runtime-ref developers"
version = release = sphinxext_runtime_ref.__version__

extensions = ["myst_parser", "sphinxext_runtime_ref", "reference"]
myst_enable_extensions = ["attrs_block", "colon_fence", "deflist", "fieldlist"]
myst_heading_anchors = 3
exclude_patterns = ["_build", "example"]
nitpicky = True
show_warning_types = True

html_theme = "furo"
html_title = "sphinxext-runtime-ref"
html_static_path = ["_static"]
html_css_files = ["docs.css"]
html_copy_source = False
epub_css_files: list[str] = []  # that one is for furo
epub_exclude_files = ["_static/docs.css"]

runtime_ref_root = ".."
runtime_ref_sources = {
    "codecs": "docs/example/kestrel/attention/codecs.py",
    "routes": "docs/example/kestrel/attention/routing.py",
    "bindings": "docs/example/kestrel/moe/declarations.py",
    "configurations": "docs/example/kestrel/config/engine.py:EngineConfig",
}
runtime_ref_maintained_docs = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs/example/*.md"]
