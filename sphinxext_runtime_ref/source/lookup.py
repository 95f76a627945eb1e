"""Finding things in mappings and sequences, within bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.convert import items_of
from sphinxext_runtime_ref.source.equality import hashable, key, same

if TYPE_CHECKING:
    from collections.abc import Hashable

    from sphinxext_runtime_ref.source.evaluator import Evaluator
    from sphinxext_runtime_ref.source.values import Mapping, Value

Index = dict["Hashable", tuple["Value", "Value"]]
"""The items of a mapping by the keys' :func:`~.equality.key`."""
KEPT = 8


def index_of(ev: Evaluator, mapping: Mapping) -> Index:
    """Give the index of a mapping; those of the last few that were asked for are remembered."""
    known = ev.indexes.get(id(mapping.items))
    if known is not None:
        return known[1]
    ev.meter.step(len(mapping.items))
    ev.meter.use(*(k for k, _ in mapping.items))
    index: Index = {}
    for k, v in mapping.items:
        index.setdefault(key(k), (k, v))
    remember(ev, mapping, index)
    return index


def remember(ev: Evaluator, mapping: Mapping, index: Index) -> None:
    """Keep the index of a mapping."""
    while len(ev.indexes) >= KEPT:
        del ev.indexes[next(iter(ev.indexes))]
    # The items are kept as well: others could get their id. A mapping itself is copied for each
    # name that it gets.
    ev.indexes[id(mapping.items)] = (mapping.items, index)


def entry(ev: Evaluator, mapping: Mapping, wanted: Value) -> tuple[Value, Value] | None:
    """Give the item of a mapping that has a key, ``None`` when there is none.

    :raises EvaluationError: when it can't be a key.
    """
    ev.meter.use(wanted)
    return index_of(ev, mapping).get(hashable(wanted))


def verdicts(ev: Evaluator, container: Value, item: Value) -> list[bool | None]:
    """Tell for each item of a container whether it is the one, ``None`` where it can't be told."""
    ev.meter.use(container, item)
    items = items_of(ev, container)
    ev.meter.step(len(items))
    return [same(item, other) for other in items]
