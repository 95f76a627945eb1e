"""Mappings, sequences, tuples, sets and aliases as rows."""

# ruff: noqa: E501 - cases read best one a line

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.errors import DeclarationError

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.tables.model import Table

    Build = Callable[..., Table]
    Texts = Callable[..., list[list[str]]]


def columns(table: Table) -> list[str]:
    return [column.name for column in table.columns]


def test_mappings_of_like_mappings_are_wide(build: Build) -> None:
    table = build("T = {'a': dict(n=1, fast=True), 'b': dict(n=2, tags=('x', 'y'))}\n", "T")
    assert columns(table) == ["key", "n", "fast", "tags"]
    assert "tags" not in table.rows[0].cells
    assert table.rows[1].cells["tags"].text == "x, y"


@pytest.mark.parametrize(
    "inner", ["('op', 1)", "{'x': 1}", "Spec(1)", "spec"], ids=lambda text: text
)
def test_mappings_of_rows_are_flattened(build: Build, inner: str) -> None:
    text = (
        "from dataclasses import dataclass\n@dataclass\nclass Spec:\n    n: int\nspec = Spec(2)\n"
        f"T = {{'w1': {{'dense': {inner}, 'batched': {inner}}}, 'w2': {{'dense': {inner}}}}}\n"
    )
    table = build(text, "T")
    assert columns(table)[:2] == ["key[0]", "key[1]"]
    assert [row.id for row in table.rows][:3] == ["w1.dense", "w1.batched", "w2.dense"]


def test_a_shape_can_be_forced(build: Build, texts: Texts) -> None:
    text = "T = {'gpu': {'tflops': 9.5, 'watts': 300}, 'cpu': {'tflops': 0.5}}\n"
    assert texts(text, "T") == [["gpu", "9.5", "300"], ["cpu", "0.5", ""]]
    assert texts(text, "T", shape="nested", keys="device, figure") == [
        ["gpu", "tflops", "9.5"],
        ["gpu", "watts", "300"],
        ["cpu", "tflops", "0.5"],
    ]
    nested = "T = {'w': {'a': (1, 2)}}\n"
    assert columns(build(nested, "T", shape="mapping")) == ["key", "a"]
    assert texts("T = Wrapper({'a': 1})\n", "T", shape="mapping") == [["a", "1"]]
    assert texts("T = Wrapper(['a', 'b'])\n", "T", shape="items") == [["a"], ["b"]]


def test_a_shape_that_does_not_fit_is_an_error(build: Build) -> None:
    with pytest.raises(DeclarationError, match=r"m\.py:1:5: expected a mapping, got a list of 1"):
        build("T = [1]\n", "T", shape="nested")
    with pytest.raises(DeclarationError, match=r"m\.py:1:5: expected a sequence or set"):
        build("T = {'a': 1}\n", "T", shape="tuples")
    with pytest.raises(DeclarationError, match=r"can't evaluate 'nope': .*expected a mapping"):
        build("T = nope\n", "T", shape="mapping")


def test_keys_and_fields_get_names(texts: Texts) -> None:
    text = "T = {('sm70', 'fp16'): (64, 64, 32), ('sm80', 'fp8'): (128, 64, 32)}\n"
    found = texts(text, "T", keys="arch, element", fields="m, n", columns="arch, m, n, value[2]")
    assert found == [["sm70", "64", "64", "32"], ["sm80", "128", "64", "32"]]


def test_three_levels_and_ids(build: Build) -> None:
    table = build("T = {'a': {'b': {'c': (1,)}, 'd': {'e': (2,)}}}\n", "T")
    assert columns(table) == ["key[0]", "key[1]", "key[2]", "value[0]"]
    assert [row.id for row in table.rows] == ["a.b.c", "a.d.e"]


def test_tuples_need_not_be_of_one_length(texts: Texts) -> None:
    text = "T = [('qkv', 'q', 'attention'), ('gate', 'up')]\n"
    assert texts(text, "T", fields="ours, theirs, part") == [
        ["qkv", "q", "attention"],
        ["gate", "up", ""],
    ]


