"""Operators, methods and ordering of known values; what they refuse, with the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.source.symbols import evaluate
from sphinxext_runtime_ref.source.values import Sequence, Unevaluated

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.source.tree import SourceTree

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


REASONS = [
    ("1 + [2]", "Python does not allow this operation on these types"),
    ("{1} + {2}", "Python does not allow this operation on these types"),
    ("[1] + (2,)", "Python does not allow this operation on these types"),
    ("{1} @ {2}", "Python does not allow this operation on sets"),
    ("{1} * 2", "a set can't be multiplied"),
    ("Color.RED + 1", "Color.RED is an enum member"),
    ("f(1) + 1", "f(1) has no static value"),
    ("-torch.x", "torch.x has no static value"),
    ("'%s' % (torch.x,)", "torch.x has no static value"),
    ("torch.x is None", "torch.x has no static value"),
    ("1 == torch.x", "torch.x has no static value"),
    ("6 in [f(), 5]", "it can't be told whether these are equal"),
    ("'z' in OPEN", "a.MORE has no static value (m.py:18:19)"),
    ("OPEN['x']", "a.MORE has no static value (m.py:18:19)"),
    ("OPEN.get('x')", "a.MORE has no static value (m.py:18:19)"),
    ("OPEN.get('z', 1)", "a.MORE has no static value (m.py:18:19)"),
    ("OPEN.keys()", "a.MORE has no static value (m.py:18:19)"),
    ("{1, 2}[0]", "no static value"),
    ("{1: 2}[1:2]", "no static value"),
    ("[1]['a']", "TypeError: 'str' object cannot be interpreted as an integer"),
    ("[1].index(2)", "there is no such item"),
    ("[f(), 2].index(2)", "it can't be told which items are equal"),
    ("'a'.encode('punycode')", "the encoding 'punycode' has no static value"),
    ("'a'.encode(encoding='idna')", "the encoding 'idna' has no static value"),
    ("b'a'.decode('punycode')", "the encoding 'punycode' has no static value"),
    ("b'a'.decode(encoding='utf-8')", "keyword arguments are not expected"),
    ("','.join([1])", "TypeError: sequence item 0: expected str instance, int found"),
    ("{1}.union(f())", "f() has no static value"),
    ("sorted([2, 1], key=len)", "a int can't be iterated over"),
    ("min([2, 1], key=print)", "what the function returns has no static value"),
    ("sorted(['a'], key=str.maketrans)", "what the function returns has no static value"),
    ("list(map(print, [1]))", "what the function returns has no static value"),
    ("list(map(len))", "a function and what it is applied to are expected"),
    ("list(map(len, {'a', 'b'}))", "the order of a set depends on the run"),
    ("list(filter(print, [1]))", "what the function returns has no static value"),
    ("pow(2, 3, 5)", "takes at most 2 arguments"),
    ("dict.fromkeys([[1]])", "a list can't be a key or an item of a set"),
    ("min(())", "min() of nothing"),
    ("max([])", "max() of nothing"),
    ("sorted([1, 'a'])", "TypeError: '<' not supported between instances of 'str' and 'int'"),
    ("Point(1, 2, 3)", "Point takes 2 positional fields, 3 are given"),
    ("Point(1, x=2)", "Point is given the field 'x' twice"),
    ("Point()", "Point is missing the field 'x'"),
    ("Pair(c=1)", "Pair is missing the field 'a', 'b'"),
    ("Pair(1)", "Pair is missing the field 'b'"),
    ("Point(widht=1)", "Point has no field 'widht'; did you mean 'width'?"),
    ("Point(zzz=1)", "Point has no field 'zzz'; it has x, width"),
    ("Point(**NAMES)", "Point has no field 'widht'; did you mean 'width'? (m.py:19:19)"),
    ("replace(ORIGIN, widht=1)", "Point has no field 'widht'; did you mean 'width'?"),
    ("replace(ORIGIN, **NAMES)", "Point has no field 'widht'; did you mean 'width'? (m.py:19:19)"),
    ("replace()", "replace() takes one positional argument"),
    ("replace(A, x=1)", "A has no static value"),
]


@pytest.mark.parametrize(("source", "reason"), REASONS)
def test_an_operation_that_is_refused_says_why(
    tree: Callable[..., SourceTree], source: str, reason: str
) -> None:
    made = tree(f"{PRELUDE}\nX = [{source}]\n")
    value = evaluate(made, made.module("m.py"), "X")[0].value
    assert isinstance(value, Sequence)
    (item,) = value.items
    assert isinstance(item, Unevaluated)
    assert item.source == source
    assert item.reason == reason
