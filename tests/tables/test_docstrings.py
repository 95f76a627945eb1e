"""The docstring of a class says what its fields and members are."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.source.reading.docstrings import described

if TYPE_CHECKING:
    from collections.abc import Callable


GOOGLE = """\
Summary: of it.

Args:
    a: The a.
    b (tuple(int, int), optional): The b,
        long: or short.

        A second paragraph.
    *c*: See http://x.invalid:
    d, e:
        Both.

Returns:
    f: Not a field.
"""
NUMPY = """\
Summary.

Parameters
----------
a : int
    The a.

    More of it.
b, c : {'x', 'y'}, optional
    Both,
    long.
d
    Untyped.

Returns
-------
f : int
    Not a field.
"""
LISTS = """\
:param a: The a.
:param int b: The b,
    long.
:ivar c: The c.
:var d:
    The d.
:type f: int
"""


@pytest.mark.parametrize(
    ("doc", "found"),
    [
        (
            GOOGLE,
            {"a": "The a.", "b": "The b, long: or short.", "c": "See http://x.invalid:"}
            | dict.fromkeys("de", "Both."),
        ),
        (NUMPY, {"a": "The a.", "b": "Both, long.", "c": "Both, long.", "d": "Untyped."}),
        (LISTS, {"a": "The a.", "b": "The b, long.", "c": "The c.", "d": "The d."}),
        ("Args:\nnothing: is indented", {}),
        ("Args:", {}),
        ("Attributes\n----------", {}),
        ("Note:\n    a: No field.", {}),
    ],
)
def test_three_styles_are_read(doc: str, found: dict[str, str]) -> None:
    assert described(doc) == found


@pytest.mark.parametrize(
    "line",
    [
        ":param " + "a " * 50_000,
        "Args:\n" + " a" * 50_000,
        "Args:\n    " + "a," * 50_000,
        "Args:\n    a" + " " * 200_000 + "b",
        "Args:\n    a (" + "()" * 50_000,
    ],
)
def test_long_lines_are_read(line: str) -> None:
    # a pattern that tries each start in vain would not end
    assert described(line) == {}


def test_a_comment_goes_before_the_docstring(texts: Callable[..., list[list[str]]]) -> None:
    source = dedent(
        '''
        from dataclasses import dataclass
        @dataclass
        class Base:
            """Base.

            Attributes:
                a: The a.
            """
            a: int
        @dataclass
        class C(Base):
            """:param b: The b.
            :param c: Not shown."""
            b: int
            c: int  # The c.
        '''
    )
    assert texts(source, "C", columns="name,doc") == [
        ["a", "The a."],
        ["b", "The b."],
        ["c", "The c."],
    ]


def test_members_of_an_enumeration_are_described(
    texts: Callable[..., list[list[str]]],
) -> None:
    source = dedent(
        '''
        import enum
        class M(enum.Enum):
            """M.

            Attributes:
                A: The a."""
            A = 1
            B = 2
        '''
    )
    assert texts(source, "M", columns="name,doc") == [["A", "The a."], ["B", ""]]
