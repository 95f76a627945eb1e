"""Changes that are not followed: there is no value then, but the reason and the place."""

# ruff: noqa: E501 - cases read best one a line
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from sphinxext_runtime_ref.errors import DeclarationError
from sphinxext_runtime_ref.source.symbols import evaluate
from sphinxext_runtime_ref.source.values import Literal, Unevaluated

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.source.tree import SourceTree

REPLAYED = "changed at {place} in a way that can't be replayed: "
ADD = "X = []\ndef add(n):\n    X.append(n)\n    return n\n"

# Angle brackets mark what the reason is about.
BY_STATEMENTS = [
    ("import o\nX = {}\n⟨X.update(o.MORE)⟩\n", "o.MORE has no static value"),
    ("X = {}\n⟨while True:\n    X['a'] = 1⟩\n", "it is changed in a loop"),
    ("X = {}\n⟨for k in unknown():\n    X[k] = 1⟩\n", "unknown() has no static value"),
    ("X = {}\n⟨for k in 'ab':\n    if k == 'b':\n        break\n    X[k] = 1⟩\n", "the loop has a break statement"),
    ("X = {}\ndel ⟨X['a']⟩\n", "the key that is deleted is not in it"),
    ("X = [1]\n⟨X.remove(2)⟩\n", "the item that is removed is not in it"),
    ("X = {}\n⟨X.popitem()⟩\n", "what popitem() does to it can't be told"),
    ("from collections import deque\nX = deque([1, 2])\n⟨X.popleft()⟩\n", "what popleft() does to it can't be told"),
    ("X = [1]\n⟨X.__imul__(2)⟩\n", "what __imul__() does to it can't be told"),
    ("X = [[]] * 2\n⟨X[0].append(1)⟩\n", "several items of it are one object"),
    ("X = dict.fromkeys('ab', {})\n⟨X['a']['b']⟩ = 1\n", "several items of it are one object"),
    ("X = {'x': [[1]] * 2}\n⟨X['x'][1] += [2]⟩\n", "several items of it are one object"),
    ("X = [[]]\nX.append([*X])\n⟨X[0].append(1)⟩\n", "several items of it are one object"),
    ("X = {'a': []}\nX['b'] = {**X}\n⟨X['a'].append(1)⟩\n", "several items of it are one object"),
    ("X = {'a': []}\nX['a'].append(0)\nX['b'] = X['a']\n⟨X['a'].append(1)⟩\n", "several items of it are one object"),
    ("X = {'a': {}}\nX['a']['x'] = 1\nX['b'] = X['a']\n⟨X['b']['x']⟩ = 2\n", "several items of it are one object"),
    ("X = {'a': {}}\n⟨X['a']['b']⟩ = X.get('a')\n", "several items of it are one object"),
    ("X = {'a': {}}\nY = X\nX['a']['x'] = 1\nX['b'] = Y['a']\n⟨X['b']['x']⟩ = 2\n", "several items of it are one object"),
    ("X = {'a': {}}\nY = X\nY['a']['x'] = 1\nX['b'] = Y['a']\n⟨X['b']['x']⟩ = 2\n", "several items of it are one object"),
    ("X = {'a': [1]}\nY = X\nX['a'].append(2)\n⟨for n in 'b':\n    X.setdefault(n, Y['a']).append(n)⟩\n", "several items of it are one object"),
    ("X = {'a': {}}\n⟨X['a'].update(X)⟩\n", "several items of it are one object"),
    ("X = {}\n⟨X.setdefault('a', []).append({**X})⟩\n", "several items of it are one object"),
    ("import o\nX = {}\n⟨X.update(1)⟩\n", "a int can't be iterated over"),
    ("import o\nX = {}\n⟨X.update([(1, 2, 3)])⟩\n", "a pair of key and value is expected"),
    ("import o\nX = {}\n⟨X.update([([], 2)])⟩\n", "a list can't be a key or an item of a set"),
    ("import o\nX = {}\n⟨X.update({**o.b})⟩\n", "o.b has no static value"),
    ("import o\nX = {}\n⟨X.pop('a')⟩\n", "the key that is taken is not in it"),
    ("import o\nX = {}\n⟨X.pop()⟩\n", "missing argument 'key'"),
    ("import o\nX = {}\n⟨X.setdefault()⟩\n", "missing argument 'key'"),
    ("import o\nX = {}\n⟨X.setdefault([])⟩\n", "a list can't be a key or an item of a set"),
    ("import o\nX = {**o.b}\n⟨X.pop('a', 1)⟩\n", "o.b has no static value"),
    ("import o\nX = {**o.b}\n⟨X.setdefault('a', 1)⟩\n", "o.b has no static value"),
    ("import o\nX = []\n⟨X.append()⟩\n", "what append() does to it can't be told"),
    ("import o\nX = []\n⟨X.append(1, 2)⟩\n", "what append() does to it can't be told"),
    ("import o\nX = []\n⟨X.append(*o.b)⟩\n", "o.b has no static value"),
    ("import o\nX = []\n⟨X.pop()⟩\n", "there is no item -1"),
    ("import o\nX = [1]\n⟨X.pop(1)⟩\n", "there is no item 1"),
    ("import o\nX = [1]\n⟨X.pop(-2)⟩\n", "there is no item -2"),
    ("import o\nX = [1]\n⟨X.pop('a')⟩\n", "TypeError: 'str' object cannot be interpreted as an integer"),
    ("import o\nX = [1]\n⟨X.insert('a', 1)⟩\n", "TypeError: 'str' object cannot be interpreted as an integer"),
    ("import o\nX = [1]\n⟨X.extend(5)⟩\n", "a int can't be iterated over"),
    ("import o\nX = [1, 'a']\n⟨X.sort()⟩\n", "TypeError: '<' not supported between instances of 'str' and 'int'"),
    ("import o\nX = [1]\n⟨X.sort(key=len)⟩\n", "a int can't be iterated over"),
    ("import o\nX = [1]\n⟨X.sort(key=o.f)⟩\n", "what the function returns has no static value"),
    ("import o\nX = {1: 2}\n⟨X|= 5⟩\n", "a int can't be iterated over"),
    ("import o\nX = [1]\n⟨X.clear(1)⟩\n", "what clear() does to it can't be told"),
    ("import o\nX = [*o.b]\n⟨X.remove(1)⟩\n", "o.b has no static value"),
    ("import o\nX = [*o.b]\n⟨X.insert(0, 1)⟩\n", "o.b has no static value"),
    ("import o\nX = [*o.b]\n⟨X.reverse()⟩\n", "o.b has no static value"),
    ("import o\nX = [1, *o.b]\n⟨X.pop()⟩\n", "o.b has no static value"),
    ("import o\nX = {1}\n⟨X.add([])⟩\n", "a list can't be a key or an item of a set"),
    ("import o\nX = {1}\n⟨X.remove(2)⟩\n", "the item that is removed is not in it"),
    ("import o\nX = {1}\n⟨X.discard([])⟩\n", "a list can't be a key or an item of a set"),
    ("import o\nX = {1}\n⟨X.pop()⟩\n", "what pop() does to it can't be told"),
    ("import o\nX = {1}\n⟨X.update(5)⟩\n", "a int can't be iterated over"),
    ("import o\nX = {1}\n⟨X.update(o.b)⟩\n", "o.b has no static value"),
    ("import o\nX = {1}\n⟨X.difference_update([[]])⟩\n", "a list can't be a key or an item of a set"),
    ("import o\nX = {1}\n⟨X.intersection_update([1])⟩\n", "what intersection_update() does to it can't be told"),
    ("import o\nX = {1, *o.b}\n⟨X.discard(1)⟩\n", "o.b has no static value"),
    ("import o\nX = {1, 2}\n⟨X.discard(o.y())⟩\n", "o.y() has no static value"),
    ("import o\nX = {1, 2}\n⟨X.remove(o.y())⟩\n", "o.y() has no static value"),
    ("import o\nX = {o.y(), 2}\n⟨X.discard(2)⟩\n", "o.y() has no static value"),
    ("import o\nX = {1, 2}\n⟨X.difference_update([o.y()])⟩\n", "o.y() has no static value"),
    ("import o\nX = [o.y(), 2]\n⟨X.remove(2)⟩\n", "o.y() has no static value"),
    ("import o\nX = [1, 2]\n⟨X.remove(o.y())⟩\n", "o.y() has no static value"),
    ("import o\nX = {1: 2}\n⟨X.pop(o.y(), None)⟩\n", "o.y() has no static value"),
    ("import o\nX = {1: 2, o.y(): 3}\n⟨X.pop(1)⟩\n", "o.y() has no static value"),
    ("import o\nX = (1,)\n⟨X.append(1)⟩\n", "what append() does to it can't be told"),
    ("X = (1,)\n⟨X[0]⟩ = 2\n", "items of it can't be assigned"),
    ("X = (1,)\ndel ⟨X[0]⟩\n", "items of it can't be deleted"),
    ("import o\nX = {'a': 1}\n⟨X['a'].append(1)⟩\n", "what append() does to it can't be told"),
    ("import o\nX = [[1]]\n⟨X[0].pop(3)⟩\n", "there is no item 3"),
]  # fmt: skip
IN_LOOPS = [
    ("    import os\n    X[k] = 1", "the loop binds os in a way that is not followed"),
    ("    p, q = k, 1\n    X[p] = q", "the loop binds p in a way that is not followed"),
    ("    if f(k):\n        X[k] = 1", "it can't be told whether f(k)"),
    ("    with f:\n        X[k] = 1", "the loop has a with statement"),
    ("    while 0:\n        X[k] = 1", "the loop has a while statement"),
    ("    continue\n    X[k] = 1", "the loop has a continue statement"),
    ("    try:\n        X[k] = 1\n    except E: ...", "the loop has a try statement"),
    ("    match k:\n        case 'a':\n            X[k] = 1", "the loop has a match statement"),
    ("    X[[]] = 1", "a list can't be a key or an item of a set"),
    ("    X[0][k] = 1", "no such key"),
    ("    (X[k], n) = f()", "an item is assigned by unpacking"),
    ("    n += 1\n    X[k] = n", "the loop changes n and uses it"),
    ("    Y.append(k)\n    X[k] = len(Y)", "the loop changes Y and uses it"),
    ("    X[k] = len(Y)\n    Z.append(k)", "the loop changes Z and uses it"),
    ("    r = []\n    X[k] = r\n    r.append(k)", "the loop changes r and uses it"),
]  # fmt: skip
BY_FUNCTIONS = [
    ("X = []\ndef add(t):\n    while True:\n        t.append(1)\n⟨add(X)⟩\n", "the function has a while statement"),
    ("X = []\ndef add(t):\n    if (unknown()\n            and 1):\n        t.append(1)\n⟨add(X)⟩\n", "it can't be told whether unknown() and 1"),
    ("X = []\ndef add(t):\n    t.append(1)\n    return t.pop()\n⟨add(X)⟩\n", "the function has a return statement"),
    ("X = []\ndef inner(t): t.append(1)\ndef outer(t): inner(t)\n⟨outer(X)⟩\n", "what outer() at m.py:3:1 does to it is not followed"),
    ("X = []\ndef again(t):\n    t.append(1)\n    again(t)\n⟨again(X)⟩\n", "what again() at m.py:2:1 does to it is not followed"),
    ("X = []\ndef again(n):\n    X.append(n)\n    if n:\n        again(n - 1)\n⟨again(3)⟩\n", "what again() at m.py:2:1 does to it is not followed"),
    ("X = []\ndef odd(n):\n    X.append(n)\n    even(n)\ndef even(n):\n    if n:\n        odd(n - 1)\n⟨odd(3)⟩\n", "what odd() at m.py:2:1 does to it is not followed"),
    ("X = []\ndef f(): X.append(1)\n⟨f()⟩\ndef f(): X.append(2)\nf()\n", "what f() at m.py:4:1 does to it is not followed"),
    ("X = []\nif UNKNOWN:\n    def f(t): t.append(1)\nelse:\n    def f(t): pass\n⟨f(X)⟩\n", "what f() at m.py:5:5 does to it is not followed"),
    ("X = {'r': []}\ndef deep(t):\n    row = t['r']\n    row.append(1)\n⟨deep(X)⟩\n", "what deep() at m.py:2:1 does to it is not followed"),
    ("X = {'r': []}\ndef deep(t):\n    for row in t.values():\n        row.append(1)\n⟨deep(X)⟩\n", "what deep() at m.py:2:1 does to it is not followed"),
    ("X = {'r': []}\ndef deep(t): t.get('r').append(1)\n⟨deep(X)⟩\n", "what deep() at m.py:2:1 does to it is not followed"),
    ("X = []\n@wrapped\ndef add(t): t.append(1)\n⟨add(X)⟩\n", "what add() at m.py:3:1 does to it is not followed"),
    ("X = []\ndef add(t): t.append(1)\nfor n in '12':\n    ⟨add(X)⟩\n", "what becomes of it there is not known"),
    ("X = 1\ndef begin():\n    global X\n    X = 2\n⟨begin()⟩\n", "begin() at m.py:2:1 assigns the name anew"),
    ("X = 1\ndef begin():\n    global X\n    X += 2\n⟨begin()⟩\n", "begin() at m.py:2:1 assigns the name anew"),
    ("X = {}\ndef add(n): X[n] = 1\ndef make(n):\n    def deco(f): add(n)\n    return deco\n@⟨make('a')⟩\ndef f(): ...\n", "what make() at m.py:3:1 does to it is not followed"),
    ("X = []\ndef make(n):\n    X.append(n)\n    def deco(f): return f\n    return deco\n@⟨make('a')⟩\ndef f(): ...\n", "what make() at m.py:2:1 does to it is not followed"),
    ("X = {}\ndef make(t):\n    def add(f): t[f] = 1\n    return add\nadd = ⟨make(X)⟩\n@add\ndef f(): ...\n", "what make() at m.py:2:1 does to it is not followed"),
    ("X = {}\ndef add(f=None, name='a'):\n    def deco(f): X[name] = f\n    return deco if f is None else deco(f)\n@⟨add⟩\ndef f(): ...\n", "what add() at m.py:2:1 does to it is not followed"),
    ("X = {}\ndef make(n):\n    def deco(f): X[n] = f\n    return deco\n@⟨make('a')⟩\ndef f(): ...\ndef make(n):\n    def deco(f): X[n] = n\n    return deco\n@make('b')\ndef f(): ...\n", "what make() at m.py:7:1 does to it is not followed"),
    ("X = {}\ndef make(n):\n    def deco(f): X[n] = f\n    return deco if UNKNOWN else None\n@⟨make('a')⟩\ndef f(): ...\n", "UNKNOWN is neither known nor assumed"),
    ("X = {'r': [1]}\ndef deep(t):\n    row = t.get('r')\n    row.append(2)\n⟨deep(X)⟩\n", "what deep() at m.py:2:1 does to it is not followed"),
    ("X = {'r': [1]}\ndef deep(t):\n    row = t.setdefault('r', [])\n    row.append(2)\n⟨deep(X)⟩\n", "what deep() at m.py:2:1 does to it is not followed"),
    ("X = {'r': [1]}\ndef deep(t):\n    for _, row in t.items():\n        row.append(2)\n⟨deep(X)⟩\n", "what deep() at m.py:2:1 does to it is not followed"),
    ("X = {'r': [1]}\ndef deep(t):\n    again = t\n    row = again['r']\n    row.append(2)\n⟨deep(X)⟩\n", "what deep() at m.py:2:1 does to it is not followed"),
    *((f"{ADD}{calls}", "what becomes of it there is not known") for calls in (
        "a = [⟨add(x)⟩ for x in 'ab']\n",
        "a = ⟨add(1)⟩ if UNKNOWN else 2\n",
        "a = UNKNOWN and ⟨add(1)⟩\n",
        "while ⟨add(0)⟩: ...\n",
        "class C:\n    if UNKNOWN:\n        ⟨add(1)⟩\n",
        "a = {}\na[⟨add(1)⟩] = add(2)\n",
    )),
]  # fmt: skip
OF_A_CLASS = [
    ("class C:\n    A = {'a': [1]}\nC.A['a'].append(2)\nC.A['b'] = C.A['a']\n⟨C.A['b'].append(3)⟩\n", "several items of it are one object"),
    ("class C:\n    A = {'a': [1]}\nD = C\nC.A['a'].append(2)\nC.A['b'] = D.A['a']\n⟨D.A['b'].append(3)⟩\n", "several items of it are one object"),
    ("class C:\n    A = {'a': [1]}\n    A['a'].append(2)\n    A['b'] = A['a']\n⟨C.A['b'].append(3)⟩\n", "several items of it are one object"),
    ("class C:\n    A = 1\n⟨for n in '12':\n    C.A = n⟩\n", "it is assigned in a loop, or by a name that is not known"),
    ("class C:\n    A = 1\n⟨for n in 'AB':\n    setattr(C, n, 1)⟩\n", "it is assigned in a loop, or by a name that is not known"),
    ("class C:\n    A = 1\n⟨C.A⟩, B = 2, 3\n", "what becomes of it there is not known"),
]  # fmt: skip
WITHOUT_A_CHANGE = [
    ("⟨X = Y = [1]⟩\nY = X\ndef inner(): Y.append(2)\ndef outer(): inner()\nouter()\n", "'X' may be changed through another name at m.py:5:1"),
    ("⟨X = [1]⟩\nY = [X]\ndef deep(t): t[0].append(2)\ndeep(Y)\n", "'X' may be changed through another name at m.py:4:1"),
    ("⟨X = [1]⟩\nY = X if a else 0\nY.append(2)\n", "'X' may be changed through another name at m.py:3:1"),
    ("⟨X = ([1], 2)⟩\nY = X if a else 0\nY[0].append(2)\n", "'X' may be changed through another name at m.py:3:1"),
    ("⟨X = [[1]]⟩\nY = list(X)\nY[0].append(2)\n", "'X' may be changed through another name at m.py:3:1"),
    ("⟨X = [1]⟩\nfor y in (X,):\n    y.append(2)\n", "'X' may be changed through another name at m.py:3:5"),
    ("⟨X = [1]⟩\nY = X if f() else 0\nY.pop()\n", "'X' may be changed through another name at m.py:3:1"),
    ("Y, Z, X = ⟨(1, 2)⟩\n", "an item of (1, 2) has no static value"),
    ("Y, *X = ⟨{1, 2}⟩\n", "an item of {1, 2} has no static value"),
    ("X, *Y = ⟨f()⟩\n", "an item of f() has no static value"),
    ("X, Y = ⟨f()⟩\n", "an item of f() has no static value"),
    ("X, Y = ⟨os.sep⟩\n", "'os' is not defined"),
    ("X = ⟨a.b.c⟩\n", "'a' is not defined"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "marked", "reason"),
    [
        *(("X", marked, REPLAYED + why) for marked, why in BY_STATEMENTS + BY_FUNCTIONS),
        *(
            ("X", f"X, n, Y = {{}}, 0, []\nZ = Y\n⟨for k in 'ab':\n{body}⟩\n", REPLAYED + why)
            for body, why in IN_LOOPS
        ),
        *(("C.A", marked, REPLAYED + why) for marked, why in OF_A_CLASS),
        *(("X", marked, why) for marked, why in WITHOUT_A_CHANGE),
    ],
)
def test_a_name_without_a_value_says_why_and_where(
    tree: Callable[..., SourceTree], name: str, marked: str, reason: str
) -> None:
    before, _, rest = marked.partition("⟨")
    blamed, _, after = rest.partition("⟩")
    made = tree(before + blamed + after)
    module = made.module("m.py")
    found = evaluate(made, module, name)
    value = found[0].value
    assert isinstance(value, Unevaluated)
    place = f"m.py:{before.count(chr(10)) + 1}:{len(before.rpartition(chr(10))[2]) + 1}"
    assert value.reason == reason.replace("{place}", place)
    assert str(value.location) == place
    assert value.source == module.text.cut(value.location) == blamed
    assert found.location is not None
    assert name.rpartition(".")[2] in module.text.cut(found.location)


