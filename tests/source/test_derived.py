"""Changes of what a name of a function, an argument or an attribute is only made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.source.convert import to_python
from sphinxext_runtime_ref.source.equality import has_unevaluated
from sphinxext_runtime_ref.source.symbols import evaluate
from sphinxext_runtime_ref.source.values import Mapping, Unevaluated
from sphinxext_runtime_ref.tables.display import display

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.source.tree import SourceTree

L, P, D = "L = [1]\n", "P = [[1]]\n", "D = {'a': [1], 'b': 2}\n"
ADD = "def add(x): x.append(3)\n"
LOCALS = (
    (L, "y = L if True else []\n y.append(1)"),
    (L, "y = L or []\n y.append(1)"),
    (L, "y, z = L, 1\n y.append(1)"),
    (L, "y, *z = [L, 2]\n y.append(1)"),
    (L, "y = [L]\n y[0].append(1)"),
    (L, "y = {'a': L}\n y['a'].append(1)"),
    (L, "y = {'a': L}\n for z in y.values(): z.append(1)"),
    (L, "(y := L).append(1)"),
    (L, "(L or []).append(1)"),
    (L, "y = L.append\n y(1)"),
    (L, "y = next(iter([L]))\n y.append(1)"),
    (L, "for y in (L, []): y.append(0)"),
    (L, "for y, z in ((L, 1), ([], 2)): y.append(0)"),
    (L, "y = L\n return [y.pop()]"),
    (L, "y = []\n y.append(L)\n y[0].append(2)"),
    (L, "y = {}\n y['a'] = L\n y['a'].append(2)"),
    (L, "[z.append(1) for y in [[L]] for z in y]"),
    (L + ADD, "y = L\n add(y)"),
    (L + ADD, "[add(y) for y in [L]]"),
    (L + "def same(x): return x\n", "y = same(L)\n y.append(1)"),
    (L + "def last(*x): return [x, x[-1]]\n", "y = last(2, L)\n y[1].append(1)"),
    (L + "import contextlib\n", "with contextlib.nullcontext(L) as y: y.append(1)"),
    (P, "y, = P\n y.append(1)"),
    (P, "for x in list(P): x.append(2)"),
    (P, "for i, x in enumerate(P): x.append(2)"),
    (P, "y = P[:]\n y[0].append(2)"),
    (P, "y = P + [[2]]\n y[0].append(2)"),
    (D, "y = dict(D)\n y['a'].append(2)"),
    (D, "y = {**D}\n y['a'].append(2)"),
    (D, "y = D.copy()\n y['a'].append(2)"),
    (D, "for v in [x for x in D.values() if x != 2]: v.append(1)"),
    (D, "for v in (x for x in D.values() if x != 2): v.append(1)"),
    (D, "y = {}\n for k, v in D.items(): y[k] = v\n y['a'].append(1)"),
    (f"{L}class K: own = L\n", "y = K.own or []\n y.append(1)"),
)
ARGUMENTS = (
    (L, "L if True else 0"),
    (L, "L or []"),
    (L, "(y := L)"),
    (L, "[L][0]"),
    (L, "max(L, [0])"),
    (L + "def get(): return L\n", "get()"),
    (L + "def get(): return L\n", "*[get()]"),
    (P, "P[0]"),
    (D, "D.get('a')"),
    (D, "D.get('a') or []"),
)
KEPT = (
    (D, "y = dict(D)\n v = y.pop('b')\n y['x'] = 1\n return y"),
    (D, "y = {**D}\n y.update(z=1)\n return sorted(y)"),
    (D, "y = {}\n for k, v in D.items(): y[k] = v\n y['z'] = 1"),
    (D, "y = []\n for k, v in D.items(): y.append(f'{k}={v}')\n return ','.join(y)"),
    (L, "y = None\n if y is None: y = []\n y.append(1)"),
    (L, "y = sorted(L)\n y.append(1)"),
    (L, "y = [L]\n y.append(1)"),
    (L, "y = len(L)\n y += 1"),
    (P, "y, *z = P\n z.append(1)"),
    (L + "import copy\n", "y = copy.deepcopy([L])\n y[0].append(1)"),
)
UNCERTAIN = (
    "T = [L.pop(), *L]",
    "T = (L.append(1), len(L))",
    "T = [len(L), add(L), len(L)]",
    "T = {'a': add(L), 'b': sorted(L)}",
    "class K:\n add(L)\n T = [*L]\nT = K.T",
    "M = [1]\nT = L is M",
    "M = L[:]\nT = [L is M]",
    "M = L\nfor M[0] in (2, 3): pass\nT = L",
    "T = {}\nfor T['a'] in L: pass",
    "T = {}\nwith open(__file__) as T['a']: pass",
    "class K: T = 1\nfor K.T in (2, 3): pass\nT = K.T",
)
CERTAIN = (
    "T = []\nT.append(len(T))",
    "T = {}\nX = T.setdefault(len(T), 1)",
    "T = [None is None, 1 is 1.0, L is None, True is 1, () is None]",
    "class J: n = 1\nclass K: n = 1\nfor K.n in (2, 3): pass\nT = J.n",
    "D = {}\nD['a'], T = 1, [len(D)]",
)
OF_CLASSES = (
    ("class K:\n a = []\n T = {'x': a}\nK.a.append(1)\n", "K.T"),
    ("class K:\n a = []\n T = a\nK.a.append(1)\n", "K.T"),
    ("class K: T = [1]\nX = K.T\nX.append(1)\n", "K.T"),
    ("class K: T = [1]\nX = [K.T, 3]\nX[0].append(1)\n", "K.T"),
    ("class K: T = [1]\nclass J(K): b = K.T\nJ.b.append(1)\n", "K.T"),
    ("class K: a = [1]\nclass J(K): T = K.a\nK.a.append(1)\n", "J.T"),
    ("class K: T = [1]\nclass J(K): ...\nJ.T.append(1)\n", "K.T"),
    ("class K: T = [1]\nX = getattr(K, 'T')\nX.append(1)\n", "K.T"),
    ("class K: T = 1\nclass J(K): ...\nfor x in [K, J]: x.T = 3\n", "K.T"),
    ("class K: T = 1\nY = (K, 2)\nx = Y[0]\nx.T = 3\n", "K.T"),
    (f"class K: T = []\n{ADD}add(K.T)\n", "K.T"),
    (f"class K: T = []\n{ADD}k = K()\nadd(k.T)\n", "K.T"),
    (f"{L}class K: items, n = L, 1\nK.items.append(1)\n", "L"),
    (f"{L}class K:\n items, n = L, 1\n items.append(1)\n", "L"),
    (f"{L}class K: items = L or []\nK.items.append(1)\n", "L"),
    (f"{L}class K: items = [L]\nK.items[0].append(1)\n", "L"),
    (f"{L}class K: items = {{'a': L}}\nfor v in K.items.values(): v.append(1)\n", "L"),
)
RECORD = "import dataclasses\n@dataclasses.dataclass\nclass R:\n n: object\nr = R([1])\n"
FOLLOWED = (
    ("class K: T = [1]\nvars(K)['T'].append(1)\n", "K.T"),
    ("class K: T = [1]\nK.__dict__['T'].append(1)\n", "K.T"),
    ("class K: T = [1]\ngetattr(K, 'T').append(1)\n", "K.T"),
    ("class K: a = [1]\nK.a.append(1)\nT = K.a\n", "T"),
    ("class K:\n T = 1\n n = 2\nfor x in [K]: x.n = 3\n", "K.T"),
    ("class K: T = 1\nx = K\nx.T = 3\n", "K.T"),
    ("class K: T = 1\nfor x in [K(), K()]: x.T = 3\n", "K.T"),
)
OF_RECORDS = (
    "def f(x): x.n = 2\nf(r)\n",
    "def f(x): x.n.append(2)\nf(r)\n",
    "def f(x):\n for y in x: y.n = 3\nf([r])\n",
    "def f(): r.n = 5\nf()\n",
    "def f(x): setattr(x, 'n', 2)\nf(r)\n",
    "rs = [r]\nfor x in rs: x.n = 5\n",
    "q = r\nq.n = 5\n",
)
APPLIED = (
    "list(map(add, [L]))\n",
    "P = [L]\nlist(map(add, P))\n",
    "for y in [L]: add(y)\n",
    "[add(y) for y in [L]]\n",
)


def is_marked(tree: Callable[..., SourceTree], source: str, name: str) -> bool:
    made = tree(source)
    (variant,) = evaluate(made, made.module("m.py"), name)
    space: dict[str, object] = {}
    exec(source, space)
    real = eval(name, space)
    if not isinstance(variant.value, Unevaluated):
        assert to_python(variant.value) == real
        return False
    return True


@pytest.mark.parametrize(("start", "body"), LOCALS)
def test_what_a_function_changes_by_a_local_name_is_marked(
    tree: Callable[..., SourceTree], start: str, body: str
) -> None:
    assert is_marked(tree, f"{start}def f():\n {body}\nf()\n", start[0])


@pytest.mark.parametrize(("start", "argument"), ARGUMENTS)
def test_what_a_function_changes_of_an_argument_is_marked(
    tree: Callable[..., SourceTree], start: str, argument: str
) -> None:
    assert is_marked(tree, f"{start}{ADD}add({argument})\n", start[0])


@pytest.mark.parametrize(("start", "body"), KEPT)
def test_what_a_function_only_copies_keeps_its_value(
    tree: Callable[..., SourceTree], start: str, body: str
) -> None:
    assert not is_marked(tree, f"{start}def f():\n {body}\nX = f()\n", start[0])


@pytest.mark.parametrize(("source", "name"), OF_CLASSES)
def test_an_attribute_that_has_another_name_is_marked(
    tree: Callable[..., SourceTree], source: str, name: str
) -> None:
    assert is_marked(tree, source, name)


@pytest.mark.parametrize(("source", "name"), FOLLOWED)
def test_an_attribute_by_its_only_name_is_followed(
    tree: Callable[..., SourceTree], source: str, name: str
) -> None:
    assert not is_marked(tree, source, name)


@pytest.mark.parametrize("statements", UNCERTAIN)
def test_what_depends_on_a_moment_is_not_guessed(
    tree: Callable[..., SourceTree], statements: str
) -> None:
    made = tree(f"{L}{ADD}{statements}\n")
    (variant,) = evaluate(made, made.module("m.py"), "T")
    assert has_unevaluated(variant.value)


@pytest.mark.parametrize("statements", CERTAIN)
@pytest.mark.filterwarnings("ignore::SyntaxWarning")
def test_what_no_moment_changes_is_told(tree: Callable[..., SourceTree], statements: str) -> None:
    assert not is_marked(tree, f"{L}{ADD}{statements}\n", "T")


def test_what_is_done_to_an_imported_module_changes_no_value(
    tree: Callable[..., SourceTree],
) -> None:
    change = "os.environ['A'] = '1'\n"
    source = f"import os\ndef later(): {change}def given():\n def made(): {change} return made\n"
    made = tree(f"{source}T = {{'a': os.path.join('b'), 'c': given()}}\nlater()\n")
    (variant,) = evaluate(made, made.module("m.py"), "T")
    assert isinstance(variant.value, Mapping)


@pytest.mark.parametrize("source", OF_RECORDS)
def test_a_record_whose_field_is_assigned_elsewhere_is_marked(
    tree: Callable[..., SourceTree], source: str
) -> None:
    assert is_marked(tree, RECORD + source, "r")


@pytest.mark.parametrize("source", APPLIED)
def test_what_a_function_does_to_each_item_is_marked(
    tree: Callable[..., SourceTree], source: str
) -> None:
    assert is_marked(tree, L + ADD + source, "L")


@pytest.mark.parametrize(
    "other",
    [
        "L = [torch.int4, torch.int8][:1]\nL += [torch.int2]",
        "L = [len('x')][:1]\nL += [9]",
        "L = sorted([len('x'), torch.int8][1:])\nL.append(9)",
        "L = known(len('x'), range(2))\nL += [9]",
    ],
)
def test_a_new_list_beside_it_changes_nothing(tree: Callable[..., SourceTree], other: str) -> None:
    made = tree(f"import torch\nX = {{'a': torch.int8, 'b': len('yy'), 'c': range(2)}}\n{other}\n")
    found = evaluate(made, made.module("m.py"), "X")[0].value
    assert isinstance(found, Mapping)
    assert [display(value) for _, value in found.items] == ["torch.int8", "2", "0, 1"]
