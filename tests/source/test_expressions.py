"""The vocabulary of expressions, and what is kept of names and numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.errors import DeclarationError, EvaluationError
from sphinxext_runtime_ref.location import Location
from sphinxext_runtime_ref.source.evaluate import evaluate_text
from sphinxext_runtime_ref.source.symbols import evaluate
from sphinxext_runtime_ref.source.values import (
    Call,
    Literal,
    Sequence,
    Symbol,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.source.tree import SourceTree

PRELUDE = """\
import torch, sys, types, copy
from collections import OrderedDict, defaultdict
from dataclasses import dataclass, field, replace
from typing import Literal, get_args, cast
from enum import Enum
P = 'lm'
class Kind:
    def __init__(self, n): ...
class Color(Enum):
    RED = 'r'
    BLUE = 'b'
    CRIMSON = 'r'
@dataclass
class Point:
    x: int
    y: int = 0
    tags: list[str] = field(default_factory=list)
    grid: dict = field(default_factory=lambda: {'a': 1})
A = Kind(1)
ORIGIN = Point(0)
HALF = torch.float16
"""


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("0x_FF", "0x_FF"),
        ("-0x10", "-0x10"),
        ("- 1", "-1"),
        ("(-len(P), ~5, +0x10)", "(-2, -6, 16)"),
        ("1 << 20", "1048576"),
        ("1_000.50", "1_000.50"),
        ("3j", "3j"),
        ("...", "Ellipsis"),
        ("'a' 'b'", "'ab'"),
        ("f'{P}.{1 + 1:03d}{P!r:>6}'", "\"lm.002  'lm'\""),
        ("'%s-%d' % (P, 3)", "'lm-3'"),
        ("'{}/{n}'.format(P, n=2)", "'lm/2'"),
        ("'a b'.split()", "['a', 'b']"),
        ("(1, *[2, 3])[1:]", "(2, 3)"),
        ("[1, 2][-1]", "2"),
        ("{'a': {'b': 1}}['a']['b']", "1"),
        ("{**{'a': 1}, 'b': 2, **{'a': 3}}", "{'a': 3, 'b': 2}"),
        ("{'a': 1} | {'b': 2}", "{'a': 1, 'b': 2}"),
        ("{3, 1, 3}", "{3, 1}"),
        ("frozenset('ab') - {'a'}", "<'b'>"),
        ("[k for k, v in {'a': 1, 'b': 0}.items() if v]", "['a']"),
        ("{k: [x for x in range(v)] for k, v in zip('ab', (1, 2))}", "{'a': [0], 'b': [0, 1]}"),
        ("1 if P == 'lm' else 2", "1"),
        ("None or P", "'lm'"),
        ("not P and 1", "False"),
        ("2 < 3 < 4 != 5", "True"),
        ("P in ('lm', 'x')", "True"),
        ("sorted({'b', 'a'}, reverse=True)", "['b', 'a']"),
        ("dict(a=1, **{'b': 2})", "{'a': 1, 'b': 2}"),
        ("OrderedDict([('a', 1)])", "{'a': 1}"),
        ("defaultdict(list, {'a': 1})", "{'a': 1}"),
        ("types.MappingProxyType({'a': 1})", "{'a': 1}"),
        ("copy.deepcopy([1])", "[1]"),
        ("cast('int', 5)", "5"),
        ("get_args(Literal['a', Literal['b', 1]])", "('a', 'b', 1)"),
        ("(y := 3, y + 1)", "(3, 4)"),
        ("sys.version_info >= (3, 8)", "True"),
        ("sys.version_info.major", "3"),
        ("__name__", "'m'"),
        ("torch.float16", "$torch.float16"),
        ("(A, HALF, Kind, int, len)", "($A, $HALF, $Kind, $int, $len)"),
        ("Color.RED", "$Color.RED"),
        ("[Color.CRIMSON.name, Color.RED.value]", "['RED', 'r']"),
        ("Color('b')", "$Color.BLUE"),
        ("Color['BLUE']", "$Color.BLUE"),
        ("[c for c in Color]", "[$Color.RED, $Color.BLUE]"),
        ("{c.value: c for c in Color}", "{'r': $Color.RED, 'b': $Color.BLUE}"),
        ("Color.RED is Color.BLUE", "False"),
        ("Point(1, tags=['t'])", "Point(x=1, y~0, tags=['t'], grid~{'a': 1})"),
        ("replace(ORIGIN, y=5)", "Point(x=0, y=5, tags~[], grid~{'a': 1})"),
        ("ORIGIN.y", "0"),
        ("[ORIGIN, Point.__name__]", "[$ORIGIN, 'Point']"),
        ("Kind(P)", "!Kind(P)"),
        ("nope(1)", "!nope(1)"),
        ("Literal['a']", "!Literal['a']"),
        ("list[int]", "!list[int]"),
    ],
)
def test_an_expression_has_the_value_that_python_gives(
    read: Callable[..., str], source: str, text: str
) -> None:
    assert read(f"{PRELUDE}X = {source}\n") == text


def test_names_give_symbols_their_identity_and_definition(tree: Callable[..., SourceTree]) -> None:
    made = tree(
        {
            "pkg/__init__.py": "",
            "pkg/codecs.py": "import torch\nclass Kind: ...\nB = Kind('b')\nH = torch.half\n",
            "m.py": "from pkg import codecs\nfrom pkg.codecs import B as Bee, H\n"
            "X = (Bee, codecs.B, H)\n",
        }
    )
    value = evaluate(made, made.module("m.py"), "X")[0].value
    assert isinstance(value, Sequence)
    bee, dotted, half = value.items
    assert isinstance(bee, Symbol)
    assert isinstance(dotted, Symbol)
    assert isinstance(half, Symbol)
    assert (bee.text, dotted.text) == ("Bee", "codecs.B")
    assert bee.identity == dotted.identity == "pkg/codecs.py:B"
    assert bee.definition == Location("pkg/codecs.py", 3, 1, 3, 14)
    assert isinstance(bee.value, Call)
    assert half.identity == "torch.half"
    assert half.definition == Location("pkg/codecs.py", 4, 1, 4, 15)


def test_values_keep_the_name_through_which_they_were_reached(
    tree: Callable[..., SourceTree],
) -> None:
    made = tree("SIZE = 0x10\nX = (SIZE, 5)\n")
    value = evaluate(made, made.module("m.py"), "X")[0].value
    assert isinstance(value, Sequence)
    assert [getattr(item, "name", "") for item in value.items] == ["SIZE", None]
    assert value.items[0].location == Location("m.py", 1, 8, 1, 12)


def test_unknown_rest_of_a_display_is_one_item(read: Callable[..., str]) -> None:
    assert read("import a\nX = {'k': 1, **a.MORE}\n") == "{'k': 1, ?**a.MORE: ?**a.MORE}"
    assert read("import a\nX = [1, *a.MORE]\n") == "[1, ?*a.MORE]"
    assert read("import a\nY = [1, *a.MORE]\nX = [len(Y)]\n") == "[?len(Y)]"


def test_lint_comes_with_the_evaluation(tree: Callable[..., SourceTree]) -> None:
    made = tree(
        "X = {\n 'a': 1,\n 'a': [\n  'p'\n  'q',\n  'r',\n ],\n}\n"
        "Y = ('a ' 'b', ('c'\n 'd'), 'e',\n 'prose that goes on '\n 'here')\n"
    )
    said = sorted(str(item) for item in evaluate(made, made.module("m.py"), "X").diagnostics)
    assert len(said) == 2
    said.reverse()
    assert said[0].startswith("m.py:4:3: implicit concatenation of strings: a comma may be missing")
    assert said[1].startswith("m.py:3:2: duplicate key 'a', first at m.py:2:2")
    assert evaluate(made, made.module("m.py"), "Y").diagnostics == ()


def test_an_expression_over_given_names() -> None:
    place = Location("m.py", 1)
    names = {"n": Literal(3, place), "name": Literal("ab", place)}
    assert evaluate_text("n > 2 and name.startswith('a')", names.get) == Literal(
        True, Location("<expression>", 1, 11, 1, 31)
    )


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("n >", "no expression"),
        ("n; n", "no expression"),
        ("other", "'other' is not defined"),
        ("len(__import__('os').environ)", "no static value"),
        ("'a' * 10**9", "limit"),
        ("1)(2", "no expression"),
    ],
)
def test_a_bad_expression_is_named(source: str, reason: str) -> None:
    with pytest.raises(EvaluationError) as caught:
        evaluate_text(source, {"n": Literal(3, Location("m.py", 1))}.get)
    assert repr(source) in str(caught.value)
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("X: int\nX = 2\n", "2"),
        ("X = 1\ndel X\nX = 2\n", "2"),
        ("def X(): ...\nX = 2\n", "2"),
        ("import X\nX = 2\n", "2"),
        ("X = 1\nX = X + 1\n", "2"),
        ("X = 1\nX += 1\n", "2"),
    ],
)
def test_a_name_that_is_bound_anew_is_not_declared_twice(
    read: Callable[..., str], source: str, value: str
) -> None:
    assert read(source) == value


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("CODEC = 1\n", "'X' is not declared in m.py"),
        ("XX = 1\nXY = 2\n", "did you mean 'XY' or 'XX'?"),
        ("X = {'a': 1}\nX = {'b': 2}\n", "declared twice, at m.py:1:1 and at m.py:2:1"),
        ("class X: ...\nclass X: ...\n", "declared twice, at m.py:1:1 and at m.py:2:1"),
        ("import os\nwith open('f') as X: ...\n", "gets its value when the code runs"),
        ("X = 1\ndel X\n", "'X' is deleted"),
        ("X: int\nXX: int\n", "'X' is not declared in m.py; did you mean 'XX'?"),
        ("for X in (1, 2): ...\n", "'X' gets its value when the code runs"),
        ("for i in 'ab':\n    X = i\n", "'X' gets its value when the code runs"),
        ("for i in 'ab':\n    X.append(i)\n", "'X' is changed before it is bound"),
    ],
)
def test_a_missing_or_doubled_declaration_is_an_error(
    read: Callable[..., str], source: str, message: str
) -> None:
    with pytest.raises(DeclarationError) as caught:
        read(source)
    assert message in str(caught.value)
    assert str(caught.value).startswith("m.py")