DECORATED = "def mark(cls):\n    {}\n    return cls\n@mark\nclass C:\n    A = 1\n"


@pytest.mark.parametrize(
    "body",
    [
        "cls.A = 2",
        "cls.__dict__['A'].append(2)",
        "d = cls.__dict__",
        "for one in vars(cls): setattr(cls, one, 2)",
    ],
)
def test_an_attribute_that_a_decorator_may_change_says_so(
    tree: Callable[..., SourceTree], body: str
) -> None:
    files = tree({"m.py": DECORATED.format(body)})
    with pytest.raises(DeclarationError) as raised:
        evaluate(files, files.module("m.py"), "C.A")
    assert str(raised.value) == "m.py:6:5: 'C.A': the decorator mark of C may change 'A'"


@pytest.mark.parametrize(
    "body",
    [
        "for name, value in cls.__dict__.items(): value.__doc__ = name",
        "if 'A' in cls.__dict__: print(cls.__dict__['A'])",
        "print([one for one in cls.__dict__])",
    ],
)
def test_a_decorator_may_look_at_what_a_class_has(
    tree: Callable[..., SourceTree], body: str
) -> None:
    files = tree({"m.py": DECORATED.format(body)})
    (variant,) = evaluate(files, files.module("m.py"), "C.A").variants
    assert isinstance(variant.value, Literal)
    assert variant.value.value == 1


