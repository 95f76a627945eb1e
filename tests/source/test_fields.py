"""Fields of classes: which there are, their defaults, limits, descriptions and special forms."""

# ruff: noqa: E501 - cases read best one a line
from __future__ import annotations

import dataclasses
import sys
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.source.classes import class_facts
from sphinxext_runtime_ref.source.values import Literal

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.source.tree import SourceTree
    from sphinxext_runtime_ref.source.types.fields import ClassField

IMPORTS = """\
import attr, attrs, dataclasses, msgspec, my, pydantic, typing
from collections import namedtuple
from dataclasses import KW_ONLY, InitVar, dataclass, field
from typing import *
from typing import ClassVar as CV
from pydantic import *
from typing_extensions import Doc
def plain(): return []
"""


@pytest.fixture
def fields(tree: Callable[..., SourceTree]) -> Callable[[str], tuple[ClassField, ...]]:
    def read(text: str) -> tuple[ClassField, ...]:
        made = tree(IMPORTS + text)
        return class_facts(made, made.module("m.py"), "X").fields

    return read


DATACLASSES = [
    "@dataclass\nclass X:\n    a: int\n    _: KW_ONLY\n    b: int = 1\n    c: list = field(default_factory=plain, kw_only=False)\n",
    "@dataclass(kw_only=True)\nclass X:\n    a: int\n    b: int = field(default=1, kw_only=False)\n    c: int = field(kw_only=True)\n",
    "@dataclass(kw_only=False)\nclass X:\n    a: int\n    b: int = field(kw_only=True)\n    c: int = field(kw_only=True, default=3)\n",
    "@dataclass\nclass X:\n    a: CV[int] = 2\n    b: 'ClassVar[int]' = 3\n    c: ' typing.ClassVar[int]' = 4\n    d: typing.ClassVar = 5\n    e: typing.ClassVar[int] = 6\n    f: int = 7\n",
    "@dataclass\nclass X:\n    def a(self): ...\n    b = 7\n    c: int = 8\n    _d: int = 9\n    __e: int = 10\n    class F: ...\n",
    "@dataclass\nclass X:\n    a: int = field(init=False, default=3)\n    b: int = field(init=True, default=3)\n    c: int = dataclasses.field(init=False)\n",
    "@dataclass\nclass B:\n    a: int = 1\n    b: int = 2\n@dataclass\nclass X(B):\n    b: int = 3\n    c: int = 4\n",
    "class B:\n    a: int = 1\n@dataclass\nclass X(B):\n    b: int = 3\n",
    "@dataclass\nclass B:\n    a: str = 'x'\n    b: int = field(default=2)\n@dataclass\nclass X(B):\n    a: str\n    b: int\n",
    "@dataclass\nclass B:\n    a: list = field(default_factory=plain)\n@dataclass\nclass X(B):\n    a: list\n",
    "@dataclass\nclass A:\n    a: int = 1\n@dataclass\nclass B(A):\n    a: int = field(default_factory=int)\n@dataclass\nclass X(B):\n    a: int\n",
    "@dataclass\nclass A:\n    a: int = 1\n@dataclass\nclass B(A):\n    a: int\n@dataclass(kw_only=True)\nclass X(B):\n    a: int\n    b: int\n",
    "@dataclass(slots=True)\nclass B:\n    a: int = 1\n@dataclass\nclass X(B):\n    a: int\n",
    "class B:\n    a = 1\n    b: int = 2\n    c: int = field(default=3)\n@dataclass\nclass X(B):\n    a: int\n    b: int\n    c: int\n",
    "@dataclass\nclass B:\n    a: InitVar[int] = 1\n@dataclass\nclass X(B):\n    a: int\n",
    "@dataclass\nclass L:\n    a: int = 1\n@dataclass\nclass R:\n    a: int = 2\n@dataclass\nclass X(L, R):\n    a: int\n",
    "@dataclass\nclass B:\n    a: int = 1\n@dataclass\nclass X(B):\n    a: int\n    a = 3\n",
    "@dataclass\nclass B:\n    a: int = 1\n@dataclass\nclass X(B):\n    a: int = field(repr=False, kw_only=True)\n",
    "@dataclass(kw_only=True)\nclass B:\n    a: int = 1\n@dataclass\nclass X(B):\n    b: int\n",
    "@dataclass\nclass X:\n    a: list = field(default_factory=list)\n    b: int = field(default=2)\n    c: object = ()\n    d: object = None\n",
    "@dataclass\nclass X:\n    a: int = 1\n    b: int\n    c = 4\n    a: str = 'x'\n    b = 3\n    c: int = 5\n    c = 6\n",
    "@dataclass\nclass X:\n    a: int = 1\n    b: int = 2\n    a: str\n    d: int\n    d: CV[int]\n",
    "@dataclass\nclass X:\n    a: int = 1 if True else 2\n    if False:\n        b: int = 1\n    else:\n        c: int = 2\n",
]


