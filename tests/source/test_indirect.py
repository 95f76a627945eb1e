"""Changes that no statement makes by itself: by methods, classes, and calls in expressions."""

# ruff: noqa: E501 - cases read best one a line
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from sphinxext_runtime_ref.source.symbols import evaluate
from sphinxext_runtime_ref.source.values import Mapping, Symbol, Unevaluated
from sphinxext_runtime_ref.tables.display import display

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.source.tree import SourceTree

FACTORY = """\
class Factory:
    registry = {'a': 1}
    @classmethod
    def add(cls, name, value=None):
        '''Doc.'''
        if name in cls.registry:
            raise ValueError(name)
        cls.registry[name] = value
    @staticmethod
    def put(name): Factory.registry[name] = 2
    @classmethod
    def register(cls, name):
        def decorate(made):
            cls.registry[name] = made.__name__
            return made
        return decorate
    @classmethod
    def both(cls, name): cls.add(name)
    def own(self, name): self.registry[name] = 3
    @classmethod
    def anew(cls, name): cls.registry = {name: 1}
class Other(Factory): ...
"""
METHODS = """\
X = {'a': 1}
class Base:
    held = X
    def __init__(self, name): X[name] = 1
    def __call__(self, name): X[name] = 2
    def run(self): X['run'] = 3
    @classmethod
    def add(cls, name): X[name] = 4
    def decorate(self, name):
        def inner(made):
            X[name] = made
        return inner
class Child(Base):
    def run(self): super().run()
"""
ADD = "X = ['a']\ndef add(name='z', into=X):\n    into.append(name)\n    return name\n"
HOOKS = """\
X = {'a': 1}
class Base:
    found = {'a': 1}
    def __init_subclass__(cls, **options):
        X[cls.__name__] = 1
        Base.found[cls.__name__] = 1
class Meta(type):
    def __new__(meta, name, bases, names):
        X[name] = 1
        return super().__new__(meta, name, bases, names)
"""

FOLLOWED = [
    *((f"{FACTORY}{uses}\n", "Factory.registry") for uses in (
        "Factory.add('b', 2)\nFactory.add(name='c')", "Factory.put('b')", "Other.add('b')", "Factory.registry['b'] = 2\nFactory.add('c')",
        "@Factory.register('b')\nclass C: ...", "@Factory.register('b')\n@Factory.register('c')\ndef f(): ...",
        "print(Factory.add('b'))", "x = [Factory.put('b')]")),
    ("class F:\n    found = {'a': 1}\ndef add(name): F.found[name] = 2\nadd('b')\n", "F.found"),
    (f"{METHODS}Base.add('b')\nChild.add('c')\n", "X"),
    ("X = {'a': 1}\nclass A:\n    X['b'] = 2\n    n = 1\n    X.update(c=3)\n    del X['a']\n    class B:\n        X['d'] = 4\n", "X"),
    ("X = [1]\nprint(X.append(2))\nn = len([X.append(3)])\nassert X.append(4) is None\nif X.append(5): ...\n", "X"),
    ("X = {'a': 1, 'b': 2}\nn = int(X.pop('a'))\nm = [X.setdefault('c', 3)]\n", "X"),
    (f"{ADD}add()\nadd('b')\n", "X"),
    ("X = {'a': 1}\nclass A:\n    X = {}\n    X['b'] = 2\n", "X"),
    ("X = {'a': 1}\nclass A:\n    def f(self): X['b'] = 2\n", "X"),
    (f"{METHODS}text = 'x'.join('ab')\n", "X"),
    ("X = [1]\nclass A:\n    def add(self, n): self.n = n\nA().add(1)\n", "X"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "name"), FOLLOWED)
def test_an_indirect_change_is_followed(
    tree: Callable[..., SourceTree], source: str, name: str
) -> None:
    names: dict[str, Any] = {"__name__": "m"}
    exec(source, names)
    made = tree(source)
    (found,) = evaluate(made, made.module("m.py"), name)
    real = eval(name, names)
    pairs = real.items() if isinstance(real, dict) else real
    shown = [f"{one[0]}: {one[1]}" if isinstance(one, tuple) else str(one) for one in pairs]
    assert display(found.value) == ", ".join(shown)


