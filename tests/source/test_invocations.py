"""Calls and decorators as facts."""

# ruff: noqa: E501 - cases read best one a line

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.errors import MissingDeclarationError
from sphinxext_runtime_ref.source.invocations import find_calls, find_decorators
from sphinxext_runtime_ref.source.signatures import ParameterKind, parameters
from sphinxext_runtime_ref.source.values import Literal, Unevaluated

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.source.invocations import Invocation
    from sphinxext_runtime_ref.source.tree import SourceTree
    from sphinxext_runtime_ref.source.values import Value


def plain(value: Value | None) -> object:
    return value.value if isinstance(value, Literal) else getattr(value, "source", value)


def arguments(item: Invocation) -> list[tuple[str | None, object]]:
    return [(argument.keyword, plain(argument.value)) for argument in item.arguments]


FILES = {
    "factory.py": (
        "class Factory:\n    @classmethod\n    def register(cls, name: str, path='p', *, hot=False): ...\n"
        "    def method(self, x): ...\n"
        "def decorate(name, *, priority=0): ...\n"
    ),
    "m.py": (
        "from factory import Factory, Factory as F, decorate as deco\nimport factory\n"
        "Factory.register('a', 'pa')\n"
        "first = F.register('b', hot=True)\n"
        "for name, where in (('c', 'pc'), ('d', 'pd')):\n    factory.Factory.register(name, path=where)\n"
        "if FLAG:\n    Factory.register('e')\nelif 0:\n    Factory.register('never')\n"
        "def setup(registry, more):\n    registry.register('f', *more, **dict(hot=1))\n"
        "class C:\n    Factory.register('g')\n    x: int = Factory.register('h')\n"
        "other('z')\nlog(Factory.register('i'))\nfor n in unknown():\n    Factory.register(n)\n"
        "@deco('fa', priority=2)\nclass Flash:\n    '''Fast one.\n\n    Details.'''\n"
        "    @deco('inner')\n    def f(self): ...\n"
        "@factory.decorate\n@other\ndef bare(): ...\n"
    ),
}


def test_calls_are_found_wherever_they_are(tree: Callable[..., SourceTree]) -> None:
    made = tree(FILES)
    found = find_calls(made, made.module("m.py"), "Factory.register")
    assert [(arguments(item), item.location.line) for item in found] == [
        ([(None, "a"), (None, "pa")], 3),
        ([(None, "b"), ("hot", True)], 4),
        ([(None, "c"), ("path", "pc")], 6),
        ([(None, "d"), ("path", "pd")], 6),
        ([(None, "e")], 8),
        ([(None, "g")], 14),
        ([(None, "h")], 15),
        ([(None, "i")], 17),
        ([(None, "n")], 19),
    ]
    by_name = {str(arguments(item)[0][1]): item for item in found}
    assert by_name["b"].symbol == "first"
    assert by_name["h"].symbol == "x"
    assert by_name["g"].within == "C"
    assert by_name["e"].condition == "if FLAG"
    assert isinstance(by_name["n"].arguments[0].value, Unevaluated)
    assert [(p.name, p.kind, plain(p.default), p.annotation) for p in found[0].parameters] == [
        ("name", ParameterKind.ORDINARY, None, "str"),
        ("path", ParameterKind.ORDINARY, "p", ""),
        ("hot", ParameterKind.KEYWORD, False, ""),
    ]


