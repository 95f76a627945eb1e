"""Where files are on a repository's web site."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib import parse

from sphinxext_runtime_ref.errors import ConfigError
from sphinxext_runtime_ref.git import GitError, run_git
from sphinxext_runtime_ref.paths import top_level

if TYPE_CHECKING:
    from pathlib import Path

LINE_SUFFIXES = (".md", ".markdown", ".rst", ".ipynb")
"""Files that forges render; their lines can only be linked in the plain view."""


@dataclass(frozen=True, slots=True)
class Forge:
    """How one kind of repository web site addresses files.

    :param host: pattern that a host's name matches.
    :param file: what comes between the repository and a file's path.
    :param folder: the same for a folder.
    :param line: fragment of one line.
    :param lines: fragment of a range of lines.
    :param plain: query that shows a rendered file as plain lines.
    """

    host: str
    file: str
    folder: str
    line: str
    lines: str
    plain: str = ""


FORGES = (
    Forge(
        "github", "/blob/{revision}/", "/tree/{revision}/", "L{line}", "L{line}-L{end}", "plain=1"
    ),
    Forge(
        "gitlab",
        "/-/blob/{revision}/",
        "/-/tree/{revision}/",
        "L{line}",
        "L{line}-{end}",
        "plain=1",
    ),
    Forge(
        "bitbucket", "/src/{revision}/", "/src/{revision}/", "lines-{line}", "lines-{line}:{end}"
    ),
    Forge(
        r"git\.sr\.ht",
        "/tree/{revision}/item/",
        "/tree/{revision}/item/",
        "L{line}",
        "L{line}-{end}",
    ),
)


@dataclass(frozen=True, slots=True)
class Repository:
    """Addresses of the files of one revision.

    :param address: the repository's URL, or a template with ``{path}``.
    :param revision: branch, tag or commit.
    :param forge: the kind of web site, ``None`` for a template.
    :param prefix: path from the top of the repository to the root that paths are relative to,
        with a ``/`` at its end, or empty.
    """

    address: str
    revision: str
    forge: Forge | None
    prefix: str = ""

    def file_url(self, path: str, line: int = 0, end: int = 0, fragment: str = "") -> str:
        """Give the address of a file.

        :param path: POSIX path relative to the root.
        :param line: first line, 0 for the whole file.
        :param end: last line, 0 for the same one.
        :param fragment: what to add after ``#`` where no line is meant.
        """
        end = max(line, end)
        whole = quoted(self.prefix + path)
        revision = quoted(self.revision)
        if self.forge is None:
            return _filled(self.address, whole, line, end, revision)
        url = self.address + self.forge.file.format(revision=revision) + whole
        if not line:
            return f"{url}#{quoted(fragment)}" if fragment else url
        if self.forge.plain and path.lower().endswith(LINE_SUFFIXES):
            url += "?" + self.forge.plain
        form = self.forge.lines if end > line else self.forge.line
        return f"{url}#{form.format(line=line, end=end)}"

    def folder_url(self, path: str) -> str | None:
        """Give the address of a folder, or ``None`` where a template can't tell."""
        if self.forge is None:
            return None
        start = self.address + self.forge.folder.format(revision=quoted(self.revision))
        return (start + quoted(self.prefix + path)).rstrip("/")


def repository(url: str, revision: str | None, root: Path) -> Repository:
    """Make a repository from the URL or template that a project configures.

    :param url: address of a GitHub, GitLab, Bitbucket or sourcehut repository, or a template.
    :param revision: ``None`` for the commit that is checked out.
    :param root: the folder that paths are relative to.
    :raises ConfigError: when the web site's kind can't be told from a plain URL.
    """
    top = top_level(root)
    known = revision or (_commit(top) if top else None) or "HEAD"
    if "{" in url:
        return Repository(url, known, None)
    host = parse.urlsplit(url).hostname or ""
    for forge in FORGES:
        if re.search(forge.host, host):
            inside = root.relative_to(top).as_posix() + "/" if top and top != root else ""
            address = re.sub(r"(\.git)?/*$", "", url)
            return Repository(address, known, forge, inside)
    raise ConfigError(
        f"can't tell how {host!r} addresses files: expected a GitHub, GitLab, Bitbucket or "
        "sourcehut repository, or a template such as "
        f"'{url.rstrip('/')}/blob/{{revision}}/{{path}}#L{{line}}'"
    )


def _filled(template: str, path: str, line: int, end: int, revision: str) -> str:
    # A fragment that names lines says nothing where the whole file is meant.
    if not line and re.search(r"\{(line|end)\}", template.partition("#")[2]):
        template = template.partition("#")[0]
    values = {"path": path, "line": str(line or 1), "end": str(end or 1), "revision": revision}
    return re.sub(r"\{(path|line|end|revision)\}", lambda match: values[match[1]], template)


def _commit(top: Path) -> str | None:
    try:
        return run_git(top, "rev-parse", "--verify", "HEAD", timeout=30).decode().strip()
    except GitError:
        return None


def quoted(path: str) -> str:
    """Percent-encode a path for an address; bytes of a name that is no UTF-8 stand as they are."""
    try:
        return parse.quote(path, errors="surrogateescape")
    except UnicodeEncodeError:
        # names on Windows may hold any lone surrogate
        return parse.quote(path, errors="surrogatepass")