UNKNOWN = "what becomes of it there is not known"
SHARED = "'X' may be changed through another name at "
HOOK = "what a base class or metaclass does to it is not followed"


@pytest.mark.parametrize(
    ("source", "name", "reason"),
    [
        *((f"{FACTORY}{uses}\n", "Factory.registry", reason) for uses, reason in (
            ("Factory.both('b')", "what both() at m.py:18:5 does to it is not followed"),
            ("Factory().own('b')", "what own() at m.py:19:5 does to it is not followed"),
            ("made = Factory()\nmade.own('b')", "what own() at m.py:19:5 does to it is not followed"),
            ("Factory.anew('b')", "anew() at m.py:21:5 assigns the name anew"),
            ("for n in 'bc':\n    Factory.add(n)", UNKNOWN),
            ("def more(name): Other.registry[name] = 2\nmore('b')", "more() has another name for it"),
            ("Factory.add(unknown())", "it can't be told whether name in cls.registry"),
        )),
        *((f"{METHODS}{uses}\n", "X", reason) for uses, reason in (
            ("Base('b')", "what __init__() at m.py:4:5 does to it is not followed"),
            ("made = [Base('b')]", "what __init__() at m.py:4:5 does to it is not followed"),
            ("made = Child('b')", "what __init__() at m.py:4:5 does to it is not followed"),
            ("Base.held['b'] = 1", "can't be replayed"),
            ("Child('b').run()", ""), ("made = Base('b')\nmade('c')", ""), ("made = Base('b')\n@made.decorate('c')\ndef f(): ...", ""),
        )),
        *((f"{ADD}{uses}\n", "X", reason) for uses, reason in (
            ("from functools import partial\npartial(add, 'b')()", ""),
            ("import functools\nmore = functools.partial(add, 'b')\nmore()", ""), ("more = lambda: add()\nmore()", ""),
            ("list(map(add, 'bc'))", ""), ("same = add\nsame('b')", ""), ("[X.append(n) for n in 'bc']", UNKNOWN),
            ("more = X.append\nmore('b')", UNKNOWN), ("list(map(X.append, 'bc'))", UNKNOWN), ("n = 0 or X.append('b')", UNKNOWN),
            ("while X.pop(): ...", UNKNOWN), ("list.append(X, 'b')", UNKNOWN), ("import heapq\nheapq.heappush(X, 'b')", UNKNOWN),
            ("X.__iadd__('b')", "what __iadd__() does to it can't be told"),
            ("def outer():\n    print(X.append('b'))\nouter()", "what outer() at m.py:5:1 does to it is not followed"),
        )),
        *((f"X = ['a']\nclass A:\n{body}\n", "X", UNKNOWN) for body in (
            "    n = 1\n    X.append(n)", "    for n in 'bc':\n        X.append(n)", "    if unknown():\n        X.append('b')",
            "    own = X\n    own.append('b')", "    def add(into): into.append('b')\n    add(X)")),
        ("X = ['a']\nfor n in 'bc':\n    class A:\n        X.append(n)\n", "X", UNKNOWN),
        ("X = {'a': 1}\nclass A:\n    own = X\n    @classmethod\n    def add(cls, n): cls.own[n] = 1\nA.add('b')\n", "X", UNKNOWN),
        ("X = {'a': 1}\nclass A:\n    own = None\n    @classmethod\n    def add(cls, n): cls.own[n] = 1\nA.own = X\nA.add('b')\n", "X", UNKNOWN),
        ("class A:\n    X = {'a': 1}\n    def add(name, into=X):\n        into[name] = 2\n    add('b')\n", "A.X", UNKNOWN),
        *((f"class A:\n    X = {{'a': 1}}\n    more = []\n    @classmethod\n    def add(cls, n):\n        cls.more.append(n)\n        cls.X[n] = len(cls.more)\nclass B(A):\n    X = {{}}\n{uses}\n", name, "not followed")
          for uses, name in (("A.add('b')", "A.X"), ("B.add('b')", "A.X"), ("B.add('b')", "B.X"), ("B().add('b')", "B.X"))),
        *((f"class A:\n    X = {{'a': 1}}\n    def __init__(self): {of}.X['b'] = 1\nA()\n", "A.X", "what __init__() at m.py:3:5 does to it is not followed")
          for of in ("type(self)", "self.__class__", "self", "A")),
        ("X = {'a': 1}\nclass A:\n    def __init__(self, held): self.held = held\n    def register(self, n): self.held[n] = 1\nmade = A(X)\nmade.register('b')\n", "X", SHARED),
        *((f"{HOOKS}{uses}\n", name, HOOK) for name in ("X", "Base.found") for uses in ("class C(Base): ...", "class C(Base): ...\nclass D(C): ...")),
        *((f"{HOOKS}{uses}\n", "X", HOOK) for uses in ("class C(metaclass=Meta): ...", "class C(int, metaclass=Meta): ...", "class B(metaclass=Meta): ...\nclass C(B): ...")),
    ],
)  # fmt: skip
def test_an_indirect_change_that_can_not_be_followed_is_told(
    tree: Callable[..., SourceTree], source: str, name: str, reason: str
) -> None:
    made = tree(source)
    value = evaluate(made, made.module("m.py"), name)[0].value
    assert isinstance(value, Unevaluated)
    assert reason in value.reason


