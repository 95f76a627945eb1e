"""Sources that mean harm, or are just very large: an answer in time, and never a traceback."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.cli import main

if TYPE_CHECKING:
    from pathlib import Path

SOURCES = {
    "nested": "T = " + "[" * 90 + "]" * 90,
    "too nested": "T = " + "(" * 3000 + ")" * 3000,
    "huge numbers": "T = {'a': 9**9**9, 'b': 10**4000, 'c': 1 << 10**9}",
    "huge strings": "T = ['x' * 10**9, 'y' * 10**6]",
    "shared structure": "A = [0] * 1000\nB = [A] * 1000\nC = [B] * 1000\nT = [C] * 1000",
    "null byte": "T = {'a': 1}\n\0",
    "control characters": "T = {'a': '\\ud800', '\\x1b[31m': '\\x00'}",
    "circle": "A = B\nB = A\nT = {'a': A}",
    "itself": "T = {'a': T}",
    "own class": "class C:\n    t: 'C'\n    T = {'x': 1}\nT = [C.T, C]",
    "one name": "T = [" + "'same'," * 5000 + "]",
    "long keys": "T = {" + ",".join(f"'{'k' * 2000}{i}': {i}" for i in range(200)) + "}",
    "many columns": "T = [{" + ",".join(f"'c{i}': {i}" for i in range(500)) + "}] * 20",
}


@pytest.mark.parametrize("form", ["json", "csv", "markdown"])
@pytest.mark.parametrize("text", SOURCES.values(), ids=SOURCES)
def test_there_is_an_answer_in_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, form: str
) -> None:
    (tmp_path / "m.py").write_bytes(text.encode())
    start = time.process_time()
    code = main(["dump", "m.py:T", "--root", str(tmp_path), "--format", form])
    assert time.process_time() - start < 10
    out, err = capsys.readouterr()
    assert code in {0, 1}
    assert bool(out) == (code == 0)
    assert not any(ord(c) < 32 and c not in "\n\t" for c in out + err)


def test_a_condition_can_not_run_away(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "m.py").write_text("T = list(range(50))\n")
    where = "sum(x * y for x in range(1000) for y in range(1000)) > 0"
    start = time.process_time()
    assert main(["dump", "m.py:T", "--root", str(tmp_path), "--where", where]) == 1
    assert time.process_time() - start < 10
    assert "limit of 1000000 steps" in capsys.readouterr().err
