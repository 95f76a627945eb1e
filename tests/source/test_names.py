"""Names: which value each one has where it stands, beside what Python says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from sphinxext_runtime_ref.errors import MissingDeclarationError
from sphinxext_runtime_ref.source.symbols import evaluate
from sphinxext_runtime_ref.source.values import Literal, Mapping, Sequence, Symbol, Unevaluated

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.source.tree import SourceTree
    from sphinxext_runtime_ref.source.values import Value


def plain(value: Value) -> object:
    match value:
        case Sequence():
            kinds = {"tuple": tuple, "list": list, "set": set, "frozenset": frozenset}
            return kinds[value.type](map(plain, value.items))
        case Mapping():
            return {plain(k): plain(v) for k, v in value.items}
        case Literal():
            return value.value
        case _:
            return value


def both(tree: Callable[..., SourceTree], source: str) -> tuple[Value, object]:
    space: dict[str, Any] = {}
    exec(source, space)
    made = tree(source)
    return evaluate(made, made.module("m.py"), "X")[0].value, space["X"]


KNOWN = [
    # a name that is bound to the same object sees its changes, a new object does not
    *("X = Y = 1\nY += 1\n", "X = Y = (1,)\nY += (2,)\n", "X = Y = 'a'\nY += 'b'\n"),
    *("X = Y = [1]\nY += [2]\n", "X = Y = {1}\nY |= {2}\n", "X = Y = {}\nY |= {'a': 1}\n"),
    *("X = Y = frozenset({1})\nY |= {2}\n", "Y = 1\nX = Y\nY += 1\n", "Y = [1]\nX = Y\nY += [2]\n"),
    *("Y = X = 1\nX += 1\n", "A = 1\nA += 1\nX = A\n", "A = 1\nA += 1\nX = A\nA += 1\n"),
    *("A = (1,)\nA += (2,)\nX = A\nX += (3,)\n", "A = 1\nB = A\nB += 1\nX = A\n"),
    *("A = 1\nB = A\nB += 1\nX = B\nX += 1\n", "A = [1]\nA += [2]\nX = A\nA.append(3)\n"),
    # what a method keeps is the object, what it copies is not
    *("Y = [1]\nX = []\nX.append(Y)\nY.append(2)\n", "Y = [1]\nX = []\nX.extend(Y)\nY.append(2)\n"),
    *("Y = [1]\nX = [0]\nX.insert(0, Y)\nY.append(2)\n", "Y = [1]\nX = {}\nX['k'] = Y\nY.pop()\n"),
    "Y = [1]\nX = {}\nX.setdefault('k', Y)\nY.append(2)\n",
    *("Y = [1]\nX = (Y, len(Y))\nY.pop()\n", "Y = ['a']\nX = ','.join(Y)\nY.append('b')\n"),
    *("Y = {'a': 1}\nX = {}\nX.update(Y)\nY['b'] = 2\n", "Y = [1]\nX = Y + []\nY.append(2)\n"),
    # deleting
    *("X = [1, 2, 3]\ndel X[1]\n", "X = {'a': [1, 2]}\ndel X['a'][0]\n", "X = 1\ndel X\nX = 2\n"),
    # unpacking
    *("X, Y = 1, 2\n", "(Y, (Z, X)) = 0, (1, 5)\n", "[Y, X] = [1, 2]\n", "Y = X, Z = 1, 2\n"),
    *("L = [(1, 2)]\n(X, Y), = L\n", "X = Y, Z = [1, 2]\n"),
    # places
    *("A = 1\nX = A\nA = A + 1\n", "A = 1\nclass C:\n    B = A\nA = A + 1\nX = C.B\n"),
    "A = 1\nclass C:\n    A = 2\n    B = [A for _ in 'a']\n    D = [A]\nX = (C.B, C.D)\n",
    "class C:\n    A = 1\n    class D:\n        B = 5\n        A = B\n    E = D.A + A\nX = C.E",
    *("len = 5\nX = [len]\n", "X: int\nX = 3\n", "X = [1]\nX = 2 if X else 3\n"),
    "class C:\n    A = 1\n    A += 1\n    B = A\nX = C.B\n",
    "class B:\n    A = 1\nclass C(B):\n    D = 2\nclass D(C): ...\nX = (D.A, D.D, C.A)\n",
    "class A:\n    V = 1\nclass B(A): ...\nclass C(A):\n    V = 2\nclass D(B, C): ...\nX = D.V\n",
]  # fmt: skip


@pytest.mark.parametrize("source", KNOWN)
def test_a_name_has_the_value_that_python_gives(
    tree: Callable[..., SourceTree], source: str
) -> None:
    value, real = both(tree, source)
    assert plain(value) == real


@pytest.mark.parametrize(
    "source",
    [
        "X = {'a': [1]}\nY = X['a']\nY.append(2)\n",
        "X = [[1]]\nfor y in X:\n    y.append(2)\n",
        "X = [1]\nY = [X][0]\nY += [2]\n",
        "X = [1]\nY = (lambda: X)()\nY.append(2)\n",
        "X = [1]\nY = {'k': X}.get('k')\nY.append(2)\n",
        "X = [1]\nY = X or 0\nY.append(2)\n",
        "X = [1]\nY, Z = X, X\nY.append(2)\n",
        "X = {'a': {'b': 1}}\nY = dict(X)\nY['a']['b'] = 2\n",
        "X = [1]\nY = []\nY.extend([X])\nY[0].append(2)\n",
        "Y = {'k': [1]}\nX = {**Y}\nY['k'].append(2)\n",
        "Y = {'k': [1]}\nX = {'z': 0, **Y}\nX['k'].append(2)\n",
        "X = [1]\nY = {}\nY['k'] = X\nY['k'].append(2)\n",
        "X = [1]\nY = {}\nY.update(k=X)\ndel Y['k'][0]\n",
        "X = [1]\nY = [z for z in [X]]\nY[0].append(2)\n",
        "def f(l): l.append(2)\nX = [1]\nY = [X]\nY[0] += [3]\n",
    ],
)
def test_a_value_that_is_changed_through_another_name_is_never_shown_as_it_was(
    tree: Callable[..., SourceTree], source: str
) -> None:
    value, real = both(tree, source)
    assert isinstance(value, Unevaluated) or plain(value) == real


def test_names_of_other_files_and_of_parts(tree: Callable[..., SourceTree]) -> None:
    source = (
        "import torch\nfrom .gone import A\nfrom ..space import lost\nfrom .sub.x import B\n"
        "X, Y = torch.a, 1\nALL = [A, lost, B, X]\n"
    )
    made = tree({"top/pkg/__init__.py": "", "top/space/x.py": "", "top/pkg/m.py": source})
    module = made.module("top/pkg/m.py")
    value = evaluate(made, module, "ALL")[0].value
    assert isinstance(value, Sequence)
    assert [getattr(item, "identity", item) for item in value.items] == [
        "top.pkg.gone.A", "top.space.lost", "top.pkg.sub.x.B", "torch.a",
    ]  # fmt: skip
    part = evaluate(made, module, "X")[0].value
    assert isinstance(part, Symbol)
    assert part.identity == "torch.a"


def test_an_annotation_alone_declares_nothing(tree: Callable[..., SourceTree]) -> None:
    made = tree("X: int\nclass C:\n    Y: int\n")
    for name in ("X", "C.Y"):
        with pytest.raises(MissingDeclarationError):
            evaluate(made, made.module("m.py"), name)


def test_the_nearest_of_many_alike_names_is_suggested(tree: Callable[..., SourceTree]) -> None:
    made = tree("".join(f"def handle_{number:04d}_now(): pass\n" for number in range(2000)))
    with pytest.raises(MissingDeclarationError, match="did you mean 'handle_1503_now'"):
        evaluate(made, made.module("m.py"), "handel_1503_now")