@pytest.mark.parametrize(
    "uses",
    [
        "import atexit\nclass C: ...\natexit.register(add)", "ADDERS = {'add': add}", "def other(): add()",
        "app = make()\napp.register('b')", "a = a()\n" * 6 + "a()", "@cached\ndef other(): add()", "text = 'b'.replace('b', 'c')",
    ],
)  # fmt: skip
def test_what_is_not_run_changes_nothing(tree: Callable[..., SourceTree], uses: str) -> None:
    made = tree(f"{FACTORY}X = ['a']\ndef add(): X.append('b')\n{uses}\n")
    shown = [
        display(evaluate(made, made.module("m.py"), name)[0].value)
        for name in ("X", "Factory.registry")
    ]
    assert shown == ["a", "a: 1"]


def test_what_a_method_keeps_is_a_name(tree: Callable[..., SourceTree]) -> None:
    made = tree(f"{FACTORY}def load(): ...\nFactory.add('b', load)\n")
    (found,) = evaluate(made, made.module("m.py"), "Factory.registry")
    assert isinstance(found.value, Mapping)
    _, (_, kept) = found.value.items
    assert isinstance(kept, Symbol)
    assert kept.identity == "m.py:load"


@pytest.mark.parametrize(
    "made",
    [
        *("map(str, 'ab')", "filter(None, 'ab')", "zip('ab', 'cd')", "enumerate('ab')"),
        *("reversed(['a', 'b'])", "(n for n in 'ab')", "chain('a', 'b')", "iter('ab')"),
        *("product('ab', 'cd')", "chain.from_iterable(['a', 'b'])"),
    ],
)
def test_the_items_of_an_iterator_are_there_once(
    tree: Callable[..., SourceTree], made: str
) -> None:
    start = f"from itertools import chain, product\nM = {made}\nX = [*M]\n"
    once, twice = tree(f"{start}"), tree({"twice.py": f"{start}Y = list(M)\n"})
    whole = evaluate(once, once.module("m.py"), "X")[0].value
    spent = evaluate(twice, twice.module("twice.py"), "Y")[0].value
    assert isinstance(spent, Unevaluated)
    assert "'M' is used several times, but gives its items only once" in spent.reason
    assert made == "iter('ab')" or "M" not in display(whole)


@pytest.mark.parametrize(
    ("more", "text"),
    [
        ("add = X.append  # add('c') adds more", "['a']"),
        ("# plugins call add()\nadd: object = X.append\nX.append('b')", "['a', 'b']"),
        ("add = X.append\ndef later():\n    add('b')", None),
        ("add = X.append\n__all__ = ['add']", None),
        ("add, other = X.append, 1", None),
    ],
)
def test_a_method_that_only_other_modules_call_changes_nothing(
    read: Callable[..., str], more: str, text: str | None
) -> None:
    found = read(f"X = ['a']\n{more}\n")
    assert found == text or (text is None and "?" in found)
