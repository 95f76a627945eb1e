"""Texts as users know them: help as a command shows it, expressions without outer indentation."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Texts = Callable[..., list[list[str]]]


@pytest.mark.parametrize(
    ("keywords", "expected"),
    [
        ('default=50, help="At 50%% of %(default)s."', "At 50% of 50."),
        (
            'default="auto", help="One of %(choices)s, not %(default)r.", choices=["auto", "fp8"]',
            "One of auto, fp8, not 'auto'.",
        ),
        ('help="Sets %(dest)s (default: %(default)s)."', "Sets block_size (default: None)."),
        ('action="store_true", help="By default %(default)s."', "By default False."),
        (
            'default=MISSING.x, help="%(default)s of %(prog)s at 5 % more"',
            "MISSING.x of %(prog)s at 5 % more",
        ),
    ],
)
def test_help_is_what_a_user_of_the_command_sees(
    texts: Texts, keywords: str, expected: str
) -> None:
    text = (
        "import argparse, MISSING\np = argparse.ArgumentParser()\n"
        f"p.add_argument('--block-size', {keywords})\n"
    )
    for column in ("help", "doc"):
        assert texts(text, "p", columns=column) == [[expected]]
    asked = texts(text, "p", columns="help", where=f"help == {expected!r}")
    assert asked == [[expected]]


def test_expressions_lose_the_indentation_of_their_statement(texts: Texts) -> None:
    text = """\
class Settings:
    TABLE = {
        "closed": make(
            1,
            deeper(
                2,
            ),
        ),
        "open": make(1,
                     2),
        "one": make(1),
        "text": make('''a
            b'''),
    }
"""
    assert texts(text, "Settings.TABLE", columns="value") == [
        ["make(\n    1,\n    deeper(\n        2,\n    ),\n)"],
        ["make(1,\n    2)"],
        ["make(1)"],
        ["make('''a\n            b''')"],
    ]


def test_an_empty_string_is_seen_in_markdown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "m.py").write_text("T = {'a': ('', 1), 'b': (None,)}\n")
    command = ["dump", "--root", str(tmp_path), "m.py:T", "--columns", "value[0], value[1], doc"]
    assert main([*command, "--format", "markdown"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[2:] == ['| `""` | 1 |  |', "| None |  |  |"]
    assert main([*command, "--format", "csv"]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == [",1,", "None,,"]


def test_nothing_in_a_list_is_seen_in_markdown_and_data(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    entries = "'a': [''], 'b': [], 'c': '', 'd': (['', 'x'], ''), 'e': [[]], 'f': ' '"
    (tmp_path / "m.py").write_text(f"T = {{{entries}}}\n")
    command = ["dump", "--root", str(tmp_path), "m.py:T", "--columns", "value", "--shape", "nested"]
    assert main([*command, "--format", "markdown"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[2:] == [
        r'| \[""\] |',
        r"| \[\] |",
        '| `""` |',
        '| ("", x), "" |',
        r"| \[\[\]\] |",
        '| `" "` |',
    ]
    assert main([*command, "--format", "json"]) == 0
    cells = [row["value"]["text"] for row in json.loads(capsys.readouterr().out)["rows"]]
    assert cells == ['[""]', "[]", "", '("", x), ""', "[[]]", " "]