def test_sequences_of_mappings_and_records(texts: Texts, build: Build) -> None:
    assert texts("T = [{'path': '/a', 'stream': True}, {'path': '/b'}]\n", "T") == [
        ["/a", "True"],
        ["/b", ""],
    ]
    text = (
        "from typing import NamedTuple\nclass P(NamedTuple):\n    path: str\n    n: int = 0\n"
        "T = [P('/a'), P('/b', n=2)]\n"
    )
    table = build(text, "T")
    assert columns(table) == ["path", "n"]
    assert [row.id for row in table.rows] == ["/a", "/b"]


def test_named_elements_have_a_symbol(texts: Texts) -> None:
    text = "from mod import other\nA = ('x', 1)\nB = ('y', 2)\nT = (A, B)\nS = {other.X, other.Y}\n"
    assert texts(text, "T") == [["A", "x", "1"], ["B", "y", "2"]]
    assert texts(text, "S") == [["other.X", "other.X"], ["other.Y", "other.Y"]]


def test_calls_of_unknown_things_are_shown_whole(texts: Texts) -> None:
    text = "def Kind(name, size=1): ...\nT = [Kind('a'), Kind('b', size=2)]\n"
    assert texts(text, "T") == [["Kind('a')"], ["Kind('b', size=2)"]]
    assert texts(text, "T", columns="name, size") == [["a", ""], ["b", "2"]]


def test_sets_keep_their_order(texts: Texts) -> None:
    assert texts("T = {'b', 'a', 'b'} | {'c'}\n", "T") == [["b"], ["a"], ["c"]]


def test_literal_aliases_are_items(texts: Texts) -> None:
    text = """\
from typing import Literal, TypeAlias
# How weights are stored.
Method: TypeAlias = Literal[
    "awq",
    # Smaller.
    "fp8",
    None,
]
"""
    assert texts(text, "Method") == [["awq", ""], ["fp8", "Smaller."], ["None", ""]]


def test_docs_and_banners_of_entries(texts: Texts) -> None:
    text = """\
# ==== Of another thing ====
A = 1

T = {
    "z": 0,
    # ---- First ----
    # About a.
    "a": 1,
    "b": 2,  # about b
    # [Second]
    #: About c,
    #: in two lines.
    "c": {
        "x": 1,
    },
}
"""
    assert texts(text, "T", columns="key, doc, group", shape="mapping") == [
        ["z", "", ""],
        ["a", "About a.", "First"],
        ["b", "about b", "First"],
        ["c", "About c,\nin two lines.", "Second"],
    ]


def test_entries_keep_the_banner_of_the_part_that_they_come_from(texts: Texts) -> None:
    text = """\
# [Text]
_A = {"x": 1}
# [Vision]
_B = {"y": 2}
T = {**_A, **_B}
"""
    assert texts(text, "T", columns="key, group") == [["x", "Text"], ["y", "Vision"]]


def test_rows_of_branches_carry_their_condition(texts: Texts) -> None:
    text = """\
import flags
_COMMON = {"a": 1}
if flags.FAST:
    T = {**_COMMON, "b": 2}
else:
    T = {**_COMMON, "b": 3, "c": 4}
"""
    assert texts(text, "T") == [
        ["a", "1", ""],
        ["b", "2", "if flags.FAST"],
        ["b", "3", "if not flags.FAST"],
        ["c", "4", "if not flags.FAST"],
    ]


def test_repeated_ids_are_numbered(build: Build) -> None:
    table = build("T = ['a', 'b', 'a', 'a', '']\n", "T")
    assert [row.id for row in table.rows] == ["a", "b", "a-2", "a-3", "row"]


def test_one_scalar_is_one_row(texts: Texts) -> None:
    assert texts("LIMIT = 1 << 20\n", "LIMIT") == [["1048576"]]


def test_an_empty_table_is_empty(build: Build) -> None:
    table = build("T = {}\n", "T")
    assert (table.rows, columns(table)) == ((), ["key", "value"])