PLACES = """\
from lib import deco
def reg(name, *rest): ...
try:
    reg('try')
except E:
    reg('except')
else:
    reg('else')
finally:
    reg('finally')
while x():
    reg('while')
else:
    reg('while else')
with a() as b, reg('with item'):
    reg('with')
match f():
    case 1:
        reg('one')
    case _ if reg('guard'):
        reg('any')
async def co():
    async with z: reg('async with')
    async for i in z: reg('async for')
    for i in z: reg(i)
    else: reg('for else')
for i, (j, k) in [(1, (2, 3)), (4, (1, 6))]:
    for n in range(j):
        reg(i, n, k)
    else:
        reg('inner else', i)
A = [reg('x') for y in z if reg('c')]
B: int = reg('annotated')
C, D = reg('unpacked'), 2
E = F = reg('to two')
reg(reg('inner'), key=reg('keyword'))
get()(1).reg('chained')
class K:
    field = reg('in class')
    class In:
        def m(self, a=reg('default')): reg('method')
if 0:
    reg('never')
elif 1:
    reg('always')
for q in ():
    reg('no turn')
@deco(reg('in a decorator'))
def g(): ...
del d[reg('deleted')]
reg(2, *a, b=1, **c)
G: int = wrap(reg('in a call'))
H = wrap(reg('in another'))
"""
FOUND = [
    ("4", "try", "try"), ("6", "except", "except E"), ("8", "else", "try"),
    ("10", "finally"), ("12", "while"), ("14", "while else"), ("15", "with item"),
    ("16", "with"), ("19", "one", "case 1"), ("20", "guard"),
    ("21", "any", "case _ if reg('guard')"), ("23", "async with", "co"),
    ("24", "async for", "co"), ("25", "i", "co"), ("26", "for else", "co"),
    ("29", "1 0 3"), ("29", "1 1 3"), ("29", "4 0 6"), ("31", "inner else 1"),
    ("31", "inner else 4"), ("32", "x"), ("32", "c"), ("33", "annotated", "B"),
    ("34", "unpacked"), ("35", "to two"), ("36", "reg('inner') key=reg('keyword')"),
    ("36", "inner"), ("36", "keyword"), ("37", "chained"), ("39", "in class", "field", "K"),
    ("41", "default", "K.In"), ("41", "method", "K.In.m"), ("45", "always"),
    ("48", "in a decorator"), ("50", "deleted"), ("51", "2 *=*a b=1 **=**c"),
    ("52", "in a call"), ("53", "in another"),
]  # fmt: skip


def test_calls_are_found_in_every_kind_of_statement(tree: Callable[..., SourceTree]) -> None:
    made = tree(PLACES)

    def told(item: Invocation) -> tuple[str, ...]:
        given = " ".join(
            (f"{argument.keyword}=" if argument.keyword else "") + str(plain(argument.value))
            for argument in item.arguments
        )
        more = filter(None, (item.condition, item.symbol, item.within))
        return str(item.location.line), given, *more

    assert list(map(told, find_calls(made, made.module("m.py"), "reg"))) == FOUND
    functions = [item.function for item in find_calls(made, made.module("m.py"), "reg")]
    assert functions.count("get()(1).reg") == 1
    assert functions.count("reg") == len(functions) - 1


def test_a_bare_name_matches_any_owner(tree: Callable[..., SourceTree]) -> None:
    made = tree(FILES)
    found = find_calls(made, made.module("m.py"), "register")
    inner = next(item for item in found if item.within == "setup")
    assert arguments(inner) == [(None, "f"), ("*", "*more"), ("hot", 1)]
    assert find_calls(made, made.module("m.py"), "nowhere") == ()


def test_decorators_are_found_with_what_they_decorate(tree: Callable[..., SourceTree]) -> None:
    made = tree(FILES)
    found = find_decorators(made, made.module("m.py"), "deco")
    assert [(item.symbol, item.doc, arguments(item)) for item in found] == [
        ("Flash", "Fast one.\n\nDetails.", [(None, "fa"), ("priority", 2)]),
        ("Flash.f", "", [(None, "inner")]),
        ("bare", "", []),
    ]
    assert [(p.name, plain(p.default)) for p in found[0].parameters] == [
        ("name", None), ("priority", 0),
    ]  # fmt: skip
    assert [item.symbol for item in find_decorators(made, made.module("m.py"), "other")] == ["bare"]


def test_signatures_of_functions_methods_and_classes(tree: Callable[..., SourceTree]) -> None:
    made = tree(
        {
            **FILES,
            "m.py": "from factory import Factory\nfrom dataclasses import dataclass\n"
            "def f(a, /, b=1, *args: int, c, **kw): ...\n"
            "@dataclass\nclass D:\n    x: int\n    y: str = 'q'\n"
            "class I:\n    def __init__(self, z=3): ...\n    @staticmethod\n    def s(w): ...\n",
        }
    )
    module = made.module("m.py")

    def names(dotted: str) -> list[str]:
        marks = {ParameterKind.POSITIONS: "*", ParameterKind.KEYWORDS: "**"}
        return [marks.get(p.kind, "") + p.name for p in parameters(made, module, dotted)]

    assert names("f") == ["a", "b", "*args", "c", "**kw"]
    assert names("D") == ["x", "y"]
    fields = [(p.annotation, plain(p.default), p.kind) for p in parameters(made, module, "D")]
    assert fields == [("int", None, ParameterKind.ORDINARY), ("str", "q", ParameterKind.ORDINARY)]
    assert names("I") == ["z"]
    assert names("I.s") == ["w"]
    assert names("Factory.method") == ["x"]
    assert names("Factory") == []
    with pytest.raises(MissingDeclarationError):
        names("g")
