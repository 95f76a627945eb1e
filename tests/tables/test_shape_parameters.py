"""Parameters of functions as rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.errors import DeclarationError

if TYPE_CHECKING:
    from collections.abc import Callable

    Texts = Callable[..., list[list[str]]]

TEXT = """\
from flags import FAST
SIZE = 1 << 4

def serve(
    model: str,
    /,
    port: "int" = SIZE,  # Where it listens.
    # How many.
    *names: str,
    host=made(),
    dtype: str | None = None,
    **more,
):
    \"\"\"Serve a model.

    Args:
        model: What it serves.
        dtype (str): Of the weights.
        more: The rest.
    \"\"\"

class Base:
    def __init__(self, a, b=2):
        \"\"\"
        :param a: First.
        \"\"\"

class Module(Base):
    \"\"\"A module.

    Args:
        b: Second.
    \"\"\"

    @staticmethod
    def static(x): ...

    def __init__(self, b, c=3): ...

    def none(self): ...

if FAST:
    def run(a, b=1): ...
else:
    def run(a, c=2): ...

class Empty: ...
"""


def test_parameters_of_a_function(texts: Texts) -> None:
    columns = "name, type, default, required, doc, source"
    assert texts(TEXT, "serve", shape="fields", columns=columns) == [
        ["model", "str", "", "True", "What it serves.", "m.py:5"],
        ["port", "int", "16", "False", "Where it listens.", "m.py:7"],
        ["*names", "str", "", "False", "How many.", "m.py:9"],
        ["host", "", "made()", "False", "", "m.py:10"],
        ["dtype", "str | None", "None", "False", "Of the weights.", "m.py:11"],
        ["**more", "", "", "False", "The rest.", "m.py:12"],
    ]


@pytest.mark.parametrize(
    ("symbol", "expected"),
    [
        ("Module.__init__", [["b", "Second."], ["c", ""]]),
        ("Base.__init__", [["a", "First."], ["b", ""]]),
        ("Module.static", [["x", ""]]),
    ],
)
def test_parameters_of_methods(texts: Texts, symbol: str, expected: list[list[str]]) -> None:
    assert texts(TEXT, symbol, shape="fields", columns="name, doc") == expected


def test_parameters_of_all_branches(texts: Texts) -> None:
    assert texts(TEXT, "run", shape="fields", columns="name, condition") == [
        *(["a", ""], ["b", "if FAST"], ["c", "if not FAST"]),
    ]


@pytest.mark.parametrize(
    ("symbol", "message"),
    [
        ("Module.none", r"m\.py:40:5: Module\.none\(\) has no parameters"),
        ("Module", r"Module has no fields; .*; Module\.__init__ has the parameters of its constr"),
        ("Empty", r"Empty has no fields; .*'constants' reads class attributes\)$"),
    ],
)
def test_what_has_none_is_refused(texts: Texts, symbol: str, message: str) -> None:
    with pytest.raises(DeclarationError, match=message):
        texts(TEXT, symbol, shape="fields")


def test_a_function_without_a_shape_says_what_there_is(texts: Texts) -> None:
    with pytest.raises(DeclarationError, match="'fields' its parameters"):
        texts(TEXT, "serve")
