"""What all directives that read declarations have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from sphinxext_runtime_ref.errors import RuntimeRefError
from sphinxext_runtime_ref.extension import messages
from sphinxext_runtime_ref.extension.dependencies import watch
from sphinxext_runtime_ref.extension.environment import runtime_domain
from sphinxext_runtime_ref.extension.sources.links import (
    DECLARATION,
    SourceUse,
    declaration_reference,
)
from sphinxext_runtime_ref.extension.tables.markup import parse_markup
from sphinxext_runtime_ref.printable import on_page
from sphinxext_runtime_ref.tables.catalogue import GENERAL
from sphinxext_runtime_ref.tables.options import OPTIONS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from docutils.nodes import Element, Node

    from sphinxext_runtime_ref.errors import Diagnostic
    from sphinxext_runtime_ref.extension.domain import RuntimeDomain
    from sphinxext_runtime_ref.extension.state import State
    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.tree import SourceTree
    from sphinxext_runtime_ref.tables.model import Table

LOGGER = logging.getLogger(__name__)
TABLE_OPTIONS = frozenset(option.name for option in OPTIONS)


class DeclarationDirective(SphinxDirective):
    """A directive that reads declarations; its document is read again when one of them changes."""

    final_argument_whitespace = True

    @property
    def domain(self) -> RuntimeDomain:
        """Give the domain that keeps what the directive shows."""
        return runtime_domain(self.env)

    @property
    def runtime(self) -> State:
        """Give the settings and sources of the build; ``state`` is that of docutils' parser."""
        return self.domain.state

    def run(self) -> list[Node]:
        """Make the nodes, or a box with what is wrong with the declarations or the options."""
        with self.runtime.tree.recording() as consulted:
            try:
                return self.placed(self.made())
            except RuntimeRefError as fault:
                return self.failed(fault)
            finally:
                watch(self.env, consulted)

    def made(self) -> list[Node]:
        """Make the nodes.

        :raises RuntimeRefError: when they can't be made.
        """
        raise NotImplementedError

    def wanted(self) -> tuple[str, str | None]:
        """Give the table's name in the catalogue, and its source where the argument is one."""
        argument = self.arguments[0].strip()
        is_name = argument in self.runtime.catalogue.names()
        return (argument, None) if is_name else (GENERAL, argument)

    def table(self, name: str, source: str | None, tree: SourceTree | None = None) -> Table:
        """Read a table, with those of the directive's options that are the table's own.

        :param name: of the catalogue.
        :param source: where its declaration is; ``None`` for the definition's own.
        :param tree: the sources; those of the build by default.
        :raises RuntimeRefError: as :func:`~sphinxext_runtime_ref.tables.build.build_table` does.
        """
        from sphinxext_runtime_ref.tables.build import Request, build_table  # noqa: PLC0415 - see state.py

        options = {key: self.options[key] or "" for key in TABLE_OPTIONS & self.options.keys()}
        request = Request(name, source, options)
        return build_table(tree or self.runtime.tree, self.runtime.catalogue, request)

    def failed(self, fault: RuntimeRefError) -> list[Node]:
        """Warn of an error, and show it where its table would be."""
        self.warn(self.runtime.said_of(fault), fault.kind)
        self.domain.data["failed"][self.env.docname] = True
        self.needs_style()
        box = nodes.admonition("", classes=["error", "runtime-ref-error"])
        box += nodes.title("", messages.error_title())
        message = nodes.paragraph("", on_page(fault.message), support_smartquotes=False)
        if fault.location:
            message.insert(0, [nodes.literal("", str(fault.location)), nodes.Text(": ")])
        box += message
        return [box]

    def placed(self, made: list[Node]) -> list[Node]:
        """Say in each reference which document holds it: LaTeX makes one of them all."""
        for node in made:
            for reference in node.findall(addnodes.pending_xref):
                reference.setdefault("refdoc", self.env.docname)
        return made

    def linked(self, name: str, place: Location) -> Element:
        """Make a link from a name to the row that shows its declaration, or else to its source."""
        docname = self.env.docname
        self.domain.note_uses(docname, [SourceUse(place.path, *place.line_range, text=name)])
        self.domain.note_reference(docname, DECLARATION, f"{place.path}:{place.line}")
        return declaration_reference(place, nodes.literal("", name))

    def needs_style(self) -> None:
        """Load the style sheet on the document's page."""
        self.domain.data["styled"][self.env.docname] = True

    def warn(self, message: str, kind: str) -> None:
        """Say something at the directive's place."""
        place = self.place()
        LOGGER.warning(
            "%s", on_page(message), type="runtime_ref", subtype=str(kind), location=place
        )

    def place(self) -> str:
        """Give the directive's file and line, as a warning shows them."""
        return str(self.get_location())

    def say(self, diagnostics: Sequence[Diagnostic]) -> None:
        """Have what reading found said when all documents are read, in every build."""
        place = self.place()
        for found in diagnostics:
            self.domain.note_finding(self.env.docname, str(found), found.kind.value, place)

    def parsed(self, text: str, place: Location) -> list[Node]:
        """Parse text as the document's own markup.

        :param place: where the text is; what is said of its markup is said of that place.
        """
        # As autodoc names it, so that whoever knows docstrings knows this; one for the whole table.
        name = self.arguments[0].rpartition(":")[2].strip() if self.arguments else self.name
        source = f"{self.runtime.root / place.path}:docstring of {name}"
        return parse_markup(self, text, source, place.line)
