"""Changes by later statements, in order."""

# ruff: noqa: E501 - cases read best one a line
from __future__ import annotations

import ast
import collections
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable


def is_shown(text: str, real: Any) -> bool:
    """Tell whether a text is that of a value, and in its order where it has one."""
    if real == set():
        return text == "{}"
    found = ast.literal_eval(text)
    return bool(found == real) and (isinstance(real, set) or [*found] == [*real])


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("X = dict(a=1)\nX['b'] = 2\nX.update({'c': 3}, d=4)\ndel X['a']\n", "{'b': 2, 'c': 3, 'd': 4}"),
        ("X = ['x']\nX += ['y']\nX.append('z')\nX.insert(0, 'a')\nX.extend('bc')\n", "['a', 'x', 'y', 'z', 'b', 'c']"),
        ("X = {1}\nX |= {2}\nX.add(3)\nX.discard(1)\nX -= {2}\n", "{3}"),
        ("X = (1,)\nX += (2,)\n", "(1, 2)"),
        ("X = 1\nX += 1\n", "2"),
        ("X = {'a': {}}\nX['a']['b'] = 1\nX['a'].update(c=2)\nX['l'] = []\nX['l'].append(3)\n", "{'a': {'b': 1, 'c': 2}, 'l': [3]}"),
        ("X = {}\nX.setdefault('a', []).append(1)\nX.setdefault('a', []).append(2)\n", "{'a': [1, 2]}"),
        ("X = {'a': 1}\nX['a'] += 5\n", "{'a': 6}"),
        ("X = {k: [] for k in 'ab'}\nX['n'] = len(X)\n", "{'a': [], 'b': [], 'n': 2}"),
        ("X = {'a': {'n': 1}, 'b': {}}\nX['b']['n'] = X['a']['n'] + 1\nX['b']['m'] = 3\n", "{'a': {'n': 1}, 'b': {'n': 2, 'm': 3}}"),
        ("X = [3, 1]\nX.sort()\nX.reverse()\nX.pop()\n", "[3]"),
        ("X = [1]\nX = X + [2]\nX.append(3)\n", "[1, 2, 3]"),
        ("X: dict[str, int] = {}\nX['a'] = 1\n", "{'a': 1}"),
        ("X = Y = {}\nY['a'] = 1\n", "{'a': 1}"),
        ("Y = {}\nX = Y\nY['a'] = 1\nX['b'] = 2\n", "{'a': 1, 'b': 2}"),
        ("Y = [1]\nX = {'k': Y, 'c': list(Y), **{'n': len(Y)}}\nY.append(2)\n", "{'k': [1, 2], 'c': [1], 'n': 1}"),
        ("Y = {'a': 1}\nX = {**Y}\nY['b'] = 2\n", "{'a': 1}"),
        ("Y = []\nX = dict(k=Y)\nY.append(1)\n", "{'k': [1]}"),
        ("X = {}\nfor k in ('a', 'b'):\n    X[k] = k.upper()\n", "{'a': 'A', 'b': 'B'}"),
        ("X = {}\nfor k, v in {'a': 1, 'b': 2}.items():\n    n = v * 2\n    if n > 2:\n        X[k] = n\n", "{'b': 4}"),
        ("X = []\nfor a in 'xy':\n    for b in range(2):\n        X.append(f'{a}{b}')\n", "['x0', 'x1', 'y0', 'y1']"),
        ("class C:\n    A = [1]\n    B = A + [2]\n    A.append(3)\nX = (C.A, C.B)\n", "([1, 3], [1, 2])"),
    ],
)  # fmt: skip
def test_changes_are_replayed_in_order(read: Callable[..., str], source: str, text: str) -> None:
    assert read(source) == text


