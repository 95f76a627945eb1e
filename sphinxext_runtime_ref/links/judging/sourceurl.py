"""URLs of the project's own repository: which are files, and which other pages of its web site."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, NamedTuple

from sphinxext_runtime_ref.git import GitError, run_git
from sphinxext_runtime_ref.links.tree.kinds import HTML, suffix
from sphinxext_runtime_ref.links.urls import split
from sphinxext_runtime_ref.paths import top_level

if TYPE_CHECKING:
    from pathlib import Path

    from sphinxext_runtime_ref.links.urls import Destination

_PAGES = frozenset(
    {
        *("actions", "activity", "archive", "blame", "blob", "branches", "commit", "commits"),
        *("compare", "contributors", "deployments", "discussions", "fork", "forks", "graphs"),
        *("issues", "labels", "milestone", "milestones", "network", "packages", "projects"),
        *("pull", "pulls", "pulse", "raw", "releases", "security", "stargazers", "tags", "tree"),
        *("watchers", "wiki"),
    }
)


class OwnUrls(NamedTuple):
    """Tells which URLs are files of the checked tree.

    :param pattern: matches the start of such a URL, before the path from the root.
    """

    pattern: re.Pattern[str]

    def local_path(self, uri: str) -> Destination | None:
        """Give the destination, relative to the root and with a leading ``/``, for a URL."""
        found = self.pattern.match(uri)
        rest = split(uri[found.end() :]) if found else None
        return rest and rest._replace(path=f"/{rest.path}")


def own_urls(url: str, revision: str | None, root: Path) -> OwnUrls:
    """Make the recognizer from the settings ``source_url`` and ``source_revision``.

    URLs on the revision that is configured, checked out (as commit or branch) or called ``HEAD``
    are the checked tree, and those on the default branch, which it is to be merged into; on any
    other revision a file may well be another one.

    :raises ConfigError: when the kind of web site can't be told from the URL.
    """
    from sphinxext_runtime_ref.repository import quoted, repository  # noqa: PLC0415 - few ask for it

    made = repository(url, revision, root)
    names = {made.revision, "HEAD", *_checked_out(root), *_default_branch(root)}
    revisions = "(?:" + "|".join(re.escape(name) for name in sorted(names)) + ")"
    if made.forge is None:
        start = re.escape(made.address.partition("{path}")[0])
        start = start.replace(re.escape("{revision}"), revisions)
    else:
        # a folder's address is as much the tree's as a file's
        ways = {made.forge.file, made.forge.folder}
        forms = "|".join(
            re.escape(way).replace(re.escape("{revision}"), revisions) for way in sorted(ways)
        )
        start = f"{re.escape(made.address)}(?:{forms})"
    prefixes = "|".join(map(re.escape, sorted({made.prefix, quoted(made.prefix)})))
    return OwnUrls(re.compile(f"{start}(?:{prefixes})"))


def _checked_out(root: Path) -> set[str]:
    try:
        branch = run_git(root, "symbolic-ref", "--short", "--quiet", "HEAD")
    except GitError:
        return set()
    return {branch.decode("utf-8", "replace").strip()}


def _default_branch(root: Path) -> set[str]:
    """Give the branch that ``origin`` is known to have as its default, none where it is not."""
    names = [f"refs/remotes/origin/{name}" for name in ("HEAD", "main", "master")]
    form = "--format=%(refname:lstrip=3) %(symref:lstrip=3)"
    try:
        lines = run_git(root, "for-each-ref", form, *names).decode("utf-8", "replace").splitlines()
    except GitError:
        return set()
    known = dict(line.split(" ", 1) for line in lines)
    default = known.get("HEAD") or next((name for name in ("main", "master") if name in known), "")
    return {default} - {""}


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
