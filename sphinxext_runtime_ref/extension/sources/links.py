"""Links to source files: to the repository's web site, or to generated source pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

from docutils import nodes
from sphinx import addnodes

from sphinxext_runtime_ref.extension.environment import RUNTIME, runtime_domain

if TYPE_CHECKING:
    from docutils.nodes import Element
    from sphinx.addnodes import pending_xref
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

    from sphinxext_runtime_ref.location import Location

PAGES = "_source"
"""Folder of the source pages in the output."""

SOURCE, DECLARATION = "@source", "@declaration"
"""Reference types of the ``runtime`` domain that no role, and no project's table, can have."""


class SourceUse(NamedTuple):
    """A reference from a document to a source file.

    :param path: POSIX, relative to the root.
    :param start: first line, 0 for the whole file.
    :param end: last line.
    :param anchor: id of the place in the document, empty for the whole document.
    :param text: what the place is about: a row's name.
    """

    path: str
    start: int = 0
    end: int = 0
    anchor: str = ""
    text: str = ""


def note_source(
    env: BuildEnvironment, docname: str, path: str, start: int = 0, end: int = 0
) -> None:
    """Say, while a document is read, that it refers to a source file.

    The file gets a source page where the build makes them, with a link back.
    """
    runtime_domain(env).note_uses(docname, [SourceUse(path, start, max(start, end))])


def source_reference(
    location: Location, content: Element, *, short: str = "", place: str = ""
) -> pending_xref:
    """Make a reference to source lines, which each builder resolves in its own way.

    :param content: what is shown.
    :param short: what is shown instead where the reference leads somewhere.
    :param place: what is shown after the content where the reference leads nowhere.
    """
    reference = _reference(SOURCE, location, content, short)
    reference["refplace"] = place
    return reference


def declaration_reference(location: Location, content: Element) -> pending_xref:
    """Make a reference to the row that shows a declaration, or else to its source lines."""
    return _reference(DECLARATION, location, content, "")


def _reference(kind: str, location: Location, content: Element, short: str) -> pending_xref:
    start, end = location.line_range
    return addnodes.pending_xref(
        "",
        content,
        refdomain=RUNTIME,
        reftype=kind,
        reftarget=location.path,
        refstart=start,
        refend=end,
        refshort=short,
        refexplicit=True,
        refwarn=False,
    )


def resolve_source(
    env: BuildEnvironment,
    builder: Builder,
    fromdocname: str,
    node: pending_xref,
    content: Element,
) -> nodes.reference:
    """Make the link of a reference to source lines, or give its content where none leads there."""
    path, start, end = node["reftarget"], node["refstart"], node["refend"]
    uri = source_uri(env, builder, fromdocname, path, start, end)
    if uri is None:
        return cast("nodes.reference", _with_place(content, node.get("refplace", "")))
    if node["refshort"]:
        content = type(content)("", node["refshort"], classes=content["classes"])
    internal = runtime_domain(env).state.repository is None
    link = nodes.reference("", "", content, refuri=uri, internal=internal)
    link["reftitle"] = f"{path}:{start}" if start else path
    link["classes"].append("runtime-ref-source")
    return link


def _with_place(content: Element, place: str) -> Element:
    if not place:
        return content
    note = nodes.Text(f" ({place})")
    return nodes.inline("", "", content, note, support_smartquotes=False)


def source_uri(  # noqa: PLR0913, PLR0917 - one place, in its parts
    env: BuildEnvironment,
    builder: Builder,
    fromdocname: str,
    path: str,
    start: int = 0,
    end: int = 0,
) -> str | None:
    """Give the address of source lines, as a document's output can link it.

    :param path: POSIX, relative to the root.
    :param start: first line, 0 for the whole file.
    :returns: ``None`` where the builder has nothing to lead to.
    """
    repository = runtime_domain(env).state.repository
    if repository is not None:
        return repository.file_url(path, start, end)
    if not (makes_pages(env, builder) and is_utf8(path)):
        return None
    uri = builder.get_relative_uri(fromdocname, page_name(path))
    return f"{uri}#{line_anchor(start, end)}" if start else uri


def folder_uri(env: BuildEnvironment, path: str) -> str | None:
    """Give the address of a folder on the repository's web site, where there is one."""
    repository = runtime_domain(env).state.repository
    return repository.folder_url(path) if repository else None


def makes_pages(env: BuildEnvironment, builder: Builder) -> bool:
    """Tell whether a build makes source pages."""
    state = runtime_domain(env).state
    if state.repository is not None or not state.settings.source_pages:
        return False
    # singlehtml and epub write no pages of extensions
    return builder.format == "html" and builder.name not in {"epub", "singlehtml"}


def is_utf8(path: str) -> bool:
    """Tell whether a file's name is valid UTF-8: Sphinx names no page after another one."""
    return path.isascii() or not any("\udc80" <= char <= "\udcff" for char in path)


def page_name(path: str) -> str:
    """Give the name of a file's source page."""
    return f"{PAGES}/{path}"


def is_source_page(name: str) -> bool:
    """Tell whether a page of the output is a source page."""
    return name.startswith(f"{PAGES}/")


def line_anchor(start: int, end: int = 0) -> str:
    """Give the fragment of a line, or of a range of lines."""
    return f"L{start}-L{end}" if end > start else f"L{start}"
