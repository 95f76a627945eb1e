"""Changes that are made from elsewhere: by functions of the module, and in classes from outside."""

# ruff: noqa: E501 - cases read best one a line
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from sphinxext_runtime_ref.errors import DeclarationError
from sphinxext_runtime_ref.source.convert import to_python
from sphinxext_runtime_ref.source.symbols import evaluate
from sphinxext_runtime_ref.tables.display import display

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.source.tree import SourceTree


def real_value(source: str, name: str) -> Any:
    """Give the value that Python gives a name."""
    names: dict[str, Any] = {}
    exec(source, names)
    return eval(name, names)


CALLS = [
    "a = [add(1), add(2)]", "a, b = add(1), add(2)", "a = {add(1): add(2), 3: add(4)}",
    "O.append(add(1))", "print(add(1), end=str(add(2)))", "a = str(add(1)).upper()", "N = 1\nN += add(1)", "assert add(1)",
    "if add(1):\n    pass", "for a in [add(1)]:\n    pass", "a = lambda: add(1)", "def f(a=add(1)): add(2)",
    "class C:\n    add(1)\n    a: list = add(2)", "class C:\n    def f(self, a=add(1)): add(2)",
    "class C:\n    class D(O2):\n        add(1)",
    ("def deco(n):\n    def inner(f):\n        X.append(n)\n        return f\n    return inner\n"
    "class C:\n    @deco(1)\n    @deco(2)\n    def f(self): ...\n@deco(3)\nclass D:\n    @deco(4)\n    class E: ..."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("X = {'a': 1}\ndef fill(t, last='z'):\n    '''Doc.'''\n    for k in 'bc':\n        t[k] = 2\n    if last:\n        t[last] = 3\n    return t\nfill(X)\n", "X"),
        ("X = {'a': 1}\nY = X\ndef fill(t):\n    t['b'] = 2\nfill(Y)\n", "X"),
        ("X = []\ndef add(items, n): items.append(n)\nadd(X, 1)\nadd(n=2, items=X)\n", "X"),
        ("def add():\n    X.append(1)\nX = []\nadd()\n", "X"),
        ("X = []\ndef add(items): items.append(1)\nN = add(X)\nM: None = add(X)\n", "X"),
        ("X = []\ndef add(t, u=None):\n    u = [] if u is None else u\n    n = 2\n    t.append(n)\nadd(X)\n", "X"),
        ("X = [1]\ndef show(t): print(len(t))\nshow(X)\nprint(X)\n", "X"),
        ("X = [1]\ndef own(t):\n    t = list(t)\n    t.append(2)\nown(X)\n", "X"),
        ("X = {'a': 1}\ndef own(t):\n    X = {}\n    X['b'] = t\nown(X)\n", "X"),
        ("X = [1]\ndef lazy(t):\n    t.append(2)\n    yield\nlazy(X)\n", "X"),
        ("X = (1, 2)\ndef more(t):\n    t += (3,)\nmore(X)\n", "X"),
        ("X = 'a'\ndef more(t):\n    t += 'b'\nmore(X)\n", "X"),
        ("X = {'a': 'b'}\ndef text(t):\n    x = t['a']\n    x += 'c'\ntext(X)\n", "X"),
        ("X = []\ndef add(t): t.append(1)\nif __name__ == 'main':\n    add(X)\n", "X"),
        ("X = []\ndef own(t):\n    kept = {}\n    def inner(): kept['a'] = 1\n    inner()\nown(X)\n", "X"),
        *((f"X = []\nO = []\ndef add(n):\n    X.append(n)\n    return n\nclass O2: ...\n{calls}\n", "X") for calls in CALLS),
        ("class C:\n    A = 1\nC.A = 2\n", "C.A"),
        ("class C:\n    A = [1]\nC.A.append(2)\nC.A += [3]\nC.A[0] = 0\n", "C.A"),
        ("class C:\n    A = 1\nX = C.A\nX2 = [C.A]\nC.A = 2\n", "X2"),
        ("class C:\n    A = 1\nC.A = 2\nX = [C.A]\n", "X"),
        ("class C:\n    A = 1\nC.A = C.A + 1\nC.A = C.A + 1\n", "C.A"),
        ("class C:\n    A = {'a': [1]}\nC.A['b'] = C.A['a']\nC.A['c'] = len(C.A)\nC.A['d']: int = len(C.A)\n", "C.A"),
        ("X = {'a': {}}\nY = []\n(Y or [0])[0] = X['a']['n'] = X['a']['m'] = 2\n", "X"),
        ("class C:\n    A = {'a': {}, 'b': {}}\nC.A['a']['n'] = 1\nC.A['b']['n'] = 2\n", "C.A"),
        ("class C:\n    pass\nC.A = {'n': 1}\n", "C.A"),
        ("class C:\n    A = 1\nD = C\nD.A = 2\n", "C.A"),
        ("class B:\n    A = 1\nclass C(B):\n    pass\nB.A = 2\n", "C.A"),
        ("class B:\n    A = 1\nclass C(B):\n    pass\nC.A = 2\n", "B.A"),
        ("class C:\n    A = 1\nsetattr(C, 'A', 2)\n", "C.A"),
        ("class C:\n    A = 1\nC.A: int = 2\n", "C.A"),
        ("class B:\n    A = 1\nclass C(B):\n    A = 2\ndel C.A\n", "C.A"),
        ("class C:\n    A = 1\ndel C.A\nC.A = 2\n", "C.A"),
        ("class C:\n    A = 1\n    def f(self): ...\nfor n in ('B',):\n    C.B = n\n", "C.A"),
    ],
)  # fmt: skip
def test_a_change_from_elsewhere_is_followed(
    tree: Callable[..., SourceTree], source: str, name: str
) -> None:
    made = tree(source)
    found = evaluate(made, made.module("m.py"), name)
    assert [(to_python(item.value), item.condition) for item in found] == [
        (real_value(source, name), "")
    ]


