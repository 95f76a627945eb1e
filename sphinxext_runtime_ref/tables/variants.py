"""Rows of a declaration that undecided branches give several values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.conditions import condition_of, join
from sphinxext_runtime_ref.tables.elements import with_condition

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from sphinxext_runtime_ref.source.evaluate import Variant
    from sphinxext_runtime_ref.source.values import Value
    from sphinxext_runtime_ref.tables.elements import Element


def in_variants(
    variants: Sequence[Variant], elements: Callable[[Value], Iterable[Element]]
) -> list[Element]:
    """Put together the elements of all variants of a declaration.

    An element that is the same in several of them is there once, with the condition of all.
    """
    found = join([elements(variant.value) for variant in variants], lambda item: item.id)
    every = variants[0].every
    return [
        with_condition(
            one.item,
            condition_of((world for at in one.lists for world in variants[at].worlds), every),
        )
        for one in found
    ]
