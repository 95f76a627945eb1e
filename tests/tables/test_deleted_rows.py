"""What ``del`` takes away makes no row."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.errors import DeclarationError

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.tables.model import Table

    Build = Callable[..., Table]
    Texts = Callable[..., list[list[str]]]

DELETED = """\
from dataclasses import dataclass
import os

class Base: ...

class One(Base):
    tag = "a"
    kept = 1
    gone = 2
    del gone

class Two(Base):
    tag = "b"

class Three(Base):
    tag = "c"

del Two.tag, Three
LIMIT = 1
OLD = 2
EITHER = 3
del OLD
if os.environ.get("X"):
    del EITHER

@dataclass
class Size:
    width: int = 1
    height: int = 2
    del width
"""


def test_what_is_deleted_makes_no_row(texts: Texts) -> None:
    files = {"m.py": DELETED}
    assert texts(files, "m.py:One", shape="constants") == [["tag", "a"], ["kept", "1"]]
    assert texts(files, "m.py", shape="constants") == [
        ["LIMIT", "1", ""],
        ["EITHER", "3", 'if not os.environ.get("X")'],
    ]
    assert texts(files, "m.py:Base", shape="classes", columns="name, tag") == [
        ["One", "a"],
        ["Two", ""],
    ]
    assert texts(files, "m.py:Size") == [
        ["width", "int", "", "True"],
        ["height", "int", "2", "False"],
    ]


def test_a_class_whose_attributes_are_all_deleted_has_no_constants(build: Build) -> None:
    with pytest.raises(DeclarationError, match="C assigns no constants"):
        build("class C:\n    X = 1\n    del X\n", "C", shape="constants")
