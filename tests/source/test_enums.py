"""Enums beside the real ones."""

# ruff: noqa: E501 - cases read best one a line

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any

import pytest

from sphinxext_runtime_ref.source.classes import class_facts
from sphinxext_runtime_ref.source.values import Literal, Sequence, Unevaluated

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.source.tree import SourceTree
    from sphinxext_runtime_ref.source.values import Value


def plain(value: Value) -> object:
    if isinstance(value, Sequence):
        return tuple(map(plain, value.items))
    return value.value if isinstance(value, Literal) else value


@pytest.mark.parametrize(
    "body",
    [
        "class X(enum.Enum):\n    A = 1\n    B = 'two'\n    C = (3, 'x')\n    D = A\n    E = 1\n",
        "class X(enum.IntEnum):\n    NONE = 0\n    ONCE = enum.auto()\n    FULL = 10\n    MORE = auto()\n",
        "class X(enum.Enum):\n    A = auto()\n    B = auto()\n    C = 7\n    D = auto()\n",
        "class X(StrEnum):\n    RED = auto()\n    Blue_Sky = auto()\n    OTHER = 'x'\n",
        "class X(enum.Flag):\n    A = auto()\n    B = auto()\n    AB = A | B\n    C = auto()\n    NONE = 0\n",
        "class X(enum.IntFlag):\n    A = 1\n    B = 1 << 3\n    C = enum.auto()\n    D = A | B | C\n",
        "class X(str, enum.Enum):\n    A = 'a'\n    B = A\n    _ignore_ = ['T']\n    T = 1\n",
        "class X(enum.Enum):\n    A = 1\n    _private = 2\n    __secret = 3\n    def f(self): ...\n    g = lambda s: 1\n    @property\n    def h(self): ...\n    N = enum.nonmember(5)\n",
        "class X(enum.Enum):\n    @staticmethod\n    def _generate_next_value_(name, start, count, last_values):\n        return name.lower() + str(count)\n    A = auto()\n    B = auto()\n",
        "class Base(enum.Enum):\n    def _generate_next_value_(name, start, count, last_values):\n        return name\nclass X(Base):\n    A = auto()\n    B = auto()\n",
        "class X(enum.Enum):\n    A = 1\n    B = True\n    C = 1.0\n",
        "class X(enum.Enum):\n    def _generate_next_value_(name, start, count, last_values):\n        '''Doc.'''\n        return start + count * 10\n    A = auto()\n    B = auto()\n",
        "class X(enum.Enum):\n    def _generate_next_value_(name, start, count, last_values):\n        return last_values[-1] + 2 if last_values else 10\n    A = auto()\n    B = auto()\n    C = 5\n    D = auto()\n",
        "class X(enum.Flag):\n    A = 3\n    B = auto()\n    C = 0\n    D = auto()\n",
        "class X(enum.IntFlag):\n    A = auto()\n    B = 5\n    C = auto()\n",
        "class X(enum.Flag):\n    NONE = 0\n    A = auto()\n",
        "class X(enum.IntEnum):\n    A = -5\n    B = auto()\n",
        "class X(enum.Enum):\n    A = True\n    B = auto()\n    C = 9\n    D = auto()\n    E = 1\n",
        "class X(enum.Enum):\n    _ignore_ = 'T, U V'\n    T = 1\n    U = 2\n    V = 3\n    W = 4\n",
        "class X(enum.Enum):\n    _order_ = 'A _x B y_ C_'\n    A = 1\n    __d__ = 2\n    _x = 3\n    B: int = 4\n    y_ = 5\n    C_ = 6\n    D: int\n",
        "def g(s): ...\nclass X(enum.Enum):\n    a = property(g)\n    b = staticmethod(g)\n    c = classmethod(g)\n    E = 1\n    N = enum.nonmember(5)\n",
        "class X(enum.Enum):\n    A = enum.member(4)\n    B = enum.member('x')  # N = enum.nonmember(5)\n",
        "class X(enum.Enum):\n    A = 1\n    B = A\n    C = B\n    D = 2\n    E = (1, 2)\n    F = (1, 2)\n",
        "class B(enum.Enum):\n    def m(self): return 1\nclass X(B):\n    A = 1\n    C = auto()\n",
        "class X(enum.Enum):\n    A = B = 1\n    C = str(A)\n",
        "K = 3\nclass X(enum.Enum):\n    A, B = 1, 2\n    C = K + 1\n    D = [x for x in (1, 2)]\n",
    ],
)  # fmt: skip
def test_members_are_those_of_python(tree: Callable[..., SourceTree], body: str) -> None:
    if "nonmember" in body and not hasattr(enum, "nonmember"):
        body = body.replace("    N = enum.nonmember(5)\n", "")
    source = f"import enum\nfrom enum import Enum, StrEnum, auto\n{body}"
    space: dict[str, type[enum.Enum]] = {}
    exec(source, space)
    made = tree(source)
    found = class_facts(made, made.module("m.py"), "X").members
    # Flags that are made of others are aliases for Python 3.11, and have no member of the same value.
    real = {name: (m.value, m.name) for name, m in space["X"].__members__.items()}
    assert {
        m.name: (plain(m.value), m.alias_of or m.name)
        for m in found
        if not isinstance(plain(m.value), Sequence)
    } == {
        name: (list(v) and tuple(v) if isinstance(v, list) else v, n)
        for name, (v, n) in real.items()
    }


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("class X(enum.Enum):\n    A = 'x'\n    B = enum.auto()\n", "no integer"),
        ("class X(enum.Enum):\n    A = 5\n    C = 1\n    B = enum.auto()\n", "not ascending"),
        ("class X(enum.Enum):\n    def _generate_next_value_(*a):\n        return 1\n    B = enum.auto()\n", "_generate_next_value_"),
        ("class X(enum.Enum):\n    B = compute()\n    A = len(B)\n", ""),
        ("class X(enum.Enum):\n    def _generate_next_value_(name, start, count, last):\n        x = 1\n        return x\n    B = enum.auto()\n", "_generate_next_value_"),
        ("class X(enum.Enum):\n    def _generate_next_value_(name, start, count, last):\n        return\n    B = enum.auto()\n", "_generate_next_value_"),
        ("class X(enum.Enum):\n    def _generate_next_value_(name, start, count, last):\n        pass\n    B = enum.auto()\n", "_generate_next_value_"),
        ("class X(enum.Enum):\n    def _generate_next_value_(name, start, count):\n        return 1\n    B = enum.auto()\n", "_generate_next_value_"),
        ("class X(enum.Enum):\n    _generate_next_value_ = lambda *a: 1\n    B = enum.auto()\n", "_generate_next_value_"),
        ("class X(str, enum.Enum):\n    B = enum.auto()\n", "no integer"),
        ("class X(enum.Enum):\n    A = f() + 1\n    B = enum.auto()\n", "no integer"),
    ],
)  # fmt: skip
def test_an_auto_value_that_can_not_be_told_is_said(
    tree: Callable[..., SourceTree], body: str, reason: str
) -> None:
    made = tree(f"import enum\n{body}")
    value = class_facts(made, made.module("m.py"), "X").members[-1].value
    assert isinstance(value, Unevaluated)
    assert reason in value.reason
    assert value.source in body


