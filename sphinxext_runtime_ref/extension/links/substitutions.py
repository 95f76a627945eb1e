"""Where links stand that come from MyST's substitutions: the text of those is in ``conf.py``."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, Any

from sphinxext_runtime_ref.extension.links.spots import SourceText, Spot, key_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx.config import Config

    from sphinxext_runtime_ref.extension.links.walk import FoundLink


def substituted(config: Config, text: SourceText, link: FoundLink) -> Spot | None:
    """Give the use of a substitution that a link comes from, if it does."""
    if not link.markdown or "{{" not in text.text:
        return None
    values: Mapping[str, Any] = getattr(config, "myst_substitutions", {})
    if not values:
        return None
    path, fragment = key_of(link.uri)
    # of a document MyST keeps the name without the ending
    wanted = posixpath.splitext(posixpath.basename(path))[0] or fragment
    names = [re.escape(name) for name, value in values.items() if wanted and wanted in str(value)]
    if not names:
        return None
    use = re.compile(rf"\{{\{{[^{{}}]*\b(?:{'|'.join(names)})\b[^{{}}]*\}}\}}")
    # MyST gives the line after the use, or after the start of its paragraph
    found = use.search(text.text, text.start_of(link.line - 1))
    return Spot(found.start(), link.uri) if found else None
