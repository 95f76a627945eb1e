"""Pages of a repository's web site, such as its issues, that relative links lead to."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.links.tree.kinds import HTML, suffix
from sphinxext_runtime_ref.paths import top_level

if TYPE_CHECKING:
    from pathlib import Path

_PAGES = frozenset(
    {
        *("actions", "activity", "archive", "blame", "blob", "branches", "commit", "commits"),
        *("compare", "contributors", "deployments", "discussions", "fork", "forks", "graphs"),
        *("issues", "labels", "milestone", "milestones", "network", "packages", "projects"),
        *("pull", "pulls", "pulse", "raw", "releases", "security", "stargazers", "tags", "tree"),
        *("watchers", "wiki"),
    }
)


def is_site_page(root: Path, document: str, path: str) -> bool:
    """Tell whether a link that leads out of the root leads to a page of the repository's site.

    GitHub and GitLab show the file ``a.md`` as ``.../blob/main/a.md``. So ``../../issues`` in it
    are the issues, and ``../..`` is the first page of the repository.

    :param document: with the link: POSIX, relative to the root.
    :param path: decoded.
    """
    if path.startswith("/") or suffix(document) in HTML:
        return False
    above = root.relative_to(top_level(root) or root).as_posix()
    reached = posixpath.normpath(posixpath.join(above, posixpath.dirname(document), path))
    up, again, page, *_ = *reached.split("/"), "", "", ""
    return up == again == ".." and (not page or page in _PAGES)
