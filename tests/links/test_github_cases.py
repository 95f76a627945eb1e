"""Whole documents and the broken links in them, all of which and only which are reported."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from sphinxext_runtime_ref.links.running.run import check_documents
from sphinxext_runtime_ref.settings import Settings
from tests.folders import write

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "github_cases.json").read_text(encoding="utf-8")
)


def lay(case: dict[str, Any], root: Path) -> list[str]:
    """Write the files of a case and give the documents to check."""
    write(root, case["files"])
    for name, target in case.get("symlinks", {}).items():
        (root / name).symlink_to(target)
    return case.get("check") or [
        name for name in case["files"] if name.endswith(".md") and "/" not in name
    ]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case: dict[str, Any], tmp_path: Path) -> None:
    results = check_documents(tmp_path, lay(case, tmp_path), Settings())
    got = [(r.link.path, r.link.line, r.link.uri, r.kind) for r in results if r.status == "broken"]
    want = [(b["file"], b["line"], b["uri"], b["kind"]) for b in case["broken"]]
    assert got == want


def test_the_command_line_says_the_same(
    run: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    case = next(case for case in CASES if case["id"] == "raw-html-targets")
    done = run("links", "--root", ".", "--format", "jsonl", *lay(case, tmp_path))
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    got = [
        (row["filename"], row["lineno"], row["column"], row["uri"], row["kind"])
        for row in rows
        if row["status"] == "broken"
    ]
    assert done.returncode == 1
    assert got == [
        ("a.md", 2, 10, "gone.md", "target"),
        ("a.md", 3, 11, "pics/none.png", "target"),
        ("a.md", 3, 51, "pics/two.png", "target"),
    ]
