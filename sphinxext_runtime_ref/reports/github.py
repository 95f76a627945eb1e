"""Workflow commands of GitHub Actions: annotations at file, line and column.

Source of the syntax and its escapes: GitHub Docs, "Workflow commands for GitHub Actions", and
``@actions/core``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxext_runtime_ref.reports.findings import broken

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinxext_runtime_ref.reports.findings import Finding


def render(findings: Iterable[Finding]) -> str:
    """Render one ``::error`` command for each broken link."""
    return "".join(f"{_command(item)}\n" for item in broken(findings))


def _command(item: Finding) -> str:
    properties = {
        "file": item.path,
        "line": str(max(item.line, 1)),
        "col": str(item.column) if item.column else "",
        "title": f"runtime-ref {item.kind.value}" if item.kind else "runtime-ref",
    }
    given = ",".join(f"{key}={_property(value)}" for key, value in properties.items() if value)
    return f"::error {given}::{_data(item.message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