def test_members_that_have_no_value_are_not_taken_for_one_another(
    tree: Callable[..., SourceTree],
) -> None:
    made = tree("import enum\nclass X(enum.Enum):\n    A = f() + 1\n    B = f() + 1\n")
    assert [m.alias_of for m in class_facts(made, made.module("m.py"), "X").members] == ["", ""]


@pytest.mark.parametrize(
    ("body", "values"),
    [
        ("(float, enum.Enum):\n    A = 1\n    B = 2.5\n", (1.0, 2.5)),
        ("(int, enum.Enum):\n    A = '0x10', 16\n    B = True\n    C = 7\n", (16, 1, 7)),
        ("(str, enum.Enum):\n    A = 5\n    B = 'b'\n    C = b'x', 'ascii'\n", ("5", "b", "x")),
        ("(enum.IntEnum):\n    A = '5'\n    B = 6\n", (5, 6)),
    ],
)
def test_a_member_has_the_type_of_its_enum(
    tree: Callable[..., SourceTree], body: str, values: tuple[object, ...]
) -> None:
    source = f"import enum\nclass X{body}"
    names: dict[str, Any] = {}
    exec(source, names)
    assert tuple(member.value for member in names["X"]) == values
    made = tree(source)
    found = [plain(m.value) for m in class_facts(made, made.module("m.py"), "X").members]
    assert [(type(value), value) for value in found] == [(type(value), value) for value in values]