NEW = "class M(type):\n    def __new__(mcs, name, bases, ns):\n        {}\n"
MADE = f"{NEW}        return super().__new__(mcs, name, bases, ns)\n"
CREATED = (
    f"{NEW}        made = type.__new__(mcs, name, bases, ns)\n        {{}}\n        return made\n"
)
INIT = "class M(type):\n    def __init__(cls, name, bases, ns): {}\n"
BY_META = "class B(metaclass=M): pass\nclass C(B):\n    A = 1\n"
INIT_SUBCLASS = "class B:\n    def __init_subclass__(cls, **given): {}\nclass C(B):\n    A = 1\n"


@pytest.mark.parametrize(
    ("source", "what"),
    [
        (MADE.format("ns['A'] = 2") + BY_META, "the metaclass M of B"),
        (MADE.format("ns.update(A=2)") + BY_META, "the metaclass M of B"),
        (MADE.format("for one in ('A',): ns[one] = 2") + BY_META, "the metaclass M of B"),
        (
            NEW.format("return super().__new__(mcs, name, bases, {**ns, 'A': 2})") + BY_META,
            "the metaclass M of B",
        ),
        (CREATED.format("pass", "made.A = 2") + BY_META, "the metaclass M of B"),
        (CREATED.format("pass", "setattr(made, 'A', 2)") + BY_META, "the metaclass M of B"),
        (INIT.format("cls.A = 2") + BY_META, "the metaclass M of B"),
        (INIT_SUBCLASS.format("cls.A = 2"), "__init_subclass__ of B"),
    ],
)
def test_an_attribute_that_the_making_of_a_class_may_change_says_so(
    tree: Callable[..., SourceTree], source: str, what: str
) -> None:
    names: dict[str, Any] = {"__name__": "m"}
    exec(source, names)
    assert names["C"].A == 2
    files = tree({"m.py": source})
    with pytest.raises(DeclarationError) as raised:
        evaluate(files, files.module("m.py"), "C.A")
    line = source.count("\n")
    assert str(raised.value) == f"m.py:{line}:5: 'C.A': {what} may change 'A'"


@pytest.mark.parametrize(
    "source",
    [
        MADE.format("T = [name, ns.get('A')]") + BY_META,
        MADE.format("ns['B'] = ns.pop('C', 2)") + BY_META,
        CREATED.format("T = []", "T.append(made)") + BY_META,
        INIT.format("cls.B = 2; ns['A'] = 3") + BY_META,
        INIT_SUBCLASS.format("cls.B = given"),
        "class C:\n    A = 1\n    def __init_subclass__(cls): cls.A = 2\n",
    ],
)
def test_the_making_of_a_class_may_change_other_attributes(
    tree: Callable[..., SourceTree], source: str
) -> None:
    names: dict[str, Any] = {"__name__": "m"}
    exec(source, names)
    assert names["C"].A == 1
    files = tree({"m.py": source})
    (variant,) = evaluate(files, files.module("m.py"), "C.A").variants
    assert isinstance(variant.value, Literal)
    assert variant.value.value == 1
