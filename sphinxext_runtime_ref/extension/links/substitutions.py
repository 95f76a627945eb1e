"""Where links stand that come from substitutions whose text is in ``conf.py``."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, Any

from sphinxext_runtime_ref.extension.links.source_text import SourceText, Spot, key_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx.config import Config

    from sphinxext_runtime_ref.extension.links.walk import FoundLink


_DEFINED = re.compile(r"^\.\. \|([^|\n]+)\| (.*(?:\n(?:[ \t]+.*)?)*)", re.MULTILINE)


def substituted(config: Config, text: SourceText, link: FoundLink) -> Spot | None:
    """Give the use of a substitution that a link comes from, if it does."""
    use = _use_in_markdown(config, text, link) if link.markdown else _use(config, text, link)
    # MyST gives the line after the use, or after the start of its paragraph
    found = use.search(text.text, text.start_of(link.line - 1)) if use else None
    return Spot(found.start(), link.uri) if found else None


def _use(config: Config, text: SourceText, link: FoundLink) -> re.Pattern[str] | None:
    """Give a pattern for the uses of definitions that the configuration puts around documents."""
    if "|" not in text.text:
        return None
    around = "\n".join(part for part in (config.rst_prolog, config.rst_epilog) if part)
    names = [found[1] for found in _DEFINED.finditer(around) if link.uri in found[2]]
    return (
        re.compile(rf"\|(?:{'|'.join(map(re.escape, names))})\|", re.IGNORECASE) if names else None
    )


def _use_in_markdown(config: Config, text: SourceText, link: FoundLink) -> re.Pattern[str] | None:
    if "{{" not in text.text:
        return None
    values: Mapping[str, Any] = getattr(config, "myst_substitutions", {})
    path, fragment = key_of(link.uri) if values else ("", "")
    # of a document MyST keeps the name without the ending
    wanted = posixpath.splitext(posixpath.basename(path))[0] or fragment
    names = [re.escape(name) for name, value in values.items() if wanted and wanted in str(value)]
    if not names:
        return None
    return re.compile(rf"\{{\{{[^{{}}]*\b(?:{'|'.join(names)})\b[^{{}}]*\}}\}}")
