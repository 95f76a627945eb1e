"""Changes that reach a value in a roundabout way: by text, by reading, through other functions."""

# ruff: noqa: E501 - cases read best one a line
from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest

from sphinxext_runtime_ref.errors import DeclarationError
from sphinxext_runtime_ref.source.convert import to_python
from sphinxext_runtime_ref.source.symbols import evaluate
from sphinxext_runtime_ref.source.values import Unevaluated

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.source.tree import SourceTree


def real_value(source: str, name: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Give the value that Python gives a name of a module that is known by its name."""
    module = ModuleType("m")
    monkeypatch.setitem(sys.modules, "m", module)
    exec(source, module.__dict__)
    return eval(name, module.__dict__)


X = "import sys\nX = {'a': 1}\n"
DEFAULTS = "from collections import defaultdict\nX = defaultdict(list, {'a': [1]})\n"
DEEP = "import collections\nX = collections.defaultdict(lambda: collections.defaultdict(int))\n"
HANDED = f"{X}def fill(d=X, *more): d['b'] = 1\ndef size(d): return len(d)\ndef apply(f=fill, x=X, *more): return f(x)\ndef outer(g, x): return apply(g, x)\n"
GIVEN = "X = {'a': {}}\ndef get(): return X\ndef inner(key):\n    found = X[key]\n    return found\ndef copied(): return dict(X)\n"
CLASS = "class A:\n    X = {'a': 1}\n    @classmethod\n    def get(cls): return cls.X\n"
IMPLICIT = f"""\
{X}class A:
    held = {{'a': 1}}
    def __init__(self): self.n = 1
    def __setitem__(self, k, v): X[k] = self.held[k] = v
    def __enter__(self): X['entered'] = 1
    def __exit__(self, *more): ...
    def __iadd__(self, k): X[k] = 1
    @property
    def p(self): X['read'] = 1
    @p.setter
    def p(self, v): X['set'] = v
    def plain(self): return 2
class B(A): ...
made = B()
"""

FIELDS = "from dataclasses import dataclass, field\n@dataclass\nclass C:\n    a: int = 1\n    items: list = field(default_factory=list)\nc = C()\nX = {'c': c, 'd': C(2)}\n"
ITEMS = "X = {'k': [1], 'l': [2]}\n"
LATER = "import asyncio\nX = ['a']\ndef made():\n    X.append('b')\n    yield 1\nasync def run(): X.append('b')\ndef use(): return list(made())\ndef none(): made()\n"
SPREAD = "X = ['b', 'a']\ndef one(*all): all[0].sort()\ndef named(**all):\n    for n in all.values(): n.sort()\ndef first(into, *rest, **more): into.append(len(rest))\n"
HEAPS = "import heapq, random\nX = [3, 1, 2]\nY = [[1], [2]]\ndef push(): heapq.heappush(X, 4)\ndef each(): [y.append(0) for y in Y]\ndef plain(): list.append(X, 5)\n"
UNPACKED = f"{X}def fill(d): d['b'] = 1\ndef plain(n, **o): o['d'] = n\ndef deep(**o): o['d'].update(b=1)\ndef outer(*, x, f=fill): f(x)\ndef more(d, e=1, *, f=2): d['b'] = f\n"
SETS = "X = []\nclass D:\n    def __set_name__(self, owner, name): X.append(name)\n"

FOLLOWED = [
    *((f"{DEFAULTS}{uses}\n", "X") for uses in (
        "y = X['b']", "y = X['a']", "if X['b']: ...", "print(X['b'], X['c'])", "del X['a']\ny = [X['a']]", "y = X.get('b')")),
    ("from collections import defaultdict\nX: dict = defaultdict(int)\ny = X['b']\n", "X"),
    (f"{DEEP}X['a']['n'] += 1\nX['z']['y'] = 2\n", "X"),
    *((f"{X}{uses}\n", "X") for uses in (
        "globals()['X']['b'] = 2", "globals()['X'].update(b=2)", "sys.modules[__name__].X['b'] = 2", "m = sys.modules[__name__]\nm.X['b'] = 2",
        "for n in ('Y', 'Z'):\n    globals()[n] = 3", "for n in X:\n    globals()[f'_{n}'] = 3", "globals().update(Y=2)", "exec('X = 2', {})", "exec('Y = 2')", "for n in dir(sys):\n    globals()['my_' + n] = 3", "def f(n): setattr(sys.modules[__name__], 'my_' + n, 1)\nf('a')",
        "del globals()['X']\nX = {'b': 2}", "del sys.modules[__name__].X\nX = {'b': 2}", "globals()['X'] |= {'b': 2}", "y = globals()['X']", "class A: ...\nmade = A()\nsetattr(made, 'X', 3)")),
    ("globals()['X'] = {'a': 1}\n", "X"),
    (f"{HANDED}apply(size, X)\n", "X"),
    (f"{HANDED}H = {{'f': fill, 'g': size}}\ny = H\n", "X"),
    *((f"{GIVEN}{uses}\n", "X") for uses in ("copied()['b'] = 1", "made = copied()\nmade['b'] = 1", "for key in get(): ...\nmade = get()\nprint(made['a'])")),
    *((f"{ITEMS}{uses}\n", "X") for uses in ("a, b = X.values()\na = 1", "v = [*X.values()]\nX['m'] = 3", "match X:\n    case {'k': v}: n = v", "if (v := X.get('k')): n = v")),
    ("X = [[1], [2]]\nx, y = X\nz = x\n", "X"),
    ("if (n := len('abc')) > 2:\n    X = n\n", "X"),
    ("S = 'ab'\nX = [S][0]\nS += 'c' + S\n", "X"),
    ("from typing import ForwardRef\nNode = ForwardRef('Node')\nclass Node: X = 1\n", "Node.X"),
    ("n = [\n    1,\n    (y := 2),\n    3]\nX = y\n", "X"),
    ("match 2:\n    case 2 if (n := 3): X = 4\n", "X"),
    ("Y = [y := 2, y + 1]\nX = [y]\n", "X"),
    *((f"{LATER}{uses}\n", "X") for uses in ("made()", "none()", "n = 1")),
    *((f"{SPREAD}{uses}\n", "X") for uses in ("first(X, 1, 2)", "first([], X, x=X)", "one(['b'])", "first(into=X)")),
    ("X = ['a']\ndef f(a, /, b): a.append(b)\nf(X, 2)\n", "X"),
    ("X = ['a']\ndef f(a, *more): more[0].append(1)\nf(X, [1])\n", "X"),
    ("X = ['a']\ndef f(*, a, **more): more['b'].append(len(a))\nf(a=X, b=[])\n", "X"),
    *((f"{UNPACKED}{uses}\n", "X") for uses in ("plain(**{'n': 1}, **X)", "plain(1, **X)", "more(X, **{'e': 3})", "more(e=4, d=X, **{'f': 3})", "more(d={}, **{'e': X}, f=3)")),
    *((f"{HEAPS}{uses}\n", "Y") for uses in ("[y.copy() for y in Y]", "n = [z.append(0) for z in [[]] if Y]")),
    ("class A:\n    X = 1\n    def put(self): self.X = 2\nA().put()\n", "A.X"),
    (f"{X}class A:\n    def __len__(self): return 2\n    def __call__(self): X['b'] = 1\n    def __class_getitem__(cls, k): X['d'] = 1\n    def put(self): X['c'] = 1\nmade = A()\nn = [made, len(made)]\n", "X"),
    ("X = ['a']\ndef f(n):\n    def inner(): return f(n - 1)\n    return inner() if n else 0\nf(1)\n", "X"),
    *((f"{IMPLICIT}{uses}\n", "X") for uses in ("A().plain()", "made.plain()", "n = 1")),
]  # fmt: skip


@pytest.mark.parametrize(("source", "name"), FOLLOWED)
def test_a_roundabout_change_is_followed(
    tree: Callable[..., SourceTree], monkeypatch: pytest.MonkeyPatch, source: str, name: str
) -> None:
    made = tree(source)
    (found,) = evaluate(made, made.module("m.py"), name)
    assert to_python(found.value) == real_value(source, name, monkeypatch)


BY_TEXT = (
    *("globals()['X'] = 2", "vars()['X'] = 2", "locals()['X'] = 2", "globals().update(X=2)"),
    *("globals().update({'X': 2})", "globals().update({'X': 2}, Y=3)"),
    "for n in ('X', 'Y'):\n    globals()[n] = 3",
    *("n = 'X'\nglobals()[n] = 3", "globals()[f'{sys.argv[0][:0]}X'] = 3", "exec('X = 2')"),
    *("def f(): globals()['X'] = 2\nf()", "def f():\n    X = 1\n    globals()['X'] = 2\nf()"),
    *("def f(**o): globals().update(o)\nf(X=2)", "def f(n): globals()[n] = 2\nf('X')"),
    *("setattr(sys.modules[__name__], 'X', 2)", "sys.modules[__name__].X = 2"),
    *("m = sys.modules[__name__]\nm.X = 2", "vars(sys.modules[__name__])['X'] = 2"),
    *("sys.modules[__name__].__dict__['X'] = 2", "exec('Y = X = 2')"),
    "m = sys.modules[__name__]\nfor n in ['X']:\n    setattr(m, n, 2)",
    "m = sys.modules[__name__]\ndef f(): setattr(m, 'X', 2)\nf()",
    "n = 'X'\nglobals().clear()",
    *("vars(sys.modules[__name__]).update(X=2)", "n = 'X'\nsys.modules[__name__].__dict__[n] = 2"),
)
MARKED = [
    *((f"{DEFAULTS}{uses}\n", "X") for uses in (
        "for k in 'bc':\n    y = len(X[k])", "def get(k): return X[k]\nget('z')", "y = [X[k] for k in 'bc']", "y = 0 or X['b']")),
    (f"{DEEP}X['a']['b'] = 1\ny = X['a']['c']\n", "X"),
    ("from collections import defaultdict\nclass A:\n    X = defaultdict(int)\ny = A.X['b']\n", "A.X"),
    ("from collections import defaultdict\nX = defaultdict(made())\nX['b']\n", "X"),
    *((f"from collections import defaultdict\nclass A:\n    X: dict = defaultdict(list)\n    @classmethod\n    def get(cls): return cls.X['b']\n    def own(self): return self.X['b']\n{uses}\n", "A.X")
      for uses in ("A.X['b']", "y = [A.X['b']]", "def get(): return A.X['b']\nget()", "A.get()", "A().own()")),
    *((f"X = ['a']\ndef f(): {uses}\nf()\n", "X") for uses in ("dict(a=X.pop())", "print(*X.pop())", "len(f'{X.pop()}')", "X.pop()[0]", "X.pop().upper")),
    ("X = ['a']\ndef f(): return [(X or []).append('b')]\nf()\n", "X"),
    ("X = ['a']\nclass A:\n    @classmethod\n    def put(cls): X.append('b')\nmade = A()\ntype(made).put()\n", "X"),
    *((f"{HANDED}{uses}\n", "X") for uses in (
        "apply(fill, X)", "apply()", "apply(fill)", "outer(fill, X)", "apply(lambda d: d.update(b=1), X)", "apply(lambda d: fill(d), X)", "apply(f=fill, x=X)",
        "for f in (fill, size): f(X)", "H = {'f': fill, 'g': size}\nH['f'](X)", "H: list = [fill]\nH[0](X)", "(lambda: X.update(b=2))()", "list(map(lambda n: X.update({n: 1}), 'bc'))",
        "def each(f):\n    for n in 'bc': f({n: 1})\neach(X.update)")),
    *((f"{GIVEN}{uses}\n", "X") for uses in (
        "get()['b'] = 1", "get().update(b=2)", "made = get()\nmade['b'] = 1", "inner('a')['b'] = 1", "made = inner('a')\nfor n in 'bc':\n    made[n] = 1", "del get()['a']",
        "def put(): get()['b'] = 1\nput()", "def put():\n    made = inner('a')\n    made['b'] = 1\nput()", "print(get().update(b=2))", "def more(): return get()\nmore()['b'] = 1")),
    *((f"{CLASS}{uses}\n", "A.X") for uses in ("A.get()['b'] = 1", "made = A.get()\nmade['b'] = 1")),
    *((f"{IMPLICIT}{uses}\n", name) for name, uses in (
        ("X", "made['b'] = 1"), ("A.held", "made['b'] = 1"), ("X", "made.p = 1"), ("X", "for key in 'bc':\n    made[key] = 1"), ("X", "with made: ..."), ("X", "with B(): ..."), ("X", "made += 'b'"), ("X", "B()['b'] = 1"))),
    *((f"{LATER}{uses}\n", "X") for uses in (
        "list(made())", "for n in made(): ...", "n = [*made()]", "use()", "asyncio.run(run())",
        "import contextlib\n@contextlib.contextmanager\ndef held():\n    X.append('c')\n    yield\nwith held(): ...")),
    *((f"{SPREAD}{uses}\n", "X") for uses in ("one(X)", "one(*[X])", "named(x=X)", "first(*[X, 1])", "a = [X]\nfirst(*a)")),
    *((f"{UNPACKED}{uses}\n", "X") for uses in (
        "fill(**dict(d=X))", "O = {'d': X}\nfill(**O)", "O = {}\nO['d'] = X\nfill(**O)", "deep(**{'d': X})", "outer(**{'x': X})", "def given(**o): fill(**o)\ngiven(d=X)")),
    *((f"{HEAPS}{uses}\n", "X") for uses in ("push()", "random.shuffle(X)", "plain()")),
    *((f"{HEAPS}{uses}\n", "Y") for uses in ("each()", "[y.append(0) for y in Y]", "n = {y.pop() for y in Y}", "any(y[0:].append(0) or y.append(1) for y in Y)")),
    *((f"class A:\n    X = 1\n    {how}\n{uses}\n", "A.X") for how, uses in (
        ("def put(self): A.X = 2", "A().put()"), ("@classmethod\n    def put(cls): cls.X = 2", "A.put()"), ("def put(self): type(self).X += 1", "A().put()"),
        ("def __init__(self): self.__class__.X = 2", "made = A()"), ("def put(self): setattr(type(self), 'X', 2)", "A().put()"))),
    ("X = 1\ndef made():\n    def inner():\n        global X\n        X += 1\n    return inner\nmade()()\n", "X"),
    *((f"{FIELDS}{uses}\n", name) for uses, name in (("c.a = 5", "c"), ("c.items.append(1)", "X"), ("X['d'].a = 7", "X"), ("X['d'].a += 7", "X"), ("setattr(c, 'a', 2)", "c"))),
    *((f"{FIELDS}{uses}\n", "c") for uses in (
        "def s(x): x.a = 2\ndef apply(f, x): f(x)\napply(s, c)", "def s(x):\n    x.a = 2\n    yield 1\nlist(s(c))", "import asyncio\nasync def s(x): x.a = 2\nasyncio.run(s(c))",
        "def s(x, y):\n    x.a = 2\n    y.append(1) if 0 else 0\ns(c, c)", "import sys\nif sys.argv:\n    def s(x): x.a = 2\nelse:\n    def s(x): x.append(1)\ns(c)",
        "def s(x, n):\n    r(x, n)\n    t(x)\ndef r(x, n):\n    if n: s(x, n - 1)\ndef t(x): x.a = 2\ns(C(), 1)\nr(c, 1)")),
    *((f"X = []\nY = [[X]]\ndef f(y): y.append(1)\ndef g(y, z):\n    y[0].append(1)\n    z.append(2)\n{uses}\n", "X") for uses in (
        "[f(z) for y in Y for z in y]", "[[f(z) for z in y] for y in Y]", "[z.append(1) for y in Y for z in y]", "[[z.append(1) for z in y] for y in Y]", "Z = [X]\ng(Z, Z)")),
    *((f"X = ['a']\ndef touch(x): x.append('b')\ndef get(): return touch\ndef outer():\n    def inner(x): touch(x)\n    return inner\n{uses}\n", "X") for uses in (
        "g = outer()\nouter()(X)", "g = outer()\ng(X)", "get()(X)", "f = get()\nf(X)", "f = touch if X else touch\nf(X)", "f = touch or None\nf(X)", "(touch if X else touch)(X)", "f, g = touch, 1\nf(X)",
        "D = dict(a=touch)\nD['a'](X)", "D = {'a': touch}\nD.get('a')(X)", "D = {'a': touch}\nfor f in D.values(): f(X)", "D = {'a': touch}\nf = D['a']\nf(X)",
        "class K: do = staticmethod(touch)\nK.do(X)", "class K: do = touch\nK.do(X)", "def more(k, x): x.append(k)\nclass K: do = more\nK().do(X)")),
    *((f"X = ['a']\ndef touch(x): x.append('b')\n{uses}\n", "X") for uses in (
        "def apply(fs, x):\n    for f in fs: f(x)\napply([touch], X)", "def apply(f, x):\n    g = f\n    g(x)\napply(touch, X)", "def apply(*fs):\n    for f in fs: f(X)\napply(touch)", "def apply(f): f(X)\napply(touch)",
        "def outer(f): f(X)\ndef apply(f): outer(f)\napply(touch)", "def dec(f):\n    f(X)\n    return f\n@dec\ndef more(x): x.append(1)", "def first(x):\n    touch(x)\n    def inner(): ...\n    return inner\nfirst([])()\nfirst(X)")),
    *((f"import heapq\nX = [3]\nY = [X]\n{uses}\n", "X") for uses in ("[heapq.heappush(y, 1) for y in Y]", "[list.append(y, 1) for y in [X]]")),
    ("import sys\nX = []\nif not sys.argv:\n    def f(y): ...\nelse:\n    def f(y): y.append(1)\nlist(map(f, [X]))\n", "X"),
    *((f"{ITEMS}{uses}\n", "X") for uses in (
        "match X:\n    case {'k': v}: v.append(3)", "match X:\n    case {'k': _, **rest}: rest['l'].append(3)", "match X:\n    case {'k': [*v]} | {'m': v}: v.append(3)", "if (v := X.get('k')): v.append(3)", "n = (v := X['k'])\nv.append(3)",
        "def each():\n    yield X\nfor d in each(): d['z'] = 1", "def each():\n    yield from X.values()\nfor d in each(): d.append(1)")),
    *((f"{ITEMS}{uses}\n", "Y") for uses in ("v = X.values()\nX['m'] = 3\nY = list(v)", "v = X.keys()\nX['m'] = 3\nY = list(v)", "v = (n for n in X)\nX['m'] = 3\nY = list(v)")),
    *((f"{uses}\nX = y\n", "X") for uses in (
        "y = 4\nmatch 2:\n    case 2 if (y := 3): n = 3", "n = UNKNOWN and (y := 2)", "n = [(y := 1), (y := 2), (y := 3)]")),
    (f"{X}import functools\nclass A:\n    @functools.cached_property\n    def p(self): X['b'] = 2\nmade = A()\nmade.p\n", "X"),
    *((f"X = [[1], [2]]\n{uses}\n", "X") for uses in ("x, y = X\nx.append(9)", "(x, *_) = X\nx += [5]", "[x, y] = X\nfor n in 'ab': y.append(n)")),
    (f"{SETS}class A:\n    name = D()\n", "X"),
    (f"{X}class A:\n    def __iadd__(self, k):\n        X['b'] = k\n        return self\nmade = A()\nmade += 'b'\n", "X"),
    ("X = {'a': 1}\n" + "".join(f"def f{n}(): f{n + 1}()\n" for n in range(50)) + "def f50(): X['b'] = 1\nf0()\n", "X"),
    ("X = {'a': 1}\ndef f0(): X['b'] = 1\n" + "".join(f"f{n + 1} = f{n}\n" for n in range(150)) + "f150()\n", "X"),
    ("X = {'a': 1}\nclass C0:\n    def __init_subclass__(cls): X['b'] = 1\n" + "".join(f"class C{n + 1}(C{n}): ...\n" for n in range(150)), "X"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "name"), [*MARKED, *((f"{X}{one}\n", "X") for one in BY_TEXT)])
def test_a_roundabout_change_that_is_not_followed_is_told(
    tree: Callable[..., SourceTree], source: str, name: str
) -> None:
    made = tree(source)
    reason = ""
    try:
        (found,) = evaluate(made, made.module("m.py"), name)
        reason = found.value.reason if isinstance(found.value, Unevaluated) else ""
    except DeclarationError as fault:
        reason = str(fault)
    assert "m.py:" in reason


def test_what_is_set_by_a_name_that_is_not_known_is_no_function_or_class(
    read: Callable[..., str],
) -> None:
    source = (
        "class C: ...\ndef f(): ...\nfor n in names('C', 'f'):\n    globals()[n] = 3\nX = [C, f]\n"
    )
    assert read(source) == "[$C, $f]"
