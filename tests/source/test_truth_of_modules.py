"""Modules that were read as something else than what Python makes of them."""

# ruff: noqa: E501 - cases read best one a line

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.source.classes import class_facts
from sphinxext_runtime_ref.source.tree import SourceTree
from sphinxext_runtime_ref.source.values import Symbol
from tests.source.test_truth import agrees

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

ENUMS = [
    "class X(Enum):\n    A = decimal.ROUND_UP\n    B = math.pi\n    C = int\n    D = len\n    E = (int, 1)\n    F = A\n",
    "class Y(Enum):\n    A = 1\nclass X(Enum):\n    A = Y.A\n    B = Y\n    C = math\n",
    "class X(Enum):\n    T = True\n    A = 1\n    B = 1.0\n    N = None\n",
    "class X(Enum):\n    A = 'a'\n    def f(self): pass\n    g = f\n    B = 'b'\n",
]


@pytest.mark.parametrize("body", ENUMS)
def test_a_member_has_the_value_that_python_gives_it(tmp_path: Path, body: str) -> None:
    text = f"import decimal, math\nfrom enum import Enum\n{body}"
    (tmp_path / "m.py").write_text(text)
    space: dict[str, Any] = {"__name__": "m"}
    exec(compile(text, "m.py", "exec"), space)
    tree = SourceTree(tmp_path)
    facts = class_facts(tree, tree.module("m.py"), "X")
    real = space["X"].__members__
    assert [one.name for one in facts.members] == [*real]
    for one in facts.members:
        assert one.alias_of in {"", real[one.name].name}
        assert isinstance(one.value, Symbol) or agrees(one.value, real[one.name].value)
