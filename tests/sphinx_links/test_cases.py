"""Whole projects with the findings that they must have, and only these."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

CASES = json.loads(Path(__file__).with_name("cases.json").read_text(encoding="utf-8"))
CONF = (
    "myst_heading_anchors = 3\nhtml_sidebars = {'**': []}\nexclude_patterns = ['part.txt']\n"
    "show_warning_types = True\n"
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_case(case: dict[str, Any], project: Callable[..., Any], crawl: Callable[..., Any]) -> None:
    made = project(case["files"], CONF + case.get("conf", ""))
    build = made.build()
    broken = sorted(case["broken"], key=lambda item: (item["file"], item["line"]))
    rows = [row for row in build.report() if row["status"] == "broken"]
    assert [described(row, made) for row in rows] == broken
    assert len(build.warnings) == len(broken)
    for item in broken:
        place = f"{item['file'].removeprefix('docs/')}:{item['line'] or ''}"
        kind = f"[runtime_ref.{item['kind']}]"
        assert any(place in line and kind in line for line in build.warnings), item
    dead = [
        link for link in crawl(build.out).dead if link[0] not in {"genindex.html", "search.html"}
    ]
    assert len(dead) <= len(broken)
    assert list(build.out.glob("_downloads/*/hostname")) == []
    again = made.build()
    assert again.warnings == build.warnings
    assert again.report() == build.report()


def described(row: dict[str, Any], made: Any) -> dict[str, Any]:
    """Give a report's row as the cases have it: paths from the root."""
    inside = (made.docs / row["filename"]).exists()
    name = f"docs/{row['filename']}" if inside else row["filename"]
    return {"file": name, "line": row["lineno"], "uri": row["uri"], "kind": row["kind"]}
