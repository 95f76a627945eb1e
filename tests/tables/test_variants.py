"""Rows of what undecided branches declare: each once, with the shortest condition."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.errors import DeclarationError

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.tables.model import Table

    Build = Callable[..., Table]
    Texts = Callable[..., list[list[str]]]

METHODS = """\
from platforms import is_cpu, is_npu, is_xpu, Awq, AwqXpu, Fp8, Gptq, GptqCpu, GptqNpu, GptqXpu
METHODS = {
    "awq": Awq,
    "fp8": Fp8,
}
if is_cpu() or is_npu():
    METHODS["gptq"] = Gptq
if is_npu():
    # The kernels of Ascend.
    METHODS.update({"gptq": GptqNpu})
if is_cpu():
    METHODS.update({"gptq": GptqCpu})
if is_xpu():
    METHODS.update({"gptq": GptqXpu, "awq": AwqXpu})
"""


def test_independent_updates_give_each_row_once(texts: Texts) -> None:
    columns = "key, value, condition, doc, source"
    assert texts(METHODS, "METHODS", columns=columns) == [
        ["awq", "AwqXpu", "if is_xpu()", "", "m.py:14"],
        ["awq", "Awq", "if not is_xpu()", "", "m.py:3"],
        ["fp8", "Fp8", "", "", "m.py:4"],
        ["gptq", "GptqXpu", "if is_xpu()", "", "m.py:14"],
        ["gptq", "GptqCpu", "if is_cpu(), if not is_xpu()", "", "m.py:12"],
        [
            *("gptq", "GptqNpu", "if is_npu(), if not is_cpu(), if not is_xpu()"),
            *("The kernels of Ascend.", "m.py:10"),
        ],
    ]


def test_a_replaced_entry_stands_where_its_value_is(texts: Texts) -> None:
    text = 'T = {"a": 1, ("b", 0x2): 2}\n# Now three.\nT["a"] = 3\nT |= {\n    ("b", 2): 4,\n}\n'
    assert texts(text, "T", columns="key, key[1], value, doc, source") == [
        ["a", "", "3", "Now three.", "m.py:3"],
        ["", "0x2", "4", "", "m.py:5"],
    ]


CLASSES = """\
import dataclasses, enum
from flags import FAST

class E(enum.Enum):
    A = 1
    if FAST:
        B = 2
    else:
        C = 3

@dataclasses.dataclass
class D:
    a: int = 1
    if FAST:
        b: int = 2

class Base: ...

class One(Base):
    if FAST:
        label = "fast"
        only = 1
    else:
        label = "slow"
"""


def test_members_and_fields_of_all_branches_are_there(texts: Texts) -> None:
    assert texts(CLASSES, "E") == [
        *(["A", "1", ""], ["B", "2", "if FAST"], ["C", "3", "if not FAST"]),
    ]
    assert texts(CLASSES, "D", columns="name, default, condition") == [
        *(["a", "1", ""], ["b", "2", "if FAST"]),
    ]


def test_an_attribute_of_several_branches_has_all_its_values(texts: Texts) -> None:
    assert texts(CLASSES, "Base", shape="classes", columns="symbol, label, only") == [
        ["One", "fast (if FAST); slow (if not FAST)", "1 (if FAST)"],
    ]


def test_a_constant_of_several_branches_leads_to_each(texts: Texts) -> None:
    text = "from flags import FAST\nif FAST:\n    N = 1\nelse:\n    # Slow.\n    N = 2\n"
    assert texts({"m.py": text}, "m.py", columns="name, value, doc, source, condition") == [
        ["N", "1", "", "m.py:3", "if FAST"],
        ["N", "2", "Slow.", "m.py:6", "if not FAST"],
    ]


def test_a_default_of_a_variable_is_that_of_each_branch(texts: Texts) -> None:
    text = """\
import os
from flags import FAST
PORT = 1 if FAST else 2
if FAST:
    N = 8
else:
    N = 9
variables = {
    "HOST": lambda: os.getenv("HOST", "h"),
    "SIZE": lambda: int(os.getenv("SIZE", N)),
}
if FAST:
    variables["MORE"] = lambda: os.getenv("MORE", "m")
