"""Shapes of evaluated values: records, mappings, tuples, items."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import Diagnostic
from sphinxext_runtime_ref.source import values
from sphinxext_runtime_ref.source.mutation.filled import filled_by
from sphinxext_runtime_ref.source.operations.functions import LITERAL_TYPES
from sphinxext_runtime_ref.tables.checks import mapping_of, sequence_of
from sphinxext_runtime_ref.tables.display import display
from sphinxext_runtime_ref.tables.elements import Element, Elements
from sphinxext_runtime_ref.tables.shapes.items import (
    KEY,
    VALUE,
    is_list,
    is_spread,
    slug,
    spread,
    symbol_of,
    unwrap,
)
from sphinxext_runtime_ref.tables.shapes.mappings import depth, mapping_elements, nesting
from sphinxext_runtime_ref.tables.shapes.unknown import with_unknown
from sphinxext_runtime_ref.tables.variants import in_variants

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from sphinxext_runtime_ref.source.values import Value
    from sphinxext_runtime_ref.tables.shapes.context import Context, Declared


def read_mapping(context: Context) -> Elements:
    """Read a mapping, one row for each key; mappings in it give columns."""
    return _read(context, lambda value, inside: mapping_elements(_mapping(value), inside, 1))


def read_nested(context: Context) -> Elements:
    """Read nested mappings, one row for each path of keys."""

    def elements(value: Value, inside: Context) -> Iterable[Element]:
        mapping = _mapping(value)
        keys = context.choices.keys
        levels = min(len(keys), depth(mapping)) if len(keys) > 1 else depth(mapping)
        return mapping_elements(mapping, inside, levels)

    return _read(context, elements)


def read_sequence(context: Context) -> Elements:
    """Read a sequence or set, or a ``Literal[...]`` alias, one row for each item.

    An item is a record, a call or the name of one, a tuple of any length or a scalar.
    """
    return _read(context, lambda value, inside: _elements(_sequence(value).items, inside))


def _elements(items: Iterable[Value], context: Context) -> Iterator[Element]:
    return (_element(item, context) for item in items)


def _element(item: Value, context: Context) -> Element:
    """Give the element of one value; a name of a record stands where the record is declared."""
    place = item.location
    if isinstance(item, values.Symbol) and item.definition is not None:
        place = item.definition
    cells = spread(item, context.choices.fields, context.parameters)
    symbol = symbol_of(item)
    notes = context.notes(place)
    return Element(
        id=symbol or _first_text(item),
        cells=cells,
        location=place,
        symbol=symbol,
        doc=notes.doc,
        group=notes.group or context.notes(item.location).group,
    )


def _first_text(item: Value) -> str:
    inner = unwrap(item)
    match inner:
        case values.Sequence(items=(first, *_)):
            return slug(display(first))
        case values.Record(fields=(first, *_)):
            return slug(display(first.value))
        case values.Call(arguments=(first, *_)):
            return slug(display(first.value))
        case values.Mapping(items=((_, first), *_)):
            return slug(display(first))
    return slug(display(inner))


def elements_of(value: Value, context: Context) -> Iterable[Element]:
    """Give the elements of a value in the shape that it has by itself."""
    value = _without_alias(value)
    match value:
        case values.Mapping():
            return mapping_elements(value, context, nesting(value, context.choices.keys))
        case values.Sequence(items=items):
            return _elements(items, context)
        case _:
            return _elements((value,), context)


def _without_alias(value: Value) -> Value:
    inner = unwrap(value)
    if isinstance(inner, values.Call) and inner.identity in LITERAL_TYPES:
        items = tuple(argument.value for argument in inner.arguments)
        return values.Sequence(values.SequenceType.TUPLE, items, inner.location)
    return value


def _mapping(value: Value) -> values.Mapping:
    inner = _only_argument(value)
    return mapping_of(inner if isinstance(inner, values.Mapping) else value, "a mapping")


def _sequence(value: Value) -> values.Sequence:
    value = _without_alias(value)
    inner = _only_argument(value)
    return sequence_of(inner if isinstance(inner, values.Sequence) else value, "a sequence or set")


def _only_argument(value: Value) -> Value | None:
    """Give what ``Wrapper({...})`` wraps, for a shape that is asked for by name."""
    inner = unwrap(value)
    if isinstance(inner, values.Call) and len(inner.arguments) == 1:
        return inner.arguments[0].value
    return None


def _read(context: Context, elements: Callable[[Value, Context], Iterable[Element]]) -> Elements:
    return elements_from(context.declaration(context.address.symbol), elements, context)


def elements_from(
    declared: Declared,
    elements: Callable[[Value, Context], Iterable[Element]],
    context: Context,
) -> Elements:
    """Give the elements of a declaration that is evaluated already."""
    inside = context.within(declared.location)
    items = in_variants(declared.variants, lambda value: elements(value, inside))
    items = with_unknown(items, lambda name: _is_key(name, context))
    columns = default_columns(items, declared, context)
    more = _lost(declared, context) if items else _filled(declared, context)
    return Elements(tuple(items), columns, declared.location, (*declared.diagnostics, *more))


def _lost(declared: Declared, context: Context) -> Iterator[Diagnostic]:
    """Say why a collection has no rows, where the source has one and its value can't be told."""
    for value in (variant.value for variant in declared.variants):
        if not isinstance(value, values.Unevaluated):
            continue
        if context.tree.module(declared.location.path).assigns_display(declared.location):
            yield Diagnostic(
                f"the rows of {context.address.symbol!r} can't be told: {value.reason}",
                declared.location,
            )


def _filled(declared: Declared, context: Context) -> Iterator[Diagnostic]:
    """Say what fills a collection that is empty in the source."""
    symbol = context.address.symbol
    found = filled_by(context.tree.module(declared.location.path), symbol)
    if found is None or not isinstance(
        declared.variants[0].value, values.Mapping | values.Sequence
    ):
        return
    function, place = found
    yield Diagnostic(
        f"{symbol!r} is empty in the source: {function}() fills it when the code runs, at {place}; "
        f"with the option 'shape', 'calls' or 'decorators' of {function!r} shows what it is given",
        declared.location,
    )


def default_columns(
    items: Sequence[Element], declared: Declared, context: Context
) -> tuple[str, ...]:
    """Give the columns to show: all that elements have, ``value`` only where it is not taken apart.

    Names of elements are shown where the declaration is a sequence: there they say what a row is.
    """
    wholes = [_without_alias(variant.value) for variant in declared.variants]
    in_order = any(isinstance(whole, values.Sequence) for whole in wholes)
    spread = bool(context.choices.fields) or (
        in_order and all(is_list(item.cells[VALUE].value) for item in items if VALUE in item.cells)
    )
    names: dict[str, None] = {}
    for item in items:
        names |= dict.fromkeys(_shown(item, context, spread=spread))
    if VALUE in names:
        names[VALUE] = names.pop(VALUE)
    if not items:
        return (KEY, VALUE) if isinstance(wholes[0], values.Mapping) else (VALUE,)
    if in_order and any(item.symbol for item in items) and "symbol" not in names:
        return ("symbol", *names)
    return tuple(names)


def _shown(item: Element, context: Context, *, spread: bool) -> list[str]:
    whole = item.cells.get(VALUE)
    if whole is None or whole.value is None:
        return list(item.cells)
    if whole.shared or is_spread(whole.value) or (spread and is_list(whole.value)):
        return [name for name in item.cells if name != VALUE]
    return [name for name in item.cells if _is_key(name, context)] + [VALUE]


def _is_key(name: str, context: Context) -> bool:
    return name.partition("[")[0] == KEY or name in context.choices.keys
