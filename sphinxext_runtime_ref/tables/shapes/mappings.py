"""Mappings as rows: one for each key, or for each path of keys where mappings are nested."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source import values
from sphinxext_runtime_ref.tables.elements import Element
from sphinxext_runtime_ref.tables.shapes.items import (
    KEY,
    has_names,
    key_cells,
    spread,
    symbol_of,
    unwrap,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.values import Value
    from sphinxext_runtime_ref.tables.model import Cell
    from sphinxext_runtime_ref.tables.shapes.context import Context

Path = tuple["Value", ...]
_KEY_BEFORE = re.compile(r"\s*([\w.]+)\s*:\s*")


def mapping_elements(value: values.Mapping, context: Context, levels: int) -> Iterator[Element]:
    """Give an element for each entry.

    :param levels: how many nested mappings to flatten: 1 for none, see :func:`nesting`.
    """
    found = [*_paths(value, levels, ())]
    # Entries of a comprehension may have one item in the source.
    places = Counter(item.location for _, item in found)
    for path, item in found:
        alone = places[item.location] == 1
        yield _element(path, item, context, nested=levels > 1, alone=alone)


def nesting(value: values.Mapping, keys: Sequence[str]) -> int:
    """Tell how many levels of nested mappings are meant to be keys.

    With names for keys, as many as there are names (a tuple key takes all of them). Otherwise a
    level is flattened when the inner mappings hold things that make rows of their own (tuples,
    records, calls, mappings), or have keys that can't be column names.
    """
    tuple_keys = any(isinstance(key, values.Sequence) for key, _ in value.items)
    if len(keys) > 1 and not tuple_keys:
        return min(len(keys), depth(value))
    return _levels(value, _is_record_like)


def depth(value: values.Mapping) -> int:
    """Give the number of levels at which every entry is a mapping, the outermost included."""
    return _levels(value, lambda _: False)


def _levels(value: values.Mapping, is_last: Callable[[Sequence[values.Mapping]], bool]) -> int:
    level, inner = 1, _inner(value)
    while inner and not is_last(inner):
        level += 1
        inner = [deeper for mapping in inner for deeper in _inner(mapping)]
    return level


def _inner(value: values.Mapping) -> list[values.Mapping]:
    found = [item for _, item in value.items if isinstance(item, values.Mapping)]
    return found if len(found) == len(value.items) else []


def _is_record_like(inner: Sequence[values.Mapping]) -> bool:
    if not all(has_names(mapping) for mapping in inner):
        return False
    return not all(_makes_a_row(item) for mapping in inner for _, item in mapping.items)


def _makes_a_row(item: Value) -> bool:
    match unwrap(item):
        case values.Record() | values.Call() | values.Mapping():
            return True
        case values.Sequence(type=kind):
            return kind is values.SequenceType.TUPLE
        case _:
            return False


def _paths(value: values.Mapping, levels: int, above: Path) -> Iterator[tuple[Path, Value]]:
    for key, item in value.items:
        path = (*above, key)
        if levels > 1 and isinstance(item, values.Mapping):
            yield from _paths(item, levels - 1, path)
        else:
            yield path, item


def _element(path: Path, item: Value, context: Context, *, nested: bool, alone: bool) -> Element:
    names = context.choices.keys
    if nested:
        cells: dict[str, Cell] = {}
        for i, part in enumerate(path):
            cells |= key_cells(part, (names[i] if i < len(names) else f"{KEY}[{i}]",))
    else:
        cells = key_cells(path[0], names)
    key_texts = [cell.text for cell in cells.values()]
    cells |= {
        name: cell
        for name, cell in spread(item, context.choices.fields, context.parameters).items()
        if name not in cells
    }
    first, last = _stretch(path, item, context, alone=alone)
    notes = context.notes(first, last)
    return Element(
        id=".".join(key_texts),
        cells=cells,
        location=context.span(first, last),
        symbol=symbol_of(item),
        doc=notes.doc,
        group=notes.group,
    )


def _stretch(
    path: Path, item: Value, context: Context, *, alone: bool
) -> tuple[Location, Location]:
    """Give the places between which an entry is.

    In ``{codec.name: codec for codec in CODECS}`` the key is a part of the item, and what is said
    of a codec is said of its entry. What a key such as ``Mode.EAGER.value`` has is elsewhere.
    """
    key, whole, around = path[-1].location, item.location, context.collection
    written = around is not None and around.contains(whole)
    if around is not None and written and alone and not around.contains(key):
        before = context.tree.module(whole.path).text.lines[whole.line - 1][: whole.column - 1]
        found = _KEY_BEFORE.fullmatch(before)
        return (whole._replace(column=found.start(1) + 1) if found else key, whole)
    if isinstance(item, values.Symbol) and item.definition is not None and not written:
        whole = item.definition
    return (whole, whole) if whole.contains(key) else (key, item.location)
