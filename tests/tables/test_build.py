"""Requests: strictness, selection, schema drift, formats."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.errors import DeclarationError
from sphinxext_runtime_ref.tables.model import Format

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.tables.model import Table

    Build = Callable[..., Table]
    Texts = Callable[..., list[list[str]]]

TEXT = """\
import os
T = {
    "page10": dict(n=3, fast=True, dtype=os.x),
    "page9": dict(n=10, fast=True, dtype=None),
    "Page2": dict(n=2, fast=False, dtype="b"),
    "other": dict(fast=False, dtype=None),
}
"""


@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        ("key", ["other", "Page2", "page9", "page10"]),
        ("-key", ["page10", "page9", "Page2", "other"]),
        ("n", ["Page2", "page10", "page9", "other"]),
        ("-n", ["page9", "page10", "Page2", "other"]),
        ("fast, -n", ["Page2", "other", "page9", "page10"]),
        ("dtype", ["Page2", "page10", "page9", "other"]),
    ],
)
def test_sort(texts: Texts, sort: str, expected: list[str]) -> None:
    assert [row[0] for row in texts(TEXT, "T", sort=sort)] == expected


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ("fast and n > 2", ["page10", "page9"]),
        ("n is None", ["other"]),
        ("n < 5", ["page10", "Page2"]),
        ("key.startswith('page')", ["page10", "page9"]),
        ("dtype == 'os.x'", ["page10"]),
        ("key in ('other', 'Page2') and not fast", ["Page2", "other"]),
        ("source.endswith(':4')", ["page9"]),
        ("[]", []),
    ],
)
def test_where(texts: Texts, where: str, expected: list[str]) -> None:
    assert [row[0] for row in texts(TEXT, "T", where=where)] == expected


def test_where_sees_parts_of_keys_and_values(texts: Texts) -> None:
    text = "T = {('a', 1): ('x', 2), ('b', 2): ('y', 3)}\n"
    assert texts(text, "T", where="key[1] == 2 and value[0] == 'y'", columns="key[0]") == [["b"]]
    assert texts(text, "T", where="'a' in key", columns="key[0]") == [["a"]]


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ("fats", "where 'fats': there is no column 'fats'; did you mean 'fast'\\?$"),
        ("zzz == 1", "there is no column 'zzz'; there are key, n, fast"),
        ("keys.startswith('p')", "there is no column 'keys'; did you mean 'key'\\?$"),
        ("fast or not keys.isupper()", "there is no column 'keys'; did you mean 'key'\\?$"),
        ("n + 'x' > 1", r"m\.py:3:5: where .*; in row 'page10', n is of type int$"),
        (
            "fast and key.startswith(1)",
            "in row 'page10', fast is of type bool, key is of type str$",
        ),
        ("__import__('os')", r"m\.py:3:5: where .*can't be told for 'page10'"),
        ("'a' * 10**9", "limit"),
    ],
)
def test_a_bad_where_is_named(build: Build, where: str, message: str) -> None:
    with pytest.raises(DeclarationError, match=message):
        build(TEXT, "T", where=where)


def test_rows_for_which_where_can_not_be_told_are_an_error_or_left_out(build: Build) -> None:
    text = "T = {'a': 'x', 'b': made(), 'c': other[0], 'd': ('p',), 'e': 'xy'}\n"
    where = "key == 'd' or value.startswith('x')"
    said = r"m\.py:1:16: where .*can't be told for 'b': .*; strictness 'skip' leaves it out$"
    with pytest.raises(DeclarationError, match=said):
        build(text, "T", where=where)
    with pytest.raises(DeclarationError, match=r"in row 'd', value is a tuple$"):
        build(text, "T", where="value.startswith('x')", strictness="skip")
    table = build(text, "T", where=where, strictness="skip")
    assert [row.id for row in table.rows] == ["a", "d", "e"]
    assert table.skipped == 2


def test_a_where_that_is_true_for_no_row_is_told(build: Build) -> None:
    table = build(TEXT, "T", where="n == 99")
    assert table.rows == ()
    told = [str(item) for item in table.diagnostics]
    assert told == ["m.py:2:1: where 'n == 99' is true for none of 4 rows"]
    assert build(TEXT, "T", where="n == 3").diagnostics == ()
    assert build("T = {}\n", "T", where="key == 3").diagnostics == ()


@pytest.mark.parametrize(
    ("text", "options", "said"),
    [
        ("T = {'a': (1, 2)}", {"fields": "x, y, z"}, "'fields': no row has a part that 'z' could"),
        ("T = {'a': 1}", {"keys": "x, y, z"}, "'keys': no row has a part that 'y' or 'z' could"),
        ("T = ['a']", {"keys": "x"}, "'keys': no row has a part that 'x' could"),
    ],
)
def test_a_name_for_a_part_that_is_not_there_is_told(
    build: Build, text: str, options: dict[str, str], said: str
) -> None:
    [diagnostic] = build(f"{text}\n", "T", **options).diagnostics
    assert said in str(diagnostic)
    assert str(diagnostic).startswith("m.py:1:")


def test_names_for_the_parts_of_some_rows_are_told_of_nothing(build: Build) -> None:
    assert build("T = [(1,), (1, 2)]\n", "T", fields="x, y").diagnostics == ()
    assert build("T = []\n", "T", fields="x, y").diagnostics == ()


def test_groups_stand_together(build: Build) -> None:
    text = "T = {'a': ('x', 1), 'b': ('y', 2), 'c': ('x', 3)}\n"
    table = build(text, "T", group="value[0]", sort="-key")
    assert [(row.group, row.id) for row in table.rows] == [("x", "c"), ("x", "a"), ("y", "b")]
    assert table.grouped
    assert not build(text, "T").grouped


@pytest.mark.parametrize("option", ["columns", "sort", "group", "label", "follow", "format"])
def test_a_column_that_no_row_has_is_named_with_the_near_ones(build: Build, option: str) -> None:
    text = "dtyp=code" if option == "format" else "dtyp"
    message = (
        rf"m\.py:2:\d+: option '{option}': no row has a column 'dtyp' \(did you mean 'dtype'\?\); "
        "there are key, n"
    )
    with pytest.raises(DeclarationError, match=message):
        build(TEXT, "T", **{option: text})


def test_marks_are_for_columns_of_nothing_but_booleans(build: Build) -> None:
    text = "T = {'a': (True, True, True, 1), 'b': (False, None, 30, 2), 'c': (True, False)}\n"
    table = build(text, "T", columns="value[0], value[1], value[2], value[3]")
    assert [column.format for column in table.columns] == [
        Format.BOOL,
        Format.AUTO,
        Format.AUTO,
        Format.NUMBER,
    ]


def test_headers_and_formats_are_deduced(build: Build) -> None:
    text = (
        "T = {('a', 1): (True, 0x10, None, 'x', (1, 2)), ('b', 2): (False, 2.5, None, 'y', ())}\n"
    )
    table = build(text, "T", columns="key[0], value[0] as On, value[1], value[2], value[3], doc")
    assert [(c.header, c.format) for c in table.columns] == [
        ("Key 1", Format.AUTO),
        ("On", Format.BOOL),
        ("Value 2", Format.NUMBER),
        ("Value 3", Format.AUTO),
        ("Value 4", Format.AUTO),
        ("Description", Format.AUTO),
    ]
    table = build(text, "T", columns="value[0], value[3]", format="value[0]=text, value[3]=code")
    assert [c.format for c in table.columns] == [Format.TEXT, Format.CODE]


def test_a_label_names_the_rows(build: Build) -> None:
    table = build(TEXT, "T", label="dtype")
    assert [row.id for row in table.rows] == ["os.x", "None", "b", "None-2"]


UNKNOWN = "import os\nT = {'a': 1, 'b': (2, [os.cpu_count()]), 'c': f(), 'd': nope}\n"


def test_unknown_values_are_shown_skipped_or_refused(build: Build) -> None:
    shown = build(UNKNOWN, "T")
    assert len(shown.rows) == 4
    skipped = build(UNKNOWN, "T", strictness="skip")
    assert ([row.id for row in skipped.rows], skipped.skipped) == (["a"], 3)
    with pytest.raises(DeclarationError, match=r"m\.py:2:24: can't evaluate 'os\.cpu_count\(\)'"):
        build(UNKNOWN, "T", strict="")


def test_only_what_is_shown_has_to_be_known(build: Build) -> None:
    assert len(build(UNKNOWN, "T", strict="", columns="key").rows) == 4


def test_every_row_has_the_common_columns(build: Build) -> None:
    (row,) = build("T = {'a': 1}\n", "T").rows
    common = {name: row.cells[name].text for name in ("symbol", "doc", "group", "condition")}
    assert common == dict.fromkeys(common, "")
    assert row.cells["source"].text == "m.py:1"
    assert str(row.cells["source"].location) == "m.py:1:6"


def test_fields_that_are_called_like_common_columns_are_kept(build: Build, texts: Texts) -> None:
    text = (
        "# About.\nT = [\n    # First.\n    dict(id=1, doc='Own.', source='web', group='g'),\n]\n"
    )
    assert texts(text, "T") == [["1", "Own.", "web", "g", "First."]]
    table = build(text, "T")
    assert [(column.name, column.header) for column in table.columns] == [
        ("id", "Id"),
        ("value.doc", "Doc"),
        ("value.source", "Source"),
        ("value.group", "Group"),
        ("doc", "Description"),
    ]
    assert table.rows[0].cells["source"].text == "m.py:4"
    assert texts("T = [dict(symbol='own')]\nU = [dict(condition='own')]\n", "T") == [["own"]]
    assert texts(text, "T", where="id == 1", columns="value.doc") == [["Own."]]


def test_columns_of_an_empty_declaration_can_not_be_wrong(build: Build) -> None:
    table = build("T = {}\n", "T", columns="name, size", sort="size")
    assert [column.name for column in table.columns] == ["name", "size"]
    assert not table.rows


DEFINITION = {"source": "m.py:T", "columns": ["key as Name", "n"], "headers": {"n": "Count"}}


def test_a_project_table(build: Build) -> None:
    tables = {"page-table": {**DEFINITION, "where": "n > 2", "object_type": "page"}}
    table = build({"m.py": TEXT}, table="page-table", settings={"tables": tables}, where="n > 3")
    assert [column.header for column in table.columns] == ["Name", "Count"]
    assert [row.id for row in table.rows] == ["page9"]
    assert (table.name, table.object_type) == ("page-table", "page")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"exact": ["key", "n", "fast", "dtype"]}, None),
        ({"required": ["key", "n"]}, None),
        (
            {"exact": ["key", "n", "size"]},
            (
                "m.py:2:1: page-table: the columns changed: size vanished; fast, dtype appeared; "
                "the definition expects key, n, size"
            ),
        ),
        (
            {"required": ["key", "size"]},
            (
                "m.py:2:1: page-table: the columns changed: size vanished; the definition expects "
                "key, size"
            ),
        ),
    ],
)
def test_schema_drift_is_reported(
    build: Build, fields: dict[str, list[str]], message: str | None
) -> None:
    tables = {"page-table": {**DEFINITION, **fields}}
    table = build({"m.py": TEXT}, table="page-table", settings={"tables": tables})
    assert [str(item) for item in table.diagnostics] == ([message] if message else [])


def doubled(count: int) -> str:
    return "T = {\n" + "".join(f"    'k': {number},\n" for number in range(count)) + "}\n"


def test_many_faults_of_one_declaration_are_counted(build: Build) -> None:
    table = build(doubled(5000), "T", where="value < 0")
    told = [str(item) for item in table.diagnostics]
    assert told[0] == "m.py:3:5: duplicate key 'k', first at m.py:2:5; the later value wins"
    assert told[19].startswith("m.py:22:5: duplicate key 'k'")
    assert told[20] == "m.py:23:5: and 4979 more like those above, the next one here"
    assert "where 'value < 0' is true for none of 1 rows" in told[21]
    assert len(told) == 22
    few = build(doubled(22), "T").diagnostics
    assert len(few) == 21
    assert all("duplicate key" in item.message for item in few)


def test_rows_without_anything_in_them_have_their_places(build: Build) -> None:
    text = "from dataclasses import dataclass\n@dataclass\nclass C: pass\nT = [C(), C()]\n"
    for symbol, options in (("T", {}), ("C", {"shape": "calls"})):
        table = build(text, symbol, **options)
        assert [column.name for column in table.columns] == ["source"]
        assert [row.cells["source"].text for row in table.rows] == ["m.py:4", "m.py:4"]
