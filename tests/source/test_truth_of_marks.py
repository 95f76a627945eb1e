"""Modules of several files that were read as something else than what Python makes of them."""

# ruff: noqa: E501 - cases read best one a line

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.errors import DeclarationError
from sphinxext_runtime_ref.source.classes import class_facts
from sphinxext_runtime_ref.source.symbols import evaluate
from sphinxext_runtime_ref.source.tree import SourceTree
from tests.source.test_truth import agrees

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sphinxext_runtime_ref.source.evaluate import Variant

SHOW = "import json, m; print(json.dumps({n: v for n, v in vars(m).items() if n in {'X', 'Y'}}))"

RIGHT = {
    "an import of * binds a name anew": {
        "m.py": "X = 1\nfrom a import *\nY = X\n",
        "a.py": "X = 10\n",
    },
    "it does not bind what another module does not have": {
        "m.py": "X = 1\nfrom a import *\nY = X\n",
        "a.py": "_X = 10\nZ = 1\n",
    },
    "a pattern tells True from 1": {
        "m.py": "match 1:\n    case True: X = 'true'\n    case _: X = 'other'\nY = 1\n",
    },
    "a keyword is that of a decorator made before": {
        "m.py": "from dataclasses import dataclass\nrow = dataclass(kw_only=True)\n@row\nclass A:\n"
        "    x: int = 1\n    y: int\na = A(y=3)\nX = a.y\nY = [a.x]\n",
    },
    "a class in a class is changed": {
        "m.py": "class A:\n    class B:\n        x = 2\nA.B.x = 9\nX = A.B.x\nY = 1\n",
    },
    "a class has the name of another one by then": {
        "m.py": "class K: n = 2\nclass J(K): pass\nK.n = 5\nX = J.n\nclass K(K): pass\nK.n = 7\nY = J.n\n",
    },
    "another class in one branch": {
        "m.py": "class K: n = 2\nclass J(K): pass\nif not 1:\n    class K(K): pass\nK.n = 7\nX = J.n\nY = 1\n",
    },
    "an iterator is true": {
        "m.py": "X = 1 if filter(None, []) else 2\nY = 'a' if (x for x in ()) else 'b'\n",
    },
    "a range equals no tuple": {
        "m.py": "X = range(2) == (0, 1)\nY = [range(2) == range(0, 2), [*range(2)] == [0, 1]]\n",
    },
    "a condition chooses what holds a value that changes": {
        "m.py": "D = [1]\nX = [*([] if 0 else [D]), 0]\nY = {**({} or {'a': D})}\nD.append(2)\n",
    },
    "a name of := is in a default": {"m.py": "def f(x, y=(X := True)): return x\nY = X\n"},
}
MARKED = {
    "a loop changes what it then gives another name": {
        "m.py": "X = {}\nL = [1]\ndef fill(d, k, v): d[k] = v\nfill(X, 'a', L)\n"
        "for i in (1, 2):\n    L.append(i)\n    L = [5]\nY = 1\n",
    },
    "a loop calls a function before it defines it anew": {
        "m.py": "X = []\ndef put(x): X.append(x)\nfor i in (1, 2):\n    put(i)\n    def put(x): return x\nY = 1\n",
    },
    "a view is no tuple": {
        "m.py": "D = {'a': 1}\nX = [D.keys() == {'a'}, D.items() == (('a', 1),), D.values() == D.values()]\n"
        "Y = str(D.keys()) + f'{D.values()}' + '%s' % [D.items()]\n",
    },
    "an iterator equals itself alone": {
        "m.py": "X = [zip([1], [2]) == zip([1], [2]), (x for x in [1]) == (1,), enumerate('a') == ((0, 'a'),)]\n"
        "Y = str(range(2)) + f'{range(2)}'\n",
    },
    "a deque or ordered dictionary is no list or dictionary": {
        "m.py": "from collections import OrderedDict, deque\nX = [deque([1]) == [1], OrderedDict(a=1, b=2) == OrderedDict(b=2, a=1)]\n"
        "Y = [str(deque([1])), repr(OrderedDict(a=1))]\n",
    },
    "what failed had begun": {
        "m.py": "X = 0\ntry:\n    X = 1\n    int('x')\nexcept ValueError:\n    Y = X\n",
    },
    "several items get one object": {
        "m.py": "X = {}\nX['a'] = X['b'] = []\nX['a'].append(1)\nY = 1\n",
    },
    "a tuple and its parts are assigned at once": {
        "m.py": "a, b = X = [1], [2]\na.append(5)\nY = X\n",
    },
    "a generator looks at names when its items are taken": {
        "m.py": "n = 1\ng = (x * n for x in [1, 2])\nn = 10\nX = list(g)\nY = n\n",
    },
    "an iterator in a tuple gives its items once": {
        "m.py": "T = (map(str, [1]), 2)\nX = list(T[0])\nY = list(T[0])\n",
    },
    "a record is finished by its class": {
        "m.py": "from dataclasses import dataclass, field\n@dataclass\nclass A:\n    x: int = 1\n"
        "    y: list = field(default_factory=list)\n    def __post_init__(self):\n"
        "        self.x += 1\n        self.y.append(2)\nX = A().x\nY = [a.y for a in [A()]]\n",
    },
    "a record is finished by another method or function": {
        "m.py": "from dataclasses import dataclass\n@dataclass\nclass A:\n    x: int\n"
        "    def __post_init__(self): self.finish()\n    def finish(self): self.x += 1\n"
        "def helper(made, name): made.x = 5\n@dataclass\nclass B:\n    x: int\n    y: int = 1\n"
        "    def __post_init__(self): helper(name='y', made=self)\nX = A(1).x\nY = B(1).x\n",
    },
    "a record in a record is finished, and a field is set by a function of three": {
        "m.py": "from dataclasses import dataclass\n@dataclass\nclass A:\n    x: int\n@dataclass\nclass B:\n"
        "    a: A\n    def __post_init__(self): self.a.x = 3\ndef helper(made, name, value): made.x = value\n"
        "@dataclass\nclass C:\n    x: int\n    y: int = 1\n    def __post_init__(self): helper(self, 'y', 3)\n"
        "X = B(A(1)).a.x\nY = C(1).x\n",
    },
    "records that do not compare by their fields": {
        "m.py": "from dataclasses import dataclass, field\n@dataclass(eq=False)\nclass A:\n"
        "    x: int = 1\n@dataclass\nclass B:\n    x: int = field(default=1, compare=False)\n"
        "X = A(1) == A(1)\nY = B(1) == B(2)\n",
    },
    "a function that changes something gives another truth each time": {
        "m.py": "S = [0]\ndef flip():\n    S[0] += 1\n    return S[0] % 2\nX = []\n"
        "if flip(): X.append(1)\nif flip(): X.append(2)\nY = 1\n",
    },
    "a module is asked before all of it has run": {
        "m.py": "import a\nX = a.A\nY = a.A\n",
        "a.py": "L = [1]\nfrom b import B\nA = B + 1\nL.append(A)\n",
        "b.py": "from a import L\nB = len(L)\nL.append('b')\n",
    },
    "a constant of another module is assigned": {
        "m.py": "import a\na.N = 5\nX = a.N\nY = 1\n",
        "a.py": "N = 1\n",
    },
    "a function of another module fills its collection": {
        "m.py": "from a import NAMES, add as put\nimport a\nput('x')\n@a.mark\ndef f(): pass\n"
        "X = list(NAMES)\nY = len(a.NAMES)\n",
        "a.py": "NAMES = []\ndef add(name):\n    NAMES.append(name)\ndef mark(f):\n"
        "    NAMES.append(f.__name__)\n    return f\n",
    },
    "a decorator changes a class": {
        "m.py": "from a import tag, swap\n@tag(level=5)\nclass A:\n    level = 1\nX = A.level\n"
        "@swap\nclass B:\n    x = 1\nY = B.x\n",
        "a.py": "def tag(**given):\n    def mark(made):\n        for name, value in given.items():\n"
        "            setattr(made, name, value)\n        return made\n    return mark\n"
        "def swap(made):\n    class Other(made):\n        x = 9\n    return Other\n",
    },
    "a decorator changes what a class holds": {
        "m.py": "def add(made):\n    made.NAMES.append('b')\n    made.LEVELS['b'] = 2\n    return made\n"
        "@add\nclass A:\n    NAMES = ['a']\n    LEVELS = {'a': 1}\nX = A.NAMES\nY = A.LEVELS\n",
    },
    "a decorator makes another function": {
        "m.py": "def double(f): return lambda x: x * 2\n@double\ndef same(x): return x\n"
        "X = [*map(same, ['a'])]\nY = sorted(['b', 'a'], key=double(same))\n",
    },
    "a function changes its own values on the side": {
        "m.py": "def pops(x):\n    out = [x, 2]\n    last = out.pop()\n    return out\n"
        "def shares(x):\n    out = also = [x]\n    also += [2]\n    return out\n"
        "X = [*map(pops, [1])]\nY = [*map(shares, [1])]\n",
    },
    "a function changes the values of the one around it": {
        "m.py": "def adds(x):\n    out = []\n    def add(y): out.append(y)\n    add(x)\n    return out\n"
        "def counts(x):\n    n = 0\n    def add():\n        nonlocal n\n        n += 1\n    add()\n    return n\n"
        "X = [*map(adds, [1])]\nY = [*map(counts, [1])]\n",
    },
    "a function hands its values on to be changed": {
        "m.py": "def adds(x):\n    out = [0]\n    list(map(out.append, [x]))\n    return out\n"
        "def grow(l): l.append(1)\ndef gives(x):\n    out = [x]\n    n = grow(out)\n    return out\n"
        "X = [*map(adds, [1])]\nY = [*map(gives, [1])]\n",
    },
    "a generator and a coroutine are true": {
        "m.py": "def some(x):\n    if x: yield\n    return 0\nasync def later(x): return 0\n"
        "X = [1 if one else 2 for one in map(some, [0])]\nY = [1 if one else 2 for one in map(later, [0])]\n",
    },
    "a name of := runs through a comprehension": {
        "m.py": "n = 0\nX = [n := n + x for x in (1, 2)]\nY = {x: (k := x + 1) for x in (1, 2)}[2]\n",
    },
    "what fails in a with statement had begun": {
        "m.py": "from contextlib import suppress\nX = {'a': 1}\nY = 1\n"
        "with suppress(KeyError):\n    X['b']\n    X |= {'z': 1}\n    Y += 1\n",
    },
    "fields of a namedtuple are renamed": {
        "m.py": "from collections import namedtuple\nT = namedtuple('T', 'a class', rename=True)\n"
        "X = T(1, 2)._1\nY = 1\n",
    },
}


