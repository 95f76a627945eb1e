"""Defaults of environment registries, beside what the readers return when nothing is set."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from sphinxext_runtime_ref.source.environment import environment_default
from sphinxext_runtime_ref.source.symbols import evaluate
from sphinxext_runtime_ref.source.values import Literal, Mapping, Unevaluated

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.source.tree import SourceTree

HELPERS = """\
import os
from os import environ, getenv
DEFAULT = 7
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


@pytest.mark.parametrize(
    ("entry", "variables"),
    [
        ("lambda: int(os.getenv('A_PORT', '8000'))", ("A_PORT",)),
        ("lambda: os.environ.get('A_HOST', None)", ("A_HOST",)),
        ("lambda: os.getenv('A_HOST')", ("A_HOST",)),
        ("lambda: bool(int(os.getenv('A_DEBUG', '0')))", ("A_DEBUG",)),
        ("lambda: os.getenv('A_ON', 'True').lower() in ('1', 'true')", ("A_ON",)),
        ("lambda: getenv('A', 'x') == 'x' and environ.get('B', '1') != '1'", ("A", "B")),
        ("lambda: 'A' in os.environ", ("A",)),
        ("lambda: environ.get('A') or 'fallback'", ("A",)),
        ("lambda: float(os.getenv('A', str(DEFAULT / 2)))", ("A",)),
        ("lambda: max(1, int(os.getenv('A', '0')))", ("A",)),
        ("lambda: as_int(os.getenv('A'))", ("A",)),
        ("lambda: as_int(os.getenv('A', '12'))", ("A",)),
        ("lambda: None if (v := os.getenv('A')) is None else v.split(',')", ("A",)),
        ("lambda: [x for x in os.getenv('A', 'a,b').split(',') if x]", ("A",)),
        ("lambda: {'a': True}.get(os.getenv('A', 'a'), False)", ("A",)),
        ("lambda: flag('A', invert=True)", ("A",)),
        ("choices('A', 'auto', ['auto', 'on'])", ("A",)),
        ("port", ()),
        ("make('5')", ()),
        ("lambda: make('6')()", ()),
        ('lambda: f\'{os.getenv("A", "x")}-{DEFAULT}\'', ("A",)),
    ],
)
def test_the_default_is_what_the_reader_returns(
    tree: Callable[..., SourceTree],
    monkeypatch: pytest.MonkeyPatch,
    entry: str,
    variables: tuple[str, ...],
) -> None:
    source = f"{HELPERS}X = {{\n    'é': {entry},\n}}\n"
    for name in ("A", "B", "A_PORT", "A_HOST", "A_DEBUG", "A_ON", "MADE", "SERVER_PORT"):
        monkeypatch.delenv(name, raising=False)
    space: dict[str, Any] = {"os": os}
    exec(source, space)
    made = tree(source)
    module = made.module("m.py")
    value = evaluate(made, module, "X")[0].value
    assert isinstance(value, Mapping)
    found = environment_default(made, module, value.items[0][1])
    real = space["X"]["é"]()
    if isinstance(real, list):
        shown = [getattr(item, "value", None) for item in getattr(found.default, "items", ())]
        assert shown == real
    else:
        assert isinstance(found.default, Literal)
        assert found.default.value == real
        assert type(found.default.value) is type(real)
    assert found.variables == variables
    assert not found.required


@pytest.mark.parametrize(
    ("entry", "source", "required"),
    [
        ("lambda: os.environ['A']", "os.environ['A']", True),
        ("lambda: int(environ['A'])", "int(environ['A'])", True),
        (
            "lambda: os.getenv('A', socket.gethostname()) + 'x'",
            "os.getenv('A', socket.gethostname()) + 'x'",
            False,
        ),
        ("lambda: first('A')", "first('A')", False),
        ("lambda: again()", "again()", False),
        ("lambda: open('f').read() or 1", "open('f').read() or 1", False),
    ],
)
def test_what_depends_on_more_than_the_declaration_is_kept_as_source(
    tree: Callable[..., SourceTree], entry: str, source: str, *, required: bool
) -> None:
    made = tree(f"import socket\n{HELPERS}X = {{'a': {entry}}}\n")
    module = made.module("m.py")
    value = evaluate(made, module, "X")[0].value
    assert isinstance(value, Mapping)
    found = environment_default(made, module, value.items[0][1])
    assert isinstance(found.default, Unevaluated)
    assert found.default.source == source
    assert found.required is required
    assert found.default.location.path == "m.py"
