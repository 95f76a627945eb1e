"""One JSON document: the counts and every link."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

from sphinxext_runtime_ref import __version__
from sphinxext_runtime_ref.links.model import Status
from sphinxext_runtime_ref.reports.linkcheck import row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinxext_runtime_ref.reports.findings import Finding


def render(findings: Sequence[Finding]) -> str:
    """Render the version, a count by status and the rows of linkcheck's ``output.json``."""
    counts = Counter(item.status for item in findings)
    data = {
        "version": __version__,
        "counts": {status.value: counts[status] for status in Status},
        "links": [row(item) for item in findings],
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"
