"""JUnit XML: one test suite a document, one test case a link that was checked."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING
from xml.sax.saxutils import quoteattr

from sphinxext_runtime_ref.links.model import Status

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinxext_runtime_ref.reports.findings import Finding

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render(findings: Iterable[Finding]) -> str:
    """Render all links but those that are not local."""
    checked = [item for item in findings if item.status is not Status.UNCHECKED]
    lines = ['<?xml version="1.0" encoding="utf-8"?>']
    lines.append(f"<testsuites name={_quoted('runtime-ref')} {_counts(checked)}>")
    for path, group in groupby(checked, key=lambda item: item.path):
        cases = list(group)
        lines.append(f"  <testsuite name={_quoted(path)} {_counts(cases)}>")
        for item in cases:
            lines.extend(_case(item))
        lines.append("  </testsuite>")
    lines.append("</testsuites>")
    return "\n".join(lines) + "\n"


def _case(item: Finding) -> Iterator[str]:
    name = f"{item.line}:{item.column}: {item.uri or item.info}"
    opening = (
        f"    <testcase classname={_quoted(item.path)} name={_quoted(name)} "
        f"file={_quoted(item.path)} line={_quoted(str(item.line))}"
    )
    if item.status is Status.WORKING:
        yield f"{opening}/>"
        return
    yield f"{opening}>"
    if item.status is Status.BROKEN:
        kind = item.kind.value if item.kind else "error"
        yield f"      <failure type={_quoted(kind)} message={_quoted(item.message)}/>"
    else:
        yield f"      <skipped message={_quoted(item.info or 'ignored')}/>"
    yield "    </testcase>"


def _counts(cases: list[Finding]) -> str:
    failures = sum(item.status is Status.BROKEN for item in cases)
    skipped = sum(item.status is Status.IGNORED for item in cases)
    return f'tests="{len(cases)}" failures="{failures}" errors="0" skipped="{skipped}"'


def _quoted(text: str) -> str:
    return quoteattr(_NOT_XML.sub("\ufffd", text))
