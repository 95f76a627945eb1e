"""What functions, classes and several names of one object do to a module, and what Python says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.source.test_truth import QUICK, check, filled, run, words

if TYPE_CHECKING:
    from pathlib import Path

items = words("0", "'a'", "I0", "len(L0)", "L1", "[2]", "(1, L0)", "D0")
lists = words(
    "L0", "L1", "D0['l']", "T0[0]", "K.items", "K2.items", "getattr(K, 'items')", "L0[:]", "[3]",
    "[L0, L1][0]", "(L0 or L1)", "(L0 if I0 else L1)", "(y := L1)", "max(L0, L1, key=len)",
    "get()", "same(L1)", "D0.get('l')", "list(L0)", "next(iter([L0]))", "k.items",
)  # fmt: skip
locals_ = words(
    "y = x", "y = x or [1]", "y = x if I0 else L0", "y, z = x, 1", "y = [x][0]", "y = list(x)",
    "y = {'a': x}['a']", "y = [*x]", "y = L1", "y = x[:]", "y = same(x)", "y = (z := x)",
    "y = K.items", "y = D0['l']", "[y] = [x]", "y = x + [1]", "y = next(iter((x, L0)))",
)  # fmt: skip
doings = filled(
    "y.append(<i>)", "y += [<i>]", "z = [y.append(<i>)]", "for z in (y, L0): z.append(<i>)",
    "y[:] = [<i>]", "add = y.append\n    add(<i>)", "[z.append(<i>) for z in [y]]", "y.reverse()",
    "(y if I0 else x).append(<i>)", "K.items = y", "D0['n'] = y", "y = [<i>]",
    "same(y).append(<i>)",
    i=items,
)  # fmt: skip
start = st.tuples(
    words("I0 = 1", "I0 = 0"),
    words("L0 = [1]", "L0 = [[1], 2]", "L0 = list('ab')"),
    words("L1 = [5]", "L1 = L0", "L1 = [L0]", "L1 = L0[:]", "L1, I1 = L0, 1"),
    words("D0 = {'l': []}", "D0 = {'l': L0}", "D0 = dict(l=L1)"),
    words("T0 = (L0, 1)", "T0 = L1, L0", "T0 = ([],) * 2"),
    words("def same(x): return x", "def same(x): return x[:]", "def same(*x): return x[0]"),
    words("def get(): return L0", "def get(): return [L1]", "def get(): return D0['l']"),
    filled("class K:\n    items = <l>\n    held = [items]", "class K:\n    items, n = <l>, 1",
        "class K:\n    items = [1]\n    items.append(L0)",
        l=words("L0", "L1 or [1]", "[L0]", "[]")),
    words("class K2(K): pass", "class K2(K): items = K.items", "class K2(K): items = [*K.items]"),
    words("k = K()", "k = K2()"),
    filled("def f(x):\n    <l>\n    <d>\n    return y", l=locals_, d=doings),
)  # fmt: skip
statements = filled(
    "f(<l>)", "X = f(<l>)", "X = [f(L0), len(L0)]", "list(map(f, [<l>]))", "[f(z) for z in [<l>]]",
    "for z in [<l>, L1]: f(z)", "<l>.append(<i>)", "X = <l>", "X = [<l>, <i>]", "X = (<l>, <l>)",
    "X[0].append(<i>)", "X = {'a': <l>}['a']", "K.items = <l>", "K2.items.append(<i>)",
    "D0['l'] = <l>", "X = <l> is <l>", "X = len(<l>)", "f(x=<l>)", "f(*[<l>])",
    "L1 += <l>", "X = [L0.pop(), *L0]", "for L0[0] in (<i>, 1): pass", "L1[0] = <i>",
    "z = <l>\nz.append(<i>)", "a, b = <l>, <l>\nb.append(<i>)", "X = [x for x in <l>]",
    l=lists, i=items,
)  # fmt: skip


SAME = settings(QUICK, derandomize=True)
"""Other programs may show what is known to be missed: an object that its own name gets again."""


@given(start, st.lists(statements, min_size=1, max_size=5))
@SAME
def test_programs_agree_with_python(
    tmp_path: Path, first: tuple[str, ...], lines: list[str]
) -> None:
    text, names = run([*first, *lines])
    check(text, names, tmp_path)
