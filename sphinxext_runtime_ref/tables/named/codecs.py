"""KV-cache codecs: ``KV_CODECS``, a tuple of names of module-level ``KVCodec`` records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import DeclarationError
from sphinxext_runtime_ref.source import values
from sphinxext_runtime_ref.tables.checks import (
    require_evaluated,
    require_schema,
    require_unique,
    sequence_of,
    text_of,
    unexpected,
)
from sphinxext_runtime_ref.tables.display import cell
from sphinxext_runtime_ref.tables.elements import Element, Elements
from sphinxext_runtime_ref.tables.variants import in_variants

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.values import Value
    from sphinxext_runtime_ref.tables.shapes.context import Context

NAME = "KV_CODECS"
RECORD = "KVCodec"
FIELDS = ("name", "aliases", "storage_dtype", "element_dtype", "quantized")


def read_codecs(context: Context) -> Elements:
    """Read the codecs in declared order.

    :raises DeclarationError: when ``KV_CODECS`` is missing or declared twice, is no tuple, or has
        an element that is not the name of a complete ``KVCodec`` record; when ``KVCodec`` has
        other fields; when a codec is listed twice.
    """
    facts = context.class_facts(RECORD)
    require_schema(facts, FIELDS, facts.location)
    declaration = context.declaration(NAME)
    items = in_variants(declaration.variants, lambda value: _codecs(value, context))
    return Elements(tuple(items), ("symbol", *FIELDS), declaration.location)


def _codecs(value: Value, context: Context) -> Iterator[Element]:
    seen: dict[str, Location] = {}
    codecs = sequence_of(value, f"{NAME} to be a tuple of codec names", values.SequenceType.TUPLE)
    for item in codecs.items:
        match item:
            case values.Symbol(text=text, value=values.Record() as record, definition=place) if (
                record.type.rpartition(".")[2] == RECORD
            ):
                symbol = text.rpartition(".")[2]
                require_unique(symbol, item.location, seen, "symbol")
                if place is None:
                    message = f"{symbol} is not declared below the root"
                    raise DeclarationError(message, item.location)
                yield _codec(symbol, record, place, context)
            case _:
                raise unexpected(f"the name of a {RECORD} record in {NAME}", item)


def _codec(symbol: str, record: values.Record, place: Location, context: Context) -> Element:
    fields = {field.name: field.value for field in record.fields}
    for name, value in fields.items():
        require_evaluated(value, f"{name} of {symbol}")
    text_of(fields["name"], f"name of {symbol}")
    aliases = sequence_of(fields["aliases"], f"aliases of {symbol} to be a tuple of strings")
    for alias in aliases.items:
        text_of(alias, f"an alias of {symbol}")
    flag = fields["quantized"]
    if not (isinstance(flag, values.Literal) and isinstance(flag.value, bool)):
        raise unexpected(f"quantized of {symbol} (True or False)", flag)
    notes = context.notes(place)
    return Element(
        id=symbol,
        cells={name: cell(value) for name, value in fields.items()},
        location=place,
        symbol=symbol,
        doc=notes.doc,
        group=notes.group,
    )
