"""Classes: fields, defaults, inheritance, references, methods; beside the real ones."""

# ruff: noqa: E501 - cases read best one a line

from __future__ import annotations

import dataclasses
import sys
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.errors import DeclarationError, MissingDeclarationError
from sphinxext_runtime_ref.source.classes import Wanted, class_facts
from sphinxext_runtime_ref.source.types.inheritance import ClassKind

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.source.classes import ClassFacts
    from sphinxext_runtime_ref.source.tree import SourceTree

DATACLASSES = """\
import dataclasses as dc
from dataclasses import dataclass, field, KW_ONLY, InitVar
from typing import ClassVar, Any
def plain(): return [3]
@dataclass
class Base:
    size: int = 4
    '''Pages.'''
    kind: ClassVar[str] = 'x'
    other: 'ClassVar[int]' = 0
    name: str = dc.field(default='n')
@dataclass
class Mixin:
    extra: 'dict[str, int]' = field(default_factory=dict)
class Between(Base):
    ignored: int = 1
@dataclass(kw_only=True)
class X(Between, Mixin):
    size: float = 0.50
    items: list[int] = field(default_factory=lambda: [1, 2])
    made: list[int] = field(default_factory=plain)
    hidden: int = field(default=0, init=False)
    once: InitVar[int] = 3
"""


def facts(tree: Callable[..., SourceTree], files: object, name: str = "X") -> ClassFacts:
    made = tree(files)
    return class_facts(made, made.module("m.py"), name)


def test_dataclass_fields_are_those_of_python(
    tree: Callable[..., SourceTree], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = facts(tree, DATACLASSES)
    module = ModuleType("made_up")
    monkeypatch.setitem(sys.modules, "made_up", module)
    exec(compile(DATACLASSES, "m.py", "exec", dont_inherit=True), vars(module))
    real = {item.name: item for item in dataclasses.fields(module.X)}
    assert [item.name for item in found.fields if item.name != "once"] == list(real)
    shape = [
        (f.name, f.annotation, f.default_source, f.required, f.factory, f.keyword_only, f.owner)
        for f in found.fields
    ]
    assert shape == [
        ("extra", "dict[str, int]", "dict()", False, True, False, "Mixin"),
        ("size", "float", "0.50", False, False, True, "X"),
        ("name", "str", "'n'", False, False, False, "Base"),
        ("items", "list[int]", "[1, 2]", False, True, True, "X"),
        ("made", "list[int]", "plain()", False, True, True, "X"),
        ("hidden", "int", "0", False, False, True, "X"),
        ("once", "InitVar[int]", "3", False, False, True, "X"),
    ]
    assert [item.init for item in found.fields if item.name == "hidden"] == [False]
    assert facts(tree, DATACLASSES, "Base").fields[0].doc == "Pages."
    assert found.kind is ClassKind.DATACLASS


@pytest.mark.parametrize(
    ("call", "text"),
    [
        ("Codec('a', ())", "Codec(name='a', aliases=(), size~1, tags~[])"),
        ("Codec(aliases=('b',), name='a', size=0x10)", "Codec(name='a', aliases=('b'), size=0x10, tags~[])"),
        ("Codec(*('a', ()), **{'size': 2})", "Codec(name='a', aliases=(), size=2, tags~[])"),
        ("Codec('a', (), bits=4)", "?Codec('a', (), bits=4)"),
        ("Codec('a')", "?Codec('a')"),
        ("Codec('a', (), name='b')", "?Codec('a', (), name='b')"),
        ("Codec(1, 2, 3, 4, 5)", "?Codec(1, 2, 3, 4, 5)"),
        ("Pair(1)", "Pair(a=1, b~'x')"),
        ("Model(a=1, b_alias='q')", "Model(a=1, b='q', c~3)"),
        ("Model(1)", "?Model(1)"),
        ("Made(1, two=3)", "Made(one=1, two=3)"),
        ("Own(1)", "!Own(1)"),
        ("Outside(1)", "!Outside(1)"),
        ("Plain(1)", "!Plain(1)"),
        ("Config(x=1)", "Config(x=1, y~2)"),
        ("Over(x=1)", "Over(x=1)"),
        ("Same(x=1)", "!Same(x=1)"),
        ("Outer . Inner(1)", "Outer.Inner(a=1)"),
    ],
)  # fmt: skip
def test_calls_of_classes_with_fields_are_records(
    read: Callable[..., str], call: str, text: str
) -> None:
    source = (
        "from dataclasses import dataclass, field\nfrom typing import NamedTuple, Annotated, dataclass_transform\n"
        "from pydantic import BaseModel, Field\nimport attrs, unknown\n"
        "@dataclass(frozen=True)\nclass Codec:\n    name: str\n    aliases: tuple\n    size: int = 1\n"
        "    tags: list = field(default_factory=list)\n"
        "class Pair(NamedTuple):\n    a: int\n    b: str = 'x'\n"
        "class Model(BaseModel):\n    a: int\n    b: str = Field(..., alias='b_alias')\n"
        "    c: Annotated[int, Field(gt=0)] = 3\n    _private: int = 1\n    model_config = {}\n"
        "@attrs.define\nclass Made:\n    one: int\n    two: int = attrs.field(default=2)\n"
        "@dataclass\nclass Own:\n    a: int\n    def __init__(self, a): ...\n"
        "@dataclass\nclass Outside(unknown.Base):\n    a: int = 1\n"
        "class Plain:\n    a: int = 1\n"
        "@dataclass_transform()\ndef config(cls): return cls\n"
        "@config\nclass Config:\n    x: int\n    y: int = 2\n"
        "over: object\n@dataclass_transform()\ndef over(cls): ...\ndef over(cls): return cls\n"
        "@over\nclass Over:\n    x: int\n"
        "def same(cls): return cls\n@same\nclass Same:\n    x: int = 1\n"
        "class Outer:\n    @dataclass\n    class Inner:\n        a: int\n"
    )
    assert read(f"{source}X = [{call}]\n") == f"[{text}]"


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        *(("@attr.s\nclass X: ...", "attrs"), ("@attrs.define\nclass X: ...", "attrs")),
        *(("@dataclasses.dataclass()\nclass X: ...", "dataclass"), ("class X(pydantic.RootModel[int]): ...", "pydantic")),
        *(("class X(pydantic.BaseSettings): ...", "pydantic"), ("class X(msgspec.Struct): ...", "msgspec")),
        *(("class X(typing.NamedTuple): ...", "NamedTuple"), ("class X(typing_extensions.TypedDict): ...", "TypedDict")),
        *(("class X(enum.IntFlag): ...", "enum"), ("class X(enum.ReprEnum): ...", "enum"), ("class X(enum.StrEnum): ...", "enum")),
        *(("class X: ...", "class"), ("class X(abc.ABC): ...", "class"), ("class X(msgspec.Other): ...", "class")),
        *(("class B(pydantic.BaseModel): ...\nclass X(B): ...", "pydantic"), ("@attr.s\nclass B: ...\nclass X(B): ...", "class")),
        *(("@other.dataclass\nclass X: ...", "dataclass"), ("@dataclass\nclass X: ...", "class")),
        *(("@other.thing\nclass X: ...", "class"), ("import dataclass\n@dataclass\nclass X: ...", "class")),
    ],
)  # fmt: skip
def test_what_makes_the_fields_of_a_class(
    tree: Callable[..., SourceTree], head: str, kind: str
) -> None:
    imports = "import abc, attr, attrs, dataclasses, enum, msgspec, other, pydantic, typing, typing_extensions\n"
    assert facts(tree, f"{imports}{head}\n").kind == kind


