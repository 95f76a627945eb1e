"""Loops that fill a value: what is replayed, and why what is not is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable


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
