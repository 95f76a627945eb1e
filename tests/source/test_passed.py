"""Collections that are given to functions of other modules."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest

from sphinxext_runtime_ref.source.symbols import evaluate
from sphinxext_runtime_ref.source.values import Mapping, Unevaluated

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.source.tree import SourceTree

HELPER = """\
import functools

def register(table):
    def decorate(cls):
        table[cls.__name__] = cls
        return cls
    return decorate

def register_by_partial(table, cls=None):
    if cls is None:
        return functools.partial(register_by_partial, table)
    table[cls.__name__] = cls
    return cls

def put(table, key, *, into=None):
    (table if into is None else into)[key] = 1

def fill(table):
    table["filled"] = 1

def look(table):
    return [*table]

class Registrar:
    def __init__(self, table):
        table["made"] = self

    @classmethod
    def add(cls, table):
        table["added"] = cls
"""
USES = [
    ("from helper import register", "@register(X)\nclass A: pass", "register(X)"),
    ("import helper", "@helper.register(X)\nclass A: pass", "helper.register(X)"),
    ("from helper import register as r", "class B:\n    @r(X)\n    class A: pass", "r(X)"),
    (
        "from helper import register_by_partial",
        "@register_by_partial(X)\nclass A: pass",
        "register_by_partial(X)",
    ),
    ("from helper import put", "put(X, 'a')", "put(X, 'a')"),
    ("from helper import put", "put({}, 'a', into=X)", "put({}, 'a', into=X)"),
    ("from helper import put", "Y = [put(X, one) for one in 'ab']", "put(X, one)"),
    ("from helper import Registrar", "Registrar(X)", "Registrar(X)"),
    ("from helper import Registrar", "Registrar.add(X)", "Registrar.add(X)"),
    (
        "import functools\nfrom helper import register",
        "r = functools.partial(register, X)\n@r()\nclass A: pass",
        "functools.partial(register, X)",
    ),
]


def real(monkeypatch: pytest.MonkeyPatch, source: str) -> Any:
    """Give ``X`` as Python has it after the module."""
    helper = ModuleType("helper")
    exec(HELPER, vars(helper))
    monkeypatch.setitem(sys.modules, "helper", helper)
    names: dict[str, Any] = {"__name__": "m"}
    exec(source, names)
    return names["X"]


@pytest.mark.parametrize(("imports", "use", "blamed"), USES)
def test_a_collection_that_a_function_of_another_module_changes_has_no_value(
    tree: Callable[..., SourceTree],
    monkeypatch: pytest.MonkeyPatch,
    imports: str,
    use: str,
    blamed: str,
) -> None:
    source = f"{imports}\nX = {{}}\n{use}\n"
    assert real(monkeypatch, source) != {}
    files = tree({"helper.py": HELPER, "m.py": source})
    value = evaluate(files, files.module("m.py"), "X")[0].value
    assert isinstance(value, Unevaluated)
    assert value.source == blamed
    assert value.reason.startswith(f"changed at {value.location} in a way that can't be replayed: ")
    assert value.reason.endswith("() does to it is not followed")


@pytest.mark.parametrize(
    "source",
    [
        "from helper import look\nX = {}\nlook(X)\n",
        "from helper import put\nX = {}\nput({}, X.get('a'))\n",
        "from helper import fill\nX = {}\nfill(dict(X))\n",
        "from helper import put\nX = {}\ndef later():\n    put(X, 'a')\n",
        "from helper import put\nX = {}\nput(X, 'a')\ndel X\nX = {}\n",
        "from helper import put\nX = {}\nput({}, 'X')\n",
    ],
)
def test_a_collection_that_no_function_of_another_module_changes_has_its_value(
    tree: Callable[..., SourceTree], monkeypatch: pytest.MonkeyPatch, source: str
) -> None:
    assert real(monkeypatch, source) == {}
    files = tree({"helper.py": HELPER, "m.py": source})
    value = evaluate(files, files.module("m.py"), "X")[0].value
    assert isinstance(value, Mapping)
    assert value.items == ()


def test_what_is_read_before_a_call_has_the_value_of_its_moment(
    tree: Callable[..., SourceTree],
) -> None:
    source = "from helper import put\nX = {'a': 1}\nN = len(X)\nput(X, 'b')\nM = len(X)\n"
    files = tree({"helper.py": HELPER, "m.py": source})
    before, after = (evaluate(files, files.module("m.py"), name)[0].value for name in "NM")
    assert getattr(before, "value", None) == 1
    assert isinstance(after, Unevaluated)