def told(folder: Path, files: dict[str, str], name: str) -> tuple[object, list[Variant]]:
    """Give what a name of ``m.py`` is in Python, and how it is read."""
    for path, text in files.items():
        (folder / path).write_text(text)
    done = subprocess.run(
        [sys.executable, "-c", SHOW], cwd=folder, capture_output=True, text=True, check=True
    )
    tree = SourceTree(folder)
    real = json.loads(done.stdout)[name]
    try:
        return real, [*evaluate(tree, tree.module("m.py"), name)]
    except DeclarationError as fault:
        assert fault.location is not None  # noqa: PT017 - a refusal is fine, one without a place is not
        return real, []


@pytest.mark.parametrize("name", ["X", "Y"])
@pytest.mark.parametrize("what", RIGHT)
def test_a_name_has_the_value_that_python_gives_it(tmp_path: Path, what: str, name: str) -> None:
    real, (variant,) = told(tmp_path, RIGHT[what], name)
    assert agrees(variant.value, real)
    assert variant.value.__class__.__name__ != "Unevaluated"


@pytest.mark.parametrize("name", ["X", "Y"])
@pytest.mark.parametrize("what", MARKED)
def test_no_other_value_is_given_without_a_mark(tmp_path: Path, what: str, name: str) -> None:
    real, variants = told(tmp_path, MARKED[what], name)
    assert not variants or any(agrees(one.value, real) for one in variants)


