"""Changes by way of objects and of functions that others call: no value is shown as it was."""

# ruff: noqa: E501 - cases read best one a line

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.source.symbols import evaluate
from sphinxext_runtime_ref.source.tree import SourceTree
from sphinxext_runtime_ref.source.values import Unevaluated
from tests.source.test_truth import agrees
from tests.source.test_truth_of_marks import told

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

HOLDER = "class K:\n    def __init__(self, held): self.held = held\n"
MARKED = {
    "a key changes what is sorted": "def f(x):\n    x.append(0)\n    return x\nX = [[2], [1]]\nY = []\n"
    "sorted(X, key=f)\nmax([Y, [1]], key=f)\n",
    "a key of a method does": "def f(x):\n    Y.append(x)\n    return x\nX = [2, 1]\nY = []\nX.sort(key=f)\n",
    "reduce hands on what it began with": "from functools import reduce\nX = [0]\nY = []\ndef f(x, y):\n    x.append(y)\n    return x\n"
    "reduce(f, [1], X)\nreduce(f, [Y, 1])\n",
    "map calls a method of a type": "X = []\nlist(map(list.append, [X], [1]))\nfrom heapq import heappush\nY = []\nlist(map(heappush, [Y], [1]))\n",
    "what follows a starred target has an object": "X = [1]\nY = [1]\n*a, b = 1, X\nb.append(2)\n[*c, (d, *e)] = 1, (Y, 3)\nd.append(2)\n",
    "what is behind an unpacked item is any": "Y = [1]\nT = [0, Y]\nX = [2]\na, b, *c = *T, X\nb.append(2)\n",
    "a method is named by text": "X = [1]\ngetattr(X, 'append')(2)\nY = [getattr(X, 'pop')()]\n",
    "a field of an object is given to a function": f"{HOLDER}def add(x): x.append(1)\nX = []\nadd(K(X).held)\nY = []\nk = K(Y)\nadd(k.held)\n",
    "a field of a record is": "from dataclasses import dataclass\n@dataclass\nclass R:\n    x: list\nr = R([1])\ns = R([1])\ndef add(x): x.append(1)\n"
    "add(r.x)\ndef also(r): r.x.append(1)\nalso(s)\nX = r.x\nY = s.x\n",
    "a function gives what an object holds": f"{HOLDER}    def get(self): return self.held\ndef of(k): return k.held\nX = []\nY = []\n"
    "def add(x): x.append(1)\nadd(K(X).get())\nof(K(Y)).append(1)\n",
    "a function changes what its argument holds": f"{HOLDER}X = []\nk = K(X)\ndef add(k): k.held.append(1)\nadd(k)\nY = []\nadd(k=K(Y))\n",
    "a method of an object just made": f"{HOLDER}    def go(self): self.held.append(1)\nX = []\nK(X).go()\nY = []\nK(held=Y).go()\n",
    "a constructor changes what it keeps": "class K:\n    def __init__(self, held):\n        self.held = held or []\n        self.go()\n"
    "    def go(self): self.held.append(1)\nX = [0]\nK(X)\nY = [0]\nk = K(Y)\n",
    "a record changes what it is given": "from dataclasses import dataclass\n@dataclass\nclass R:\n    n: int\n    x: list\n"
    "    def __post_init__(self): self.x.append(1)\nX = []\nr = R(1, X)\nY = []\nR(n=1, x=Y)\n",
    "an object is called": f"{HOLDER}    def __call__(self, x):\n        self.held.append(x)\n        return x\nX = []\nk = K(X)\nk(1)\nY = []\n"
    "list(map(K(Y), [1]))\n",
    "an object is a decorator": "class mark:\n    table = {}\n    def __init__(self, name): self.name = name\n    def __call__(self, f):\n"
    "        mark.table[self.name] = 1\n        return f\n@mark('a')\ndef f(): ...\nX = mark.table\nY = dict(mark.table)\n",
    "an object calls what it is given": "class K:\n    def __init__(self, f): self.f = f\n    def run(self, x): self.f(x)\nX = []\n"
    "def add(x): x.append(1)\nk = K(add)\nk.run(X)\nY = []\nk.f(Y)\n",
    "a decorator puts a function in the place of another": "X = {}\ndef keep(f):\n    def wrapper(name):\n        X[name] = f(name)\n        return X[name]\n"
    "    return wrapper\n@keep\ndef make(name): return name * 2\nmake('a')\nY = make('b')\n",
    "one with arguments does": "from functools import wraps\nX = []\ndef log(level):\n    def mark(f):\n        @wraps(f)\n        def wrapper(x):\n"
    "            x.append(level)\n            return f(x)\n        return wrapper\n    return mark\n@log(1)\ndef same(x): return x\nsame(X)\nY = [X]\n",
    "a function that another one makes has an item": "D = {'a': [], 'b': []}\ndef adder(x):\n    def add(): x.append(1)\n    return add\nadder(D['a'])()\n"
    "def later(x): return lambda: x.append(1)\nadd = later(D['b'])\nadd()\nX = D['a']\nY = D['b']\n",
    "a name is reached by text": "import sys\nX = [1]\nY = [1]\nx = globals()['X']\nx.append(2)\ny = sys.modules[__name__].Y\ny += [2]\n",
    "what get() gives of an attribute": "class K:\n    X = {'a': [1]}\n    Y = {'a': [1]}\nK.X.get('a').append(2)\nK.Y.setdefault('a', []).append(2)\nX = K.X\nY = K.Y\n",
    "a comprehension sets attributes": "from dataclasses import dataclass\n@dataclass\nclass R:\n    n: int\nL = [R(1), R(2)]\nM = [R(1)]\n"
    "[setattr(r, 'n', 5) for r in L]\nany(object.__setattr__(r, 'n', 5) for r in M)\nX = [r.n for r in L]\nY = M[0].n\n",
    "a decorator changes an attribute by another name": "def add(made):\n    names = made.NAMES\n    names.append(1)\n    made_of = made.MORE\n    made_of += [1]\n"
    "    return made\n@add\nclass A:\n    NAMES = []\n    MORE = []\nX = A.NAMES\nY = A.MORE\n",
    "functions are called by text": "X = {}\nY = {}\ndef add(x): x['a'] = 1\nglobals()['add'](X)\nvars()['add'](Y)\n",
}  # fmt: skip