@pytest.mark.parametrize("source", DATACLASSES)
def test_fields_of_a_dataclass_are_those_of_python(
    fields: Callable[[str], tuple[ClassField, ...]], source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "import dataclasses, typing\nfrom dataclasses import *\nfrom typing import *\nfrom typing import ClassVar as CV\ndef plain(): return []\n"
    module = ModuleType("made_up")
    monkeypatch.setitem(sys.modules, "made_up", module)
    exec(compile(text + source, "m.py", "exec", dont_inherit=True), vars(module))
    missing = dataclasses.MISSING
    real = [
        (f.name.removeprefix("_X"), bool(f.kw_only), f.init, f.default_factory is not missing,
         f.init and f.default is missing and f.default_factory is missing)
        for f in dataclasses.fields(module.X)
    ]  # fmt: skip
    assert [(f.name, f.keyword_only, f.init, f.factory, f.required) for f in fields(source)] == real
    values = [f.default for f in dataclasses.fields(module.X) if f.default is not missing]
    found = [f.default for f in fields(source) if f.default_source and not f.factory]
    shown = [value.value if isinstance(value, Literal) else () for value in found]
    assert shown == values


@pytest.mark.parametrize(
    ("declaration", "expected"),
    [
        # annotation, default, required, alias, constraints, doc
        ("int", ("int", "", True, "", (), "")),
        ("int = 5", ("int", "5", False, "", (), "")),
        ("int = ...", ("int", "", True, "", (), "")),
        ("int = Field(...)", ("int", "", True, "", (), "")),
        ("int = Field(5)", ("int", "5", False, "", (), "")),
        ("int = Field(default=5)", ("int", "5", False, "", (), "")),
        ("int = my.Field(default=5)", ("int", "5", False, "", (), "")),
        ("int = my.value(default=5)", ("int", "my.value(default=5)", False, "", (), "")),
        ("int = Field(default_factory=lambda: [1,\n  2])", ("int", "[1, 2]", False, "", (), "")),
        ("int = Field(default_factory=plain)", ("int", "plain()", False, "", (), "")),
        ("int = Field(2, default_factory=plain)", ("int", "2", False, "", (), "")),
        ("int = Field(gt=1, lt=plain(\n 1), max_length=3)", ("int", "", True, "", (("gt", "1"), ("lt", "plain( 1)"), ("max_length", "3")), "")),
        ("int = Field(alias='z', validation_alias='v')", ("int", "", True, "z", (), "")),
        ("int = Field(validation_alias='v')", ("int", "", True, "v", (), "")),
        ("int = field(default=1, metadata={'unit': 'ms', 'help': 'H.'})", ("int", "1", False, "", (), "H.")),
        ("int = field(default=1, metadata={'doc': 'D.'})", ("int", "1", False, "", (), "D.")),
        ("int = field(default=1, metadata={'description': 'D.'})", ("int", "1", False, "", (), "D.")),
        ("int = field(default=1, metadata=META)", ("int", "1", False, "", (), "")),
        ("int = Field(1, description='D.')", ("int", "1", False, "", (), "D.")),
        ("int = Field(1, description='D' + 'E')", ("int", "1", False, "", (), "DE")),
        ("int = Field(1, description=5)", ("int", "1", False, "", (), "")),
        ("int = field(default=1, doc='D.')", ("int", "1", False, "", (), "D.")),
        ("int = Field(5, description='Not this.')\n    '''This.'''", ("int", "5", False, "", (), "This.")),
        ("Annotated[int, Field(gt=2, default=4)]", ("int", "4", False, "", (("gt", "2"),), "")),
        ("Annotated[int, Field(description='D.')] = 5", ("int", "5", False, "", (), "D.")),
        ("Annotated[str, 'text', Doc('doc')] = 'x'", ("str", "'x'", False, "", (), "text")),
        ("Annotated[str, Doc('doc')] = 'x'", ("str", "'x'", False, "", (), "doc")),
        ("Annotated[str, typing_extensions.Doc('doc')]", ("str", "", True, "", (), "doc")),
        ("Annotated[str, Doc('doc', 1)]", ("str", "", True, "", (), "")),
        ("Annotated[str, Doc(documentation='doc')]", ("str", "", True, "", (), "")),
        ("Annotated[str, Other('doc')]", ("str", "", True, "", (), "")),
        ("Annotated[str, plain]", ("str", "", True, "", (), "")),
        ("Annotated[int]", ("Annotated[int]", "", True, "", (), "")),
        ("Annotated[()]", ("Annotated[()]", "", True, "", (), "")),
        ("Tuple[int, 'text'] = 1", ("Tuple[int, 'text']", "1", False, "", (), "")),
        ("'int  |\\n None' = None", ("int | None", "None", False, "", (), "")),
        ("(int |\n  str) = 1", ("int | str", "1", False, "", (), "")),
        ("''", ("", "", True, "", (), "")),
    ],
)  # fmt: skip
def test_a_field_of_a_model(
    fields: Callable[[str], tuple[ClassField, ...]], declaration: str, expected: object
) -> None:
    (found,) = fields(f"class X(BaseModel):\n    a: {declaration}\n")
    assert (
        found.annotation,
        found.default_source,
        found.required,
        found.alias,
        found.constraints,
        found.doc,
    ) == expected
    assert found.keyword_only


@pytest.mark.parametrize(
    "name",
    [
        *("default", "default_factory", "factory", "init", "kw_only", "repr", "compare", "hash"),
        *("description", "title", "alias", "validation_alias", "serialization_alias", "doc"),
        *("metadata", "exclude", "converter", "validator", "eq", "order", "type", "on_setattr"),
        *("json_schema_extra", "examples", "deprecated", "frozen", "validate_default"),
    ],
)
def test_what_is_said_of_a_field_is_no_limit_of_its_value(
    fields: Callable[[str], tuple[ClassField, ...]], name: str
) -> None:
    (found,) = fields(f"class X(BaseModel):\n    a: int = Field({name}=None, multiple_of=8)\n")
    assert found.constraints == (("multiple_of", "8"),)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("class X(TypedDict, total=False):\n    a: int\n    b: Required[int]\n    c: 'Required[int]'\n    d: NotRequired[int]\n", "a? b c d?"),
        ("class X(TypedDict, total=True):\n    a: int\n    b: NotRequired[int]\n    c: 'typing.NotRequired[int]'\n    d: Required[int]\n", "a b? c? d"),
        ("class X(TypedDict):\n    a: int\n", "a"),
        ("class X(BaseModel):\n    a: None = None\n", "a*?=None"),
        ("class X(NamedTuple):\n    a: int\n    b: int = 2\n    def c(self): ...\n", "a b?=2"),
        ("class X(msgspec.Struct, kw_only=True):\n    a: int\n    b: list = msgspec.field(default_factory=list)\n", "a* b*?=list()"),
        ("@attr.s(kw_only=True)\nclass X:\n    a = attr.ib(default=1)\n    b = attr.ib(factory=list)\n    c: int = attr.ib(converter=int)\n    d = 5\n    e = attrs.field()\n    f: int = 2\n", "a*?=1 b*?=list() c* e* f*?=2"),
        ("@attrs.define\nclass X:\n    _a: int\n    b: list = attr.Factory(list)\n    c: int = attrs.Factory(lambda: 3)\n    d: int = attrs.field(init=False)\n", "_a b?=list() c?=3 d?"),
        ("@attrs.define\nclass X:\n    a: int = attrs.field()\n    b: int = attrs.field()\n    c: int = attrs.Factory(lambda self: 1, takes_self=True)\n    @a.default\n    def _a(self):\n        '''Doc.'''\n        return 1 + 1\n    @b.default\n    def _b(self):\n        print()\n", "a?=1 + 1 b?=b.default c?=attrs.Factory(lambda self: 1, takes_self=True)"),
        ("@attrs.define\nclass X:\n    a: int = attrs.field()\n    _a = None\n    @a.default\n    def _a(self):\n        return 5\n", "a?=5"),
        ("@attrs.define\nclass X:\n    a = attr.ib(3)\n    b = plain()\n    c: int = attrs.field(kw_only=True)\n    d = attr.attrib(default=1)\n", "a?=3 c* d?=1"),
        ("class X(BaseModel):\n    a: int = 1\n    _b: int = 2\n    _c: int = PrivateAttr(1)\n    d = 3\n", "a*?=1"),
        ("class B:\n    a: int = 1\nclass X(B, BaseModel):\n    b: int\n", "a*?=1 b*"),
        ("class B(BaseModel):\n    a: int = 1\nclass X(B):\n    b: int\n", "a*?=1 b*"),
        ("class B:\n    a: int = 1\nclass X(B):\n    _b: int = field()\n    c = field()\n", "a?=1 _b"),
        ("@dataclass\nclass X:\n    a: InitVar[int] = 1\n    b: Final[int] = field(default_factory=dict)\n", "a?=1 b?=dict()"),
        ("@dataclass\nclass X:\n    a: int = field(init=flag, kw_only=flag)\n", "a"),
        ("@other(kw_only=True)\n@dataclass\nclass X:\n    a: int\n", "a*"),
        ("@dataclass(kw_only=1)\nclass X:\n    a: int\n", "a"),
        ("L = field(default=3)\nM = field()\nM = 4\n@dataclass\nclass X:\n    N = field(default=5)\n    a: int = L\n    b: int = M\n    c: int = N\n    d: int = L\n", "a?=3 b?=M c?=5 d?=3"),
        ("class B(NamedTuple):\n    a: int = 1\nclass X(B):\n    a: int\n    c: int\n", "a?=1"),
        ("class X(namedtuple('P', 'a b')):\n    a: int = 3\n    c: int\n", "a b"),
        ("class B:\n    a: int = 1\nclass X(B):\n    a: int\n", "a?=1"),
        ("@attrs.define\nclass B:\n    a: int = 1\n@attrs.define\nclass X(B):\n    a: int\n", "a"),
        ("class B(pydantic.BaseModel):\n    a: int = 1\nclass X(B):\n    a: int\n", "a*"),
        ("class B(msgspec.Struct):\n    a: int = 1\nclass X(B):\n    a: int\n", "a"),
    ],
)  # fmt: skip
def test_fields_of_each_kind_of_class(
    fields: Callable[[str], tuple[ClassField, ...]], source: str, expected: str
) -> None:
    assert (
        " ".join(
            f.name
            + "*" * f.keyword_only
            + "?" * (not f.required)
            + (f"={f.default_source}" if f.default_source else "")
            for f in fields(source)
        )
        == expected
    )