def test_attrs_fields_are_given_without_their_underscore(
    texts: Callable[..., list[list[str]]],
) -> None:
    source = (
        "import attrs\n@attrs.define\nclass C:\n    name: str\n    _size: int = 3\n"
        "    tags: list = attrs.Factory(list)\nX = [C('a', size=4), C('b', tags=['t'])]\n"
    )
    assert texts(source, "X") == [["a", "4", "[]"], ["b", "3", "t"]]


@pytest.mark.parametrize(
    ("value", "options", "names", "first"),
    [
        ("[['a', 1], ['b', 2]]", {}, ["value[0]", "value[1]"], ["a", "1"]),
        ("(['a'], ['b', 'c'])", {}, ["value[0]", "value[1]"], ["a", ""]),
        ("[['a', 1], 'b']", {}, ["value"], ["a, 1"]),
        ("[['a', 1], ['b', 2]]", {"fields": "name, size"}, ["name", "size"], ["a", "1"]),
        ("{'k': ['a', 'b'], 'l': []}", {}, ["key", "value"], ["k", "a, b"]),
        ("{'k': ['a', 'b']}", {"columns": "key, value[1]"}, ["key", "value[1]"], ["k", "b"]),
        ("{'k': ['a', 'b']}", {"fields": "all"}, ["key", "all"], ["k", "a, b"]),
        ("{'k': ['a', 'b']}", {"fields": "p, q"}, ["key", "p", "q"], ["k", "a", "b"]),
        ("{frozenset({1}): 2}", {}, ["key", "value"], ["1", "2"]),
    ],
)
def test_lists_are_taken_apart_where_they_are_rows(
    build: Build, value: str, options: dict[str, str], names: list[str], first: list[str]
) -> None:
    table = build(f"T = {value}\n", "T", **options)
    assert columns(table) == names
    cells = table.rows[0].cells
    assert [cells[name].text if name in cells else "" for name in names] == first


@pytest.mark.parametrize(
    ("source", "symbol", "function", "line"),
    [
        ("class F:\n    names = {}\n    @classmethod\n    def add(cls, n):\n        cls.names[n] = 1\n",
         "F.names", "F.add", 5),
        ("class F:\n    names = []\n    def add(self, n):\n        self.names.append(n)\n",
         "F.names", "F.add", 4),
        ("T = {}\nclass F:\n    def add(self, n):\n        if n:\n            T.setdefault(n, []).append(1)\n",
         "T", "F.add", 5),
        ("T = []\ndef add(n):\n    global T\n    T += [n]\n", "T", "add", 4),
        ("T = set()\ndef outer():\n    def inner(n):\n        T.add(n)\n    return inner\n", "T", "outer", 4),
    ],
)  # fmt: skip
def test_what_fills_an_empty_collection_is_told(
    build: Build, source: str, symbol: str, function: str, line: int
) -> None:
    table = build(source, symbol)
    assert not table.rows
    (said,) = table.diagnostics
    assert said.message.startswith(
        f"{symbol!r} is empty in the source: {function}() fills it when the code runs, at m.py:{line}:"
    )


@pytest.mark.parametrize(
    ("source", "symbol"),
    [
        ("T = {}\n", "T"),
        ("T = {'a': 1}\ndef add(n): T[n] = 1\n", "T"),
        ("T = {}\ndef other():\n    T = {}\n    T['a'] = 1\n", "T"),
        ("T = {}\ndef other(T):\n    T['a'] = 1\n", "T"),
        ("T = {}\nU = {}\ndef other():\n    U[T] = 1\n", "T"),
        ("class F:\n    T = {}\n    U = {}\n    def other(self): self.U['a'] = 1\n", "F.T"),
    ],
)
def test_other_collections_need_no_word(build: Build, source: str, symbol: str) -> None:
    assert not build(source, symbol).diagnostics