@pytest.mark.parametrize("name", ["X", "Y"])
@pytest.mark.parametrize("what", MARKED)
def test_no_value_is_given_as_it_was_before_a_change(tmp_path: Path, what: str, name: str) -> None:
    real, variants = told(tmp_path, {"m.py": MARKED[what]}, name)
    assert not variants or any(agrees(one.value, real) for one in variants)


RIGHT = {
    "a constructor that changes what it makes itself": "class K:\n    def __init__(self, held):\n        self.held = held\n        self.index = {}\n        for one in held: self.index[one] = 1\nX = ['a']\nk = K(X)\nY = X + ['b']\n",
    "a key that changes nothing": "def f(x): return -x\nX = [1, 2]\nX.sort(key=f)\nY = sorted(X, key=f)\n",
    "a wrapper that changes nothing of the module": "from functools import wraps\ndef keep(f):\n    seen = []\n    @wraps(f)\n    def wrapper(x):\n        seen.append(1)\n"
    "        return f(x)\n    return wrapper\n@keep\ndef same(x): return x\nX = [1]\nsame(X)\nY = [*X]\n",
}


@pytest.mark.parametrize("name", ["X", "Y"])
@pytest.mark.parametrize("what", RIGHT)
def test_what_does_not_change_a_value_leaves_it(tmp_path: Path, what: str, name: str) -> None:
    real, (variant,) = told(tmp_path, {"m.py": RIGHT[what]}, name)
    assert agrees(variant.value, real)
    assert variant.value.__class__.__name__ != "Unevaluated"


RECORDS = "from dataclasses import dataclass\n@dataclass\nclass R:\n    x: int = 0\n    def set(self, x): self.x = x\n    def go(self): self.set(7)\n"
CHANGES = [
    "{0}.set(1)", "{0}.go()", "R.set({0}, 1)", "f = {0}.set\nf(1)", "def f(r): r.set(1)\nf({0})", "def f(): {0}.set(1)\nf()",
    "list(map(R.go, [{0}]))", "for r in [{0}]: r.x = 1", "for r in ({0},): r.set(1)", "[r.set(1) for r in [{0}]]", "r = {0}\nr.x = 1",
    "r, = [{0}]\nr.x += 1", "D = {{'a': {0}}}\nfor k, r in D.items(): r.set(1)", "M = sorted([{0}], key=id)\nfor r in M: r.x = 1",
    "M = [[{0}]]\nfor m in M:\n    for r in m: r.x = 1", "q = {0}\nobject.__setattr__(q, 'x', 1)", "def f(r):\n    for one in [r]: one.go()\nf({0})",
]  # fmt: skip


@pytest.mark.parametrize("at", ["L[0]", "D['a']", "P", "N[0][0]"])
@pytest.mark.parametrize("change", CHANGES)
def test_a_record_is_not_shown_as_it_was(tmp_path: Path, at: str, change: str) -> None:
    made = "P = R()\nL = [R()]\nD = {'a': R()}\nN = ([R()], 1)\n"
    text = f"{RECORDS}{made}{change.format(at)}\n"
    space: dict[str, Any] = {"__name__": "m"}
    exec(compile(text, "m.py", "exec", dont_inherit=True), space)
    assert eval(at, space).x != 0
    (tmp_path / "m.py").write_text(text)
    tree = SourceTree(tmp_path)
    (variant,) = evaluate(tree, tree.module("m.py"), at[0])
    assert isinstance(variant.value, Unevaluated)


def test_records_that_nothing_changes_are_shown(tmp_path: Path) -> None:
    text = f"{RECORDS}L = [R(1)]\nM = [r for r in L if r.x]\nclass K: n = 1\nk = K()\nk.n = 2\nfor o in [k]: o.n = 3\n"
    (tmp_path / "m.py").write_text(text)
    tree = SourceTree(tmp_path)
    for name in "LM":
        (variant,) = evaluate(tree, tree.module("m.py"), name)
        assert not isinstance(variant.value, Unevaluated)


@pytest.mark.parametrize("change", ["K.r.set(1)", "K.r.x = 1", "K.r.go()"])
def test_a_record_of_a_class_is_not_shown_as_it_was(tmp_path: Path, change: str) -> None:
    (tmp_path / "m.py").write_text(f"{RECORDS}class K: r = R()\n{change}\n")
    tree = SourceTree(tmp_path)
    (variant,) = evaluate(tree, tree.module("m.py"), "K.r")
    assert isinstance(variant.value, Unevaluated)
