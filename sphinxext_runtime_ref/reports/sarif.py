"""SARIF 2.1.0 (OASIS standard), as code scanning services read it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from sphinxext_runtime_ref import __version__
from sphinxext_runtime_ref.errors import Kind
from sphinxext_runtime_ref.reports.findings import NOUNS, broken, fingerprints
from sphinxext_runtime_ref.repository import quoted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinxext_runtime_ref.reports.findings import Finding

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
RULES = tuple(Kind)


def render(findings: Iterable[Finding]) -> str:
    """Render the broken links as one run."""
    driver = {
        "name": "runtime-ref",
        "semanticVersion": __version__,
        "rules": [_rule(kind) for kind in RULES],
    }
    run = {
        "tool": {"driver": driver},
        # Columns count characters; SARIF's own default is UTF-16 units.
        "columnKind": "unicodeCodePoints",
        "results": [_result(*pair) for pair in fingerprints(broken(findings))],
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=2, ensure_ascii=False) + "\n"


def _rule(kind: Kind) -> dict[str, Any]:
    one, many = NOUNS[kind]
    return {
        "id": f"runtime_ref.{kind.value}",
        "name": one.title().replace(" ", ""),
        "shortDescription": {"text": f"Findings about {many}."},
        "defaultConfiguration": {"level": "error"},
    }


def _result(item: Finding, fingerprint: str) -> dict[str, Any]:
    kind = item.kind or Kind.DOCUMENT
    region = {"startLine": max(item.line, 1)}
    if item.column:
        region["startColumn"] = item.column
    place = {
        "artifactLocation": {"uri": quoted(item.path)},
        "region": region,
    }
    return {
        "ruleId": f"runtime_ref.{kind.value}",
        "ruleIndex": RULES.index(kind),
        "level": "error",
        "message": {"text": item.message},
        "locations": [{"physicalLocation": place}],
        "partialFingerprints": {"runtimeRef/v1": fingerprint},
    }