REGISTER = """\
def plain(f):
    X[f.__name__] = f
    return f
def named(f):
    X[f.name] = f.name
    return f
def register(name=None, *more, **options):
    '''Doc.'''
    name = name and name.lower()
    def decorate(f):
        key = name or f.__name__
        if key in X:
            raise ValueError(key)
        for one in (key, *more):
            X[one] = (f, options)
        return f
    return decorate
def wrapping(name):
    def decorate(f):
        def wrapper(): return f()
        X[name] = wrapper
        return wrapper
    return decorate
def many(name):
    def decorate(f):
        X.setdefault(name, []).append(f)
        return f
    return decorate
"""


@pytest.mark.parametrize(
    ("uses", "shown"),
    [
        ("@plain\ndef f(): ...\n@plain\nclass C: ...\n", "f: f, C: C"),
        ("@named\nclass C:\n    name = 'c'\n", "c: c"),
        ("@register('A', 'b', x=1)\nasync def f(): ...\n", "a: (f, {x: 1}), b: (f, {x: 1})"),
        (
            "@register()\ndef f(): ...\n@register(name='g')\ndef h(): ...\n",
            "f: (f, {}), g: (h, {})",
        ),
        ("@register('b')\n@register('a')\ndef f(): ...\n", "a: (f, {}), b: (f, {})"),
        ("register('len')(len)\n", "len: (len, {})"),
        ("@wrapping('w')\ndef f(): ...\n", "w: wrapper"),
        ("@many('a')\ndef f(): ...\n@many('a')\nclass C: ...\n", "a: (f, C)"),
        ("@unknown\n@plain\ndef f(): ...\n", "f: f"),
    ],
)
def test_what_a_decorator_adds_is_seen(
    tree: Callable[..., SourceTree], uses: str, shown: str
) -> None:
    made = tree(f"X = {{}}\n{REGISTER}{uses}")
    (found,) = evaluate(made, made.module("m.py"), "X")
    assert display(found.value) == shown


def test_a_class_is_changed_in_some_branches_alone(tree: Callable[..., SourceTree]) -> None:
    made = tree("import os\nclass C:\n    A = 1\nif os.getenv('X'):\n    C.A = 2\n")
    found = evaluate(made, made.module("m.py"), "C.A")
    assert [(to_python(item.value), item.condition) for item in found] == [
        (2, "if os.getenv('X')"),
        (1, "if not os.getenv('X')"),
    ]


def test_an_attribute_that_is_deleted_is_gone(tree: Callable[..., SourceTree]) -> None:
    made = tree("class C:\n    A = 1\n    B = 2\ndel C.A\n")
    with pytest.raises(DeclarationError, match=r"m\.py:4:5: 'C\.A' is deleted"):
        evaluate(made, made.module("m.py"), "C.A")
