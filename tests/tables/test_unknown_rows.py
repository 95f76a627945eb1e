"""Rows whose value is not known, among rows that are taken apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.errors import DeclarationError
from sphinxext_runtime_ref.tables.dump import table_to_json, table_to_markdown
from sphinxext_runtime_ref.tables.model import Format

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.tables.model import Table

    Build = Callable[..., Table]
    Texts = Callable[..., list[list[str]]]

TEXT = """\
import torch
from dataclasses import dataclass
@dataclass
class Q:
    d: str
    s: int = 0

def kind(): ...
K1 = Q("a", 1)
K2 = Q("b", 1)
K2 = Q("b", 2)
M = {"one": K1, "two": K2, "none": None, "call": make(), "given": other(s=3)}
L = [K1, K2, K1 if unknown else K2]
T = {"one": (1, 2), "two": missing}
E = {"one": K1, "own": kind, "out": torch.half}
"""


def test_columns_of_a_row_without_a_value_show_its_source(texts: Texts) -> None:
    assert texts(TEXT, "M", columns="key, d, s") == [
        ["one", "a", "1"],
        ["two", "K2", "K2"],
        ["none", "", ""],
        ["call", "make()", "make()"],
        ["given", "", "3"],
    ]
    assert texts(TEXT, "T", columns="key, value[0], value[1]")[1] == ["two", "missing", "missing"]


def test_a_name_without_a_value_still_names_its_row(texts: Texts) -> None:
    assert [row[0] for row in texts(TEXT, "L", columns="symbol, d")] == ["K1", "K2", ""]


def test_data_says_why_there_is_no_value(build: Build) -> None:
    rows = table_to_json(build(TEXT, "M", columns="key, d", where="key == 'two'"))["rows"]
    assert rows[0]["d"] == {
        "text": "K2",
        "kind": "unevaluated",
        "value": None,
        "source": "m.py:12:24",
        "reason": "'K2' is declared twice, at m.py:10:1 and at m.py:11:1; keep one of them"
        " (m.py:11:1)",
    }
    assert "reason" not in rows[0]["key"]


def test_strict_tables_refuse_them_by_any_column(build: Build) -> None:
    with pytest.raises(DeclarationError, match="can't evaluate 'K2': 'K2' is declared twice"):
        build(TEXT, "M", columns="key, d", strict="")


def test_markdown_says_it_once(build: Build) -> None:
    lines = table_to_markdown(build(TEXT, "L")).splitlines()
    assert lines == [
        "| Symbol | D | S |",
        "| --- | --- | --- |",
        "| K1 | a | 1 |",
        "| K2 | K2 | — |",
        "|  | K1 if unknown else K2 | — |",
    ]


def test_names_from_outside_have_fields_that_are_not_known(build: Build) -> None:
    table = build(TEXT, "E")
    assert table_to_markdown(table).splitlines()[2:] == [
        "| one | a | 1 | K1 |",
        "| own |  |  | kind |",
        "| out | torch.half | — | — |",
    ]
    out = table_to_json(table)["rows"][2]
    assert out["d"]["kind"] == "unevaluated"
    assert out["d"]["reason"] == "torch.half comes from outside of the root"
    assert out["value"]["kind"] == "symbol"
    with pytest.raises(DeclarationError, match=r"can't evaluate 'torch\.half'"):
        build(TEXT, "E", columns="key, s", strict="")


def test_a_column_keeps_its_format_beside_them(build: Build) -> None:
    formats = {column.name: column.format for column in build(TEXT, "L").columns}
    assert formats["s"] is Format.NUMBER


def test_what_another_declaration_does_not_tell_is_said_beside_it(build: Build) -> None:
    source = f"{TEXT}N = {{'call': given(), 'one': {{'x': 1, 'y': 2}}}}\n"
    table = build(source, "M", columns="key, d, s, x, y", join="N", where="key in ('one', 'call')")
    assert table_to_markdown(table).splitlines()[2:] == [
        "| one | a | 1 | 1 | 2 |",
        "| call | make() | — | given() | — |",
    ]


def test_columns_apart_from_each_other_say_it_each(build: Build) -> None:
    lines = table_to_markdown(build(TEXT, "T", columns="value[0], key, value[1]")).splitlines()
    assert lines[3] == "| missing | two | missing |"
