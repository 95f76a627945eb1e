"""Classes that a call makes are read as the class statements that they stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from sphinxext_runtime_ref.source.classes import class_facts
from sphinxext_runtime_ref.source.symbols import evaluate
from sphinxext_runtime_ref.source.values import Call, Record, Unevaluated

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.source.tree import SourceTree

IMPORTS = """\
import collections, dataclasses, enum, typing
import enum as e
from collections import namedtuple
from dataclasses import field, make_dataclass
from enum import Enum as Kind
from typing import NamedTuple, TypedDict
"""


def made_by_python(source: str) -> Any:
    space: dict[str, Any] = {}
    exec(IMPORTS, space)
    return eval(source, space)


@pytest.mark.parametrize(
    "source",
    [
        "namedtuple('C', 'a b c')",
        "namedtuple('C', 'a, b')",
        "collections.namedtuple('C', ['a', 'b'], defaults=[2])",
        "namedtuple('C', ('a', 'b', 'c'), defaults=(None,) * 2)",
        "namedtuple('C', 'a', defaults=None)",
        "NamedTuple('C', [('a', int), ('b', str)])",
    ],
)
def test_a_named_tuple_has_its_fields(tree: Callable[..., SourceTree], source: str) -> None:
    made = tree(f"{IMPORTS}C = {source}\n")
    real = made_by_python(source)
    found = class_facts(made, made.module("m.py"), "C").fields
    assert [item.name for item in found] == [*real._fields]
    assert {f.name: f.default_source for f in found if not f.required} == {
        name: repr(value) for name, value in real._field_defaults.items()
    }


@pytest.mark.parametrize(
    "source",
    [
        "enum.Enum('C', 'A B C')",
        "e.IntEnum('C', 'A,B', start=5)",
        "Kind('C', ['A', 'B'])",
        "Kind('C', names=('A', 'B'))",
        "Kind('C', {'A': 'x', 'B': 0x10, 'D': 'x'})",
        "Kind('C', [('A', 1), ['B', (2, 3)]])",
        "enum.StrEnum('C', 'Aa Bb')",
        "enum.IntFlag('C', 'A B C')",
    ],
)
def test_an_enumeration_has_its_members(tree: Callable[..., SourceTree], source: str) -> None:
    made = tree(f"{IMPORTS}C = {source}\nX = [m.value for m in C]\n")
    real: Any = made_by_python(source)
    found = class_facts(made, made.module("m.py"), "C").members
    assert [item.name for item in found] == [*real.__members__]
    (values,) = evaluate(made, made.module("m.py"), "X")
    shown = [getattr(item, "value", None) for item in getattr(values.value, "items", ())]
    assert [value for value in shown if value] == [
        m.value for m in real if not isinstance(m.value, tuple)
    ]


def test_a_dataclass_has_its_fields(tree: Callable[..., SourceTree]) -> None:
    made = tree(
        f"{IMPORTS}C = make_dataclass('C', [('a', int), 'b', ('c', list, field("
        "default_factory=list))], kw_only=True)\nX = [C(a=1, b=2)]\n"
    )
    facts = class_facts(made, made.module("m.py"), "C")
    assert [(f.name, f.annotation, f.required, f.keyword_only) for f in facts.fields] == [
        ("a", "int", True, True),
        ("b", "", True, True),
        ("c", "list", False, True),
    ]


def test_a_typed_dictionary_has_its_keys_with_their_comments(
    tree: Callable[..., SourceTree],
) -> None:
    made = tree(f"{IMPORTS}C = TypedDict('C', {{\n  'a-b': int,  # A\n  # C\n  'c': 'str',\n}})\n")
    facts = class_facts(made, made.module("m.py"), "C")
    assert [(f.name, f.annotation, f.required, f.doc) for f in facts.fields] == [
        ("a-b", "int", True, "A"),
        ("c", "str", True, "C"),
    ]


@pytest.mark.parametrize(
    "classes",
    [
        "C = namedtuple('C', 'a b', defaults=[3])",
        "class C(namedtuple('B', 'a b', defaults=[3])):\n    def f(self): ...",
    ],
)
def test_calls_of_such_a_class_are_records(tree: Callable[..., SourceTree], classes: str) -> None:
    made = tree(f"{IMPORTS}{classes}\nX = C('x')\n")
    (found,) = evaluate(made, made.module("m.py"), "X")
    assert isinstance(found.value, Record)
    assert [(f.name, getattr(f.value, "value", None), f.given) for f in found.value.fields] == [
        ("a", "x", True),
        ("b", 3, False),
    ]


@pytest.mark.parametrize(
    "source",
    [
        *("namedtuple('C', NAMES)", "namedtuple('C', 'a', defaults=NAMES)", "namedtuple('C')"),
        *("namedtuple('C', 'a', defaults=[1, 2])", "namedtuple(*NAMES)", "Kind('C', **NAMES)"),
        *("Kind('C', [*NAMES])", "Kind('C', ['A', ('B', 2)])", "Kind('C', {'A': 1, **NAMES})"),
        *("Kind('C', 'A', start=NAMES)", "Kind('C', 'A', type=str)", "NamedTuple('C', NAMES)"),
        *("NamedTuple('C', [('a', int), NAMES])", "TypedDict('C', {**NAMES})", "own('C', 'a b')"),
        *("make_dataclass('C', ['a'], bases=NAMES)", "o.Enum('C', 'A B')", "enum('C', 'A')"),
        *("o.namedtuple('C', 'a b')", "collections.deque('a', 'b')"),
    ],
)
def test_what_is_not_written_out_stays_a_call(tree: Callable[..., SourceTree], source: str) -> None:
    made = tree(f"{IMPORTS}import o\nfrom . import o as own\nNAMES = o.NAMES\nC = {source}\n")
    (found,) = evaluate(made, made.module("m.py"), "C")
    assert isinstance(found.value, Call | Unevaluated)