DATA_TYPES = """\
import enum
from collections import namedtuple
from dataclasses import dataclass

@dataclass
class Data:
    number: int

Pair = namedtuple("Pair", "left right")

"""


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (
            "(enum.Enum):\n    def __new__(cls, v): ...\n    A = 1\n",
            "the enum's __new__ or data type may",
        ),
        ("(bytes, enum.Enum):\n    A = 10\n", "which bytes is made of it"),
        ("(int, enum.Enum):\n    A = 'x'\n", "which int is made of it"),
        ("(Data, enum.Enum):\n    A = 1\n", "the enum's __new__ or data type may"),
        ("(Pair, enum.Enum):\n    A = 1, 2\n", "the enum's __new__ or data type may"),
    ],
)
def test_a_member_of_which_something_else_is_made_has_no_value(
    tree: Callable[..., SourceTree], body: str, reason: str
) -> None:
    made = tree(f"{DATA_TYPES}class X{body}")
    value = class_facts(made, made.module("m.py"), "X").members[0].value
    assert isinstance(value, Unevaluated)
    assert reason in value.reason


MIXED = """\
import enum
class I(enum.IntEnum):
    A = 1
    B = 2
class F(enum.IntFlag):
    A = 1
    B = 2
class S(str, enum.Enum):
    A = 'a'
class P(enum.Enum):
    A = 1
from typing import Literal, get_args
"""


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("{I.A: 'x', 1: 'y', 2: 'z'}", "{$I.A: 'y', 2: 'z'}"),
        ("{3: 'x', F.A | F.B: 'y'}", "{3: 'y'}"),
        ("{S.A, 'a', 'b'}", "{$S.A, 'b'}"),
        ("{I.A: 'x', F.A: 'y'}", "{$I.A: 'y'}"),
        ("{P.A: 'x', 1: 'y', P(1): 'z'}", "{$P.A: 'z', 1: 'y'}"),
        ("{member: 0 for member in I} | {1: 1}", "{$I.A: 1, $I.B: 0}"),
        ("{I(1): 0, I['B']: 0, True: 1}", "{$I.A: 1, $I.B: 0}"),
        ("{'a': 5}[S.A]", "5"),
        (
            "[{P.A: 5}.get('a', 0), {S.A: 5}.get('a'), {'b': 5}.get(S.A), 1 in (P.A, P)]",
            "[0, 5, None, False]",
        ),
        ("[I.A == 1, I.A == F.A, S.A == 'b', I.A in (1, 2)]", "[True, True, False, True]"),
        ("get_args(Literal[1, I.A, True, 1])", "(1, $I.A, True)"),
    ],
)
def test_members_that_equal_numbers_and_strings_are_the_same_keys(
    read: Callable[..., str], expression: str, text: str
) -> None:
    assert read(f"{MIXED}X = {expression}\n") == text


def test_members_have_docs_and_places(tree: Callable[..., SourceTree]) -> None:
    made = tree(
        "import enum\nclass X(enum.Enum):\n    '''How.'''\n    NONE = 0\n    #: Compile once.\n"
        "    ONCE = enum.auto()\n    FULL = 10  # everything\n    ALIAS = FULL\n    LAST = 11\n    '''The end.'''\n"
    )
    found = class_facts(made, made.module("m.py"), "X")
    assert [m.doc for m in found.members] == ["", "Compile once.", "everything", "", "The end."]
    assert [m.location.line for m in found.members] == [4, 6, 7, 8, 9]
    assert found.doc == "How."
