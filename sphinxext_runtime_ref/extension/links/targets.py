"""The Sphinx project as links see it."""

from __future__ import annotations

import os
import posixpath
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.extension.environment import runtime_domain
from sphinxext_runtime_ref.extension.links.anchor_cache import FILENAME, CachedAnchors
from sphinxext_runtime_ref.extension.links.output import PAGE, Output
from sphinxext_runtime_ref.links.judging.sphinx_rules import Finder
from sphinxext_runtime_ref.links.tree.files import Files

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from sphinxext_runtime_ref.extension.links.domain import LinksDomain


class QuickFiles(Files):
    """Files without suggestions for those that are missing, which take long to find."""

    def near(self, path: str) -> str | None:
        """Suggest nothing."""
        del path
        return None


class Targets:
    """A :class:`Project` over Sphinx's environment, with the files around it.

    :param domain: what was collected; it may grow while documents are read.
    """

    def __init__(self, domain: LinksDomain) -> None:
        """Remember where to look; files are looked at when they are asked for."""
        app, env, state = domain.app, domain.env, domain.state
        self._domain = domain
        self._env = env
        self.state = state
        self.source = Path(os.path.relpath(os.path.realpath(env.srcdir), state.root)).as_posix()
        self.source = "" if self.source == "." else self.source
        # without an ending, a page is found by the usual one
        self.page_ends = tuple(dict.fromkeys((env.config.html_file_suffix or PAGE, PAGE)))
        self.repairs = state.settings.rewrite_links
        tracked = state.settings.require_tracked
        self.files = Files(state.root, require_tracked=tracked)
        self.anchors = CachedAnchors(self.files, Path(app.doctreedir, FILENAME))
        self.finder = Finder(QuickFiles(state.root, require_tracked=tracked), self)
        self._output = Output(env, app.builder, domain)
        self._paths: dict[str, str] = {}
        self._ids: dict[str, frozenset[str]] = {}
        self._suffixes = tuple(env.config.source_suffix)
        self._known: dict[tuple[str, str], bool] = {}

    def after_writing(self) -> Targets:
        """Look at the files again; what the documents say stays as it was read."""
        targets = Targets(self._domain)
        targets._known, targets._paths = self._known, self._paths
        return targets

    def document_at(self, path: str) -> str | None:
        """Give the document of a source file."""
        for suffix in self._suffixes:
            name = path.removesuffix(suffix)
            if name != path and name in self._env.found_docs and self.file_of(name) == path:
                return name
        return None

    def is_document(self, name: str) -> bool:
        """Tell whether a document is part of the project."""
        return name in self._env.found_docs

    def file_of(self, name: str) -> str:
        """Give the path of a document's source file, relative to the source folder."""
        path = self._paths.get(name)
        if path is None:
            path = self._paths[name] = str(self._env.doc2path(name, False)).replace(os.sep, "/")
        return path

    def note_file(self, name: str, file: str) -> None:
        """Take over a document's source file from its doctree, which is cheaper than asking.

        :param file: absolute.
        """
        start = f"{self._env.srcdir}{os.sep}"
        if file.startswith(start):
            self._paths[name] = file[len(start) :].replace(os.sep, "/")

    def documents(self) -> Collection[str]:
        """Give the names of all documents."""
        return sorted(self._env.found_docs)

    def ids(self, name: str) -> Collection[str]:
        """Give the ids of a document's page."""
        ids = self._ids.get(name)
        if ids is None:
            record = self._domain.documents.get(name)
            hidden = runtime_domain(self._env).hidden(name)
            ids = self._ids[name] = frozenset(record.ids if record else ()) - hidden
        return ids

    def names(self, name: str) -> Mapping[str, str]:
        """Give a document's heading slugs and labels, with their ids."""
        return self._names.get(name, {})

    @cached_property
    def _names(self) -> dict[str, dict[str, str]]:
        result: dict[str, dict[str, str]] = {}
        std = self._env.domains["std"]
        for label, (docname, labelid) in std.anonlabels.items():
            result.setdefault(docname, {})[label] = labelid
        for label, (docname, labelid, _) in std.labels.items():
            result.setdefault(docname, {})[label] = labelid
        for docname, metadata in self._env.metadata.items():
            for slug, (_, section, _) in metadata.get("myst_slugs", {}).items():
                result.setdefault(docname, {})[slug] = section
        return result

    def labels(self) -> Collection[str]:
        """Give the labels of the whole project, without Sphinx's own."""
        return self._labels

    @cached_property
    def _labels(self) -> list[str]:
        labels = self._env.domains["std"].anonlabels.items()
        return sorted(name for name, (doc, _) in labels if doc in self._domain.documents)

    def title(self, name: str, anchor: str) -> str:
        """Give the title of what an id of a document names; empty where it has none."""
        for docname, labelid, title in self._env.domains["std"].labels.values():
            if (docname, labelid) == (name, anchor) and title:
                return str(title)
        slugs = self._env.metadata.get(name, {}).get("myst_slugs", {})
        return next((str(text) for _, own, text in slugs.values() if own == anchor), "")

    def knows(self, name: str, target: str) -> bool:
        """Tell whether MyST finds a label, document or object from within a document."""
        key = (name, target)
        if key not in self._known:
            from sphinxext_runtime_ref.extension.links.myst import resolves  # noqa: PLC0415 - needs MyST

            self._known[key] = resolves(self._domain.app, name, target)
        return self._known[key]

    def writes(self, path: str) -> bool:
        """Tell whether the build writes a page or file that is no document."""
        return self._output.writes(path)

    def origins(self, path: str) -> Iterator[str]:
        """Give the files, relative to the root, that would be copied to a path of the output."""
        for origin in self._output.origins(path):
            yield os.path.relpath(origin, self.state.root).replace(os.sep, "/")

    def is_kept(self, path: str) -> bool:
        """Tell whether a path of the output is a file as it is, not a page that a builder names."""
        return self._output.is_kept(path)

    def written_ids(self, path: str) -> Collection[str] | None:
        """Give the ids of a written page that is no document."""
        return self._output.ids(path)


def named_from(docname: str, path: str) -> str:
    """Give the path that a link of a document names, relative to the source folder."""
    folder = "" if path.startswith("/") else posixpath.dirname(docname)
    return posixpath.normpath(posixpath.join(folder, path.lstrip("/")))
