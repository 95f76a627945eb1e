"""Finding things in mappings and sequences, within bounds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import EvaluationError
from sphinxext_runtime_ref.source.convert import closed, items_of
from sphinxext_runtime_ref.source.equality import comparison, hashable, is_known, key
from sphinxext_runtime_ref.source.values import UNORDERED, Sequence, SequenceType, Unevaluated

if TYPE_CHECKING:
    from collections.abc import Hashable

    from sphinxext_runtime_ref.source.evaluation.evaluator import Evaluator
    from sphinxext_runtime_ref.source.values import Mapping, Value

    Entries = dict[Hashable, tuple[Value, Value]]

KEPT = 8


@dataclass(frozen=True, slots=True)
class Index:
    """The items of a mapping by the keys' :func:`~.equality.key`.

    :param items: those of the mapping; kept, because others could get their id.
    :param doubtful: keys whose value a later ``**x`` of something unknown may replace.
    :param is_plain: whether all keys are literals.
    """

    items: tuple[tuple[Value, Value], ...]
    entries: Entries
    doubtful: frozenset[Hashable]
    is_plain: bool


def index_of(ev: Evaluator, mapping: Mapping) -> Index:
    """Give the index of a mapping; those of the last few that were asked for are remembered."""
    known = ev.indexes.get(id(mapping.items))
    if known is not None:
        return known
    ev.meter.step(len(mapping.items))
    ev.meter.use(*(k for k, _ in mapping.items))
    entries: Entries = {}
    for k, v in mapping.items:
        entries.setdefault(key(k), (k, v))
    is_plain = all(is_known(k) for k, _ in mapping.items)
    index = Index(mapping.items, entries, _doubtful(entries), is_plain)
    remember(ev, index)
    return index


def remember(ev: Evaluator, index: Index) -> None:
    """Keep an index, by the items: the mapping itself is copied for each name that it gets."""
    while len(ev.indexes) >= KEPT:
        del ev.indexes[next(iter(ev.indexes))]
    ev.indexes[id(index.items)] = index


def _doubtful(entries: Entries) -> frozenset[Hashable]:
    names = list(entries)
    while names:
        k, _ = entries[names.pop()]
        if isinstance(k, Unevaluated):
            break
    return frozenset(names)


def value_at(ev: Evaluator, mapping: Mapping, wanted: Value) -> Value | None:
    """Give the value of a key, ``None`` when the mapping has no such key.

    :raises EvaluationError: when it can't be a key, or something unknown may have given it.
    """
    ev.meter.use(wanted)
    index, name = index_of(ev, mapping), hashable(wanted)
    found = index.entries.get(name)
    if found is None or name in index.doubtful:
        closed(ev, mapping)
    return None if found is None else found[1]


def absent(ev: Evaluator, mapping: Mapping, wanted: Value) -> None:
    """Refuse to say that a mapping lacks a key which may equal one that it has.

    :raises EvaluationError: for ``sys.platform`` and the like, of which only the name is known.
    """
    is_plain = is_known(wanted) and index_of(ev, mapping).is_plain
    if not is_plain and None in verdicts(ev, mapping, wanted):
        raise EvaluationError("it can't be told whether it has that key", wanted.location)


def verdicts(ev: Evaluator, container: Value, item: Value) -> list[bool | None]:
    """Tell for each item of a container whether it is the one, ``None`` where it can't be told."""
    ev.meter.use(container, item)
    items = items_of(ev, container)
    ev.meter.step(len(items))
    return list(map(comparison(item), items))


def unpacked(ev: Evaluator, value: Value, part: int | slice, source: str) -> Value:
    """Give what one target of ``a, *b = value`` gets.

    :param part: the target's place, from the end where it is negative; a slice for a starred one.
    :param source: the value as it is written.
    """
    if isinstance(value, Unevaluated):
        return value
    ordered = not isinstance(value, Sequence) or value.type not in UNORDERED
    try:
        items = items_of(ev, value) if ordered else ()
        if isinstance(part, slice):
            if ordered:
                return ev.sequence(SequenceType.LIST, items[part], value.location)
        elif -len(items) <= part < len(items):
            return items[part]
    except EvaluationError:
        pass
    return Unevaluated(source, f"an item of {source} has no static value", value.location)
