"""Changes by later statements, in order."""

# ruff: noqa: E501 - cases read best one a line
from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.source.symbols import evaluate
from sphinxext_runtime_ref.source.values import Unevaluated

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.source.tree import SourceTree


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("X = dict(a=1)\nX['b'] = 2\nX.update({'c': 3}, d=4)\ndel X['a']\n", "{'b': 2, 'c': 3, 'd': 4}"),
        ("X = ['x']\nX += ['y']\nX.append('z')\nX.insert(0, 'a')\nX.extend('bc')\n", "['a', 'x', 'y', 'z', 'b', 'c']"),
        ("X = {1}\nX |= {2}\nX.add(3)\nX.discard(1)\nX -= {2}\n", "{3}"),
        ("X = (1,)\nX += (2,)\n", "(1, 2)"),
        ("X = 1\nX += 1\n", "2"),
        ("X = {'a': {}}\nX['a']['b'] = 1\nX['a'].update(c=2)\nX['l'] = []\nX['l'].append(3)\n", "{'a': {'b': 1, 'c': 2}, 'l': [3]}"),
        ("X = {}\nX.setdefault('a', []).append(1)\nX.setdefault('a', []).append(2)\n", "{'a': [1, 2]}"),
        ("X = {'a': 1}\nX['a'] += 5\n", "{'a': 6}"),
        ("X = [3, 1]\nX.sort()\nX.reverse()\nX.pop()\n", "[3]"),
        ("X = [1]\nX = X + [2]\nX.append(3)\n", "[1, 2, 3]"),
        ("X: dict[str, int] = {}\nX['a'] = 1\n", "{'a': 1}"),
        ("X = Y = {}\nY['a'] = 1\n", "{'a': 1}"),
        ("Y = {}\nX = Y\nY['a'] = 1\nX['b'] = 2\n", "{'a': 1, 'b': 2}"),
        ("Y = [1]\nX = {'k': Y, 'c': list(Y), **{'n': len(Y)}}\nY.append(2)\n", "{'k': [1, 2], 'c': [1], 'n': 1}"),
        ("Y = {'a': 1}\nX = {**Y}\nY['b'] = 2\n", "{'a': 1}"),
        ("Y = []\nX = dict(k=Y)\nY.append(1)\n", "{'k': [1]}"),
        ("X = {}\nfor k in ('a', 'b'):\n    X[k] = k.upper()\n", "{'a': 'A', 'b': 'B'}"),
        ("X = {}\nfor k, v in {'a': 1, 'b': 2}.items():\n    n = v * 2\n    if n > 2:\n        X[k] = n\n", "{'b': 4}"),
        ("X = []\nfor a in 'xy':\n    for b in range(2):\n        X.append(f'{a}{b}')\n", "['x0', 'x1', 'y0', 'y1']"),
        ("class C:\n    A = [1]\n    B = A + [2]\n    A.append(3)\nX = (C.A, C.B)\n", "([1, 3], [1, 2])"),
    ],
)  # fmt: skip
def test_changes_are_replayed_in_order(read: Callable[..., str], source: str, text: str) -> None:
    assert read(source) == text


def test_a_declaration_in_a_function_is_read(read: Callable[..., str]) -> None:
    source = (
        "K = 'k'\ndef make(p, *rest):\n    '''Doc.'''\n    METHODS = {K: 1}\n"
        "    METHODS['b'] = p\n    if p:\n        METHODS['c'] = 3\n    return METHODS\n"
    )
    assert read(source, "make.METHODS") == (
        "{'k': 1, 'b': ?p, 'c': 3} | if p / {'k': 1, 'b': ?p} | if not p"
    )


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("import o\nX = {}\nX.update(o.MORE)\n", "changed at m.py:3:1 in a way that can't be replayed: o.MORE"),
        ("X = {}\nwhile True:\n    X['a'] = 1\n", "it is changed in a loop"),
        ("X = {}\nfor k in unknown():\n    X[k] = 1\n", "unknown() has no static value"),
        ("X = {}\nfor k in 'ab':\n    if k == 'b':\n        break\n    X[k] = 1\n", "the loop has a break statement"),
        ("X = {}\ndel X['a']\n", "the key that is deleted is not in it"),
        ("X = [1]\nX.remove(2)\n", "the item that is removed is not in it"),
        ("X = {}\nX.popitem()\n", "what popitem() does to it can't be told"),
        ("X = [1]\nY = X if a else 0\nY.append(2)\n", "'X' may be changed through another name at m.py:3:1"),
        ("X = [[1]]\nY = list(X)\nY[0].append(2)\n", "'X' may be changed through another name at m.py:3:1"),
        ("X = [1]\nfor y in (X,):\n    y.append(2)\n", "'X' may be changed through another name at m.py:3:5"),
    ],
)  # fmt: skip
def test_a_change_that_is_not_understood_leaves_no_value(
    tree: Callable[..., SourceTree], source: str, reason: str
) -> None:
    made = tree(source)
    value = evaluate(made, made.module("m.py"), "X")[0].value
    assert isinstance(value, Unevaluated)
    assert reason in value.reason
