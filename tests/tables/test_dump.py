"""Tables as JSON, JSON Lines, CSV and Markdown, and the command that prints them."""

from __future__ import annotations

import csv
import html
import io
import json
import re
from typing import TYPE_CHECKING

import pytest
from markdown_it import MarkdownIt

from sphinxext_runtime_ref.cli import main
from sphinxext_runtime_ref.reports.markdown import text
from sphinxext_runtime_ref.tables.dump import table_to_markdown

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sphinxext_runtime_ref.tables.model import Table

    Build = Callable[..., Table]

TEXT = """\
import torch
T = {
    "a|b": (0x10, torch.float16, "x\\ny"),
    "c": (1.5, nope(), 'say "hi", *now*'),
}
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "m.py").write_text(TEXT, encoding="utf-8")
    return tmp_path


def dump(root: Path, *args: str) -> int:
    return main(["dump", "--root", str(root), *args])


def test_json_has_text_kind_value_and_place(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert dump(root, "m.py:T") == 0
    data = json.loads(capsys.readouterr().out)
    assert data["columns"] == ["key", "value[0]", "value[1]", "value[2]"]
    first, second = data["rows"]
    assert first["value[0]"] == {
        "text": "0x10",
        "kind": "literal",
        "value": 16,
        "source": "m.py:3:13",
    }
    assert first["value[1]"] == {
        "text": "torch.float16",
        "kind": "symbol",
        "value": "torch.float16",
        "source": "m.py:3:19",
    }
    assert (second["value[1]"]["text"], second["value[1]"]["value"]) == ("nope()", None)
    assert second["value[1]"]["kind"] in {"call", "unevaluated"}


def test_json_lines_have_a_row_each(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert dump(root, "m.py:T", "--format", "jsonl", "--columns", "key, doc") == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["key"]["text"] for row in rows] == ["a|b", "c"]
    assert rows[0]["doc"] == {"text": "", "kind": "literal", "value": "", "source": "m.py:3:5"}


def test_csv_is_read_back(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert dump(root, "m.py:T", "--format", "csv") == 0
    rows = list(csv.reader(io.StringIO(capsys.readouterr().out)))
    assert rows == [
        ["key", "value[0]", "value[1]", "value[2]"],
        ["a|b", "0x10", "torch.float16", "x\ny"],
        ["c", "1.5", "nope()", 'say "hi", *now*'],
    ]


def test_markdown_is_escaped(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    columns = "key as Key, value[2] as Note"
    assert dump(root, "m.py:T", "--format", "markdown", "--columns", columns) == 0
    assert capsys.readouterr().out.splitlines() == [
        "| Key | Note |",
        "| --- | --- |",
        r"| a\|b | x<br>y |",
        r'| c | say "hi", \*now\* |',
    ]


def test_underscores_within_words_stay_as_they_are(build: Build) -> None:
    names = ["gpu_count", "__init__", "a__b", "_x_", "snake_ _case", "https://a.example/b_c", "é_é"]
    lines = table_to_markdown(build(f"T = {names}\n", "T")).splitlines()
    assert lines[2] == "| gpu_count |"
    assert lines[-2] == "| https://a.example/b_c |"
    page = html.unescape(MarkdownIt("gfm-like", {"linkify": False}).render("\n".join(lines)))
    assert re.findall(r"<td>(.*)</td>", page) == names


def test_addresses_in_markdown_stay_as_they_are(build: Build) -> None:
    texts = [
        "https://a.example/~me/?b=c&d=e",
        "a & b; c",
        "&amp;",
        "&#35;",
        "~a~",
        "~~b~~",
        "5 ~ 6",
    ]
    lines = table_to_markdown(build(f"T = {texts}\n", "T")).splitlines()
    assert lines[2] == "| https://a.example/~me/?b=c&d=e |"
    page = html.unescape(MarkdownIt("gfm-like", {"linkify": False}).render("\n".join(lines)))
    assert re.findall(r"<td>(.*)</td>", page) == texts
    assert text(texts[0]) == texts[0], "on the reference page, too"


GROUPED = """\
T = {
    "z": (1, "x"),
    # ==== Serving ====
    "a": (2, "x"),
    # ==== Two | *parts* ====
    "c": (3, ""),
}
"""


def test_groups_have_headings_in_markdown(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / "m.py").write_text(GROUPED, encoding="utf-8")
    assert dump(root, "m.py:T", "--format", "markdown", "--group", "group") == 0
    assert capsys.readouterr().out.splitlines() == [
        "| Key | Value 1 | Value 2 |",
        "| --- | --- | --- |",
        "| z | 1 | x |",
        "| **Serving** |  |  |",
        "| a | 2 | x |",
        r"| **Two \| \*parts\*** |  |  |",
        '| c | 3 | `""` |',
    ]


@pytest.mark.parametrize(
    ("asked", "lines"),
    [
        ((), ["Key | Value 1", "**x** | ", "z | 1", "a | 2", "**Others** | ", "c | 3"]),
        (
            ("--columns", "value[1] as X"),
            ["X", "**x**", "x", "x", "**Others**", '`""`'],
        ),
    ],
)
def test_a_column_of_headings_is_in_markdown_if_it_is_asked_for(
    root: Path, capsys: pytest.CaptureFixture[str], asked: tuple[str, ...], lines: list[str]
) -> None:
    (root / "m.py").write_text(GROUPED, encoding="utf-8")
    assert dump(root, "m.py:T", "--format", "markdown", "--group", "value[1]", *asked) == 0
    head, _, *body = capsys.readouterr().out.splitlines()
    assert [head, *body] == [f"| {line} |" for line in lines]


def test_groups_are_in_json(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / "m.py").write_text(GROUPED, encoding="utf-8")
    assert dump(root, "m.py:T", "--group", "group") == 0
    data = json.loads(capsys.readouterr().out)
    assert data["group"] == "group"
    assert data["groups"] == ["", "Serving", "Two | *parts*"]
    assert dump(root, "m.py:T") == 0
    assert json.loads(capsys.readouterr().out).keys() == {"columns", "rows"}


def test_output_goes_to_a_file(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = root / "out.csv"
    assert dump(root, "m.py:T", "--format", "csv", "--output", str(target)) == 0
    assert target.read_text(encoding="utf-8").startswith("key,")
    assert not capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["m.py:NOPE"], 1, "error: 'NOPE' is not declared in m.py"),
        (["m.py:T", "--strict"], 1, "m.py:4:16: error: can't evaluate 'nope()'"),
        (["m.py:T", "--columns", "kye"], 1, "no row has a column 'kye'"),
        (["m.py:T", "--shape", "nesetd"], 2, "no shape 'nesetd'; did you mean 'nested'?"),
        (["m.py:T", "--strictness", "lax"], 2, "expected one of strict, source, skip"),
        (["m.py:T", "--where", ""], 2, "option 'where' is empty"),
        (["m.py:T", "--where", "key ="], 2, "error: where 'key =' is no expression"),
        (["m.py:T", "--column-format", "key=x"], 2, "option 'column-format': expected one of"),
        (["m.py:T", "--shape", "xyz"], 2, "argparse, items, classes\n"),
        (["--format", "csv"], 2, "options and formats need a SOURCE"),
        (["--columns", "a"], 2, "options and formats need a SOURCE"),
        (["missing.py:T"], 1, "missing.py: error: no such file below the root"),
    ],
)
def test_errors_have_a_code_and_no_output(
    root: Path,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    code: int,
    message: str,
) -> None:
    assert dump(root, *arguments) == code
    out, err = capsys.readouterr()
    assert not out
    assert message in err
    assert "Traceback" not in err


def test_rows_left_out_are_counted(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert dump(root, "m.py:T", "--strictness", "skip", "--format", "csv") == 0
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 3
    assert err == "m.py:2:1: warning: rows left out because they can't be evaluated: 1\n"


def test_a_table_can_be_asked_for_by_name(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / "pyproject.toml").write_text(
        '[tool.runtime-ref.tables.my-table]\nsource = "m.py:T"\ncolumns = ["key"]\n',
        encoding="utf-8",
    )
    assert dump(root, "my-table", "--format", "csv") == 0
    assert capsys.readouterr().out.splitlines() == ["key", "a|b", "c"]
