"""Joined declarations, and what the names in a column lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.errors import DeclarationError
from sphinxext_runtime_ref.tables.dump import table_to_json, table_to_markdown

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.tables.model import Table

    Build = Callable[..., Table]
    Texts = Callable[..., list[list[str]]]

FILES = {
    "m.py": "T = {'a': 1, 'b': 2}\nMORE = {'b': (3, 'x'), 'a': (4, 'y')}\n",
    "docs.py": "DOCS = {\n    'a': 'About a.',\n    'c': 'Is gone.',\n}\n",
    "config.py": """\
from dataclasses import dataclass
@dataclass
class Config:
    a: int = 10
    '''Size of a.'''
    b: str = "x"
""",
}


def test_a_mapping_is_joined_on_the_key(build: Build) -> None:
    table = build(FILES, "m.py:T", join="docs.py:DOCS")
    assert [column.name for column in table.columns] == ["key", "value", "DOCS"]
    assert [{n: c.text for n, c in row.cells.items() if n == "DOCS"} for row in table.rows] == [
        {"DOCS": "About a."},
        {},
    ]
    assert [str(item) for item in table.diagnostics] == [
        "docs.py:3:5: DOCS has 'c', which the table does not have"
    ]


def test_a_class_is_joined_on_the_field(texts: Texts) -> None:
    found = texts(
        FILES, "m.py:T", join="config.py:Config", columns="key, value, type, default, doc"
    )
    assert found == [["a", "1", "int", "10", "Size of a."], ["b", "2", "str", "x", ""]]


def test_several_are_joined_and_equal_names_kept_apart(texts: Texts) -> None:
    found = texts(
        FILES, "m.py:MORE", join="T, config.py:Config, MORE", columns="key, T, MORE.value[0]"
    )
    assert found == [["b", "2", "3"], ["a", "1", "4"]]


def test_a_join_with_nothing_is_an_error(build: Build) -> None:
    with pytest.raises(DeclarationError, match=r"'NOPE' is not declared in m\.py"):
        build(FILES, "m.py:T", join="NOPE")


PLUGINS = {
    "pkg/__init__.py": "",
    "pkg/impl.py": """\
class Fast:
    '''The fast one.

    Details.'''
    priority = 2
    modes = ("a", "b")
    _hidden = 1

class Safe:
    priority = 1
""",
    "pkg/registry.py": """\
from pkg.impl import Safe
import outside
BY_PATH = {
    "fast": "pkg.impl:Fast",
    "safe": "pkg.impl.Safe",
    "gone": "pkg.impl.Gone",
    "elsewhere": "other.mod.Thing",
    "plain": "no path",
}
BY_NAME = {"safe": Safe, "outside": outside.Thing}
""",
}


def test_dotted_paths_are_followed(build: Build) -> None:
    table = build(PLUGINS, "pkg/registry.py:BY_PATH", follow="value")
    assert [column.name for column in table.columns] == [
        "key",
        "value",
        "value.doc",
        "value.priority",
        "value.modes",
    ]
    rows = [
        [row.cells[n].text if n in row.cells else None for n in ("value.doc", "value.priority")]
        for row in table.rows
    ]
    assert rows == [["The fast one.", "2"], ["", "1"], [None, None], [None, None], [None, None]]
    assert [str(item) for item in table.diagnostics] == [
        "pkg/registry.py:6:13: 'pkg.impl.Gone' names nothing that exists below the root"
    ]


def test_symbols_are_followed(texts: Texts) -> None:
    found = texts(PLUGINS, "pkg/registry.py:BY_NAME", follow="value", columns="key, value.priority")
    assert found == [["safe", "1"], ["outside", "outside.Thing"]]


def test_a_class_from_outside_is_not_taken_for_one_without_attributes(build: Build) -> None:
    table = build(PLUGINS, "pkg/registry.py:BY_NAME", follow="value")
    assert table_to_markdown(table).splitlines()[2:] == [
        "| safe | Safe |  | 1 |",
        "| outside | outside.Thing | outside.Thing | — |",
    ]
    cell = table_to_json(table)["rows"][1]["value.priority"]
    assert (cell["kind"], cell["reason"]) == (
        "unevaluated",
        "outside.Thing comes from outside of the root",
    )


def test_following_a_column_that_is_not_there(build: Build) -> None:
    with pytest.raises(DeclarationError, match=r"no row has a column 'vale'.*did you mean 'value'"):
        build(PLUGINS, "pkg/registry.py:BY_NAME", follow="vale")


def test_joining_what_is_not_there_names_the_option(build: Build) -> None:
    with pytest.raises(
        DeclarationError, match=r"registry\.py\S* option 'join': 'NOPE' is not decl"
    ):
        build(PLUGINS, "pkg/registry.py:BY_NAME", join="NOPE")
