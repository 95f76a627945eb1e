"""Addresses of what links lead to, in the output of a builder."""

from __future__ import annotations

import posixpath
from pathlib import Path
from typing import TYPE_CHECKING, cast

from sphinx.errors import NoUri

from sphinxext_runtime_ref.extension.addresses import document_address
from sphinxext_runtime_ref.extension.links.files import from_source, is_download, lines_of
from sphinxext_runtime_ref.extension.sources.links import folder_uri, source_uri
from sphinxext_runtime_ref.links.judging.lines import is_line_anchor
from sphinxext_runtime_ref.links.judging.sphinx_rules import Role
from sphinxext_runtime_ref.links.urls import unquote
from sphinxext_runtime_ref.repository import quoted

if TYPE_CHECKING:
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

    from sphinxext_runtime_ref.extension.links.targets import Targets
    from sphinxext_runtime_ref.links.judging.sphinx_rules import Target


class Addresses:
    """Addresses as the pages of one builder have them; ``None`` stands for none."""

    def __init__(self, env: BuildEnvironment, builder: Builder, targets: Targets) -> None:
        """Remember where to look."""
        self._env = env
        self._builder = builder
        self._targets = targets

    def shown(self, docname: str, target: Target) -> str | None:
        """Give the address of what shows a target: a page, or a file's source.

        :param docname: the document with the link.
        """
        match target.role:
            case Role.DOCUMENT:
                return self._document(docname, target)
            case Role.PAGE:
                return self._page(docname, target)
            case Role.FOLDER:
                return folder_uri(self._env, target.name)
            case _:
                return self._source(docname, target)

    def shown_or_copied(self, docname: str, target: Target) -> str | None:
        """Give the address of a target, that of the copy for a file that is copied."""
        if target.role is not Role.FILE or not is_download(self._targets, target):
            return self.shown(docname, target)
        name = self.download_name(target.name)
        if self._builder.format != "html" or name is None:
            return None
        return self._relative(docname, f"_downloads/{quoted(name)}")

    def picture(self, docname: str, path: str) -> str | None:
        """Have a picture copied, and give its address."""
        builder = self._builder
        inside = from_source(self._targets, path)
        if builder.format != "html" or inside not in self._env.images:
            return None
        name = self._env.images[inside][1]
        builder.images[inside] = name
        return self._relative(docname, f"{builder.imagedir}/{quoted(name)}")

    def download_name(self, path: str) -> str | None:
        """Give the path of a file's copy below the folder of downloads."""
        inside = from_source(self._targets, path)
        # Sphinx 7.4 stores strings, later ones paths
        stored = cast("dict[object, tuple[set[str], object]]", self._env.dlfiles)
        entry = stored.get(Path(inside)) or stored.get(inside)
        return str(entry[1]).replace("\\", "/") if entry else None

    def begins_page(self, docname: str) -> bool:
        """Tell whether a document begins the one page of all; Sphinx gives that no id."""
        return self._builder.name == "singlehtml" and docname == self._env.config.root_doc

    def _document(self, docname: str, target: Target) -> str | None:
        try:
            uri = document_address(self._builder, docname, target.name, target.fragment)
        except NoUri:
            return None
        return uri if target.fragment or (uri and not self.begins_page(target.name)) else "#"

    def _page(self, docname: str, target: Target) -> str | None:
        if self._builder.format != "html":
            return None
        path = target.name
        end = next(filter(path.endswith, self._targets.page_ends), "")
        if end and not self._targets.is_kept(path):
            uri = self._builder.get_relative_uri(docname, path.removesuffix(end))
        else:
            uri = self._relative(docname, path)
        return f"{uri}#{target.fragment}" if target.fragment else uri

    def _source(self, docname: str, target: Target) -> str | None:
        fragment = unquote(target.fragment)
        repository = self._targets.state.repository
        if repository is not None and fragment and not is_line_anchor(fragment):
            return repository.file_url(target.name, fragment=fragment)
        lines = lines_of(self._targets, target)
        return source_uri(self._env, self._builder, docname, target.name, *lines)

    def _relative(self, docname: str, path: str) -> str:
        """Give the address of a file of the output from a document's page."""
        page = self._builder.get_target_uri(docname)
        folder = posixpath.dirname("/" + page.partition("#")[0])
        return posixpath.relpath("/" + path, folder)
