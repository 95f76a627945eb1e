"""Names that ``del`` takes away: they are said to be deleted, and make no rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.errors import DeclarationError
from sphinxext_runtime_ref.source.symbols import evaluate
from sphinxext_runtime_ref.source.values import Literal

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.source.tree import SourceTree

TEXT = """\
class Parent:
    seen = 1
    gone = 2
    del gone

class Child(Parent):
    seen = 3
    here = 4
    del seen

class Other(Parent):
    seen = 5
    more = 6

Other.late = 7
del Other.seen, Other.more, Other.late
Other.late = 8
"""


@pytest.mark.parametrize(
    ("name", "place"),
    [("Parent.gone", "m.py:4:9"), ("Child.gone", "m.py:4:9"), ("Other.more", "m.py:16:17")],
)
def test_a_deleted_attribute_is_said_to_be_deleted(
    tree: Callable[..., SourceTree], name: str, place: str
) -> None:
    made = tree(TEXT)
    with pytest.raises(DeclarationError) as caught:
        evaluate(made, made.module("m.py"), name)
    assert str(caught.value) == f"{place}: {name!r} is deleted"


@pytest.mark.parametrize(
    ("name", "number"), [("Child.seen", 1), ("Other.seen", 1), ("Other.late", 8)]
)
def test_what_a_base_has_is_seen_again(
    tree: Callable[..., SourceTree], name: str, number: int
) -> None:
    made = tree(TEXT)
    value = evaluate(made, made.module("m.py"), name)[0].value
    assert isinstance(value, Literal)
    assert value.value == number
