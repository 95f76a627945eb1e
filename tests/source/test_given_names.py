"""Expressions over given names, as conditions in documents are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.errors import EvaluationError
from sphinxext_runtime_ref.location import Location
from sphinxext_runtime_ref.source.evaluate import evaluate_text
from sphinxext_runtime_ref.source.values import Literal

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.source.values import Value


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("x", "'x': 'x' is not defined"),
        ("x = 1", "'x = 1' is no expression: '==' compares, '=' assigns"),
        ("f(a=1) =", "'f(a=1) =' is no expression: '==' compares, '=' assigns"),
        ("1 <= 2 ==", "'1 <= 2 ==' is no expression: invalid syntax"),
        ("a := 1", "'a := 1' is no expression: invalid syntax"),
        ("", "'' is no expression"),
        ("1; 2", "'1; 2' is no expression"),
        ("import os", "'import os' is no expression"),
        ("1 if x else 2", "'1 if x else 2': x is neither known nor assumed"),
        ("1/0", "'1/0': ZeroDivisionError: division by zero"),
        ("not " * 1200 + "1", f"{'not ' * 1200 + '1'!r} is nested too deeply"),
        ("'" + "a" * 4999 + "'", "an expression may have 5000 characters, not more"),
    ],
)
def test_an_expression_without_a_value_says_why(source: str, message: str) -> None:
    with pytest.raises(EvaluationError) as caught:
        evaluate_text(source, {"n": None}.get)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (" 1 + \n 2", "3"),
        ("1 # why", "1"),
        ("(y := n) + y + n", "9"),
        ("'" + "a" * 4998 + "'", repr("a" * 4998)),
        ("len", "$len"),
        ("f(n)", "!f(n)"),
    ],
)
def test_an_expression_may_be_of_several_lines_and_5000_characters(
    text_of: Callable[[Value], str], source: str, text: str
) -> None:
    assert text_of(evaluate_text(source, {"n": Literal(3, Location("m.py", 1))}.get)) == text
