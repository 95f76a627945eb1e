"""Declarations and the rows, warnings or errors that ``runtime-ref dump`` gives for them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from sphinxext_runtime_ref.cli import main
from tests.folders import write

if TYPE_CHECKING:
    from collections.abc import Mapping

CASES = json.loads((Path(__file__).parent / "dump_cases.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: Mapping[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, case["files"])
    options = case.get("options", [])
    code = main(["dump", case["source"], "--root", str(tmp_path), "--format", "json", *options])
    out, err = capsys.readouterr()
    if "error" in case:
        assert code == 1
        assert not out
        assert re.search(case["error"], err), err
        return
    assert code == 0, err
    rows = json.loads(out)["rows"]
    columns = list(case["rows"][0])
    assert [{name: row[name]["text"] for name in columns} for row in rows] == case["rows"]
    assert ("warning" in case) == bool(err), err
    if "warning" in case:
        assert re.search(case["warning"], err), err
