"""Enums, fields, constants and classes as rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.errors import DeclarationError

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.tables.model import Table

    Build = Callable[..., Table]
    Texts = Callable[..., list[list[str]]]

ENUM = """\
import enum

class Model(enum.Enum):
    '''What can be served.'''
    # -- Text --
    LLAMA = {"type": "llama", "name": "Llama", "multimodal": False}
    # -- Vision --
    LLAVA = {"type": "llava", "name": "Llava", "url": "https://example.org"}

class Kind(enum.Enum):
    A = ("a", 1)
    B = ("b", 2)
    C = A
"""


def test_enum_values_are_taken_apart(build: Build, texts: Texts) -> None:
    table = build(ENUM, "Model")
    assert [column.name for column in table.columns] == [
        "name",
        "type",
        "value.name",
        "multimodal",
        "url",
    ]
    assert [column.header for column in table.columns[:3]] == ["Name", "Type", "Value name"]
    assert [row.group for row in table.rows] == ["Text", "Vision"]
    assert texts(ENUM, "Kind", fields="code, level") == [
        ["A", "a", "1"],
        ["B", "b", "2"],
        ["C", "A", "A"],
    ]
    assert texts(ENUM, "Kind", columns="name, value") == [
        ["A", "a, 1"],
        ["B", "b, 2"],
        ["C", "A"],
    ]


def test_fields_of_every_kind_of_class(texts: Texts) -> None:
    text = """\
from dataclasses import dataclass, field
from typing import NamedTuple, NotRequired, TypedDict
import attrs
from pydantic import BaseModel, Field

class Point(NamedTuple):
    x: int
    y: int = 0

class Options(TypedDict):
    name: str
    size: NotRequired[int]

class Config(BaseModel):
    share: float = Field(default=0.9, gt=0, le=1, description="Part of it.")
    names: list[str] = Field(default_factory=list)

@attrs.define
class Thing:
    name: str = attrs.field(default="x")
"""
    columns = "name, type, default, required"
    assert texts(text, "Point", columns=columns) == [
        ["x", "int", "", "True"],
        ["y", "int", "0", "False"],
    ]
    assert [row[0::3] for row in texts(text, "Options", columns=columns)] == [
        ["name", "True"],
        ["size", "False"],
    ]
    assert texts(text, "Config") == [
        ["share", "float", "0.9", "False", "gt=0, le=1", "Part of it."],
        ["names", "list[str]", "list()", "False", "", ""],
    ]
    assert texts(text, "Thing", columns=columns) == [["name", "str", "x", "False"]]


def test_a_default_that_is_unknown_is_source_text(build: Build) -> None:
    text = """\
from dataclasses import dataclass, field
import os
@dataclass
class C:
    cores: int = os.cpu_count()
    made: object = field(default_factory=lambda: nope)
"""
    table = build(text, "C")
    assert [row.cells["default"].text for row in table.rows] == ["os.cpu_count()", "nope"]
    with pytest.raises(DeclarationError, match=r"m\.py:5:18: can't evaluate 'os\.cpu_count\(\)'"):
        build(text, "C", strict="")


def test_constants_of_a_class_and_of_a_module(texts: Texts) -> None:
    text = """\
KIB = 1 << 10
_HIDDEN = 1
lower = 2

class Limits:
    #: Tokens.
    MAX_TOKENS = 131_072
    _private = 1
    body = 64 * KIB
    MODE: str = "x"
    def method(self): ...
"""
    assert texts(text, "") == [["KIB", "1024"]]
    assert texts(text, "Limits") == [
        ["MAX_TOKENS", "131_072", "Tokens."],
        ["body", "65536", ""],
        ["MODE", "x", ""],
    ]


def test_arguments_of_constants_that_are_calls(texts: Texts) -> None:
    text = """\
class EnvField:
    def __init__(self, default, secret=False): ...
class EnvBool(EnvField): ...

class Envs:
    # ====================
    # Runtime
    # ====================
    # Log more.
    DEBUG = EnvBool(False)
    # ====================
    # Storage
    # ====================
    KEY = EnvField("", secret=True)