def test_typed_dicts_and_constraints(tree: Callable[..., SourceTree]) -> None:
    found = facts(
        tree,
        "from typing import TypedDict, NotRequired, Required, Annotated\n"
        "class Base(TypedDict, total=False):\n    a: int\n    b: Required[str]\n"
        "class X(Base):\n    c: NotRequired[int]  # third\n    d: int\n",
    )
    assert [(f.name, f.required) for f in found.fields] == [
        ("a", False), ("b", True), ("c", False), ("d", True),
    ]  # fmt: skip
    assert [f.doc for f in found.fields] == ["", "", "third", ""]
    found = facts(
        tree,
        "from typing import Annotated as A, Optional\nfrom pydantic import BaseModel, Field\n"
        "from typing_extensions import Doc\n"
        "class X(BaseModel):\n    n: int = Field(5, gt=0, le=10, description='How many.')\n"
        "    t: A[Optional[str], 'A text.'] = None\n    u: A[int, Field(lt=3), Doc('Deep.')] = 1\n",
    )
    assert [(f.annotation, f.default_source, f.doc) for f in found.fields] == [
        ("int", "5", "How many."),
        ("Optional[str]", "None", "A text."),
        ("int", "1", "Deep."),
    ]
    assert [f.constraints for f in found.fields] == [
        (("gt", "0"), ("le", "10")), (), (("lt", "3"),),
    ]  # fmt: skip


REFERENCES = {
    "conf/__init__.py": "from conf.inner import Inner as Shown\n",
    "conf/inner.py": "class Inner:\n    class Deep: ...\nclass Other: ...\nclass Box: ...\nEither = Inner | Other\n",
    "elsewhere.py": "import os\nfrom typing import (\n    Any,\n)\nclass Far: ...\n",
    "m.py": (
        "from __future__ import annotations\nfrom typing import *\nimport conf.inner as ci\n"
        "from conf import Shown\nfrom conf.inner import Either\nfrom elsewhere import Far\n"
        "Own = Shown | 'Later'\nTwice = make(Shown)\n"
        "from dataclasses import dataclass\n@dataclass\nclass X:\n{}class Later: ...\n"
    ),
}


