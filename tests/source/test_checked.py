"""Names below ``if TYPE_CHECKING``: types are followed, values are those of the code that runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.errors import DeclarationError
from sphinxext_runtime_ref.source.assume import assumptions_from
from sphinxext_runtime_ref.source.classes import class_facts
from sphinxext_runtime_ref.source.symbols import evaluate, lookup

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.source.tree import SourceTree

    Read = Callable[..., str]

ENVS = """\
import os
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    PORT: int = 9999
    BARE: int
    from pkg.real import REAL, Thing
variables = {"PORT": lambda: int(os.getenv("PORT", "8000"))}
"""
LAZY = "def __getattr__(name):\n    return variables[name]()\n"
FILES = {
    "pkg/__init__.py": "",
    "pkg/real.py": "REAL = 5\nclass Thing: pass\n",
    "pkg/envs.py": ENVS + LAZY,
    "pkg/plain.py": ENVS,
}


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("envs.PORT", "?envs.PORT"),
        ("envs.PORT * 2", "?envs.PORT * 2"),
        ("PORT", "?PORT"),
        ("plain.PORT", "?plain.PORT"),
        ("1 if envs.PORT else 2", "?1 if envs.PORT else 2"),
        ("envs.BARE", "$envs.BARE"),
        ("envs.REAL", "5"),
        ("envs.Thing", "$envs.Thing"),
        ("gone.PORT", "?gone.PORT"),
    ],
)
def test_a_value_for_type_checkers_is_none_of_the_code_that_runs(
    read: Read, expression: str, text: str
) -> None:
    imports = "from pkg import envs, plain\nfrom pkg.envs import PORT\nimport pkg.gone as gone\n"
    chain = {"pkg/gone.py": "if TYPE_CHECKING:\n    from pkg.envs import PORT\n"}
    made = read({**FILES, **chain, "m.py": f"{imports}X = [{expression}]\n"})
    assert made == f"[{text}]"


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("if TYPE_CHECKING:\n    A = 1\nelse:\n    A = 2\nX = [A]", "[2]"),
        ("if not TYPE_CHECKING:\n    A = 1\nelse:\n    A = 2\nX = [A]", "[1]"),
        ("A = 1\nif TYPE_CHECKING:\n    A = 2\nX = [A]", "[1]"),
        ("from typing import TYPE_CHECKING as TC\nif TC:\n    A = 1\nX = [A]", "[?A]"),
        ("from typing_extensions import TYPE_CHECKING as TC\nif TC:\n    A = 1\nX = [A]", "[?A]"),
        ("import typing\nif typing.TYPE_CHECKING:\n    A = 1\nX = [A]", "[?A]"),
        ("import typing as t\nif t.TYPE_CHECKING:\n    A = 1\nelse:\n    A = 2\nX = [A]", "[2]"),
        ("if TYPE_CHECKING or True:\n    A = 1\nX = [A]", "[1]"),
        ("X = [1 if TYPE_CHECKING else 2]", "[2]"),
        ("X = []\nif TYPE_CHECKING:\n    X.append(1)", "[]"),
        ("class C:\n    if TYPE_CHECKING:\n        a = 1\n    a = 2\nX = [C.a]", "[2]"),
        ("import os\nif TYPE_CHECKING:\n    len = 1\nX = [len('ab')]", "[2]"),
    ],
)  # fmt: skip
def test_at_run_time_the_other_branch_is_taken(read: Read, source: str, text: str) -> None:
    assert read(f"{source}\n") == text


@pytest.mark.parametrize(("assumed", "text"), [({"true": ["TYPE_CHECKING"]}, "1"), ({}, "2")])
def test_code_can_be_read_as_type_checkers_do(
    read: Read, assumed: dict[str, list[str]], text: str
) -> None:
    head = "from typing import TYPE_CHECKING as TC\nif TC:\n    A = 1\nelse:\n    A = 2\n"
    made = read(f"{head}X = [A]\n", assumptions=assumptions_from(assumed))
    assert made == f"[{text}]"


def test_a_value_for_type_checkers_can_be_linked_to_and_not_be_shown(
    tree: Callable[..., SourceTree],
) -> None:
    made = tree(FILES)
    module = made.module("pkg/envs.py")
    assert str(lookup(made, module, "PORT").location) == "pkg/envs.py:4:5"
    with pytest.raises(DeclarationError, match=r"'PORT' is assigned for type .* __getattr__"):
        evaluate(made, module, "PORT")


def test_annotations_are_read_as_type_checkers_do(tree: Callable[..., SourceTree]) -> None:
    text = "if TYPE_CHECKING:\n    from pkg.real import Thing\nelse:\n    Thing = object\n"
    made = tree({**FILES, "c.py": f"{text}class C:\n    a: Thing | None\n"})
    found = class_facts(made, made.module("c.py"), "C").fields
    assert [reference.name for field in found for reference in field.references] == ["Thing"]
