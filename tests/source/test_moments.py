"""Objects that change after they were read: an operation that looked into them is not guessed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.source.symbols import evaluate
from sphinxext_runtime_ref.source.values import Unevaluated

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.source.tree import SourceTree

POP = "L = [0, 1]\n{}\nL.pop()\n"
IN_CLASS = "class C:\n    a = {}\n"


@pytest.mark.parametrize(
    "statements",
    [
        "X = [y for x in [L] for y in x]",
        "X = tuple([y for x in ([], L) for y in x])",
        "X = [y for x in ([L],) for y in x[0]]",
        "X = [len(x) for x in [L]]",
        "X = [len(x) for _, x in enumerate([L])]",
        "X = [list(x) for x, _ in zip([L], [1])]",
        "X = [x for x in [1] if len([L][0]) == 2]",
        "X = {k: list(v) for k, v in {'a': L}.items()}",
        "X = list(map(len, [L]))",
        "X = [*[L][0]]",
        "X = [*[x for x in [L]][0]]",
        "X = [*(x := L)]",
        "X = (x := L) + [2]",
        "X = [*({'a': L} | {})['a']]",
        "X = [*([L] * 2)[0]]",
        "X = tuple((L, 1)[0])",
        "X = list({'a': L}.get('a'))",
        "X = len({'a': L}['a'])",
        "X = not [L][0]",
        "X = sorted([L, [0]])",
        "X = sum([L, [0]], [])",
        "X = str([L])",
        "X = f'{[L]}'",
        "X = '%s' % [L]",
        "X = '{}'.format([L])",
        "X = [L] == [[0, 1]]",
        "X = [0, 1] in [L]",
        "X = []\nfor x in [L]:\n    X += x",
        "Y = [L]\nX = []\nfor x in Y:\n    X += x",
        "X = str({'a': L})",
        "X = {'a': L} == {'a': [0]}",
        "M = {'a': 1}\nX = [y for x in [M] for y in x]\nM['b'] = 2",
        "X = []\nX += [L][0]",
        "X = []\nX.extend([L][0])",
        "X = {}\nX['a'] = [*[L][0]]",
        f"{IN_CLASS.format('L')}X = list(C.a)",
        f"{IN_CLASS.format('[L]')}X = [y for x in C.a for y in x]",
        f"{IN_CLASS.format('L')}    X = len(a)\nX = C.X",
    ],
)
def test_what_was_made_of_an_object_before_it_changed_is_not_guessed(
    read: Callable[..., str], statements: str
) -> None:
    assert "?" in read(POP.format(statements))


def test_the_later_change_is_named(tree: Callable[..., SourceTree]) -> None:
    made = tree(POP.format("X = [y for x in [L] for y in x]"))
    (variant,) = evaluate(made, made.module("m.py"), "X")
    assert isinstance(variant.value, Unevaluated)
    assert variant.value.reason == "'L' is changed later, at m.py:3:1"


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        ("X = [x for x in [L]]", "[[0]]"),
        ("X = {k: v for k, v in {'a': L}.items()}", "{'a': [0]}"),
        ("X = tuple((L, 1))", "([0], 1)"),
        ("X = list(zip([L], [1]))", "[([0], 1)]"),
        ("X = dict([('a', L)])", "{'a': [0]}"),
        ("X = dict(a=L)", "{'a': [0]}"),
        ("X = [L] * 2", "[[0], [0]]"),
        ("X = [*[L], *L]", "[[0], 0, 1]"),
        ("X = L + [L]", "[0, 1, [0]]"),
        ("X = []\nfor x in ([L], [L]):\n    X += x", "[[0], [0]]"),
        ("X = len([L])", "1"),
        ("X = [{'a': L}.get('a')]", "[[0]]"),
        ("X = [[L].copy()]", "[[[0]]]"),
        ("X = [*{'a': L}.values(), *{'a': L}.keys(), *{'a': L}.items()]", "[[0], 'a', ('a', [0])]"),
        *(
            (f"import {made.partition('.')[0]}\nX = len({made})", "1")
            for made in (
                *("typing.cast(list, [L])", "typing_extensions.cast(list, [L])", "copy.copy([L])"),
                *("collections.deque([L])", "types.MappingProxyType({1: L})"),
                *("collections.OrderedDict(a=L)", "collections.defaultdict(list, a=L)"),
            )
        ),
        ("import itertools\nX = len([*itertools.chain([L], [L])])", "2"),
        ("import itertools\nX = len([*itertools.product([L], [L])])", "1"),
    ],
)
def test_what_holds_the_object_shows_the_later_change(
    read: Callable[..., str], statement: str, text: str
) -> None:
    assert read(POP.format(statement)) == text


def test_a_function_may_run_before_a_change_and_after_it(read: Callable[..., str]) -> None:
    source = "L = [0]\nY = [L]\nL.append(1)\ndef f():\n    X = [len(x) for x in Y]\n"
    assert read(source, "f.X") == "[?len(x)]"


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("L = [0]\nY = [L]\nL.append(1)\nX = [y for x in Y for y in x]\n", "[0, 1]"),
        ("L = [0]\nY = {'a': L}\nL.append(1)\nX = {k: len(v) for k, v in Y.items()}\n", "{'a': 2}"),
        ("L = [0]\nclass C:\n    a = L\nL.append(1)\nX = list(C.a)\n", "[0, 1]"),
        ("L = [0]\nY = [L]\nL.append(1)\nclass C:\n    a = len(Y[0])\nX = C.a\n", "2"),
    ],
)
def test_an_earlier_change_is_seen(read: Callable[..., str], source: str, text: str) -> None:
    assert read(source) == text
