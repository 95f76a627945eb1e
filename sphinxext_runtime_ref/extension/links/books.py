"""What books, which pack the whole output folder, leave out."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.extension.links.domain import domain_of
from sphinxext_runtime_ref.reports.formats import BUILD_REPORTS

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def keep_out_of_books(app: Sphinx) -> None:
    """Keep the last build's reports out of an EPUB; a handler of ``builder-inited``.

    That builder packs whatever is in its folder, and warns of what no reader shows.
    """
    if app.builder.name == "epub":
        folder = domain_of(app.env).state.settings.report_dir
        reports = [posixpath.normpath(f"{folder}/{file}") for _, file in BUILD_REPORTS.values()]
        app.config.epub_exclude_files = [*app.config.epub_exclude_files, *reports]
