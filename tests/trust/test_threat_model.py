"""The threat model names the tests that hold its promises."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/explanation/threat-model.md"


def test_each_promise_has_its_tests() -> None:
    section = PAGE.read_text(encoding="utf-8").split("\n## ")[2]
    assert section.startswith("What can never happen\n")
    rows = [line for line in section.splitlines() if line.startswith("|")]
    promises = [row.split("|") for row in rows[2:]]
    assert len(promises) >= 10
    named = set()
    for promise in promises:
        tests = re.findall(r"`(tests/[^`]+)`", promise[3])
        assert tests, promise[1]
        named.update(tests)
        for test in tests:
            assert "def test_" in (ROOT / test).read_text(encoding="utf-8")
    own = {f"tests/trust/{path.name}" for path in Path(__file__).parent.glob("test_*.py")}
    assert own - named == {"tests/trust/test_threat_model.py"}
