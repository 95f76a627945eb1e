"""The report formats by name."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.atomic import write_bytes
from sphinxext_runtime_ref.paths import top_level

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from sphinxext_runtime_ref.reports.findings import Finding

FORMATS = {
    "text": ("text", "render"),
    "txt": ("linkcheck", "render_text"),
    "jsonl": ("linkcheck", "render_json_lines"),
    "json": ("linkcheck", "render_document"),
    "sarif": ("sarif", "render"),
    "junit": ("junit", "render"),
    "github": ("github", "render"),
    "gitlab": ("gitlab", "render"),
}
"""Each format's module and function; a renderer is imported when it is asked for."""

CLI_FORMATS = ("text", "jsonl", "json", "sarif", "junit", "github", "gitlab")
"""What ``--format`` takes."""

BUILD_REPORTS = {
    "txt": ("txt", "output.txt"),
    "json": ("jsonl", "output.json"),
    "sarif": ("sarif", "output.sarif"),
    "junit": ("junit", "junit.xml"),
    "github": ("github", "github.txt"),
    "gitlab": ("gitlab", "gl-code-quality-report.json"),
}
"""The setting ``reports``: each name's format and file; ``json`` is linkcheck's ``output.json``."""


REPOSITORY_FORMATS = frozenset({"sarif", "github", "gitlab"})
"""Formats whose readers take paths from the top of the repository, wherever the root is."""


def render(name: str, findings: Sequence[Finding], root: Path | None = None) -> str:
    """Render findings in a format of :data:`FORMATS`; a text that is not empty ends its line.

    :param root: the folder that paths are relative to, where it may lie below the top of a
        repository.
    """
    module, function = FORMATS[name]
    renderer: Callable[[Sequence[Finding]], str] = getattr(
        import_module(f"sphinxext_runtime_ref.reports.{module}"), function
    )
    if root is not None and name in REPOSITORY_FORMATS:
        findings = _from_the_top(findings, root)
    return renderer(findings)


def write_reports(
    folder: Path, names: Iterable[str], findings: Sequence[Finding], root: Path | None = None
) -> tuple[Path, ...]:
    """Write the reports of a build, each whole or not at all, and give their paths.

    :param names: names of :data:`BUILD_REPORTS`.
    :param root: as for :func:`render`.
    :raises OSError: when the folder can't be written.
    """
    written = []
    for name in names:
        kind, filename = BUILD_REPORTS[name]
        path = folder / filename
        # A path that is not UTF-8 has lone surrogates; a report must still be UTF-8.
        write_bytes(path, render(kind, findings, root).encode("utf-8", "backslashreplace"))
        written.append(path)
    return tuple(written)


def _from_the_top(findings: Sequence[Finding], root: Path) -> Sequence[Finding]:
    top = top_level(root)
    if top is None or top == root:
        return findings
    folder = root.relative_to(top).as_posix()
    return [item._replace(path=f"{folder}/{item.path}") for item in findings]
