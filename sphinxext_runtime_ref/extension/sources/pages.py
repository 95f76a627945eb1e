"""Source pages: the files that documents refer to, as highlighted HTML."""

from __future__ import annotations

import json
import zlib
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pygments
import sphinx
from sphinx import addnodes
from sphinx.errors import NoUri
from sphinx.util import logging

from sphinxext_runtime_ref.atomic import write_text
from sphinxext_runtime_ref.errors import DocumentError, Kind
from sphinxext_runtime_ref.extension import messages
from sphinxext_runtime_ref.extension.compat import output_path
from sphinxext_runtime_ref.extension.environment import runtime_domain
from sphinxext_runtime_ref.extension.sources.html import Back, page_html
from sphinxext_runtime_ref.extension.sources.links import (
    SourceUse,
    is_source_page,
    is_utf8,
    makes_pages,
    page_name,
)
from sphinxext_runtime_ref.links.judging.lines import text_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinxext_runtime_ref.extension.state import State

LOGGER = logging.getLogger(__name__)
Page = tuple[str, dict[str, Any], str]


class DocumentUse(NamedTuple):
    """A document's reference to a source file."""

    docname: str
    use: SourceUse


def setup_source_pages(app: Sphinx) -> None:
    """Make the pages when the builder asks for pages beside the documents."""
    app.connect("html-collect-pages", collect)


def collect(app: Sphinx) -> Iterator[Page]:
    """Give the pages of all files that documents refer to; a handler of ``html-collect-pages``.

    A page whose file, references and settings are as they were is not made again; one that is not
    wanted any more is removed.
    """
    env = app.env
    uses = uses_by_path(env) if makes_pages(env, app.builder) else {}
    known = _Manifest(app)
    words = messages.source_page_words()
    common = zlib.crc32(repr((_frame(app), _navigation(env), words)).encode())
    state = runtime_domain(env).state
    for path, references in sorted(uses.items()):
        text = _text(state, path)
        if text is None:
            continue
        backs = tuple(_back(app, path, reference) for reference in references)
        name = page_name(path)
        digest = f"{zlib.crc32(repr((common, text, backs)).encode()):08x}"
        if not known.is_current(name, digest):
            body = page_html(path, text, backs, words)
            yield name, {"title": escape(path), "body": body, "parents": []}, "page.html"
            known.note(name, digest)
    known.save({page_name(path) for path in uses})


def uses_by_path(env: BuildEnvironment) -> dict[str, list[DocumentUse]]:
    """Give the references to each source file, in the order of documents and lines."""
    result: dict[str, list[DocumentUse]] = {}
    domain = runtime_domain(env)
    for docname, uses in sorted(domain.data["uses"].items()):
        hidden = domain.hidden(docname)
        for use in uses:
            if not is_utf8(use.path) or use.anchor in hidden:
                continue
            result.setdefault(use.path, []).append(DocumentUse(docname, use))
    return result


def _text(state: State, path: str) -> str | None:
    try:
        text = text_of(state.files.read(path))
    except DocumentError as fault:
        # A document that refers to it has its own warning; this one says why a page is missing.
        LOGGER.warning("%s", fault, type="runtime_ref", subtype=Kind.DOCUMENT.value)
        return None
    return "" if text is None else text


def _back(app: Sphinx, path: str, reference: DocumentUse) -> Back:
    docname, use = reference
    try:
        uri = app.builder.get_relative_uri(page_name(path), docname)
    except NoUri:
        uri = ""
    title = app.env.titles[docname].astext() if docname in app.env.titles else docname
    fragment = f"#{use.anchor}" if use.anchor and uri else ""
    return Back(uri + fragment, title, use.text, use.start, use.end)


def _frame(app: Sphinx) -> list[tuple[str, str]]:
    """Give what every page has around it: the theme with its options, and what makes the pages."""
    options = sorted((item.name, repr(item.value)) for item in app.config.filter({"html"}))
    makers = sorted((name, own.version) for name, own in app.extensions.items())
    return [*options, *makers, ("Sphinx", sphinx.__version__), ("Pygments", pygments.__version__)]


def _navigation(env: BuildEnvironment) -> list[str]:
    """Give what sidebars are made of: all tables of contents, with the titles in them."""
    parts: list[str] = []
    for docname in sorted(env.toctree_includes):
        for toctree in env.tocs[docname].findall(addnodes.toctree):
            parts.append(repr(toctree.attributes))
            parts += [env.titles[n].astext() for _, n in toctree["entries"] if n in env.titles]
    return parts


class _Manifest:
    """Which pages an output folder has, and what they were made from."""

    def __init__(self, app: Sphinx) -> None:
        self.file = Path(app.doctreedir) / f"runtime_ref_pages_{app.builder.name}.json"
        self.app = app
        self.pages = self._read()

    def _read(self) -> dict[str, str]:
        try:
            found = json.loads(self.file.read_bytes())
            # a page that is not wanted is removed: a damaged file must name no other ones
            return {name: str(found[name]) for name in found if is_source_page(name)}
        except (OSError, ValueError, TypeError, AttributeError, RecursionError):
            return {}

    def is_current(self, name: str, digest: str) -> bool:
        return self.pages.get(name) == digest and self._output(name).is_file()

    def note(self, name: str, digest: str) -> None:
        self.pages[name] = digest

    def save(self, wanted: set[str]) -> None:
        for name in self.pages.keys() - wanted:
            # Its text has no business in the output any more.
            self._output(name).unlink(missing_ok=True)
            del self.pages[name]
        if self.pages or self.file.is_file():
            write_text(self.file, json.dumps(self.pages, sort_keys=True))

    def _output(self, name: str) -> Path:
        return output_path(self.app.builder, name)