"""
    assert texts(text, "Envs", columns="name, default, secret, value, doc, group") == [
        ["DEBUG", "False", "", "EnvBool(False)", "Log more.", "Runtime"],
        ["KEY", "", "True", 'EnvField("", secret=True)', "", "Storage"],
    ]


def test_a_plain_class_with_annotations_only_has_fields(texts: Texts) -> None:
    text = "class Config:\n    size: int = 4\n    name: str\n"
    assert [row[0] for row in texts(text, "Config")] == ["size", "name"]


def test_a_constant_that_is_declared_twice_is_not_hidden(build: Build) -> None:
    text = "class C:\n    A = 1\n    A = 2\n    B = 3\n"
    table = build(text, "C")
    assert [row.cells["value"].kind.value for row in table.rows] == ["unevaluated", "literal"]
    with pytest.raises(DeclarationError, match=r"declared twice, at m\.py:2:5 and at m\.py:3:5"):
        build(text, "C", strict="")


PARSERS = {
    "parsers/__init__.py": "",
    "parsers/base.py": "class Parser:\n    '''Base of all.'''\n    streaming = False\n",
    "parsers/json.py": (
        "from parsers.base import Parser\n"
        "class JsonParser(Parser):\n    '''Reads JSON.\n\n    More.'''\n    streaming = True\n"
        "class _Hidden(Parser): ...\nclass Helper: ...\n"
    ),
    "parsers/xml.py": (
        "from .json import JsonParser\nclass XmlParser(JsonParser):\n    '''Reads XML.'''\n"
    ),
}


def test_classes_of_many_files(texts: Texts, build: Build) -> None:
    assert texts(PARSERS, "parsers/*.py:Parser", shape="classes", columns="name, bases, doc") == [
        ["JsonParser", "Parser", "Reads JSON."],
        ["XmlParser", "JsonParser", "Reads XML."],
    ]
    table = build(PARSERS, "parsers/*.py", shape="classes", columns="name, streaming, source")
    assert [
        [row.cells[c.name].text for c in table.columns if c.name in row.cells] for row in table.rows
    ] == [
        ["Parser", "False", "parsers/base.py:1"],
        ["JsonParser", "True", "parsers/json.py:2"],
        ["Helper", "parsers/json.py:8"],
        ["XmlParser", "parsers/xml.py:2"],
    ]


@pytest.mark.parametrize(
    ("symbol", "options", "message"),
    [
        ("Kind", {"shape": "fields"}, "Kind has no fields; expected a dataclass"),
        ("Model", {"shape": "constants"}, None),
        ("Empty", {}, "Empty assigns no constants"),
        ("Empty", {"shape": "enum"}, "Empty has no enum members"),
        (
            "X",
            {"shape": "enum"},
            "option 'shape': 'X' is no class, which 'enum' reads; without the",
        ),
        ("Nope", {"shape": "classes"}, "m.py: there are no classes derived from Nope"),
    ],
)
def test_a_class_without_rows_is_an_error(
    build: Build, symbol: str, options: dict[str, str], message: str | None
) -> None:
    text = ENUM + "class Empty: ...\nX = 1\n"
    if message is None:
        assert len(build(text, symbol, **options).rows) == 2
        return
    with pytest.raises(DeclarationError, match=message):
        build(text, symbol, **options)


def test_an_alias_of_annotated_shows_the_type_and_its_text(build: Build) -> None:
    files = {
        "args/utils.py": "from typing import Annotated\nA = Annotated\nclass Arg: ...\n",
        "m.py": (
            "from __future__ import annotations\nfrom args.utils import A, Arg\n"
            "from dataclasses import dataclass\nLIMIT = 3\nHELP = 'By name.'\n"
            "@dataclass\nclass C:\n"
            "    host: A[str, 'The host.'] = ''\n"
            "    port: A[int, f'Below {LIMIT}.'] = 1\n"
            "    rank: A[int | None, Arg(help='The ' + 'rank.')] = None\n"
            "    tags: A[list[str], HELP] = None\n"
            "    other: dict[str, 'int'] = None\n"
        ),
    }
    table = build(files, "m.py:C", columns="name, type, doc")
    assert [(row.id, row.cells["type"].text) for row in table.rows] == [
        ("host", "str"),
        ("port", "int"),
        ("rank", "int | None"),
        ("tags", "list[str]"),
        ("other", "dict[str, 'int']"),
    ]
    assert [row.cells["doc"].text for row in table.rows] == [
        "The host.",
        "Below 3.",
        "The rank.",
        "By name.",
        "",
    ]


def test_constants_that_are_added_to_a_class_from_outside(texts: Texts) -> None:
    text = "class C:\n    A = 1\n    B = 2\nC.Z = 3\nC.B = 4\n"
    assert texts(text, "C", shape="constants") == [["A", "1"], ["B", "4"], ["Z", "3"]]


def test_attributes_of_classes_are_shown_where_asked_for_by_name(texts: Texts) -> None:
    text = "class B: ...\nclass X(B):\n    _path = 'x'\n    name_ = 1\n"
    assert texts(text, "B", shape="classes", columns="name, _path") == [["X", "x"]]
    with pytest.raises(DeclarationError, match="there are name, bases, name_, module"):
        texts(text, "B", shape="classes", columns="name, missing, name_")


@pytest.mark.parametrize(
    ("files", "path", "module"),
    [
        (["src/heron/__init__.py"], "src/heron/plugins/tools.py", "heron.plugins.tools"),
        (["lib/heron/__init__.py"], "lib/heron/tools.py", "heron.tools"),
        (["lib/heron/__init__.py"], "lib/heron/__init__.py", "heron"),
        ([], "src/heron/tools.py", "heron.tools"),
        ([], "tools/run.py", "tools.run"),
        (["src/__init__.py"], "src/run.py", "src.run"),
        ([], "run.py", "run"),
    ],
)
def test_the_module_of_a_class_is_called_as_one_imports_it(
    texts: Texts, files: list[str], path: str, module: str
) -> None:
    laid = {**dict.fromkeys(files, ""), path: "class Tool: ...\n"}
    found = texts(
        laid,
        f"{path.rpartition('/')[0] or '.'}/*.py".removeprefix("./"),
        shape="classes",
        columns="module",
    )
    assert found == [[module]]
    owners = texts(laid, f"{path}:Tool", table="config-owner-table", columns="type")
    assert owners == [[f"{module}.Tool"]]
    named = {**laid, path: "NAMES = {'own': __name__}\n"}
    assert texts(named, f"{path}:NAMES") == [["own", module]]


def test_a_field_that_is_annotated_anew_keeps_its_default(texts: Texts) -> None:
    text = """\
from dataclasses import dataclass, field

@dataclass
class Base:
    a: int = field(default=4)
    b: str = "y"

@dataclass
class Over(Base):
    b: str
    a: float

X = (Over(), Over(1.5))
"""
    assert texts(text, "Over", columns="name, type, default, required, owner") == [
        ["a", "float", "4", "False", "Over"],
        ["b", "str", "y", "False", "Over"],
    ]
    assert texts(text, "X", columns="a, b") == [["4", "y"], ["1.5", "y"]]
