"""Judging links by the rules of a Sphinx project."""

from __future__ import annotations

import posixpath
from enum import StrEnum
from glob import escape
from typing import TYPE_CHECKING, NamedTuple

from sphinxext_runtime_ref.errors import Kind
from sphinxext_runtime_ref.links.judging.lines import is_line_anchor
from sphinxext_runtime_ref.links.model import Form
from sphinxext_runtime_ref.links.suggest import near
from sphinxext_runtime_ref.links.tree.files import NEEDS_FILE, Fault, Found

if TYPE_CHECKING:
    from sphinxext_runtime_ref.links.judging.project import Project
    from sphinxext_runtime_ref.links.tree.files import Files
    from sphinxext_runtime_ref.links.urls import Destination

COPIED = frozenset({Form.IMAGE, Form.DOWNLOAD})
"""Forms whose target is copied into the output; a document or page is no target for them."""


class Role(StrEnum):
    """What a destination leads to."""

    DOCUMENT = "document"
    PAGE = "page"
    """A page or file that the build writes and that is no document."""
    FILE = "file"
    FOLDER = "folder"


class Target(NamedTuple):
    """Where a destination leads.

    :param name: a document's name, a path in the output, or a path relative to the root.
    :param fragment: what is left to be found there, as written.
    """

    role: Role
    name: str
    fragment: str = ""


class Origin(NamedTuple):
    """A link's place in the project.

    :param document: the document that shows it.
    :param labels: whether labels and names of documents count too, as in MyST.
    """

    document: str
    form: Form = Form.LINK
    labels: bool = False


class Finder:
    """Finds what the destinations in a Sphinx project lead to."""

    def __init__(self, files: Files, project: Project) -> None:
        """Remember where to look."""
        self.files = files
        self.project = project

    def find(self, origin: Origin, destination: Destination) -> Target | Fault:
        """Find the target of a local destination; its fragment is not judged.

        :return: a fault has a path, relative to the root, as its suggestion.
        """
        if not destination.path:
            if origin.form in COPIED:
                return Fault(Kind.TARGET, NEEDS_FILE)
            return Target(Role.DOCUMENT, origin.document, destination.fragment or "")
        found = [self._find(origin, path, destination) for path in destination.paths]
        return next((one for one in found if isinstance(one, Target)), found[0])

    def _find(self, origin: Origin, path: str, destination: Destination) -> Target | Fault:
        fragment = destination.fragment or ""
        folder = posixpath.dirname(origin.document)
        inside = posixpath.normpath(posixpath.join("/" if path[:1] == "/" else folder, path))
        inside = inside.lstrip("/") if path.startswith("/") else inside
        as_lines = destination.plain and is_line_anchor(fragment)
        if origin.form not in COPIED and not as_lines:
            target = self._document(inside, path, fragment) or self._page(inside, fragment)
            if target:
                return target
        source = self.project.source
        if origin.form is Form.IMAGE and path.endswith(".*"):
            return self._any_of(folder, path)
        found = self.files.resolve(posixpath.join(source, folder), path, base=source)
        if isinstance(found, Fault):
            return found
        if found.is_dir:
            return self._folder(origin, found.path, fragment)
        return Target(Role.FILE, found.path, fragment)

    def _document(self, inside: str, path: str, fragment: str) -> Target | None:
        project = self.project
        name = None if path.endswith("/") else project.document_at(inside)
        for end in project.page_ends if name is None else ():
            if inside.endswith(end) and project.is_document(inside[: -len(end)]):
                name = inside[: -len(end)]
        if (name is None and path.endswith(("/", "/.", ".."))) or path == ".":
            index = "index" if inside == "." else f"{inside}/index"
            name = next(filter(project.is_document, (index, inside)), None)
        if name is None or not self._tracked(name):
            return None
        return Target(Role.DOCUMENT, name, fragment)

    def _tracked(self, name: str) -> bool:
        if not self.files.require_tracked:
            return True
        path = posixpath.join(self.project.source, self.project.file_of(name))
        return isinstance(self.files.resolve("", path), Found)

    def _page(self, inside: str, fragment: str) -> Target | None:
        if inside.startswith("..") or not self.project.writes(inside):
            return None
        return Target(Role.PAGE, inside, fragment)

    def _any_of(self, folder: str, path: str) -> Target | Fault:
        """Find a picture whose format the builder chooses: ``name.*``."""
        source = self.project.source
        start, name = posixpath.split(path[: -len("*")])
        found = self.files.resolve(posixpath.join(source, folder), start, base=source)
        if isinstance(found, Fault):
            return found
        # as Sphinx does: glob of the standard library
        names = sorted(
            item.name for item in (self.files.root / found.path).glob(f"{escape(name)}*")
        )
        if not names:
            return Fault(Kind.TARGET, "no such file in any format")
        return Target(Role.FILE, posixpath.join(found.path, names[0]))

    def _folder(self, origin: Origin, path: str, fragment: str) -> Target | Fault:
        if origin.form in COPIED:
            return Fault(Kind.TARGET, "is a folder, not a file")
        index = relative(posixpath.join(path, "index"), self.project.source)
        if self.project.is_document(index):
            return Target(Role.DOCUMENT, index, fragment)
        if fragment not in {"", "top"}:
            readme = self.files.resolve(path, "README.md")
            if isinstance(readme, Found):
                return Target(Role.FILE, readme.path, fragment)
            return Fault(Kind.ANCHOR, "is a folder without an index or a README.md")
        return Target(Role.FOLDER, path)

    def spelling(self, origin: Origin, destination: Destination, path: str) -> str:
        """Spell a path (relative to the root) as a link from a document would."""
        source = self.project.source
        if destination.path.startswith("/") and not relative(path, source).startswith(".."):
            return destination.spelled("/" + relative(path, source))
        folder = posixpath.join(source, posixpath.dirname(origin.document))
        return destination.spelled(relative(path, folder))

    def near_document(self, origin: Origin, destination: Destination) -> str | None:
        """Spell a bare document name, or a page, as the file that works."""
        path = destination.paths[0]
        folder = "" if path.startswith("/") else posixpath.dirname(origin.document)
        inside = posixpath.normpath(posixpath.join(folder, path.lstrip("/")))
        if self.project.is_document(inside):
            file = self.project.file_of(inside)
            return self.spelling(origin, destination, posixpath.join(self.project.source, file))
        for end in self.project.page_ends if inside.endswith(self.project.page_ends) else ():
            name = near(inside.removesuffix(end), self.project.documents())
            if name:
                page = posixpath.join(self.project.source, name + end)
                return self.spelling(origin, destination, page)
        return None


def relative(path: str, folder: str) -> str:
    """Give a normalized path as seen from a folder; both are relative to the same place."""
    folder = folder.rstrip("/")
    parts, start = path.split("/"), folder.split("/") if folder else []
    common = 0
    while common < min(len(parts) - 1, len(start)) and parts[common] == start[common]:
        common += 1
    return "/".join([".."] * (len(start) - common) + parts[common:])