@pytest.mark.parametrize(
    ("body", "known"),
    [
        ("x: int\n    y: int = Field(default=1)", True),
        ("x: int = field(converter=int)\n    y: int = 1", False),
        (
            "x: int\n    y: int = 1\n    @field_validator('x')\n    def f(cls, v): return v + 1",
            False,
        ),
        (
            "x: int\n    y: int = 1\n    @field_validator('y')\n    def f(cls, v): return v + 1",
            True,
        ),
        (
            "x: int\n    y: int = 1\n    @pydantic.validator('*')\n    def f(cls, v): return v + 1",
            False,
        ),
        (
            "x: int\n    y: int = 1\n    @model_validator(mode='after')\n    def f(self): return self",
            False,
        ),
    ],
)
def test_what_a_class_makes_of_a_field_is_not_what_is_given(
    tree: Callable[..., SourceTree], body: str, known: bool
) -> None:
    imports = "import pydantic\nfrom pydantic import *\nfrom attrs import define, field\n"
    base = "@define\nclass A" if "converter" in body else "class A(BaseModel)"
    made = tree(f"{imports}{base}:\n    {body}\nX = A(x=3).x\n")
    (found,) = evaluate(made, made.module("m.py"), "X")
    assert (found.value.__class__.__name__ != "Unevaluated") is known


@pytest.mark.parametrize("name", ["a", "C", "F"])
def test_a_name_imported_or_assigned_has_the_value_of_each_branch(
    tree: Callable[..., SourceTree], name: str
) -> None:
    text = (
        "try:\n    import a\n    from a import C, F\nexcept ImportError:\n"
        "    a = None\n    C = None\n    F = None\n"
    )
    made = tree({"m.py": text, "a.py": "class C: pass\ndef F(): pass\n"})
    first, second = evaluate(made, made.module("m.py"), name)
    assert (first.condition, second.condition) == ("try", "except ImportError")


def test_what_a_decorator_made_before_says_holds_for_fields(
    tree: Callable[..., SourceTree],
) -> None:
    text = (
        "from dataclasses import dataclass\nrow = dataclass(frozen=True, kw_only=True)\n"
        "@row\nclass A:\n    x: int = 1\n    y: int\n"
    )
    made = tree(text)
    facts = class_facts(made, made.module("m.py"), "A")
    assert [item.keyword_only for item in facts.fields] == [True, True]
