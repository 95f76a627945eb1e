"""Small functions that a registry calls: run as Python runs them, or refused with the reason."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import pytest

from sphinxext_runtime_ref.source.environment import environment_defaults
from sphinxext_runtime_ref.source.symbols import evaluate
from sphinxext_runtime_ref.source.values import (
    Literal,
    Mapping,
    Sequence,
    SequenceType,
    Unevaluated,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.source.tree import SourceTree
    from sphinxext_runtime_ref.source.values import Value

FUNCTIONS = """\
DEFAULT = 7
def many(name, *rest): return (name, rest)
def named(name='n', **kw): return (name, list(kw.items()))
def posonly(a, /, b=2, *, c): return (a, b, c)
def nothing(): pass
def bare(): return
def pick(a, b): return (b(), a())
def loops(n):
    out = ''
    for i in range(n):
        if i == 2: return out
        out += str(i)
    else:
        out += '!'
    return out
def breaks():
    for i in (1,):
        break
    return 1
def tries():
    try:
        x = int('5')
    except ValueError:
        x = 0
    else:
        x += 1
    finally:
        pass
    return x
def finals():
    try:
        pass
    finally:
        return 9
def overrules():
    try:
        return 1
    finally:
        return 9
def ends():
    try:
        x = 1
        return x
    finally:
        x = 9
def calls():
    print('x')
    return 1
def spoils():
    l = [1]
    change(l)
    return l
def method():
    l = [1]
    l.append(2)
    return l
def kwspoils():
    l = {1: 2}
    change(x=l)
    return l
def text():
    t = 'a'
    t.upper()
    print(t, (1, 2))
    return t
def unsure():
    if (f()
            and 1): return 1
    return 2
def inner():
    k = 3
    def add(x, y=k): return x + y
    return add(1)
def unpack():
    (a, b), c = (1, 2), 3
    d = e = a + b
    f: int = c
    return (a, b, c, d, e, f)
def asserts():
    global DEFAULT
    import sys
    from os import path
    assert True
    pass
    'doc'
    return DEFAULT
def withs():
    with f(): return 1
def stars():
    a, *b = (1, 2)
    return b
def dels():
    x = 1
    del x
    return 2
def attr():
    x.y = 1
    return 2
def double(f): return lambda: f() * 2
@double
def doubled(): return 1
class Made:
    @classmethod
    def of(cls, a=1, b=2): return (a, b)
    @staticmethod
    def plain(a, b=2): return (a, b)
async def later(): return 1
def items():
    if DEFAULT == 0: yield 1
    return 1
def inner_doubled():
    @double
    def made(): return 1
    return made()
"""


def default(tree: Callable[..., SourceTree], entry: str) -> Value:
    made = tree(f"{FUNCTIONS}X = {{\n    'e': {entry},\n}}\n")
    module = made.module("m.py")
    value = evaluate(made, module, "X")[0].value
    assert isinstance(value, Mapping)
    return environment_defaults(made, module, value.items[0][1])[0].default


def plain(value: Value) -> object:
    if isinstance(value, Sequence):
        items = tuple(map(plain, value.items))
        return list(items) if value.type is SequenceType.LIST else items
    assert isinstance(value, Literal)
    return value.value


@pytest.mark.parametrize(
    "entry",
    [
        *("lambda: posonly(1, c=3)", "lambda: posonly(1, 5, c=3)", "lambda: posonly(1, b=0, c=3)"),
        *("nothing", "bare", "lambda: loops(2)", "lambda: loops(5)", "tries", "calls"),
        *("finals", "overrules", "ends", "lambda: Made.plain(1)"),
        *(
            "lambda: Made.plain(1)",
            "text",
            "inner",
            "unpack",
            "asserts",
            "lambda: pick(lambda: 1, lambda: 2)",
        ),
        *("lambda: many('A')", "lambda: many(1, 2, 3)", "lambda: named(a=1, name='m')", "stars"),
    ],
)
def test_a_function_returns_what_it_returns_in_python(
    tree: Callable[..., SourceTree], entry: str
) -> None:
    space: dict[str, Any] = {}
    with warnings.catch_warnings():
        # Python 3.14 warns of a return within "finally" (PEP 765)
        warnings.simplefilter("ignore", SyntaxWarning)
        exec(f"{FUNCTIONS}X = {entry}\n", space)
    assert plain(default(tree, entry)) == space["X"]()


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ("lambda: posonly(1)", "the function is not given c"),
        ("lambda: posonly()", "the function is not given a, c"),
        ("lambda: posonly(1, d=3, c=1)", "the function has no parameter 'd'"),
        ("breaks", "a loop with break or continue"),
        ("spoils", "a call that may change its argument"),
        ("method", "a call that may change its argument"),
        ("kwspoils", "a call that may change its argument"),
        ("unsure", "it can't be told whether f() and 1"),
        ("withs", "the function does something that has no static value"),
        ("dels", "the function does something that has no static value"),
        ("attr", "a target of this kind has no static value"),
        ("doubled", "what the decorator double makes of doubled() is not followed"),
        ("inner_doubled", "what the decorator double makes of made() is not followed"),
        (
            "lambda: Made.of(1)",
            "what the decorator classmethod makes of of() is not followed",
        ),
        ("lambda: later()", "later() gives a coroutine or generator"),
        ("items", "items() gives a coroutine or generator"),
    ],
)
def test_a_function_that_does_more_is_refused(
    tree: Callable[..., SourceTree], entry: str, reason: str
) -> None:
    found = default(tree, entry)
    assert isinstance(found, Unevaluated)
    assert found.reason.partition(" (m.py")[0] == reason
    assert found.source == entry.removeprefix("lambda: ")
