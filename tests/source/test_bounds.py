"""No source takes long, takes much or makes anything but this project's errors."""

# ruff: noqa: E501 - cases read best one a line
from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sphinxext_runtime_ref.errors import DeclarationError, LimitError, RuntimeRefError
from sphinxext_runtime_ref.source.classes import class_facts
from sphinxext_runtime_ref.source.evaluate import evaluate_text
from sphinxext_runtime_ref.source.invocations import find_calls, find_decorators
from sphinxext_runtime_ref.source.limits import Limits
from sphinxext_runtime_ref.source.symbols import evaluate, lookup
from sphinxext_runtime_ref.source.values import Literal

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.source.tree import SourceTree

PROMISED = 20 if sys.flags.dev_mode else 10
"""Seconds of the threat model; Python's development mode looks at every piece of memory."""
TOKENS = st.sampled_from(
    [
        *"()[]{}:,.=*+-/%|&^~<>@!;\n", "**", "//", "<<", ">>", "==", " if ", " else ", " for x in ",
        " in ", " not ", " and ", " is ", "lambda x:", "x", "y", "X", "1", "0", "9**9", "''", "'a'",
        "f'{x}'", "f'{x:{y}}'", "len", "list", "dict", "range", "int", "str", "sorted", "set", ".join",
        ".format", ".split", ".items", "None", "True", "...", "await ", "yield ", ":=", "self", "1e999",
        "-1", "10**10", "'%s'", "'%*d'", "'{:>9999999999}'", "b'x'", "1j", "__import__", "type", "é",
    ]
)  # fmt: skip
EXPRESSIONS = st.one_of(st.text(max_size=40), st.lists(TOKENS, max_size=14).map("".join))
QUICK = settings(
    max_examples=300,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@given(EXPRESSIONS)
@QUICK
def test_any_expression_has_a_value_or_an_error_of_ours(source: str) -> None:
    names = {"x": evaluate_text("(1, 'a', {2: [3]})", lambda _: None)}
    begun = time.process_time()
    try:
        evaluate_text(source, names.get)
    except RuntimeRefError as fault:
        assert repr(source)[:20] in str(fault) or "characters" in str(fault)  # noqa: PT017 - an error is fine
    assert time.process_time() - begun < 5


@given(st.lists(EXPRESSIONS, min_size=1, max_size=4))
@QUICK
def test_any_module_is_read_or_refused(tree: Callable[..., SourceTree], parts: list[str]) -> None:
    source = "\n".join(f"X{index} = {part}" for index, part in enumerate(parts))
    made = tree({"m.py": source.encode("utf-8", "surrogatepass")})
    begun = time.process_time()
    for name in ("X0", "X1.y"):
        for read in (evaluate, lookup, class_facts, find_calls, find_decorators):
            try:
                read(made, made.module("m.py"), name)
            except DeclarationError as fault:
                assert fault.message  # noqa: PT017 - an error is fine
    assert time.process_time() - begun < 5


@pytest.mark.parametrize(
    ("source", "limit"),
    [
        ("'a' * 10**9", "limit of 1000000"),
        ("'ab'.ljust(10**9)", "limit of 1000000"),
        ("f'{1:9999999999}'", "limit of 1000000"),
        ("'%9999999d' % 1", "limit of 1000000"),
        ("'{:>99999999}'.format(1)", "limit of 1000000"),
        ("'a,' * 1000 * 1000 * 1000", "limit of 1000000"),
        ("('ab' * 1000).replace('a', 'b' * 10000)", "limit of 1000000"),
        ("9**9**9", "limit of 14000"),
        ("1 << 10**9", "limit of 14000"),
        ("10**4000 * 10**4000", "limit of 14000"),
        ("0x" + "f" * 4_000, "limit of 14000"),
        ("[0] * 10**9", "limit of 200000"),
        ("list(range(10**9))", "limit of 200000"),
        ("-" * 150 + "1", "limit of 100 levels"),
        ("[" * 90 + "'x'.upper().lower().strip().upper().lower().strip()" * 1 + "]" * 90, ""),
        ("[x for x in range(1000) for y in range(1000) for z in range(1000)]", "limit of"),
        ("{x: y for x in range(2000) for y in range(2000)}", "limit of"),
        ("''.join(str(x) * 100 for x in range(100000))", "limit of"),
    ],
)
def test_each_bound_is_named(read: Callable[..., str], source: str, limit: str) -> None:
    begun = time.process_time()
    try:
        evaluate_text(source, lambda _: None)
    except DeclarationError as fault:
        assert limit in str(fault)  # noqa: PT017 - one case is within all bounds
    else:
        assert not limit
    try:
        text = read(f"X = [{source}]\n", limits=Limits(steps=100_000))
        assert text.startswith(("[?", "[["))
    except LimitError as fault:
        assert "limit of 100000 steps" in str(fault)  # noqa: PT017 - the whole budget is gone
    assert time.process_time() - begun < PROMISED


def test_what_is_within_a_bound_is_made() -> None:
    made = evaluate_text("'%(a)s' % {'a': 'x' * 600_000}", lambda _: None)
    assert isinstance(made, Literal)
    assert made.value == "x" * 600_000


@pytest.mark.parametrize(
    "source",
    [
        "A0 = ['x'] * 10\n"
        + "".join(f"A{i} = [A{i - 1}] * 10\n" for i in range(1, 12))
        + "X = A11\n",
        "A0 = 'xxxxxxxxxx'\n"
        + "".join(f"A{i} = A{i - 1} * 10\n" for i in range(1, 12))
        + "X = A11\n",
        "X = {}\n" + "".join(f"X['{i}'] = X\n" for i in range(30)),
        "X = []\nX.append(X)\n",
        "".join(f"A{i} = A{i + 1}\n" for i in range(3000)) + "A3000 = 1\nX = A0\n",
        "X = " + " + ".join(["'a'"] * 5000) + "\n",
        "X = " + " or ".join(["0"] * 5000) + "\n",
        "X = 1\n" + "X += 1\n" * 3000,
        "class A(B): x: int = 1\nclass B(A): y: int = 2\nX = A(1)\n",
        "class A(A): ...\nX = A(1)\n",
        "def f(a=X): ...\nX = f()\n",
        "X = [Y for Y in X]\n",
        "X = [tuple(range(20000)) in list(range(20000))]\n",
    ],
)
def test_shared_and_circular_values_stay_small(read: Callable[..., str], source: str) -> None:
    begun = time.process_time()
    try:
        assert len(read(source)) < 1_000_000
    except DeclarationError as fault:
        assert fault.message  # noqa: PT017 - an error is fine
    assert time.process_time() - begun < 8


def test_running_out_of_steps_stops_the_whole_declaration(read: Callable[..., str]) -> None:
    with pytest.raises(
        LimitError, match=r"m\.py:1:\d+: evaluation stopped at the limit of 500 steps"
    ):
        read("X = [[x for x in range(200)], [x for x in range(400)]]\n", limits=Limits(steps=500))


def test_a_long_sum_is_not_deep(read: Callable[..., str]) -> None:
    assert read("X = " + " + ".join(["1"] * 1000) + "\n") == "1000"


def test_all_variants_share_one_budget(read: Callable[..., str]) -> None:
    tests = "".join(f"if a{i}:\n    A{i} = 1\nelse:\n    A{i} = 2\n" for i in range(3))
    source = f"{tests}X = [[x for x in range(100)], A0, A1, A2]\n"
    assert read(source, limits=Limits(steps=20_000)).count(" / ") == 7
    with pytest.raises(LimitError, match="evaluation stopped at the limit of 2000 steps"):
        read(source, limits=Limits(steps=2000))
    said = r"^m\.py: undecided branches give more than the limit of 7 variants; declare assumptions"
    with pytest.raises(LimitError, match=said):
        read(source, limits=Limits(variants=7))


def test_each_record_weighs_what_is_in_it(read: Callable[..., str]) -> None:
    source = (
        "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: object\n"
        "X = [[P(1), P((0,) * 30), f((0,) * 30), P({1: (0,) * 30})]]\n"
    )
    assert not read(source, limits=Limits(items=102)).startswith("[?")
    assert read(source, limits=Limits(items=100)).startswith("[?")


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_an_expression_may_stand_on_several_lines(end: str) -> None:
    value = evaluate_text(f"({end}'é' +{end} 'b')", lambda _: None)
    assert isinstance(value, Literal)
    assert value.value == "éb"
