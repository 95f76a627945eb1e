"""What looks wrong in displays: keys that come twice, strings without a comma between."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.source.symbols import evaluate

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.source.tree import SourceTree

COMMA = (
    "implicit concatenation of strings: a comma may be missing %s; put the "
    "strings in parentheses if they are meant to be one"
)


def said(tree: Callable[..., SourceTree], source: str) -> list[str]:
    made = tree(source)
    return [str(item) for item in evaluate(made, made.module("m.py"), "X").diagnostics]


@pytest.mark.parametrize(
    ("source", "place"),
    [
        ("X = [\n 'a'\n 'b',\n 'c',\n]", "2:2"),
        ("X = [\n 'a',\n 'b'\n 'c',\n]", "3:2"),
        ("X = (\n 'a'\n 'b', 'c')", "2:2"),
        ("X = {'c', 'a'\n 'b'}", "1:11"),
        ("X = ['a'\n'b', ('c')]", "1:6"),
        ("X = [('c'), 'a'\n'b']", "1:13"),
        ("X = [('c'),\n 'a'\n 'b'\n]", "2:2"),
        ("X = [\n 'a'\n 'b'\n , ('c')]", "2:2"),
        ("X = (\n 'a'\n 'b'\n , 'c')", "2:2"),
        ("X = ['c',\n 'a'\n 'b'\n]", "2:2"),
        ("X = ['c', r'a'\n r'b']", "1:11"),
        ('X = ["c", "a"\n "b"]', "1:11"),
        ("X = ['c', u'a'\n 'b']", "1:11"),
        ("X = ['c', 'a'  # why\n 'b']", "1:11"),
        ("X = ['c', 'a'\n # why\n 'b']", ""),
        ("X = ['a'\n 'b']", ""),
        ("X = ['c', ('a'\n 'b')]", ""),
        ("X = ['c', (\n 'a'\n 'b'\n)]", ""),
        ("X = ['c',\n 'a '\n 'b']", ""),
        ("X = ['c',\n 'a'\n ' b']", ""),
        ("X = ['c',\n 'a '  \n  \" b\"]", ""),
        ("X = ['c', '''a\nb''']", ""),
        ('X = ["c", """a\nb"""]', ""),
        ("X = ['c', 'a' 'b']", "1:11"),
        ("X = ('a' 'b', 'c')", "1:6"),
        ('X = {"a""b", "c"}', "1:6"),
        ('X = ["c", r"a" r"b"]', "1:11"),
        (r"X = ['c', 'a\'' '\'b']", "1:11"),
        ("X = ['é', 'é' 'b']", "1:11"),
        ("X = ['c', ('a' 'b')]", ""),
        ("X = ['c', 'a ' 'b']", ""),
        ("X = ['c', 'a' ' b']", ""),
        ("X = ['c', r'a' 'b']", ""),
        ("X = ['c', 'it is ' \"'b'\"]", ""),
        ("X = ['c', '\"' \"'\"]", ""),
        (r"X = ['c', '\x41\x42', '\'a\'']", ""),
        ("X = ['a' 'b']", ""),
        ("X = ['c', b'a'\n b'b']", ""),
        ("X = ['c', f('a'\n'b')]", ""),
        ("X = {'c': 'a'\n 'b', 'd': 1}", ""),
    ],
)
def test_a_comma_that_may_be_missing(
    tree: Callable[..., SourceTree], source: str, place: str
) -> None:
    comma = COMMA % ("at the end of a line" if "\n" in source else "between two")
    assert said(tree, f"{source}\n") == ([f"m.py:{place}: {comma}"] if place else [])


@pytest.mark.parametrize(
    ("items", "message"),
    [
        ("'a': 1, 'a': 2", "m.py:2:14: duplicate key 'a', first at m.py:2:6; the later value wins"),
        ("1: 1, True: 2", "m.py:2:12: duplicate key True, first at m.py:2:6; the later value wins"),
        ("os.a: 1, os.a: 2", "m.py:2:15: duplicate key"),
        ("(1, 2): 1, (1, 2): 2", "m.py:2:17: duplicate key"),
        ("'a': 1, **{'a': 2}", ""),
        ("**{'a': 1}, 'a': 2", ""),
        ("f(): 1, f(): 2", ""),
        ("**os.x, **os.x", ""),
    ],
)
def test_a_key_that_comes_twice(tree: Callable[..., SourceTree], items: str, message: str) -> None:
    found = said(tree, f"import os\nX = {{{items}}}\n")
    assert len(found) == bool(message)
    assert all(item.startswith(message) for item in found)


def test_each_repetition_of_a_key_names_the_first(tree: Callable[..., SourceTree]) -> None:
    found = said(tree, "X = {\n 'a': 1,\n 'a': 2,\n 'a': 3,\n}\n")
    assert [item.partition("; ")[0] for item in found] == [
        "m.py:3:2: duplicate key 'a', first at m.py:2:2",
        "m.py:4:2: duplicate key 'a', first at m.py:2:2",
    ]
