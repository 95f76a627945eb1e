"""What dotted names lead to: attributes of modules, classes, enums, records, functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.source.symbols import evaluate
from sphinxext_runtime_ref.source.values import Call, Sequence, Symbol, Unevaluated

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.source.tree import SourceTree

PRELUDE = """\
import enum, ext, torch, typing, pydantic
from dataclasses import dataclass
from typing import Literal
class Base:
    shared = 1
    def method(self): ...
class Plain(Base):
    own = [2]
    class Inner: ...
class Outside(ext.Base): ...
class Model(pydantic.BaseModel):
    a: int = 1
class Generic(typing.Generic[int], object): ...
class Color(enum.Enum):
    RED = 'r'
    BLUE = 'b'
    CRIMSON = 'r'
    PLAIN = torch.float16
    def mix(self): ...
class Mixed(ext.Mixin, enum.Enum):
    A = 1
class NS:
    class Shade(enum.Enum):
        DARK = 1
        LIGHT = (2, 3)
@dataclass
class Point:
    x: int
    y: int = 0
def function(): ...
class Kind:
    def __init__(self, n): ...
A = Kind(1)
P = Point(1)
ALIAS = P
MEMBER = Color.RED
HALF = torch.float16
UNKNOWN = ext.value + 1
PICK = (torch.x,)[0]
MADE = (A,)[0]
POINT = (P,)[0]
"""


def item(tree: Callable[..., SourceTree], source: str) -> object:
    made = tree(f"{PRELUDE}X = [{source}]\n")
    value = evaluate(made, made.module("m.py"), "X")[0].value
    assert isinstance(value, Sequence)
    return value.items[0]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("Plain.own", "[2]"),
        ("Plain.shared", "1"),
        ("Plain.Inner.__name__", "'Inner'"),
        ("Plain.__name__", "'Plain'"),
        ("function.__name__", "'function'"),
        ("Plain.method.__name__", "'method'"),
        ("Color.CRIMSON.name", "'RED'"),
        ("Color.RED._name_", "'RED'"),
        ("Color.RED._value_", "'r'"),
        ("MEMBER.value", "'r'"),
        ("MEMBER.name", "'RED'"),
        ("NS.Shade.LIGHT.value", "(2, 3)"),
        ("Color('r')", "$Color.RED"),
        ("NS . Shade(1)", "$NS.Shade.DARK"),
        ("NS . Shade((2, 3))", "$NS.Shade.LIGHT"),
        ("NS . Shade['DARK']", "$NS.Shade.DARK"),
        ("Color['CRIMSON']", "$Color.CRIMSON"),
        ("Color('zzz')", "!Color('zzz')"),
        ("Color('r', 'b')", "!Color('r', 'b')"),
        ("Color(value='r')", "!Color(value='r')"),
        ("P.y", "0"),
        ("ALIAS.x", "1"),
        ("POINT.x", "1"),
        ("Kind[int]", "!Kind[int]"),
        ("torch.Tensor['b']", "!torch.Tensor['b']"),
        ("typing.optional[int]", "!typing.optional[int]"),
        ("Literal['a', 2]", "!Literal['a', 2]"),
    ],
)
def test_an_attribute_or_an_item_has_its_value(
    read: Callable[..., str], source: str, text: str
) -> None:
    assert read(f"{PRELUDE}X = [{source}]\n") == f"[{text}]"


@pytest.mark.parametrize(
    ("source", "identity"),
    [
        ("Outside.attr", "m.py:Outside.attr"),
        ("Model.model_fields", "m.py:Model.model_fields"),
        ("Plain.__doc__", "m.py:Plain.__doc__"),
        ("Color.__members__", "m.py:Color.__members__"),
        ("Color.mix", "m.py:Color.mix"),
        ("Color.CRIMSON", "m.py:Color.RED"),
        ("Color['CRIMSON']", "m.py:Color.RED"),
        ("Mixed.anything", "m.py:Mixed.anything"),
        ("Mixed.A", "m.py:Mixed.A"),
        ("NS.Shade(1)", "m.py:NS.Shade.DARK"),
        ("P.nope", "m.py:P.nope"),
        ("ALIAS.nope", "m.py:P.nope"),
        ("A.attr", "m.py:A.attr"),
        ("HALF.attr", "torch.float16.attr"),
        ("function.attr", "m.py:function.attr"),
        ("len.attr", "builtins.len.attr"),
        ("PICK.attr", "torch.x.attr"),
        ("PICK.value", "torch.x.value"),
        ("MADE.attr", "m.py:A.attr"),
        ("Plain.method", "m.py:Base.method"),
        ("Plain.Inner", "m.py:Plain.Inner"),
    ],
)
def test_what_has_no_value_of_its_own_is_a_name_with_an_identity(
    tree: Callable[..., SourceTree], source: str, identity: str
) -> None:
    found = item(tree, source)
    assert isinstance(found, Symbol)
    assert found.identity == identity


@pytest.mark.parametrize(
    "base",
    [
        *("object", "tuple", "str", "int", "float", "bytes", "dict", "type", "Exception"),
        *("abc.ABC", "typing.Generic", "typing.Protocol", "typing_extensions.Protocol"),
    ],
)
def test_all_attributes_of_a_class_are_known_below_bases_without_any(
    tree: Callable[..., SourceTree], base: str
) -> None:
    made = tree(f"import abc, typing, typing_extensions\nclass C({base}): ...\nX = C.nope\n")
    value = evaluate(made, made.module("m.py"), "X")[0].value
    assert isinstance(value, Unevaluated)
    assert value.reason == "class C has no attribute 'nope'"


def test_a_call_is_kept_with_its_function_and_arguments(tree: Callable[..., SourceTree]) -> None:
    found = item(tree, "torch . nn . Linear(HALF, *(1, 2), bias=True, **{'k': 'v'})")
    assert isinstance(found, Call)
    assert (found.function, found.identity) == ("torch.nn.Linear", "torch.nn.Linear")
    assert [
        (argument.keyword, getattr(argument.value, "value", None)) for argument in found.arguments
    ] == [(None, None), (None, 1), (None, 2), ("bias", True), ("k", "v")]
    nested = item(tree, "ext.make ( 1 ) ( 2 )")
    assert isinstance(nested, Call)
    assert nested.function == "ext.make ( 1 )"


@pytest.mark.parametrize(
    ("statement", "value"),
    [
        ("C.t['a'] = 5", "{'a': 5}"),
        ("C.t['a'], y = 5, 6", "?C.t"),
        ("y, (z, C.t['a']) = 5, (6, 7)", "?C.t"),
        ("C.t, y = 5, 6", "?C.t"),
    ],
)
def test_what_one_of_several_targets_gets_is_never_all_of_it(
    read: Callable[..., str], statement: str, value: str
) -> None:
    found = read(f"class C:\n    t = {{'a': 1}}\n{statement}\nX = C.t\n")
    assert found.removesuffix("['a']") == value


@pytest.mark.parametrize(
    ("source", "identities"),
    [
        ("Literal['a', Literal['b', 'a'], 'b']", ["a", "b"]),
        ("typing.Literal[1, 2]", [1, 2]),
    ],
)
def test_a_literal_type_holds_each_of_its_values_once(
    tree: Callable[..., SourceTree], source: str, identities: list[object]
) -> None:
    found = item(tree, source)
    assert isinstance(found, Call)
    assert [getattr(argument.value, "value", None) for argument in found.arguments] == identities
