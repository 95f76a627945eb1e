"""What all directives that read declarations have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from docutils import nodes
from sphinx import addnodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from sphinxext_runtime_ref.errors import Kind
from sphinxext_runtime_ref.extension import messages
from sphinxext_runtime_ref.extension.source_links import domain_of
from sphinxext_runtime_ref.printable import on_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from docutils.nodes import Node

    from sphinxext_runtime_ref.errors import Diagnostic, RuntimeRefError
    from sphinxext_runtime_ref.extension.state import State

LOGGER = logging.getLogger(__name__)


class DeclarationDirective(SphinxDirective):
    """What all directives that read declarations have in common."""

    runtime: ClassVar[State]

    def failed(self, fault: RuntimeRefError) -> list[Node]:
        """Warn of an error, and show it where its table would be."""
        self.warn(str(fault), fault.kind)
        domain_of(self.env).data["failed"][self.env.docname] = True
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

    def needs_style(self) -> None:
        """Load the style sheet on the document's page."""
        domain_of(self.env).data["styled"][self.env.docname] = True

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
        """Say what reading found; of rows that other tables may show too, when all are read."""
        for diagnostic in diagnostics:
            if diagnostic.kind is Kind.DEFAULT:
                domain_of(self.env).note_default(self.env.docname, str(diagnostic), self.place())
            else:
                self.warn(str(diagnostic), diagnostic.kind)

    def parsed(self, text: str) -> list[Node]:
        """Parse text as the document's own markup."""
        return self.parse_text_to_nodes(text)
