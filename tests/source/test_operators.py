"""Operators, methods and ordering of known values; what they refuse, with the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable


PRELUDE = """\
import a, torch
from dataclasses import dataclass, replace
from enum import Enum
class Color(Enum):
    RED = 1
@dataclass
class Point:
    x: int
    width: int = 0
@dataclass
class Pair:
    a: int
    b: int
    c: int = 0
class Made: ...
A = Made()
ORIGIN = Point(0)
OPEN = {'x': 1, **a.MORE, 'y': 2}
NAMES = {'widht': 1}
"""

VALUES = [
    # arithmetic and sets
    ("7 // 2, 7 % 4, 7 / 2, 2 ** 3, 7 @ 1 if 0 else 0", "(3, 3, 3.5, 8, 0)"),
    ("1 << 3, 16 >> 2, 6 | 1, 6 & 3, 6 ^ 3, +5, ~5, - -5", "(8, 4, 7, 2, 5, 5, -6, 5)"),
    ("2 * [1], [1] * -1, (1,) * 2, [1] + [2]", "([1, 1], [], (1, 1), [1, 2])"),
    ("{1, 2} & {2}, {1, 2} ^ {2, 3}, {1} | {2}, {1, 2} - {2}", "({2}, {1, 3}, {1, 2}, {1})"),
    ("{'a': 1} | {'a': 2, 'b': 3}", "{'a': 2, 'b': 3}"),
    # comparison
    ("[] is None, None is None, A is None, Color.RED is not None", "(False, True, False, True)"),
    ("ORIGIN is None, 5 in [f(), 5], 'x' in OPEN", "(False, True, True)"),
    ("{1} <= {1, 2}, [1] < [2], 2 > 3, 3 >= 3", "(True, True, False, True)"),
    # items
    ("'abc'[1], 'abc'[1:], (1, 2, 3)[::2], b'ab'[0]", "('b', 'bc', (1, 3), 97)"),
    ("OPEN['y'], OPEN.get('y'), {**a.MORE, 'x': 3}['x']", "(2, 2, 3)"),
    # methods
    ("(1, 2, 1).count(1), [3, 4].index(4), [1].copy()", "(2, 1, [1])"),
    ("{'a': 1}.get('z'), {'a': 1}.get('z', 5), {'a': 1}.get('a', 5)", "(None, 5, 1)"),
    ("{'a': 1}.keys(), {'a': 1}.values(), {'a': 1}.items()", "(('a'), (1), (('a', 1)))"),
    ("{1}.copy(), {1}.union([3], (4,))", "({1}, {1, 3, 4})"),
    ("{1, 2, 3}.difference([1], {2}), {1, 2, 3}.intersection([1, 2], {2})", "({3}, {2})"),
    ("(5).bit_length(), b'a b'.split(), b'ab'.decode('utf_8')", "(3, [b'a', b'b'], 'ab')"),
    ("'é'.encode('LATIN-1'), 'a'.encode(encoding='ascii'), 'a'.encode()", r"(b'\xe9', b'a', b'a')"),
    ("'ab'.rfind('b'), 'a.b.c'.rpartition('.'), ','.join({'a'})", "(1, ('a.b', '.', 'c'), 'a')"),
    ("'ab'.join(()), 'aXbX'.replace('X', '-', 1), 'x'.ljust(3, '.')", "('', 'a-bX', 'x..')"),
    # order
    ("sorted([2, 1], key=None), sorted([1, True], reverse=True)", "([1, 2], [1, True])"),
    ("min(2, 1), max([1, 3, 2]), max((), default=3), min('b', 'a')", "(1, 3, 3, 'a')"),
    # what is known only by name stays a call
    ("{1}.issubset({1}), (1,).count(), 'a'.nope(), b'a'.title(), {'a': 1}.pop('a')",
     "(!{1}.issubset({1}), !(1,).count(), !'a'.nope(), !b'a'.title(), !{'a': 1}.pop('a'))"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "text"), VALUES)
def test_operations_give_what_python_gives(
    read: Callable[..., str], source: str, text: str
) -> None:
    assert read(f"{PRELUDE}X = {source}\n") == text
