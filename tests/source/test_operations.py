"""Known functions, operators and forms of text give what Python gives, or refuse as it does."""

# ruff: noqa: E501 - cases read best one a line

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import pytest

from sphinxext_runtime_ref.source.symbols import evaluate
from sphinxext_runtime_ref.source.values import Literal, Mapping, Sequence, Unevaluated

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.source.tree import SourceTree
    from sphinxext_runtime_ref.source.values import Value

PRELUDE = """\
import collections, copy, enum, itertools, os, textwrap, types, typing
from collections import OrderedDict, defaultdict
L = [3, 1, 2]
T = (1, 'a')
D = {'a': 1, 'b': 2}
S = {1, 2}
F = frozenset({2, 3})
W = 'a,b'
B = b'ab'
class Color(enum.Enum):
    RED = 1
    BLUE = 2
class Cap(enum.IntFlag):
    A = 1
    B = 2
    AB = A | B
    D = 8
"""
TYPES = {"tuple": tuple, "list": list, "set": set, "frozenset": frozenset}


def python(value: Value) -> Any:
    """Give a value as Python's own object."""
    match value:
        case Sequence():
            return TYPES[value.type](map(python, value.items))
        case Mapping():
            return {python(k): python(v) for k, v in value.items}
        case _:
            assert isinstance(value, Literal), value
            return value.value


def exact(value: Any) -> Any:
    """Give something that tells ``1`` from ``True`` and sees the order of a dictionary."""
    if isinstance(value, (dict, MappingProxyType)):
        return (dict, [(exact(k), exact(v)) for k, v in value.items()])
    if isinstance(value, (set, frozenset)):
        return (type(value), sorted(map(repr, value)))
    if isinstance(value, (tuple, list)):
        return (type(value), list(map(exact, value)))
    return (type(value), value)