"""
    assert texts(text, "variables") == [
        ["HOST", "h", ""],
        ["SIZE", "8", "if FAST"],
        ["SIZE", "9", "if not FAST"],
        ["MORE", "m", "if FAST"],
    ]


def test_a_call_agrees_with_the_branch_around_it(texts: Texts) -> None:
    text = """\
from flags import FAST, register
if FAST:
    N = 1
else:
    N = 2
if FAST:
    register("a", N)
register("b", N)
register("c", x if FAST else N)
for _ in range(2):
    register("d")
"""
    assert texts(text, "register", shape="calls", columns="arg[0], arg[1], condition") == [
        ["a", "1", "if FAST"],
        ["b", "1", "if FAST"],
        ["b", "2", "if not FAST"],
        ["c", "x if FAST else N", ""],
        ["d", "", ""],
        ["d", "", ""],
    ]


def test_an_alias_of_a_member_with_fields_says_what_it_is(build: Build) -> None:
    text = """\
import dataclasses, enum
@dataclasses.dataclass
class Weights:
    url: str
    size: int
class W(enum.Enum):
    V1 = Weights("a", 1)
    V2 = Weights("b", 2)
    DEFAULT = V2
"""
    table = build(text, "W")
    assert [column.name for column in table.columns] == ["name", "url", "size"]
    shown = [[row.cells[name].text for name in ("name", "url", "size")] for row in table.rows]
    assert shown == [["V1", "a", "1"], ["V2", "b", "2"], ["DEFAULT", "V2", "V2"]]
    assert [table.rows[2].is_shared(name) for name in ("name", "url")] == [False, True]


@pytest.mark.parametrize("shape", ["fields", "enum", "mapping", "constants"])
def test_a_glob_is_refused_where_one_file_is_read(texts: Texts, shape: str) -> None:
    with pytest.raises(DeclarationError, match="only the shapes 'calls', 'decorators' and 'class"):
        texts({"a/m.py": "X = 1\n"}, "a/*.py:X", shape=shape)


def test_what_has_no_value_is_shown_as_written(texts: Texts) -> None:
    text = 'import os\nA = os.getenv("A") in {"1"}\nB = os.getenv("B")\nB.sort()\n'
    assert texts(text, "A") == [['os.getenv("A") in {"1"}']]


def test_classes_of_all_branches_are_there(build: Build, texts: Texts) -> None:
    text = """\
from flags import FAST, wrapped
class Base: ...
if FAST:
    class A(Base):
        n = 1
else:
    class A(Base):
        n = 2
if FAST:
    class B(Base): ...
if __name__ == "__main__":
    class Tried(Base): ...
class C(Base): ...
C = wrapped(C)
Later = type["Later"]
class Later(Base): ...
"""
    options = {"shape": "classes", "columns": "name, n, source, condition"}
    assert texts(text, "Base", **options) == [
        ["A", "1 (if FAST); 2 (if not FAST)", "m.py:4", "if FAST"],
        ["A", "1 (if FAST); 2 (if not FAST)", "m.py:7", "if not FAST"],
        ["B", "", "m.py:10", "if FAST"],
        ["Later", "", "m.py:16", ""],
    ]
    assert [str(item) for item in build(text, "Base", **options).diagnostics] == [
        "m.py:14:1: 'C' is no class in the end, and has no row: another value is bound to the name",
    ]


def test_a_constant_that_is_another_leads_to_itself(texts: Texts) -> None:
    text = """\
from flags import FAST
# Of the first.
A = 5
B = A
# Of the third.
C = B
class K:
    X = A
    Y = X
    Z = A
    A = None
K.Z = C
if FAST:
    D = A
else:
    D = 6
"""
    columns = "name, value, doc, source"
    assert texts({"m.py": text}, "m.py", columns=columns) == [
        ["A", "5", "Of the first.", "m.py:3"],
        ["B", "5", "", "m.py:4"],
        ["C", "5", "Of the third.", "m.py:6"],
        ["D", "5", "", "m.py:14"],
        ["D", "6", "", "m.py:16"],
    ]
    assert texts(text, "K", columns="name, value, source", shape="constants") == [
        *(["X", "5", "m.py:8"], ["Y", "5", "m.py:9"], ["Z", "5", "m.py:12"]),
        ["A", "None", "m.py:11"],
    ]
