"""Loops that fill a value: what is replayed, and why what is not is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.source.symbols import evaluate
from sphinxext_runtime_ref.source.values import Unevaluated

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.source.tree import SourceTree


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("    X[k] = 1\nelse:\n    X['z'] = 2\n", "{'a': 1, 'b': 1, 'z': 2}"),
        ("    X[k] = len(X)\n", "{'a': 0, 'b': 1}"),
        ("    n: int = 2\n    X[k] = n\n", "{'a': 2, 'b': 2}"),
        ("    '''Why.'''\n    pass\n    X[k] = k\n", "{'a': 'a', 'b': 'b'}"),
        ("    if k in X:\n        X[k] = 0\n    elif k == 'a':\n        X[k] = 1\n", "{'a': 1}"),
        ("    for n in (k, 'c'):\n        X[n] = k\n", "{'a': 'a', 'c': 'b', 'b': 'b'}"),
        ("    for n in ():\n        pass\n    else:\n        X[k] = 3\n", "{'a': 3, 'b': 3}"),
        ("    n = 1\n    n += 1\n    X[k] = n\n", "{'a': 2, 'b': 2}"),
        ("    m = 0\n    for n in (1, 2):\n        m = n\n    X[k] = m\n", "{'a': 2, 'b': 2}"),
        ("    m = 0\n    if k == 'b':\n        m = 5\n    X[k] = m\n", "{'a': 0, 'b': 5}"),
        ("    Y.append(k)\n    Y[0] = len(Y)\n    X[k] = 1\n", "{'a': 1, 'b': 1}"),
    ],
)
def test_a_loop_is_run(read: Callable[..., str], body: str, text: str) -> None:
    assert read(f"Y = []\nX = {{}}\nfor k in 'ab':\n{body}") == text


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("    import os\n    X[k] = 1\n", "the loop binds os in a way that is not followed"),
        ("    p, q = k, 1\n    X[p] = q\n", "the loop binds p in a way that is not followed"),
        ("    if f(k):\n        X[k] = 1\n", "it can't be told whether f(k)"),
        ("    with f:\n        X[k] = 1\n", "the loop has a with statement"),
        ("    while 0:\n        X[k] = 1\n", "the loop has a while statement"),
        ("    continue\n    X[k] = 1\n", "the loop has a continue statement"),
        ("    try:\n        X[k] = 1\n    except E: ...\n", "the loop has a try statement"),
        (
            "    match k:\n        case 'a':\n            X[k] = 1\n",
            "the loop has a match statement",
        ),
        ("    X[[]] = 1\n", "a list can't be a key or an item of a set"),
        ("    X[0][k] = 1\n", "no such key"),
        ("    (X[k], n) = f()\n", "an item is assigned by unpacking"),
        ("    n += 1\n    X[k] = n\n", "the loop changes n and uses it"),
        ("    Y.append(k)\n    X[k] = len(Y)\n", "the loop changes Y and uses it"),
        ("    X[k] = len(Y)\n    Z.append(k)\n", "the loop changes Z and uses it"),
        ("    r = []\n    X[k] = r\n    r.append(k)\n", "the loop changes r and uses it"),
    ],
)
def test_a_loop_that_is_not_followed_says_why(
    tree: Callable[..., SourceTree], body: str, reason: str
) -> None:
    made = tree(f"X, n, Y = {{}}, 0, []\nZ = Y\nfor k in 'ab':\n{body}")
    value = evaluate(made, made.module("m.py"), "X")[0].value
    assert isinstance(value, Unevaluated)
    start = "changed at m.py:3:1 in a way that can't be replayed: "
    assert value.reason == start + reason
    assert value.source == f"for k in 'ab':\n{body}".rstrip("\n")