@pytest.mark.parametrize(
    "source",
    [
        # flags of one bit are iterated over
        "[len(Cap), [c.name for c in Cap], {c.value: c.name for c in Cap}, [c.value for c in list(Cap)]]",
        # constructors
        "[list(), tuple(), set(), frozenset(), dict(), str(), int(), bool(), OrderedDict()]",
        "[list(L), list(D), list('ab'), list(B), tuple(L), set('aab'), frozenset([1, 1, 2])]",
        "[dict(D), dict(D, a=3, c=4), dict([('a', 1), ('b', 2), ('a', 3)]), dict(x=1)]",
        "[defaultdict(list), defaultdict(list, D), defaultdict(list, a=1), defaultdict()]",
        "[bool(0), bool('a'), bool([]), bool(D), bool({}), bool(None), bool(0.0)]",
        "[int('7'), int('ff', 16), int(3.9), int(True), float('1.5'), float(2), complex(1, 2)]",
        "[str(1), str('a'), str(L), str(D), str(None), str(T), str(1.50)]",
        # functions
        "[len(D), len(W), len(B), len(S), len(L), len('')]",
        "[sorted(L), sorted(D), sorted(L, reverse=True), sorted(S), sorted('ba')]",
        "[min(L), max(3, 1), min('b', 'a'), max(L), min(D)]",
        "[sum([0.1] * 10), sum([0.1] * 3, 1), sum([2, 0.5])]",
        "[sum(L), sum(L, 10), sum([[1], [2]], []), sum((), 5), sum(L, start=1), sum([1.5, 2])]",
        "[list(range(3)), list(range(1, 4)), list(range(5, 0, -2)), list(range(-1))]",
        "[list(enumerate('ab')), list(enumerate('ab', 3)), list(enumerate(T, start=-1))]",
        "[list(zip('ab', L)), list(zip()), list(zip(L)), list(zip('ab', 'cd', strict=True))]",
        "[list(zip('ab', 'c', strict=False)), list(zip('ab', 'c', strict=0)), list(zip([], L))]",
        "[list(reversed(L)), list(reversed(T)), list(reversed('ab'))]",
        "[any([]), all([]), any([0, 1]), all([1, 0]), any([0, '']), all([1, 'a']), any(D)]",
        "[any([1, os.sep]), all([0, os.sep])]",
        "[abs(-3), abs(-2.5), round(2.567, 2), round(7.5), round(-1), complex('1j')]",
        "[ord('a'), chr(98), hex(255), oct(8), bin(5), repr('a'), repr(L), divmod(7, 3)]",
        "[types.MappingProxyType(D), copy.copy(L), copy.deepcopy(D), typing.cast(int, 'x')]",
        "typing.get_args(typing.Literal['a', 1, 'a', typing.Literal[2, 1]])",
        # functions as arguments
        "[sorted(L, key=lambda x: -x), sorted(W, key=str.upper, reverse=True), sorted(D, key=ord)]",
        "[max(['a', 'bb'], key=len), min(T, key=str, default=None), min('a', 'bb', key=lambda x: -len(x))]",
        "[list(map(str, L)), list(map(lambda x, y: (x, y), L, T)), list(map(str.upper, W))]",
        "[list(filter(None, [0, 1, ''])), list(filter(lambda x: x > 1, L)), list(filter(bool, T))]",
        "[dict.fromkeys('aba'), dict.fromkeys(L, []), dict(map(lambda kv: kv[::-1], D.items()))]",
        "[list(itertools.chain(L, T)), list(itertools.chain.from_iterable([L, T])), pow(2, 10)]",
        "[list(itertools.product('ab', L)), list(collections.deque(L)), textwrap.dedent('  a\\n  b')]",
        "[ascii('é'), [len(Color), sorted(c.value for c in Color), [c.name for c in tuple(Color)]]]",
        # flags
        "[(Cap.A | Cap.B).value, (Cap.AB & Cap.B).value, (Cap.AB ^ Cap.A).value, (Cap.A | Cap.D).value]",
        "[(Cap.A | Cap.B) in (Cap.AB,), (Cap.A | Cap.B) == Cap.AB, (Cap.A | Cap.D) == Cap.AB]",
        # displays and comprehensions
        "[{1, 1, 2}, {**D, 'a': 5}, {'x': 0, **D}, [*L, *T], (*D,), {*S, 5}, {**D, **{'b': 9}}]",
        "[[x for x in D], {k: v for k, v in D.items()}, {x % 2 for x in L}, list(x for x in T)]",
        "[[x for x in L if x > 1 if x < 3], {x % 2: x for x in L}, [a for (a, [b]) in [(1, [2])]]]",
        "[[x + y for x in L for y in L if x < y], [x for x in L if x == 1 or x == 2]]",
        "[(x, y, z) for x, *y, z in [(1, 2, 3), (4, 5), 'abcd']]",
        "[y for *_, (x, *y) in [(1, 2, (3, 4, 5))]]",
        "[[(x, y) for x, y in D.items()], [y for x in [[1], [2, 3]] for y in x]]",
        # operators
        "[7 // 2, 7 % 4, 7 / 2, 2 ** 5, 2 ** -1, 1 << 4, 256 >> 3, 6 & 3, 6 | 3, 6 ^ 3, ~5, +5, -5]",
        "[-2 ** 2, - 1.5, 1 - 2 - 3, 2 * 3 + 4, 10 - 2 * 3, not 0, not L, not '']",
        "[1 < 2, 2 < 2, 2 <= 2, 2 > 2, 2 >= 2, 1 == 1.0, 1 != 2, 1 < 2 < 3, 3 > 2 > 2]",
        "['a' in D, 3 not in L, 'c' in D, 'a' in W, None in T, (1, 'a') == T, [1] != [2]]",
        "[None is None, L is None, L is not None, D == {'b': 2, 'a': 1}, {1: {2: 3}} == {1: {2: 4}}]",
        "[D == {'a': 1, 'x': 2}, [D] == [{'a': 1}], T == [1, 'a'], S == {2, 1}, 'a' == 1, L == D]",
        "[0 or 'x', 1 or 0, 1 and 2, 0 and 1, '' or [] or 0, 1 and '' or 3, None or L]",
        "[1 if L else 2, 1 if not L else 2, 1 if '' else 2, 1 if D and S else 2]",
        # subscripts
        "[L[0], L[-1], T[1], D['b'], W[1], B[0], L[1:], L[:-1], L[::2], L[::-1], W[1:3], T[5:]]",
        "[{1: 'x'}[True], {(1, 2): 'y'}[1, 2], {'a': [1, {'b': 2}]}['a'][1]['b']]",
        # formatting
        "['%s-%d' % (W, 3), '%s' % W, '%(a)s%(b)03d' % D, '%5.1f|' % 2.25, '%-4s|' % 'a', '%%' % ()]",
        "['%r' % (W,), '%s' % [1], '%x' % 255, b'%d' % 3, '%c' % 'a', '%s %s' % ('a', [1, {2: 3}])]",
        "['{}{}'.format(1, 2), '{1}{0}'.format('a', 'b'), '{a}-{b!r}'.format(a=1, b='x'), '{{}}'.format()]",
        "['{:>5}'.format('a'), '{:05.1f}'.format(2.25), '{!s:^5}'.format(None), '{0}{0}'.format('z')]",
        "[f'{L}', f'{W!r:>7}', f'{3:{4}}', f'{1.5:.2f}', f'{B!s}', f'{None}', f'a{{b', f'{\"é\"!a}']",
        "[f'{D[\"a\"]}', f'{1}{2}x{3}', f'{True:d}', f'{L[0]:>{2 + 1}}']",
    ],
)  # fmt: skip
def test_the_value_is_the_one_of_python(tree: Callable[..., SourceTree], source: str) -> None:
    text = f"{PRELUDE}X = {source}\n"
    space: dict[str, Any] = {}
    exec(text, space)
    made = tree(text)
    found = evaluate(made, made.module("m.py"), "X")
    assert len(found) == 1
    assert found.diagnostics == ()
    assert exact(python(found[0].value)) == exact(space["X"])


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("U = os.x + 1\nX = [U + 1]\n", "os.x has no static value (m.py:2:5)"),
        ("U = [os.x + 1]\nX = [U[0] + 1]\n", "os.x has no static value (m.py:2:6)"),
        ("X = [(1 +\n  os.x)]\n", "os.x has no static value"),
        ("X = [\n  1 +\n  os.x\n]\n", "os.x has no static value"),
        ("U = os.x + 1; X = [U + 1]\n", "os.x has no static value"),
        ("from n import V\n\nX = [V + 1]\n", "os.x has no static value (n.py:4:5)"),
        ("X = ['a' * 9999999]\n", "a string of 9999999 characters is over the limit of 1000000"),
    ],
)
def test_a_reason_from_elsewhere_has_its_place(
    tree: Callable[..., SourceTree], source: str, reason: str
) -> None:
    made = tree({"n.py": "import os\n\n\nV = os.x + 1\n", "m.py": f"import os\n{source}"})
    (found,) = evaluate(made, made.module("m.py"), "X")
    assert isinstance(found.value, Sequence)
    (item,) = found.value.items
    assert isinstance(item, Unevaluated)
    assert item.reason == reason
