"""GitLab's code quality report.

Source of the fields: GitLab Docs, "Code Quality", section "Code Quality report format".
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.reports.findings import broken, fingerprints

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinxext_runtime_ref.reports.findings import Finding


def render(findings: Iterable[Finding]) -> str:
    """Render the broken links as the list that GitLab reads."""
    rows = [
        {
            "description": item.message,
            "check_name": f"runtime_ref.{item.kind.value}" if item.kind else "runtime_ref",
            "fingerprint": fingerprint,
            "severity": "major",
            "location": {"path": item.path, "lines": {"begin": max(item.line, 1)}},
        }
        for item, fingerprint in fingerprints(broken(findings))
    ]
    return json.dumps(rows, indent=2, ensure_ascii=False) + "\n"
