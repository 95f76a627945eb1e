"""What names of every kind become where they are items: their identity and where they are bound."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.errors import DeclarationError
from sphinxext_runtime_ref.source.assume import Assumptions
from sphinxext_runtime_ref.source.symbols import evaluate, lookup
from sphinxext_runtime_ref.source.values import Sequence, Symbol

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.source.tree import SourceTree

FILES = {
    "pkg/__init__.py": "",
    "pkg/mod.py": "import torch\nclass K:\n    def m(self): ...\n    class In: ...\ndef f(): ...\n"
    "C = K()\nL = lambda: 1\nH = torch.half\n",
    "pkg/deep/y.py": "",
    "space/inner/x.py": "",
}
M = """\
import pkg, pkg.mod as mod, space.inner, torch
from enum import Enum
class E(Enum):
    A = 1
    B = 1
PICK = (E.A,)[0]
OUT = (torch.x,)[0]
MADE = (mod.C,)[0]
G = mod.f
OWN = mod.K
"""


@pytest.mark.parametrize(
    ("name", "identity", "definition"),
    [
        ("pkg", "pkg/__init__.py", ""),
        ("mod", "pkg/mod.py", ""),
        ("pkg.deep", "pkg.deep", ""),
        ("pkg.deep.y", "pkg/deep/y.py", ""),
        ("space", "space", ""),
        ("space.inner", "space.inner", ""),
        ("space.gone", "space.gone", ""),
        ("torch", "torch", ""),
        ("torch.x", "torch.x", ""),
        ("len", "builtins.len", ""),
        ("len.__doc__", "builtins.len.__doc__", ""),
        ("mod.K", "pkg/mod.py:K", "pkg/mod.py:2:1"),
        ("mod.K.m", "pkg/mod.py:K.m", "pkg/mod.py:3:5"),
        ("mod.K.In", "pkg/mod.py:K.In", "pkg/mod.py:4:5"),
        ("mod.f", "pkg/mod.py:f", "pkg/mod.py:5:1"),
        ("mod.C", "pkg/mod.py:C", "pkg/mod.py:6:1"),
        ("mod.L", "pkg/mod.py:L", "pkg/mod.py:7:1"),
        ("mod.H", "torch.half", "pkg/mod.py:8:1"),
        ("E", "m.py:E", "m.py:3:1"),
        ("E.A", "m.py:E.A", "m.py:4:5"),
        ("E.B", "m.py:E.A", "m.py:4:5"),
        ("PICK", "m.py:E.A", "m.py:4:5"),
        ("OUT", "torch.x", "m.py:7:1"),
        ("MADE", "pkg/mod.py:C", "pkg/mod.py:6:1"),
        ("G", "pkg/mod.py:f", "pkg/mod.py:5:1"),
        ("OWN", "pkg/mod.py:K", "pkg/mod.py:2:1"),
        ("OWN.In", "pkg/mod.py:K.In", "pkg/mod.py:4:5"),
    ],
)
def test_a_name_is_a_symbol_with_its_identity(
    tree: Callable[..., SourceTree], name: str, identity: str, definition: str
) -> None:
    made = tree({**FILES, "m.py": f"{M}X = [{name}]\n"})
    value = evaluate(made, made.module("m.py"), "X")[0].value
    assert isinstance(value, Sequence)
    (item,) = value.items
    assert isinstance(item, Symbol)
    found = (item.text, item.identity, str(item.definition or ""))
    assert found == (name, identity, definition)
    assert str(item.location) == "m.py:11:6"


@pytest.mark.parametrize(
    ("name", "nature"),
    [
        ("mod", "the module pkg/mod.py"),
        ("G", ""),
        ("f", "a function"),
        ("torch", "imported from outside of the root (torch)"),
        ("E.A", "a member of an enumeration"),
        ("E", ""),
        ("PICK", ""),
    ],
)
def test_a_declaration_without_a_value_says_what_it_is(
    tree: Callable[..., SourceTree], name: str, nature: str
) -> None:
    made = tree({**FILES, "m.py": f"{M}from pkg.mod import f\n"})
    found = evaluate(made, made.module("m.py"), name)
    assert found.nature == nature
    assert found.is_class is (name == "E")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("torch.x", "m.py: 'torch.x' is not declared below the root: it comes from torch.x"),
        ("space", "m.py: 'space' is not declared below the root: it comes from space"),
        ("E.C", "m.py: 'E.C' is not declared in m.py in E"),
        ("mod.Q", "m.py: 'mod.Q': pkg/mod.py binds no name 'Q'"),
        ("PICK.x", "m.py: 'PICK.x': the attribute 'x' of an enum member has no static value"),
    ],
)
def test_what_is_not_declared_below_the_root_says_where_it_comes_from(
    tree: Callable[..., SourceTree], name: str, message: str
) -> None:
    made = tree({**FILES, "m.py": M})
    with pytest.raises(DeclarationError) as caught:
        lookup(made, made.module("m.py"), name)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("platform", "text"),
    [
        ("win32", "('win32', 'nt', 'Windows')"),
        ("darwin", "('darwin', 'posix', 'Darwin')"),
        ("linux", "('linux', 'posix', 'Linux')"),
        ("freebsd14", "('freebsd14', 'posix', !platform.system())"),
        (None, "($sys.platform, $os.name, !platform.system())"),
    ],
)
def test_what_follows_from_the_platform_is_known(
    read: Callable[..., str], platform: str | None, text: str
) -> None:
    source = "import os, platform, sys\nX = (sys.platform, os.name, platform.system())\n"
    assert read(source, assumptions=Assumptions(platform=platform)) == text


def test_the_parts_of_the_version_are_those_of_python(read: Callable[..., str]) -> None:
    names = ("major", "minor", "micro", "releaselevel", "serial", "nope")
    parts = ", ".join(f"sys.version_info.{name}" for name in names)
    source = f"import sys\nX = (sys.version_info, sys.version_info[:2], {parts})\n"
    assert read(source, assumptions=Assumptions(python=(3, 12, 4))) == (
        "((3, 12, 4, 'final', 0), (3, 12), 3, 12, 4, 'final', 0, $sys.version_info.nope)"
    )
    assert read(source, assumptions=Assumptions(python=(3, 12))).endswith(
        "(3, 12), 3, 12, ?sys.version_info.micro, ?sys.version_info.releaselevel, "
        "?sys.version_info.serial, $sys.version_info.nope)"
    )
    assert read("from typing_extensions import TYPE_CHECKING\nX = [TYPE_CHECKING]\n") == "[False]"
