"""Large modules take a time in proportion to their size."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.source.conditions import join

if TYPE_CHECKING:
    from collections.abc import Callable

MODULES = {
    "changes of one name": "X = []\n" + "X.append(1)\n" * 6000,
    "items of one name": "X = {}\n" + "".join(f"X[{i}] = {i}\n" for i in range(8000)),
    "names of one object": (
        "X = [1]\na0 = X\n" + "".join(f"a{i} = a{i - 1}\n" for i in range(1, 1500)) + "a9.pop()\n"
    ),
    "bases": (
        "class A0:\n    x = 1\n"
        + "".join(f"class A{i}(A{i - 1}): pass\n" for i in range(1, 150))
        + "".join(f"class B{i}(A{149 - i}, A{148 - i}): pass\n" for i in range(100))
        + "X = B0.x\n"
    ),
    "members": (
        "import enum\nclass E(enum.IntEnum):\n"
        + "".join(f"    M{i} = enum.auto()\n" for i in range(2000))
        + "X = [E.M0, E.M1, E.M1999]\n"
    ),
}


@pytest.mark.parametrize("name", MODULES)
def test_a_large_module_is_read_at_once(read: Callable[..., str], name: str) -> None:
    start = time.process_time()
    read(MODULES[name])
    assert time.process_time() - start < 5


def test_items_that_are_the_same_are_joined_at_once() -> None:
    start = time.process_time()
    joined = join([["a"] * 20_000, ["a"] * 10_000], str)
    assert [sum(at in one.lists for one in joined) for at in (0, 1)] == [20_000, 10_000]
    assert time.process_time() - start < 5
