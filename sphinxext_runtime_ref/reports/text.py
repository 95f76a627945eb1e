"""Findings as compilers print them, for people and editors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxext_runtime_ref.printable import on_line
from sphinxext_runtime_ref.reports.findings import broken

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinxext_runtime_ref.reports.findings import Finding

BOLD, RED, RESET = "\x1b[1m", "\x1b[31m", "\x1b[0m"


def render(findings: Iterable[Finding], *, colour: bool = False) -> str:
    """Render the broken links as ``path:line:column: kind: message``."""
    return "".join(f"{_line(item, colour=colour)}\n" for item in broken(findings))


def _line(item: Finding, *, colour: bool) -> str:
    numbers = [str(number) for number in (item.line, item.column) if number]
    place = ":".join([on_line(item.path) or "runtime-ref", *numbers])
    kind = item.kind.value if item.kind else "error"
    if colour:
        place, kind = f"{BOLD}{place}{RESET}", f"{RED}{kind}{RESET}"
    return f"{place}: {kind}: {on_line(item.message)}"