@pytest.mark.parametrize(
    "source",
    [
        # lists
        "X = [3, 1]\nX.append([2])\n", "X = [3, 1]\nX.extend('ab')\n", "X = [3, 1]\nX.extend({'a': 1})\n",
        "X = [3, 1]\nX.insert(1, 9)\n", "X = [3, 1]\nX.insert(-1, 9)\n", "X = [3, 1]\nX.insert(True, 9)\n",
        "X = [3, 1, 3]\nX.remove(3)\n", "X = [3, 1, 1]\nX.remove(1)\n", "X = [3, 1, 2]\nX.pop()\n",
        "X = [3, 1, 2]\nX.pop(0)\n", "X = [3, 1, 2]\nX.pop(-2)\n", "X = [3, 1, 2]\nX.pop(1)\n",
        "X = [3, 1]\nX.clear()\n", "X = [3, 1, 2]\nX.sort()\n", "X = [3, 1, 2]\nX.sort(reverse=True)\n",
        "X = [3, 1, 2]\nX.reverse()\n", "X = [1, 2, 3]\nX[1] = 5\n", "X = [1, 2, 3]\nX[-3] = 5\n",
        "X = [1, 2, 3]\nX[2] = 5\n", "X = [1, 2, 3]\ndel X[-1]\n", "X = [1, 2, 3]\ndel X[0], X[0]\n",
        "X = [[1], [2]]\nX[1][0] += 5\n", "X = [[1], [2]]\nX[-1].append(3)\n", "X = [1]\nX *= 3\n",
        "X = [1, 2]\ny = X.pop()\n", "X = [1]\nX[0]: int = 2\n", "X = [1]\nX += {'a': 1}\n",
        # sets
        "X = {1}\nX.add(1)\nX.add(2)\n", "X = {1, 2}\nX.discard(2)\nX.discard(9)\n", "X = {1, 2}\nX.remove(1)\n",
        "X = {1}\nX.update([2], (3, 1))\n", "X = {1, 2, 3}\nX.difference_update([1], {3})\n",
        "X = {1}\nX.clear()\n", "X = {1}\nX.update()\n", "X = {1, 2}\nX ^= {2, 3}\n", "X = {1, 2}\nX &= {2, 3}\n",
        # dictionaries
        "X = {'a': 1}\nX.update({'a': 2, 'b': 3}, c=4, a=5)\n", "X = {'a': 1}\nX.update([('b', 2), ('a', 3)])\n",
        "X = {'a': 1}\nX.update()\n", "X = {'a': 1}\nX.setdefault('a', 2)\nX.setdefault('b', 3)\nX.setdefault('c')\n",
        "X = {'a': 1, 'b': 2}\nX.pop('a')\n", "X = {'a': 1}\nX.pop('z', None)\n", "X = {'a': 1, 'b': 2}\nX.pop('b', 0)\n",
        "X = {'a': 1}\nX.clear()\n", "X = {'a': 1}\nX |= {'b': 2, 'a': 3}\n", "X = {'a': 1, 'b': 2}\ndel X['a'], X['b']\n",
        "X = {'a': {'b': [1]}}\nX['a']['b'].append(2)\nX['a']['c'] = X['a']['b'][0]\n", "X = {1: 'a'}\nX[True] = 'b'\n",
        "X = {'a': []}\ny = X.setdefault('a', [1])\n",
        "X = {'a': 1}\nX |= [('b', 2), ('a', 3)]\n",
        "from collections import defaultdict\nX = defaultdict(list)\nY = defaultdict(list)\nX['a'].append(1)\nX['b'] += [2]\nX['a'].append(3)\nX.update(c=[])\nX['d'].extend('de')\nY['a'].append(4)\n",
        "from collections import defaultdict\nX = defaultdict(lambda: defaultdict(int), {'z': {}})\nX['a']['n'] += 1\nX['a']['n'] += 1\nX['z']['y'] = 2\n",
        "import collections\nX = collections.defaultdict(set)\nX[1].add(2)\nX[1].add(3)\n",
        "X = ['b', 'A', 'cc']\nX.sort(key=str.lower)\n", "X = ['bb', 'a', 'b']\nX.sort(key=lambda x: (-len(x), x))\n",
        "X = dict.fromkeys('ab', [])\nX['a'] = [1]\nX['a'].append(2)\n", "X = [0, ()] * 2\nX[0] += 1\nX[1] += (1, 2)\n",
        # other names of one object
        "X = Y = Z = [1]\nZ.append(2)\nY.append(3)\n", "Y = X = {}\nX['a'] = Y.get('b')\n",
        "a, X = [1], [2]\na.append(3)\nX.append(4)\n", "[X, (y, z)] = [[1], (2, 3)]\n",
    ],
)  # fmt: skip
def test_the_value_after_a_change_is_the_one_of_python(
    read: Callable[..., str], source: str
) -> None:
    space: dict[str, object] = {}
    exec(source, space)
    assert is_shown(read(source), space["X"])


