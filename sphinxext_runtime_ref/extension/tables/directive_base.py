"""What all directives that read declarations have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from docutils.parsers.rst.states import RSTState
from docutils.statemachine import StringList, string2lines
from sphinx import addnodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective, switch_source_input
from sphinx.util.parsing import nested_parse_to_nodes

from sphinxext_runtime_ref.errors import RuntimeRefError
from sphinxext_runtime_ref.extension import messages
from sphinxext_runtime_ref.extension.dependencies import watch
from sphinxext_runtime_ref.extension.environment import runtime_domain
from sphinxext_runtime_ref.extension.foreign import parse_markdown
from sphinxext_runtime_ref.extension.sources.links import (
    DECLARATION,
    SourceUse,
    declaration_reference,
)
from sphinxext_runtime_ref.extension.tables.options import flag
from sphinxext_runtime_ref.printable import on_page
from sphinxext_runtime_ref.tables.catalogue import GENERAL
from sphinxext_runtime_ref.tables.options import OptionType

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from docutils.nodes import Element, Node

    from sphinxext_runtime_ref.errors import Diagnostic
    from sphinxext_runtime_ref.extension.state import State
    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.tables.options import Option

LOGGER = logging.getLogger(__name__)


def given(options: Iterable[Option]) -> dict[str, Callable[[str], Any]]:
    """Give what docutils needs to read options of which all but flags have to have a text."""
    return {
        option.name: flag if option.type is OptionType.FLAG else directives.unchanged_required
        for option in options
    }


class DeclarationDirective(SphinxDirective):
    """A directive that reads declarations; its document is read again when one of them changes."""

    runtime: ClassVar[State]
    final_argument_whitespace = True

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

    def failed(self, fault: RuntimeRefError) -> list[Node]:
        """Warn of an error, and show it where its table would be."""
        self.warn(self.runtime.said_of(fault), fault.kind)
        runtime_domain(self.env).data["failed"][self.env.docname] = True
        self.needs_style()
        box = nodes.admonition("", classes=["error", "runtime-ref-error"])
        box += nodes.title("", messages.error_title())
        message = nodes.paragraph("", on_page(fault.message))
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
        domain, docname = runtime_domain(self.env), self.env.docname
        domain.note_uses(docname, [SourceUse(place.path, *place.line_range, text=name)])
        domain.note_reference(docname, DECLARATION, f"{place.path}:{place.line}")
        return declaration_reference(place, nodes.literal("", name))

    def needs_style(self) -> None:
        """Load the style sheet on the document's page."""
        runtime_domain(self.env).data["styled"][self.env.docname] = True

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
            runtime_domain(self.env).note_finding(
                self.env.docname, str(found), found.kind.value, place
            )

    def parsed(self, text: str, place: Location) -> list[Node]:
        """Parse text as the document's own markup.

        :param place: where the text is; what is said of its markup is said of that place.
        """
        # As autodoc names it, so that whoever knows docstrings knows this; one for the whole table.
        name = self.arguments[0].rpartition(":")[2].strip() if self.arguments else self.name
        source = f"{self.runtime.root / place.path}:docstring of {name}"
        first = max(place.line - 1, 0)
        if not isinstance(self.state, RSTState):
            return parse_markdown(self.state, text, f"{source} (Markdown)", first, self.lineno)
        lines = string2lines(text, convert_whitespace=True)
        content = StringList(lines, items=[(source, first + at) for at in range(len(lines))])
        with switch_source_input(self.state, content):
            return nested_parse_to_nodes(self.state, content, allow_section_headings=False)
