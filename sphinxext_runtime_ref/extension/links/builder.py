"""The builder ``locallinks``: checks and reports without writing pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.builders.dummy import DummyBuilder
from sphinx.util import logging

from sphinxext_runtime_ref.links.model import Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinxext_runtime_ref.reports.findings import Finding

LOGGER = logging.getLogger(__name__)


class LocalLinksBuilder(DummyBuilder):
    """Checks the local links of a project; ends with a failure when one is broken."""

    name = "locallinks"
    epilog = "The reports of the links are in %(outdir)s."

    def get_outdated_docs(self) -> set[str]:
        """Write nothing: reading the documents is enough."""
        return set()

    def show(self, findings: Sequence[Finding]) -> None:
        """Print a line a link, as linkcheck does."""
        for finding in findings:
            if finding.status is not Status.UNCHECKED:
                self._show(finding)

    def _show(self, finding: Finding) -> None:
        name = finding.filename or finding.path
        LOGGER.info("(%16s: line %4d) ", name, finding.line, nonl=True)
        if finding.status is Status.BROKEN:
            text = f"{finding.uri} - {finding.info}" if finding.uri else finding.info
            LOGGER.info("broken    %s", text, color="red")
        elif finding.status is Status.IGNORED:
            LOGGER.info("-ignored- %s", finding.uri, color="darkgray")
        else:
            LOGGER.info("ok        %s", finding.uri, color="darkgreen")