OBJECTS = {
    "list": "[[2], 1]", "set": "{1, 2}", "dict": "{'a': 1, 'b': 2}",
    "OrderedDict": "OrderedDict([('a', 1), ('b', 2)])",
}  # fmt: skip
GIVEN = ("", "1", "'a'", "'a', 3", "[5, 6]", "{1, 7}", "{'c': 3}", "0, 'x'", "'a', False")


@pytest.mark.parametrize("kind", OBJECTS)
def test_no_method_changes_a_value_without_being_seen(read: Callable[..., str], kind: str) -> None:
    """Of all methods that change their object, the result is the one of Python, or there is none."""
    changed = 0
    for name in dir(eval(kind, vars(collections))):
        for given in () if name.startswith("_") else GIVEN:
            source = (
                f"from collections import OrderedDict\nX = {OBJECTS[kind]}\nX.{name}({given})\n"
            )
            before: dict[str, Any] = {}
            after: dict[str, Any] = {}
            exec(source.rpartition("X.")[0], before)
            try:
                exec(source, after)
            except (TypeError, ValueError, LookupError):
                continue
            if list(before["X"]) != list(after["X"]) or before["X"] != after["X"]:
                changed += 1
                shown = read(source)
                assert shown.startswith("?") or is_shown(shown, after["X"]), source
    assert changed > 4


def test_what_holds_a_list_shows_what_becomes_of_it(read: Callable[..., str]) -> None:
    source = (
        "import copy, types\nfrom dataclasses import dataclass, replace\nfrom typing import cast\n"
        "@dataclass\nclass P:\n    v: list\n    w: int = 0\n"
        "Y = [1]\nD = {}\n"
        "X = [P(Y), cast(list, Y), (Y,), dict(a=Y), types.MappingProxyType(D), copy.copy(Y), list(Y), Y + [], Y[:]]\n"
        "Y.append(2)\nD['k'] = 3\n"
    )
    assert read(source) == (
        "[P(v=[1, 2], w~0), [1, 2], ([1, 2]), {'a': [1, 2]}, {'k': 3}, [1], [1], [1], [1]]"
    )


def test_a_declaration_in_a_function_is_read(read: Callable[..., str]) -> None:
    source = (
        "K = 'k'\ndef make(p, *rest):\n    '''Doc.'''\n    METHODS = {K: 1}\n"
        "    METHODS['b'] = p\n    if p:\n        METHODS['c'] = 3\n    return METHODS\n"
    )
    assert read(source, "make.METHODS") == (
        "{'k': 1, 'b': ?p, 'c': 3} | if p / {'k': 1, 'b': ?p} | if not p"
    )


@pytest.mark.parametrize(
    ("value", "change", "text"),
    [
        ("[*o.b]", ".append(1)", "[?*o.b, 1]"),
        ("{**o.b}", ".update(a=1)", "{?**o.b: ?**o.b, 'a': 1}"),
        ("{**o.b}", ".clear()", "{}"),
        ("{1, *o.b}", ".add(2)", "{1, ?*o.b, 2}"),
        ("[]", ".append(o.y())", "[!o.y()]"),
        ("{1, o.y()}", ".difference_update([])", "{1, !o.y()}"),
        ("[1, o.y()]", ".remove(1)", "[!o.y()]"),
    ],
)
def test_a_change_keeps_what_is_not_known(
    read: Callable[..., str], value: str, change: str, text: str
) -> None:
    assert read(f"import o\nX = {value}\nX{change}\n") == text
