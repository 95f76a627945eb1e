"""Work that grows with what it works on is counted, so that no loop of it takes long."""

# ruff: noqa: E501 - cases read best one a line
from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.errors import DeclarationError, LimitError
from sphinxext_runtime_ref.source.evaluate import evaluate_text
from sphinxext_runtime_ref.source.limits import Limits, Meter

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
J = {T: 1}
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
        "[x for x in L]", "{x: x for x in L}", "[1 for x in Z if x]", "{**{T: 1}}", "{**J}", "dict([(T, 1)])",
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
        "match L:\n    case Color.RED:\n        G[1] = 2",
    ],
)  # fmt: skip
def test_a_change_costs_what_it_changes(read: Callable[..., str], statement: str) -> None:
    source = "V = [T]\nU = {1}\nG = {}\n" + f"{statement}\n" * 200 + "X = [L, D, S, V, U, G]\n"
    with pytest.raises(
        LimitError, match=r"m\.py:\d+:\d+: evaluation stopped at the limit of 20000"
    ):
        read(LARGE + source, limits=LIMITS)


def test_a_deep_change_does_not_cost_a_look_at_all_others(read: Callable[..., str]) -> None:
    calls = 0

    def count(*_: object) -> None:
        nonlocal calls
        calls += 1

    source = "X = {'a': {}}\n" + "".join(f"X['a'][{n}] = {n}\n" for n in range(200))
    sys.setprofile(count)
    try:
        read(source)
    finally:
        sys.setprofile(None)
    assert calls < 1_000_000  # half as many are needed


@pytest.mark.parametrize(
    ("bounds", "fits", "over", "message"),
    [
        ({"items": 6}, "f(*[1, 2], *[3])", "f(*[1, 2, 3], *[4, 5, 6, 7])", "a collection of 7 items is over the limit of 6"),
        ({"items": 8}, "f(**{'a': 1}, **{'b': 2})", "f(**{'a': 1, 'b': 2, 'c': 3}, **{'d': 4, 'e': 5, 'g': 6}, **{'h': 7, 'i': 8, 'j': 9})", "a collection of 9 items is over the limit of 8"),
        ({"items": 5}, "[*[1, 2], *[3, 4]]", "[*[1, 2, 3], *[4, 5, 6]]", "a collection of 6 items is over the limit of 5"),
        ({"items": 3}, "{1: 2}", "{1: 2, 3: 4, 5: 6, 7: 8}", "a collection of 4 items is over the limit of 3"),
        ({"items": 3}, "{x: 1 for x in (1,)}", "{x: 1 for x in (1, 2)}", "a value of more than 3 items, or of as much text, is over the limit"),
        ({"items": 3}, "list('ab')", "list('abcd')", "a collection of 4 items is over the limit of 3"),
        ({"items": 3}, "list(range(2))", "list(range(4))", "a collection of 4 items is over the limit of 3"),
        ({"items": 9}, "list(zip([1, 2], [3, 4]))", "list(zip([1, 2, 3, 4, 5], [1, 2, 3, 4, 5]))", "a collection of 10 items is over the limit of 9"),
        ({"items": 5}, "'a b'.split()", "'a b c d e g'.split()", "a collection of 6 items is over the limit of 5"),
        ({"items": 4}, "f('a')", "f('" + "a" * 200 + "')", "a value of more than 4 items, or of as much text, is over the limit"),
        ({"items": 4}, "dict(a=1)", "dict(a=1, b=2, c=3)", "a value of more than 4 items, or of as much text, is over the limit"),
        ({"bits": 8}, "int('255')", "int('256')", "an integer of 9 bits is over the limit of 8"),
        ({"bits": 8}, "abs(-255)", "len('a' * 256)", "an integer of 9 bits is over the limit of 8"),
        ({"bits": 8}, "0xff", "0x100", "an integer of 9 bits is over the limit of 8"),
        ({"characters": 8}, "'12345678'", "'123456789'", "a string of 9 characters is over the limit of 8"),
        ({"characters": 8}, "b'12345678'", "b'123456789'", "a string of 9 characters is over the limit of 8"),
        ({"characters": 18}, "'%(a)s' % {'a': 'xxxxx'}", "'%(a)s%(a)s' % {'a': 'xxxxx'}", "a string of 20 characters is over the limit of 18"),
        ({"characters": 9}, "'%9d' % 1", "'%10d' % 1", "a string of 10 characters is over the limit of 9"),
        ({"characters": 9}, "'%.7f' % 1", "'%.10f' % 1", "a string of 10 characters is over the limit of 9"),
        ({"characters": 9}, "f'{1:9}'", "f'{1:10}'", "a string of 10 characters is over the limit of 9"),
        ({"characters": 999999999}, "'%5d' % 1", "'%9999999999d' % 1", "a string of 1000000000 characters is over the limit of 999999999"),
        ({"characters": 9}, "'{:9}'.format(1)", "'{:10}'.format(1)", "a string of 10 characters is over the limit of 9"),
        ({"characters": 9}, "f(1, 2)", "f(1, 2, 34)", "a string of 11 characters is over the limit of 9"),
        ({"characters": 6}, "str(1234)", "str(12345678 + 0)", "a string of 8 characters is over the limit of 6"),
        ({"nesting": 4}, "[[[1]]]", "[[[[1]]]]", "a value nested deeper than the limit of 4"),
    ],
)  # fmt: skip
def test_what_is_over_a_bound_is_told_by_its_size(
    bounds: dict[str, int], fits: str, over: str, message: str
) -> None:
    evaluate_text(fits, lambda _: None, Meter(Limits(**bounds)))
    with pytest.raises(DeclarationError) as caught:
        evaluate_text(over, lambda _: None, Meter(Limits(**bounds)))
    assert str(caught.value) == f"{over!r}: {message}"


@pytest.mark.parametrize(
    "expression",
    [
        "B", "[B]", "B()", "B.x", "B.x()", "B.count(1)", "B[0]", "[*B]", "{**B}", "{**{1: B}}", "[*[B]]", "1 if B else 2",
        "1 if B() else 2", "not B", "B and 1", "-B", "B + B", "B == 1", "f(B)", "f(*B)", "f(**B)", "[x for x in B]",
        "[x for x in 'a' if B]", "{B: 1}", "Color(B)", "Color[B]", "len(B)", "f'{B}'", "B[1:]", "(lambda: 1, B)", "list[B]",
    ],
)  # fmt: skip
def test_no_part_of_an_expression_has_a_value_when_all_steps_are_used(
    read: Callable[..., str], expression: str
) -> None:
    source = f"import enum\nclass Color(enum.Enum):\n    A = 1\nB = [i for i in range(900)]\nX = [{expression}]\n"
    with pytest.raises(LimitError, match="stopped at the limit of 500 steps"):
        read(source, limits=Limits(steps=500))


@pytest.mark.parametrize("name", ["A", "B", "C", "D"])
def test_no_branch_is_chosen_when_all_steps_are_used(read: Callable[..., str], name: str) -> None:
    source = (
        "B = [i for i in range(900)]\n"
        "if B:\n    A = 1\nif not B():\n    C = 1\nmatch 1:\n    case B.x:\n        D = 1\n"
    )
    with pytest.raises(LimitError, match="stopped at the limit of 500 steps"):
        read(source, name, limits=Limits(steps=500))
