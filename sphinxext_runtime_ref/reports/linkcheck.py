"""The two files that Sphinx's linkcheck writes, and one JSON document with the same rows.

Our own keys come after those of linkcheck.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

from sphinxext_runtime_ref import __version__
from sphinxext_runtime_ref.links.model import Status
from sphinxext_runtime_ref.printable import on_line
from sphinxext_runtime_ref.reports.findings import broken

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sphinxext_runtime_ref.reports.findings import Finding


def render_text(findings: Iterable[Finding]) -> str:
    """Render the broken links as ``file:line: [broken] uri: info``."""
    lines = (
        f"{on_line(item.filename or item.path)}:{item.line}: [broken] "
        f"{on_line(item.uri)}: {on_line(item.info)}\n"
        for item in broken(findings)
    )
    return "".join(lines)


def render_json_lines(findings: Iterable[Finding]) -> str:
    """Render every link as one JSON object a line."""
    encode = json.JSONEncoder(ensure_ascii=False).encode
    return "".join([f"{encode(_row(item))}\n" for item in findings])


def render_document(findings: Sequence[Finding]) -> str:
    """Render the version, a count by status and every link as one JSON document."""
    counts = Counter(item.status for item in findings)
    data = {
        "version": __version__,
        "counts": {status.value: counts[status] for status in Status},
        "links": [_row(item) for item in findings],
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _row(item: Finding) -> dict[str, Any]:
    """Give a finding as the object of linkcheck's ``output.json``; the order of keys is fixed."""
    return {
        "filename": item.filename or item.path,
        "lineno": item.line,
        "status": item.status.value,
        "code": 0,
        "uri": item.uri,
        "info": item.info,
        "column": item.column,
        "kind": item.kind.value if item.kind else None,
        "target": item.target,
        "suggestion": item.suggestion,
    }
