"""The role ``source``: a link to a symbol, or to lines, of a source file as it is now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.util import logging
from sphinx.util.docutils import ReferenceRole

from sphinxext_runtime_ref.errors import Kind, RuntimeRefError
from sphinxext_runtime_ref.extension.dependencies import watch
from sphinxext_runtime_ref.extension.environment import runtime_domain
from sphinxext_runtime_ref.extension.sources.links import note_source, source_reference
from sphinxext_runtime_ref.links.judging import lines
from sphinxext_runtime_ref.links.tree.files import Fault
from sphinxext_runtime_ref.location import Location

if TYPE_CHECKING:
    from docutils.nodes import Element, Node, system_message

    from sphinxext_runtime_ref.extension.state import State

LOGGER = logging.getLogger(__name__)


class SourceError(RuntimeRefError):
    """A source reference that leads nowhere."""

    def __init__(self, message: str, kind: Kind) -> None:
        """Say of what kind the fault is."""
        super().__init__(message)
        self.kind = kind


class SourceRole(ReferenceRole):
    """``path#Symbol``, ``path#L10-L20`` or ``path``.

    As in Sphinx's own roles, ``~`` before it shows the last part of the name alone, and ``!``
    makes no link.
    """

    @property
    def runtime(self) -> State:
        """Give the settings and sources of the build."""
        return runtime_domain(self.env).state

    def run(self) -> tuple[list[Node], list[system_message]]:
        """Find the place; one that is not there is a warning, and its text stays."""
        target = self.target.strip()
        if self.disabled:  # the mark begins the title, or else the target
            self.title, target = self.title[1:], target.removeprefix("!")
        last_only = not self.has_explicit_title and target.startswith("~")
        target = target.removeprefix("~")
        path, mark, fragment = target.partition("#")
        if self.has_explicit_title:
            content: Element = nodes.inline(self.rawtext, self.title)
        else:
            content = nodes.literal(self.rawtext, shown_text(path, fragment, last_only=last_only))
        content["classes"].append("runtime-ref-source")
        if self.disabled:
            return [content], []
        with self.runtime.tree.recording() as consulted:
            try:
                place = locate(self.runtime, path, fragment if mark else None)
            except RuntimeRefError as fault:
                self._warn(target, fault)
                place = None
        watch(self.env, {*consulted, str(self.runtime.root / path)})
        if place is None:
            return [content], []
        note_source(self.env, self.env.docname, place.path, *place.line_range)
        said = f"{place.path}:{place.line}" if place.line else place.path
        spare = "" if content.astext() == said else said
        return [source_reference(place, content, place=spare)], []

    def _warn(self, target: str, fault: RuntimeRefError) -> None:
        runtime_domain(self.env).data["failed"][self.env.docname] = True
        place = fault.location
        message = fault.message
        if place and place.line:
            message = self.runtime.said_of(fault)
        elif place:  # the target names the file already
            message = message.replace(f" in {place.path}", "", 1)
        if fault.kind is Kind.OUTSIDE:
            message += self.runtime.outside_advice
        source, line = self.get_source_info()
        line = runtime_domain(self.env).lines.line(source, line, self.rawtext) or line
        LOGGER.warning(
            "%r: %s",
            target,
            message,
            type="runtime_ref",
            subtype=fault.kind.value,
            location=f"{source}:{line or ''}",
        )


def shown_text(path: str, fragment: str, *, last_only: bool = False) -> str:
    """Give what a reference without a title shows: the symbol, else the file and its lines."""
    name = path.rpartition("/")[2]
    if not fragment:
        return name if last_only else path
    if lines.is_line_anchor(fragment):
        return f"{name}#{fragment}"
    return fragment.rpartition(".")[2] if last_only else fragment


def locate(state: State, path: str, fragment: str | None) -> Location:
    """Find what a source reference means.

    :param fragment: ``None`` for the file, ``L10`` or ``L10-L20`` for lines, else a symbol.
    :raises RuntimeRefError: when it is not there; the message has the nearest spelling.
    """
    if fragment == "":
        raise SourceError(
            "nothing follows the '#'; expected a symbol or lines after it, or the path alone",
            Kind.ANCHOR,
        )
    found = state.files.resolve("", path)
    if isinstance(found, Fault):
        raise SourceError(_said(found, "#" + fragment if fragment else ""), found.kind)
    if found.is_dir:
        raise SourceError("is a folder; expected a file", Kind.TARGET)
    if not fragment:
        return Location(found.path)
    if lines.is_line_anchor(fragment):
        return _lines(state, found.path, fragment)
    if not found.path.endswith((".py", ".pyi")):
        raise SourceError(
            f"only Python files have symbols; expected a line range such as {found.path}#L10-L20",
            Kind.ANCHOR,
        )
    from sphinxext_runtime_ref.source.symbols import lookup  # noqa: PLC0415 - see state.py

    place: Location = lookup(state.tree, state.tree.module(found.path), fragment).location
    return place


def _lines(state: State, path: str, fragment: str) -> Location:
    text = lines.text_of(state.files.read(path))
    if text is None:
        raise SourceError("is a binary file, which has no lines", Kind.LINES)
    wanted = lines.parse(fragment)
    if isinstance(wanted, Fault):
        raise SourceError(_said(wanted, "", f"{path}#"), Kind.LINES)
    fault = lines.check(lines.split_lines(text), fragment)
    if fault is not None:
        raise SourceError(_said(fault), Kind.LINES)
    return Location(path, wanted.first, end_line=wanted.last)


def _said(fault: Fault, after: str = "", before: str = "") -> str:
    if fault.suggestion is None:
        return fault.info
    return f"{fault.info}; did you mean {before + fault.suggestion + after!r}?"
