"""The bounds hold at their very edge: what is as large as allowed passes, one more does not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from sphinxext_runtime_ref.errors import DeclarationError, LimitError
from sphinxext_runtime_ref.source.evaluate import evaluate_text
from sphinxext_runtime_ref.source.limits import ExhaustedError, Limits, Meter
from sphinxext_runtime_ref.source.symbols import evaluate
from sphinxext_runtime_ref.source.tree import SourceTree
from sphinxext_runtime_ref.tables.display import display

if TYPE_CHECKING:
    from pathlib import Path

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
