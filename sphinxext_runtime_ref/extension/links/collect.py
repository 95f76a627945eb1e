"""Collecting what a document links to, while it is read."""

from __future__ import annotations

import os
import posixpath
from collections import defaultdict
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes

from sphinxext_runtime_ref.extension.links.node_sources import (
    DOCSTRING,
    file_of,
    line_of,
    read_text,
    sources,
)
from sphinxext_runtime_ref.extension.links.records import Collected, Comment, LinkRecord
from sphinxext_runtime_ref.extension.links.source_text import (
    PREFIXES,
    Key,
    SourceText,
    Spot,
    key_of,
)
from sphinxext_runtime_ref.extension.links.substitutions import substituted
from sphinxext_runtime_ref.extension.links.translations import Translations
from sphinxext_runtime_ref.extension.links.walk import URI, FoundLink, Walker, names_by_id
from sphinxext_runtime_ref.links.judging.sphinx_rules import relative
from sphinxext_runtime_ref.links.model import Form
from sphinxext_runtime_ref.links.urls import scheme
from sphinxext_runtime_ref.paths import is_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sphinxext_runtime_ref.extension.links.domain import LinksDomain

DATA = 60
"""Characters of a ``data:`` address that are kept."""


class Collector:
    """Collects the links of the document that the environment is just reading.

    :param text: of the document's own file; ``None`` where it has to be read.
    """

    def __init__(self, domain: LinksDomain, document: nodes.document, text: str | None) -> None:
        """Remember the document; nothing is read yet."""
        self._env = env = domain.env
        self._document = document
        self._docname = env.docname
        self._own_text = text
        self._root = f"{domain.state.root}{os.sep}"
        self._file_of = domain.targets.file_of
        self._folder = posixpath.dirname(self._docname)
        self._texts: dict[str, SourceText | None] = {}
        self._paths: dict[str, str] = {}
        self._languages: dict[str, bool] = {}
        self._translations = Translations(env, self._docname)

    @cached_property
    def _file(self) -> str:
        """The document's own file, as Sphinx names it."""
        name = self._file_of(self._docname).replace("/", os.sep)
        return os.path.join(self._env.srcdir, name)  # noqa: PTH118 - a Path costs more

    @cached_property
    def _start(self) -> str:
        """The source folder."""
        return str(self._env.srcdir).replace(os.sep, "/")

    @cached_property
    def _names(self) -> Mapping[str, set[str]]:
        """What MyST's authors may have written for an id of the document."""
        return names_by_id(self._document)

    @cached_property
    def _literal_blocks(self) -> list[str]:
        return [block.astext() for block in self._document.findall(nodes.literal_block)]

    def collect(self) -> Collected:
        """Give the links with their records, the ids and the ignore comments."""
        found = Walker(self._is_markdown, self._path_to).walk(self._document)
        links: dict[LinkRecord, list[FoundLink]] = {}
        generated = False
        for link in found.links:
            record = self._record(link)
            if record is not None:
                links.setdefault(record, []).append(link)
            elif link.form is Form.HTML:
                generated = True
        comments = tuple(self._comment(*comment) for comment in found.comments)
        unused, ids = tuple(self._unused()), tuple(sorted(found.ids))
        return Collected(links, unused, ids, comments, found.defined, generated)

    def _path_to(self, name: str) -> str:
        """Give the path of a document's file; MyST takes every Markdown file for a document."""
        if name in self._env.found_docs:
            return relative(self._file_of(name), self._folder)
        start = Path(self._env.srcdir, name)
        files = (start.with_name(start.name + end) for end in self._env.config.source_suffix)
        file = next(filter(is_file, files), start)
        return Path(os.path.relpath(file, Path(self._file).parent)).as_posix()

    def _record(self, link: FoundLink) -> LinkRecord | None:
        is_empty = link.form is Form.IMAGE and not link.uri
        source, text, spot = self._find(link) if not is_empty else (link.source, None, None)
        line, column = link.line, 0
        uri, destination, title = link.uri, "", link.title
        said = (self._translations.spot(link) if link.cut else None) or spot
        if said and link.form is not Form.REFERENCE:
            uri, destination = self._written(link, said)
        if text and spot:
            line, column = text.place(spot.offset)
            title = title or spot.title
        elif link.form is not Form.LINK and not is_empty:
            # escaped brackets, or what an extension has made: the pictures of a notebook's output
            return None
        if link.labels and isinstance(link.node, nodes.Element) and "reftype" in link.node:
            link.node[URI] = destination or uri
        return LinkRecord(
            self._path(source), line, column, uri, link.form, title, destination, link.labels
        )

    def _find(self, link: FoundLink) -> tuple[str, SourceText | None, Spot | None]:
        """Find the place of a link, with the source that it is in."""
        own = self._text(link.source)
        for source in sources(link.source, None if own else self._file):
            text = self._text(source)
            if text is None:
                continue
            if DOCSTRING in source:
                link.line = max(link.line, line_of(source, text.text))
            if spot := self._take(text, link):
                return source, text, spot
        return link.source, own, None

    def _take(self, text: SourceText, link: FoundLink) -> Spot | None:
        """Take the place of a link."""
        spot = None
        if not (link.markdown or _stands_for_its_name(link) or link.uri.startswith("data:")):
            # most are where their block is
            spot = text.take_next(link.uri, link.line)
        spot = spot or text.take(self._spots(text, link), link.line)
        return spot or substituted(self._env.config, text, link)

    def _spots(self, text: SourceText, link: FoundLink) -> list[Spot]:
        if _stands_for_its_name(link):
            return text.exact(link.name, "")
        if link.uri.startswith("data:"):
            return text.exact(link.uri[:DATA], link.uri[:DATA])
        found: list[Spot] = []
        if link.markdown:
            key = key_of(link.uri)
            keys = (key,) if key.path else self._near_keys(link, key)
            found = text.markdown(keys, any_fragment=link.cut)
            if not found and key.path and not scheme(link.uri):
                found = text.markdown(self._same_targets(text, link, key))
        if not found:
            found = text.verbatim(link.uri)
        if link.name and link.form is Form.LINK and not text.is_free(found, link.line):
            found += text.named(link.name)
        return found or ([] if link.markdown else text.loose(link.uri))

    def _near_keys(self, link: FoundLink, key: Key) -> Iterable[Key]:
        if link.either:
            return dict.fromkeys((key, key_of(key.fragment)))
        return [Key("", name) for name in self._names.get(key.fragment, {key.fragment})]

    def _same_targets(self, text: SourceText, link: FoundLink, key: Key) -> Iterator[Key]:
        """Give what leads to the same file by another way: MyST rewrites some paths."""
        if text.ways is None:
            holder = posixpath.dirname(file_of(link.source).replace(os.sep, "/"))
            text.ways = self._ways(text, dict.fromkeys((self._folder, holder)))
        wanted = self._absolute(key.path, self._folder)
        # of a document that is not there MyST keeps only the name
        for other in dict.fromkeys((*text.ways[wanted], *text.ways[_stem(wanted), ""])):
            if link.cut or other.fragment == key.fragment:
                yield other

    def _ways(self, text: SourceText, folders: Iterable[str]) -> Mapping[object, Sequence[Key]]:
        """Give the destinations of a text by the files they lead to.

        Those of documents come by their names without the ending, too.
        """
        result: dict[object, list[Key]] = defaultdict(list)
        suffixes = tuple(self._env.config.source_suffix)
        for key in text.spots:
            if key.path and "://" not in key.path:
                for folder in folders:
                    way = self._absolute(key.path, folder)
                    result[way].append(key)
                    if key.path.endswith(suffixes):
                        result[_stem(way), ""].append(key)
        return result

    def _written(self, link: FoundLink, spot: Spot) -> tuple[str, str]:
        """Give the destination as written, and as the renderer has it where that differs."""
        if link.uri.startswith("data:"):
            return link.uri[:DATA], ""
        uri = spot.uri
        if not uri:
            return link.uri, ""
        if not link.markdown or (uri == link.uri and not link.cut):
            return uri, ""
        full = link.uri
        if link.cut and "#" in uri:
            full += "#" + uri.partition("#")[2]
        if link.either and key_of(uri).path:
            full = full.removeprefix("#")
        if uri == full:
            return uri, ""
        path, known = (self._absolute(key_of(item).path, self._folder) for item in (uri, full))
        plain = uri.partition(":")[2] if uri.startswith(PREFIXES) else uri
        if path != known and _stem(path) != _stem(known):
            return uri, full
        return uri, plain if plain != uri else ""

    def _absolute(self, path: str, folder: str) -> str:
        start = self._start if path.startswith("/") else posixpath.join(self._start, folder)
        return posixpath.normpath(f"{start}/{path}")

    def _comment(self, text: str, source: str, line: int) -> Comment:
        holder = self._text(source)
        spot = holder and holder.take(holder.exact(text, text), line)
        if not holder or not spot:
            return Comment(self._path(source), line, line)
        place = holder.place(spot.offset)[0]
        last = holder.place(spot.offset + len(text))[0]
        if not self._is_markdown(source):
            # reStructuredText wants an empty line after a comment
            last = holder.before_text(last)
        return Comment(self._path(source), place, last)

    def _unused(self) -> Iterator[LinkRecord]:
        for source, text in self._texts.items():
            if text is None or DOCSTRING in source:
                continue  # of a source file only some strings are shown
            for spot in text.unused():
                if not any(spot.uri in block for block in self._literal_blocks):
                    place = text.place(spot.offset)
                    yield LinkRecord(self._path(source), *place, spot.uri, Form.DEFINITION)

    def _is_markdown(self, source: str) -> bool:
        known = self._languages.get(source)
        if known is None:
            known = self._languages[source] = self._tell_markdown(source)
        return known

    def _tell_markdown(self, source: str) -> bool:
        if DOCSTRING in source:
            return source.endswith(" (Markdown)")  # as text in a cell of a Markdown document is
        suffix = posixpath.splitext(source)[1]
        kind = self._env.config.source_suffix.get(suffix)
        if kind is None and source != self._file:
            return suffix != ".rst" and self._is_markdown(self._file)
        return bool(kind != "restructuredtext")

    def _text(self, source: str) -> SourceText | None:
        if source not in self._texts:
            is_own = self._own_text is not None and source == self._file
            text = self._own_text if is_own else read_text(file_of(source))
            if text is None:
                self._texts[source] = None
            else:
                end = "\n" if source.endswith(".ipynb") else "\n\n"
                self._texts[source] = SourceText(text, end, markdown=self._is_markdown(source))
        return self._texts[source]

    def _path(self, source: str) -> str:
        """Give a source's path relative to the root; the document's own where it is no file."""
        path = self._paths.get(source)
        if path is None:
            name = os.path.normpath(file_of(source) if self._text(source) else self._file)
            if name.startswith(self._root):
                path = name[len(self._root) :]
            else:
                path = os.path.relpath(name, self._root)
            path = self._paths[source] = path.replace(os.sep, "/")
        return path


def _stands_for_its_name(link: FoundLink) -> bool:
    """Tell whether the text has a name instead of a destination: ``[label]``, ``|picture|``."""
    return link.form is Form.REFERENCE or link.name.startswith("|")


def _stem(path: str) -> str:
    return posixpath.splitext(path)[0]
