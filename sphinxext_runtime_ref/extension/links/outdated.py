"""Documents to read again because a file that a link missed is there now."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.extension.links.domain import domain_of

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


def outdated_documents(
    app: Sphinx,
    env: BuildEnvironment,
    added: AbstractSet[str],
    changed: AbstractSet[str],
    removed: AbstractSet[str],
) -> list[str]:
    """Give the documents with a link whose target appeared; a handler of ``env-get-outdated``."""
    del changed, removed
    domain = domain_of(env)
    domain.refresh(app)
    root, targets = domain.state.root, domain.targets
    pages = {posixpath.join(targets.source, f"{name}.html") for name in added}
    return [
        docname
        for docname, record in domain.documents.items()
        if any(path in pages or (root / path).exists() for path in record.wanted)
    ]
