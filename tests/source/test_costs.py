"""Work that grows with what it works on is counted, so that no loop of it takes long."""

# ruff: noqa: E501 - cases read best one a line
from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.errors import LimitError
from sphinxext_runtime_ref.source.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Callable

LARGE = """\
import enum
L = [*range(500)]
T = (*L,)
Z = [0] * 500
S = {*L}
D = {i: i for i in L}
E = {i: i for i in L}
K = {'k' + str(i): i for i in L}
P = [(i, i) for i in L]
W = '7' * 15_000
N = '7' * 15_000
class Color(enum.Enum):
    RED = tuple(range(500))
    BLUE = 'b'
"""
SMALL = LARGE.replace("500", "2").replace("15_000", "6")
LIMITS = Limits(steps=20_000)


@pytest.mark.parametrize(
    "operation",
    [
        "len(L)", "len(D)", "list(T)", "tuple(D)", "set(L)", "frozenset(T)", "dict(D)", "dict(P)",
        "sorted(L)", "min(L)", "max(*L)", "sum(Z)", "any(Z)", "all(Z)", "reversed(L)", "enumerate(L)", "zip(L, L)",
        "str(L)", "str(W)", "repr(T)", "bool(str(D))", "range(500)",
        "[*L]", "(*L, 1)", "{*L}", "{**D}", "{**D, 1: 2}", "{T: 1}", "{T}", "{T: 1 for _ in '1'}", "{T for _ in '1'}",
        "[x for x in L]", "{x: x for x in L}", "[1 for x in Z if x]", "{**{T: 1}}", "dict([(T, 1)])",
        "f'{W}'", "f'{L}'", "'%s' % W", "'%s' % [L]", "'%(a)s' % {'a': W}", "'{}'.format(W)", "'{a}'.format(a=W)",
        "L == P", "D == E", "T in [1]", "-1 in L", "W == N", "W in N", "1 if L == P else 2", "not (L == P)",
        "L + []", "Z * 2", "S | S", "D | E", "W + ''", "L[:499]", "W[1:]",
        "Color(T)", "Color(L)", "Color(W)", "f(*L)", "f(**K)", "f(x=[*L])", "dict(**K)", "len(*L)", "f('%s')" % ("a" * 9000),
        "dict(D, a=1)", "D.items()", "D.values()", "L.count(1)", "W.upper()", "(y := [*L])", "int('1', *L)",
    ],
)  # fmt: skip
def test_an_operation_costs_what_it_works_on(read: Callable[..., str], operation: str) -> None:
    source = f"X = [{operation} for _ in range(200)]\n"
    with pytest.raises(
        LimitError, match=r"m\.py:\d+:\d+: evaluation stopped at the limit of 20000"
    ):
        read(LARGE + source, limits=LIMITS)
    if "aaa" not in operation:
        assert read(SMALL + source.replace("500", "2").replace("499", "1"), limits=LIMITS)


@pytest.mark.parametrize(
    "statement",
    [
        "L.append(1)", "L.extend(())", "L.insert(0, 1)", "L.remove(L[0])", "L.pop()", "L.reverse()", "L.sort()",
        "L[0] = 1", "del L[0]", "L += ()", "D.update({})", "D.update(())", "D.update(a=1)", "D.setdefault(1)",
        "D.setdefault('a', 1)", "D.pop('a', 1)", "D['a'] = 1", "D |= {}", "S.add(1)", "S.discard(-1)", "S.update(())",
        "S.difference_update(())", "S -= {-1}", "L.extend([1])", "V.extend(T)", "U.add(T)", "U.update([T])",
        "U.discard(T)", "U.difference_update([T])", "G.setdefault(T)", "G.pop(T, 1)", "G.update({T: 1})",
        "V.remove(T)\nV.append(T)", "U.update(S)",
    ],
)  # fmt: skip
def test_a_change_costs_what_it_changes(read: Callable[..., str], statement: str) -> None:
    source = "V = [T]\nU = {1}\nG = {}\n" + f"{statement}\n" * 200 + "X = [L, D, S, V, U, G]\n"
    with pytest.raises(
        LimitError, match=r"m\.py:\d+:\d+: evaluation stopped at the limit of 20000"
    ):
        read(LARGE + source, limits=LIMITS)
