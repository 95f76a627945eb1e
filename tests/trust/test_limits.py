# ruff: noqa: E501 - cases read best one a line
"""The bounds hold at their very edge: what is as large as allowed passes, one more does not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from sphinxext_runtime_ref.errors import DeclarationError, EvaluationError, LimitError
from sphinxext_runtime_ref.location import Location
from sphinxext_runtime_ref.source.evaluate import evaluate_text
from sphinxext_runtime_ref.source.limits import ExhaustedError, Limits, Meter
from sphinxext_runtime_ref.source.symbols import evaluate
from sphinxext_runtime_ref.source.tree import SourceTree
from sphinxext_runtime_ref.source.values import Literal, Mapping, Sequence, SequenceType
from sphinxext_runtime_ref.tables.display import display

if TYPE_CHECKING:
    from pathlib import Path

    from sphinxext_runtime_ref.source.values import Value

EDGES = [
    # a list weighs one more than its items, and text one more for every 32 characters
    ({"items": 4}, "[1, 2, 3]", "[1, 2, 3, 4]"),
    ({"items": 5}, "[[1, 2], 3]", "[[1, 2], 3, 4]"),
    ({"items": 3}, "['a' * 32]", "['a' * 64]"),
    ({"characters": 8}, "'a' * 8", "'a' * 9"),
    ({"characters": 8}, "'abcd' + 'efgh'", "'abcd' + 'efghi'"),
    ({"characters": 8}, "'{}{}'.format('abcd', 'efgh')", "'{}{}{}'.format('ab', 'abc', 'abcd')"),
    ({"characters": 8}, "f'{1}234567{8}'", "f'{1}2345678{9}'"),
    ({"characters": 8}, "'x'.ljust(8)", "'x'.ljust(9)"),
    ({"characters": 8}, "'-'.join(['abc', 'de'])", "'-'.join(['abcd', 'efgh'])"),
    ({"bits": 8}, "255", "256"),
    ({"bits": 8}, "1 << 6", "1 << 8"),
    ({"bits": 8}, "2 ** 4", "2 ** 8"),
    ({"bits": 8}, "15 * 15", "255 * 255"),
    ({"bits": 8}, "15 * 16", "16 * 16"),
    ({"bits": 8}, "(-1) ** 99", "(-2) ** 99"),
    ({"bits": 8}, "0 << 99", "1 << 99"),
    ({"bits": 8}, "4 ** -1", "4 ** 4"),
    ({"characters": 8}, "3 * 'ab' * -1", "3 * 'abc'"),
    ({"characters": 8}, "b'ab' * 4", "b'abc' * 3"),
    ({"characters": 8}, "'abab'.replace('a', 'x')", "'abab'.replace('a', 'xyzu')"),
    ({"characters": 8}, "'a'.center(8, '*')", "'a'.zfill(9)"),
    ({"items": 4}, "[1] + [2, 3]", "[1, 2] + [3, 4]"),
    ({"items": 4}, "{'a': 1}", "{'a': 1, 'b': 2}"),
    ({"nesting": 4}, "{1: [2]}", "{1: [[2, [3]]]}"),
    ({"nesting": 4}, "[[[1]]]", "[[[[1]]]]"),
    ({"items": 3}, "list(range(2))", "list(range(4))"),
    ({"items": 4}, "[0] * 3", "[0] * 5"),
    ({"items": 9}, "list(zip([1, 2], [3, 4]))", "list(zip([1, 2, 3, 4, 5], [1, 2, 3, 4, 5]))"),
]


@pytest.mark.parametrize(("bounds", "good", "bad"), EDGES)
def test_bounds_hold_at_their_edge(bounds: dict[str, int], good: str, bad: str) -> None:
    def value(text: str) -> str:
        return display(evaluate_text(text, lambda _: None, Meter(Limits(**bounds))))

    assert value(good) == display(evaluate_text(good, lambda _: None))
    with pytest.raises(DeclarationError, match="limit"):
        value(bad)


LOOKED_AT, MADE = 1000, 4000
"""The least steps for 4000 items, or as much text: a quarter for each that is only looked at."""
PLACE = Location("m.py", 1)
NUMBERS = tuple(Literal(number, PLACE) for number in range(4000))
LARGE: dict[str, Value] = {
    "L": Sequence(SequenceType.LIST, NUMBERS, PLACE),
    "M": Sequence(SequenceType.LIST, (*NUMBERS[:-1], Literal(-1, PLACE)), PLACE),
    "T": Sequence(SequenceType.TUPLE, NUMBERS, PLACE),
    "Z": Sequence(SequenceType.SET, NUMBERS, PLACE),
    "D": Mapping(tuple((number, number) for number in NUMBERS), PLACE),
    "S": Literal("a" * 128_000, PLACE),
    "B": Literal(b"a" * 128_000, PLACE),
}


@pytest.mark.parametrize(
    ("least", "texts"),
    [
        (LOOKED_AT, "L == M; L != M; L < M; D == D; S == S; B == B; Z <= Z; L is M; L in [M]; T == T"),
        (LOOKED_AT, "5 in L; 3 in D; T in D; T in Z; S in S; D[5]; D.get(5); D.get(T); L[0]; T[1]"),
        (LOOKED_AT, "L.count(1); L.index(3); min(L); max(L); len(L); sum(L); any(L); '%s' % L"),
        (LOOKED_AT, "S.find('b'); S.rfind('b'); S.count('a'); S.startswith(S); 'a'.find(S); f(L)"),
        (LOOKED_AT, "{T: 1}; {T}; Z.difference(L); Z - Z; Z ^ Z; B.split(b'b'); B.strip(b'b')"),
        (MADE, "sorted(L); list(L); set(L); dict(D); {**D}; [*L]; [x for x in L]; D | D; L + L"),
        (MADE, "L * 2; L[1:]; D.keys(); D.values(); D.items(); Z & Z; Z | Z; Z.union(L); zip(L, L)"),
        (MADE, "S + S; S * 2; S.upper(); S[1:]; S.replace('a', 'b'); f'{S}'; '{}'.format(S); '%s' % S"),
        (MADE, "','.join([S, S]); S.encode(); B.decode(); B + B; B[1:]; S.split('b'); S.center(128999)"),
    ],
)  # fmt: skip
def test_work_on_large_values_costs_steps_in_proportion(least: int, texts: str) -> None:
    for text in texts.split("; "):
        meter = Meter(Limits())
        try:
            evaluate_text(text, LARGE.get, meter)
        except EvaluationError as fault:
            assert "limit" not in fault.message, text  # noqa: PT017 - work that Python refuses
        assert meter.steps >= least, text
        assert meter.steps < 10 * MADE, text


def test_looking_up_again_and_again_is_cheap() -> None:
    for text in ("[D[x] for x in L]", "[x in D for x in L]", "[D.get(x) for x in L]"):
        meter = Meter(Limits())
        evaluate_text(text, LARGE.get, meter)
        assert meter.steps < 20 * len(NUMBERS), text


def test_all_parts_of_a_budget_are_shared() -> None:
    meter = Meter(Limits(steps=100))

    def many() -> None:
        for _ in range(100):
            evaluate_text("1 + 1", lambda _: None, meter)

    with pytest.raises(LimitError, match="limit of 100 steps"):
        many()
    assert meter.steps == 101
    with pytest.raises(ExhaustedError):
        meter.step()


@pytest.mark.parametrize(
    ("limits", "text", "said"),
    [
        ({"file_size": 10}, "X = [1, 2]\n", "11 bytes are over the limit of 10 bytes"),
        ({"tokens": 4}, "X=[12]", "over the limit of 4 tokens"),
        ({"variants": 2}, "if a:\n X = 1\nelif b:\n X = 2\nelse:\n X = 3\n", "limit of 2 variants"),
    ],
)
def test_files_have_bounds(tmp_path: Path, limits: dict[str, Any], text: str, said: str) -> None:
    (tmp_path / "m.py").write_text(text)
    tree = SourceTree(tmp_path, limits=Limits(**limits))
    with pytest.raises(DeclarationError, match=said):
        evaluate(tree, tree.module("m.py"), "X")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("X = dict([(1, 'a'), (True, 'b')])", "1: b"),
        ("D = {}\nD.update([(1, 'a'), (True, 'b')])\nX = D", "1: b"),
        ("D = {'a': 1}\nD['a'] = 2\nD['b'] = 3\nX = D", "a: 2, b: 3"),
        ("L = [1, 2, 3]\nL[-1] = 4\nL.insert(1, 5)\nX = L", "1, 5, 2, 4"),
        (
            "D = {(1, 2): 'a', 'k': 'b'}\nX = [D[1, 2], D.get('k'), D.get('no', 0), 'k' in D]",
            "a, b, 0, True",
        ),
        ("import enum\nclass E(enum.Enum):\n A = 1\nX = [E['A'], E[1]]", "E.A, E[1]"),
        ("X = [dict(**{1: 2}), dict(**{'a': 2})]", "dict(**{1: 2}), {a: 2}"),
        ("X = ['abcab'.rfind('ab'), 'a.b.c'.rsplit('.', 1), b'ab'.decode()]", "3, (a.b, c), ab"),
    ],
)
def test_lookups_and_changes_are_those_of_python(tmp_path: Path, text: str, wanted: str) -> None:
    (tmp_path / "m.py").write_text(text)
    tree = SourceTree(tmp_path)
    assert display(evaluate(tree, tree.module("m.py"), "X")[0].value) == wanted
