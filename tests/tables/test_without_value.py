"""Names that have no value: an error says what they are, or a parser's arguments are found."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.errors import DeclarationError

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.tables.model import Table

    Build = Callable[..., Table]
    Texts = Callable[..., list[list[str]]]

TEXT = """\
import os
from enum import Enum
from typing import Literal

import argparse
from pkg.options import add_options
from pkg import options


class Backend(Enum):
    TRITON = "triton"


class CacheConfig:
    def verify(self): ...


def to_int(text):
    return int(text)


def make_parser():
    parser = argparse.ArgumentParser(prog="app")
    parser.add_argument("--dtype", default="auto")
    group = parser.add_argument_group("More")
    group.add_argument("--seed", type=int)
    other = argparse.ArgumentParser()
    other.add_argument("--other")
    return parser


quiet = argparse.ArgumentParser("quiet")
join = os.path.join
"""
FILES = {
    "app.py": TEXT,
    "pkg/__init__.py": "",
    "pkg/options.py": "def add_options(p):\n    p.add_argument('--tp', help='Ranks.')\n",
}


@pytest.mark.parametrize(
    ("symbol", "message"),
    [
        ("to_int", r"app\.py:18:1: 'to_int' is a function, .* with the option 'shape', 'calls'"),
        ("CacheConfig.verify", r"app\.py:15:5: 'CacheConfig.verify' is a function"),
        ("Backend.TRITON", "'Backend.TRITON' is a member .* name its class, 'Backend'"),
        ("os", r"app\.py:1:1: 'os' is imported from outside of the root \(os\), which"),
        ("Literal", r"outside of the root \(typing\.Literal\)"),
        ("options", r"'options' is the module pkg/options\.py, which has no value"),
    ],
)
def test_a_name_without_a_value_is_an_error(build: Build, symbol: str, message: str) -> None:
    with pytest.raises(DeclarationError, match=message):
        build(FILES, f"app.py:{symbol}")


def test_arguments_are_found_without_asking_for_the_shape(texts: Texts) -> None:
    flags = {"columns": "flags"}
    whole = texts(FILES, "app.py:make_parser", **flags)
    assert whole == [["--dtype"], ["--seed"], ["--other"]]
    for extra in ({}, {"shape": "argparse"}):
        own = texts(FILES, "app.py:make_parser.parser", **flags, **extra)
        assert own == [["--dtype"], ["--seed"]]
        imported = texts(FILES, "app.py:add_options", **extra)
        assert imported == [["--tp", "None", "Ranks."]]


def test_assigned_names_keep_their_value(texts: Texts) -> None:
    assert texts(FILES, "app.py:join") == [["os.path.join"]]
    assert texts(FILES, "app.py:quiet") == [['argparse.ArgumentParser("quiet")']]
