"""The check: once a build, in the main process, whatever was read or written."""

from __future__ import annotations

import os
import posixpath
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.util import logging

from sphinxext_runtime_ref.errors import ConfigError, Kind
from sphinxext_runtime_ref.extension.config import warn_config
from sphinxext_runtime_ref.extension.environment import links_domain
from sphinxext_runtime_ref.extension.links.builder import LocalLinksBuilder
from sphinxext_runtime_ref.extension.links.verdicts import verdicts
from sphinxext_runtime_ref.links.judging.sphinx_rules import relative
from sphinxext_runtime_ref.links.model import Dialect, Status
from sphinxext_runtime_ref.reports.findings import findings_from, summary
from sphinxext_runtime_ref.reports.formats import BUILD_REPORTS, write_reports

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from sphinx.application import Sphinx

    from sphinxext_runtime_ref.extension.links.domain import LinksDomain
    from sphinxext_runtime_ref.extension.state import State
    from sphinxext_runtime_ref.links.model import CheckResult
    from sphinxext_runtime_ref.reports.findings import Finding

LOGGER = logging.getLogger(__name__)


def judge_links(app: Sphinx, exception: Exception | None) -> None:
    """Judge all links of a build, write the reports and warn; a handler of ``build-finished``."""
    if exception is not None:
        return
    domain = links_domain(app.env)
    if not domain.state.settings.check_links:
        return
    domain.end_writing()
    try:
        results = verdicts(domain)
    except ConfigError as fault:
        warn_config(str(fault))
        return
    findings = findings_from(results, _filenames(domain.targets.source, results))
    report = _write(app, domain, findings)
    if isinstance(app.builder, LocalLinksBuilder):
        app.builder.show(findings)
        if any(finding.status is Status.BROKEN for finding in findings):
            app.statuscode = 1
    try:
        _warn(domain.state, findings)
    finally:
        # up to Sphinx 8.0, "-W" raises at the first warning
        LOGGER.info("%s%s", summary(findings), report)


def _write(app: Sphinx, domain: LinksDomain, findings: Sequence[Finding]) -> str:
    """Write the reports, and say where the first one is."""
    settings = domain.state.settings
    folder = Path(app.outdir, settings.report_dir)
    try:
        domain.targets.anchors.save()
        written = write_reports(folder, settings.reports, findings, domain.state.root)
    except OSError as fault:
        domain.state.warn_setting("report_dir", f"can't write the reports: {fault}")
        return ""
    return f"; report: {_shown(written[0])}" if written else ""


def _warn(state: State, findings: Sequence[Finding]) -> None:
    for finding in findings:
        if finding.status is Status.BROKEN and finding.kind:
            # Documents outside of the root have a path that climbs out of it.
            path = os.path.normpath(state.root / finding.path)
            advice = state.outside_advice if finding.kind is Kind.OUTSIDE else ""
            # Sphinx takes a location without a colon for a document's name.
            LOGGER.warning(
                "%s%s%s",
                "" if finding.line else f"{path}: ",
                finding.message,
                advice,
                type="runtime_ref",
                subtype=finding.kind.value,
                location=f"{path}:{finding.line}" if finding.line else None,
            )


def _shown(path: Path) -> Path:
    try:
        return path.relative_to(Path.cwd())
    except ValueError:
        return path


def _filenames(source: str, results: Iterable[CheckResult]) -> Callable[[str], str]:
    """Give what names files in reports, from their paths relative to the root.

    Documents are named from the source folder, maintained ones outside of it from the root.

    :param source: the source folder, relative to the root.
    """
    own = {item.link.path for item in results if item.dialect is Dialect.SPHINX}

    @cache
    def name(path: str) -> str:
        inside = relative(path, source)
        return path if inside.startswith("../") and path not in own else inside

    return name


def keep_reports_out_of_epub(app: Sphinx) -> None:
    """Keep the last build's reports out of an EPUB; a handler of ``builder-inited``.

    That builder packs whatever is in its folder, and warns of what no reader shows.
    """
    if app.builder.name == "epub":
        folder = links_domain(app.env).state.settings.report_dir
        reports = [posixpath.normpath(f"{folder}/{file}") for _, file in BUILD_REPORTS.values()]
        app.config.epub_exclude_files = [*app.config.epub_exclude_files, *reports]