@pytest.mark.parametrize(
    ("source", "symbol", "line"),
    [
        ("T = {'a': 1, 'b': [2]}\nM = [T, 2]\nM[0].update(b=3)\n", "T", 1),
        ("class F:\n    T = [\n        [1],\n    ]\n    n = 0 or T.append(2)\n", "F.T", 2),
        ("T: list = [[n] for n in 'ab']\nY = T if c else 0\nY[0].pop()\n", "T", 1),
    ],
)
def test_a_collection_whose_rows_can_not_be_told_is_reported(
    build: Build, source: str, symbol: str, line: int
) -> None:
    table = build(source, symbol)
    (said,) = table.diagnostics
    assert said.message.startswith(f"the rows of {symbol!r} can't be told: ")
    assert said.location
    assert said.location.line == line


@pytest.mark.parametrize("source", ["T = made()\n", "T = [1]\nT = T[0] + x\n", "T = x or 1\n"])
def test_what_never_was_a_collection_needs_no_word(build: Build, source: str) -> None:
    assert not build(source, "T").diagnostics


def test_a_statement_that_puts_in_one_item_is_commented_like_any(texts: Texts) -> None:
    text = """\
T = {"a": {}}
# Set.
T["b"] = 1
T["c"] = 2  # Behind.
# Updated.
T.update({"d": 3})
# By a keyword.
T.update(e=4)
T.update({"f": 5})  # Behind the brackets.
# Of neither.
T.update(g=6, h=7)
# A default, which is
#   taken.
T.setdefault(
    "i",
    # Own.
    8,
)
"""
    assert texts(text, "T", columns="key, doc") == [
        *(["a", ""], ["b", "Set."], ["c", "Behind."], ["d", "Updated."], ["e", "By a keyword."]),
        *(["f", "Behind the brackets."], ["g", ""], ["h", ""], ["i", ""]),
    ]
    text = 'L = []\n# One.\nL.append("x")\nL.append("y")  # Two.\n# Three.\nL += ["z"]\n'
    assert texts(text, "L", columns="value, doc") == [["x", "One."], ["y", "Two."], ["z", "Three."]]


def test_what_is_said_of_an_item_is_said_of_its_entry_in_a_comprehension(texts: Texts) -> None:
    text = """\
from dataclasses import dataclass

@dataclass
class Codec:
    name: str
    size: int

# Above FP8.
FP8 = Codec("fp8", 1)
FP4 = Codec("fp4", 1)  # Beside FP4.
FP2 = Codec(
    "fp2",  # The name.
    1,
)
CODECS = (
    # Above.
    Codec("a", 1),
    Codec("b", 2),  # Beside.
    FP8,
    FP4,
    FP2,
)
BY_NAME = {codec.name: codec for codec in CODECS}
WRITTEN = {
    # Above the entry.
    "fp8": FP8,
    FP4.name: FP4,  # Beside the entry.
}
"""
    expected = [
        ["a", "Above.", "m.py:17"],
        ["b", "Beside.", "m.py:18"],
        ["fp8", "Above FP8.", "m.py:9"],
        ["fp4", "Beside FP4.", "m.py:10"],
        ["fp2", "", "m.py:11"],
    ]
    for symbol in ("CODECS", "BY_NAME"):
        assert texts(text, symbol, columns="name, doc, source") == expected
    assert texts(text, "WRITTEN", columns="key, doc, source") == [
        ["fp8", "Above the entry.", "m.py:26"],
        ["fp4", "Beside the entry.", "m.py:27"],
    ]


def test_an_entry_whose_key_is_an_attribute_has_its_own_comments(texts: Texts) -> None:
    text = """\
from enum import Enum

class Mode(Enum):
    EAGER = "eager"  # Of the member.
    GRAPH = "graph"

class Names:
    X = "x"  # Of the name.

TABLE = {
    # Above EAGER.
    Mode.EAGER.value: 1,
    Mode.GRAPH.value: 2,  # Beside GRAPH.
    # Above X.
    Names.X: Mode.EAGER,
}
"""
    assert texts(text, "TABLE", columns="key, doc, source") == [
        ["eager", "Above EAGER.", "m.py:12"],
        ["graph", "Beside GRAPH.", "m.py:13"],
        ["x", "Above X.", "m.py:15"],
    ]