@pytest.mark.parametrize(
    ("annotation", "names"),
    [
        ("Shown", ["Inner"]),
        ("Shown | None", ["Inner"]),
        ("Optional[ci.Other]", ["Other"]),
        ("'Later'", ["Later"]),
        ("'''Shown |\n  None'''", ["Inner"]),
        ("'Shown ('", []),
        ("'Shown; Shown'", []),
        ("Own", ["Inner", "Later"]),
        ("Twice", []),
        ("ci.Either", ["Inner", "Other"]),
        ("ci.Box[Shown]", ["Box", "Inner"]),
        ("Annotated[Shown, ci.Other]", ["Inner"]),
        ("list[dict[str, Shown]]", ["Inner"]),
        ("Either", ["Inner", "Other"]),
        ("ci.Inner.Deep", ["Inner.Deep"]),
        ("Callable[[Shown], None]", []),
        ("type[Shown]", []),
        ("Literal['Shown']", []),
        ("ClassVar[Shown]", None),
        ("Union[Far, 'Union[ci.Other, Shown]']", ["Far", "Other", "Inner"]),
        ("Gone | int", []),
        (" | ".join(["Shown"] * 300), ["Inner"]),
    ],
)
def test_annotations_refer_to_classes_below_the_root(
    tree: Callable[..., SourceTree], annotation: str, names: list[str] | None
) -> None:
    source = REFERENCES["m.py"].replace("{}", f"    f: {annotation} = None\n")
    made = tree({**REFERENCES, "m.py": source})
    found = class_facts(made, made.module("m.py"), "X").fields
    assert [[ref.name for ref in field.references] for field in found] == (
        [] if names is None else [names]
    )
    near = class_facts(made, made.module("m.py"), "X", Wanted(details=False, below="conf"))
    inside = [name for name in names or [] if name not in {"Far", "Later"}]
    assert [ref.name for field in near.fields for ref in field.references] == inside


def test_methods_bases_and_order(tree: Callable[..., SourceTree]) -> None:
    found = facts(
        tree,
        {
            "base.py": "import abc\nclass A(abc.ABC):\n    def one(self): ...\n    def two(self): ...\n"
            "class B(A):\n    def two(self): ...\nclass C(A):\n    def two(self): ...\n    def three(self): ...\n",
            "m.py": "from base import B, C\nimport ext\nclass X(B, C, ext.Thing[int]):\n    '''Doc.'''\n"
            "    def __post_init__(self): ...\n    @property\n    def value(self): ...\n",
        },
    )
    assert {name: (m.owner, str(m.location)) for name, m in found.methods.items()} == {
        "__post_init__": ("X", "m.py:5:5"),
        "value": ("X", "m.py:7:5"),
        "two": ("B", "base.py:6:5"),
        "three": ("C", "base.py:9:5"),
        "one": ("A", "base.py:3:5"),
    }
    assert found.bases == ("B", "C", "ext.Thing[int]")
    assert found.ancestors == ("B", "C", "A", "abc.ABC", "ext.Thing")
    assert (found.doc, found.kind) == ("Doc.", ClassKind.PLAIN)


def test_a_field_that_depends_on_a_branch_has_its_condition(
    tree: Callable[..., SourceTree],
) -> None:
    found = facts(
        tree,
        "from dataclasses import dataclass\ntry:\n    import fast\n    N = 1\nexcept ImportError:\n    N = 2\n"
        "@dataclass\nclass X:\n    a: int = N\n    b: int = 0\n    if flag:\n        c: int = 3\n",
    )
    assert [(f.name, f.default_source, f.condition) for f in found.fields] == [
        ("a", "N", "try"), ("a", "N", "except ImportError"), ("b", "0", ""), ("c", "3", "if flag"),
    ]  # fmt: skip


def test_a_field_that_all_branches_share_has_no_condition(tree: Callable[..., SourceTree]) -> None:
    found = facts(
        tree,
        "from dataclasses import dataclass\nif a:\n    N = 1\n    M = 1\nelse:\n    N = 1\n    M = 2\n"
        "@dataclass\nclass X:\n    b: int = N\n    c: int = M\n    d: int\n    if a:\n        def e(self): ...\n"
        "    def f(self): ...\n    g = f\n",
    )
    assert [(f.name, f.condition) for f in found.fields][:3] == [
        ("b", ""), ("c", "if a"), ("c", "if not a"),
    ]  # fmt: skip
    assert list(found.methods) == ["e", "f"]


def test_what_is_no_class_is_refused(tree: Callable[..., SourceTree]) -> None:
    with pytest.raises(DeclarationError, match=r"m\.py:1:1: 'X' is no class"):
        facts(tree, "X = 1\n")
    with pytest.raises(MissingDeclarationError, match="did you mean 'XY"):
        facts(tree, "class XY: ...\n")
    with pytest.raises(DeclarationError, match="circular definition"):
        facts(
            tree,
            {
                "m.py": "from n import Y\nclass X(Y): ...\n",
                "n.py": "from m import X\nclass Y(X): ...\n",
            },
        )
