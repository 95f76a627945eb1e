"""Defaults of environment registries, beside what the readers return when nothing is set."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from sphinxext_runtime_ref.source.environment import environment_defaults
from sphinxext_runtime_ref.source.symbols import evaluate
from sphinxext_runtime_ref.source.values import Literal, Mapping, Sequence, Unevaluated

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.source.environment import EnvironmentDefault
    from sphinxext_runtime_ref.source.tree import SourceTree
    from sphinxext_runtime_ref.source.values import Value

HELPERS = """\
import os
from os import environ, getenv
DEFAULT = 7
PARTS = ['a']
ALL = [PARTS]
PARTS.append('b')
def as_int(value):
    '''Doc.'''
    if value is None:
        return None
    return int(value)
def flag(name, default='0', *, invert=False):
    value = os.getenv(name, default).strip().lower()
    result = value in ('1', 'true', 'yes')
    return not result if invert else result
def choices(name, default, allowed, case_sensitive=True):
    def read():
        value = os.getenv(name)
        if value is None:
            return default
        if value not in allowed:
            raise ValueError(f'Invalid {name}')
        return value
    return read
def first(*names): return None
def port():
    if 'SERVER_PORT' in os.environ:
        return int(os.environ['SERVER_PORT'])
    total = 8000
    for step in (1, 2):
        total += step
    return total
def make(default): return lambda: int(os.getenv('MADE', default))
def again(): return again()
"""


def read_entry(tree: Callable[..., SourceTree], source: str) -> EnvironmentDefault:
    made = tree(source)
    value = evaluate(made, made.module("m.py"), "X")[0].value
    assert isinstance(value, Mapping)
    return environment_defaults(made, made.module("m.py"), value.items[0][1])[0]


@pytest.mark.parametrize(
    "entry",
    [
        "lambda: int(os.getenv('A_PORT', '8000'))",
        "lambda: os.environ.get('A_HOST', None)",
        "lambda: os.getenv('A_HOST')",
        "lambda: bool(int(os.getenv('A_DEBUG', '0')))",
        "lambda: os.getenv('A_ON', 'True').lower() in ('1', 'true')",
        "lambda: getenv('A', 'x') == 'x' and environ.get('B', '1') != '1'",
        "lambda: 'A' in os.environ",
        "lambda: environ.get('A') or 'fallback'",
        "lambda: float(os.getenv('A', str(DEFAULT / 2)))",
        "lambda: max(1, int(os.getenv('A', '0')))",
        "lambda: as_int(os.getenv('A'))",
        "lambda: as_int(os.getenv('A', '12'))",
        "lambda: None if (v := os.getenv('A')) is None else v.split(',')",
        "lambda: [x for x in os.getenv('A', 'a,b').split(',') if x]",
        "lambda: {'a': True}.get(os.getenv('A', 'a'), False)",
        "lambda: flag('A', invert=True)",
        "choices('A', 'auto', ['auto', 'on'])",
        "port",
        "make('5')",
        "lambda: make('6')()",
        'lambda: f\'{os.getenv("A", "x")}-{DEFAULT}\'',
        "lambda: os.getenv('A', ''.join(ALL[0]))",
    ],
)
def test_the_default_is_what_the_reader_returns(
    tree: Callable[..., SourceTree],
    monkeypatch: pytest.MonkeyPatch,
    entry: str,
) -> None:
    source = f"{HELPERS}X = {{\n    'é': {entry},\n}}\n"
    for name in ("A", "B", "A_PORT", "A_HOST", "A_DEBUG", "A_ON", "MADE", "SERVER_PORT"):
        monkeypatch.delenv(name, raising=False)
    space: dict[str, Any] = {"os": os}
    exec(source, space)
    found = read_entry(tree, source)
    real = space["X"]["é"]()
    if isinstance(real, list):
        shown = [getattr(item, "value", None) for item in getattr(found.default, "items", ())]
        assert shown == real
    else:
        assert isinstance(found.default, Literal)
        assert found.default.value == real
        assert type(found.default.value) is type(real)


@pytest.mark.parametrize(
    ("entry", "source"),
    [
        ("lambda: os.environ['A']", "os.environ['A']"),
        ("lambda: int(environ['A'])", "int(environ['A'])"),
        (
            "lambda: os.getenv('A', socket.gethostname()) + 'x'",
            "os.getenv('A', socket.gethostname()) + 'x'",
        ),
        ("lambda: again()", "again()"),
        ("lambda: open('f').read() or 1", "open('f').read() or 1"),
    ],
)
def test_what_depends_on_more_than_the_declaration_is_kept_as_source(
    tree: Callable[..., SourceTree], entry: str, source: str
) -> None:
    found = read_entry(tree, f"import socket\n{HELPERS}X = {{'a': {entry}}}\n")
    assert isinstance(found.default, Unevaluated)
    assert found.default.source == source
    assert found.default.location.path == "m.py"


FUNCTIONS = """\
import os, sys
from os import environ, getenv
def g(): return g2()
def g2(): return g()
def h(a=1): return a
def r(): return r()
k = {'A': 5}
def h2(n):
    def read():
        return os.getenv(n, n + '!')
    return read
def n(): return 'Z'
"""


@pytest.mark.parametrize(
    ("entry", "default", "place"),
    [
        ("lambda: os.getenv('A', os.getenv('B', 'c'))", "'c'", "13:49"),
        ("lambda: os.getenv('A') or os.getenv('A', 1)", "1", "13:52"),
        ("lambda: os.getenv(key='A', default=3)", "3", "13:46"),
        ("lambda: os.getenv('lower', 1)", "1", "13:38"),
        ("lambda: os.getenv('A B', 1)", "1", "13:36"),
        ("lambda: f'A'", "'A'", "13:19"),
        ("lambda: os.environ['A'] if 'A' in os.environ else 5", "5", "13:61"),
        ("lambda: 'A' not in os.environ", "True", "13:19"),
        ("lambda: [len(os.environ), dict(os.environ), os.environ]", "[0, {}, {}]", "13:19"),
        ("(\n   lambda: \n   os.getenv('A', 3))", "3", "15:19"),
        ("'é' and (lambda: environ.get('A', 'é'))", "'é'", "13:45"),
        ("5", "5", "13:11"),
        ("h", "1", "5:9"),
        ("lambda: h()", "1", "5:9"),
        ("lambda: h(2)", "2", "13:21"),
        ("lambda: h(2) + h(3)", "5", "13:19"),
        ("lambda x=4: x", "4", "13:20"),
        ("lambda: k['A']", "5", "7:11"),
        ("os.getenv('A', 'now')", "'now'", "13:26"),
        ("int(os.getenv('A', '4'))", "4", "13:11"),
        ("h2('Q')", "'Q!'", "10:29"),
        ("lambda: h2('Q')()", "'Q!'", "10:29"),
        ("lambda: (lambda: 7)()", "!(lambda: 7)()", "13:19"),
        ("lambda: [n for n in ('A', 'B') if n in os.environ]", "[]", "13:19"),
        ("lambda: missing('A')", "!missing('A')", "13:19"),
        ("lambda: environ.copy()", "!environ.copy()", "13:19"),
    ],
)  # fmt: skip
def test_default_and_place_of_an_entry(
    tree: Callable[..., SourceTree],
    text_of: Callable[[Value], str],
    *,
    entry: str,
    default: str,
    place: str,
) -> None:
    found = read_entry(tree, f"{FUNCTIONS}X = {{'é': {entry}}}\n")
    assert text_of(found.default) == default
    assert str(found.default.location) == f"m.py:{place}"


@pytest.mark.parametrize(
    ("entry", "source", "reason"),
    [
        ("lambda: os.getenv()", "os.getenv()", "missing argument 'key'"),
        ("lambda: g()", "g()", "a function that calls itself has no static value"),
        ("r", "r", "a function that calls itself has no static value"),
        ("lambda: g(1)", "g(1)", "the function is given too many arguments"),
        ("lambda x: x", "x", "the function is not given x"),
        ("os.environ['A']", "os.environ['A']", "the variable must be set"),
        ("lambda: os.environ[n()]", "os.environ[n()]", "the variable must be set"),
        ("lambda: environ['A'] + 1", "environ['A'] + 1", "the variable must be set"),
        ("undefined", "undefined", "'undefined' is not defined"),
    ],
)
def test_why_an_entry_has_no_default(
    tree: Callable[..., SourceTree], entry: str, source: str, reason: str
) -> None:
    found = read_entry(tree, f"{FUNCTIONS}X = {{'a': {entry}}}\n")
    assert isinstance(found.default, Unevaluated)
    assert (found.default.source, found.default.reason) == (source, reason)


def test_a_reader_of_another_file_is_kept_as_it_is(tree: Callable[..., SourceTree]) -> None:
    made = tree({"n.py": "def f(): ...\nE = f(1)\n", "m.py": "from n import E\nX = [E]\n"})
    value = evaluate(made, made.module("m.py"), "X")[0].value
    assert isinstance(value, Sequence)
    found = environment_defaults(made, made.module("n.py"), value.items[0])[0]
    assert found.default == value.items[0]


SETTING_LATER = """\
import os
CACHE = os.path.join("~", "cache")
def set_default(name, make):
    def read():
        value = os.getenv(name)
        if value is None:
            os.environ[name] = value = make()
        return value
    return read
X = {
    "A": lambda: os.getenv("A", "a"),
    "B": set_default("B", lambda: "b"),
    "C": lambda: os.path.join(os.getenv("C", CACHE), "c"),
}
"""


def test_a_reader_that_sets_its_variable_leaves_the_registry_as_it_is(
    tree: Callable[..., SourceTree],
) -> None:
    made = tree(SETTING_LATER)
    value = evaluate(made, made.module("m.py"), "X")[0].value
    assert isinstance(value, Mapping)
    assert [key.value for key, _ in value.items if isinstance(key, Literal)] == ["A", "B", "C"]
