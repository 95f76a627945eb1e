"""Pure methods of strings, mappings and sequences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinxext_runtime_ref.errors import EvaluationError
from sphinxext_runtime_ref.source.convert import (
    closed,
    comparable,
    from_python,
    items_of,
    ordered_items,
    to_python,
)
from sphinxext_runtime_ref.source.equality import hashable, key, unique
from sphinxext_runtime_ref.source.evaluation import formatting
from sphinxext_runtime_ref.source.evaluation.lookup import absent, value_at, verdicts
from sphinxext_runtime_ref.source.operations.operators import run
from sphinxext_runtime_ref.source.values import (
    UNORDERED,
    VIEW,
    Literal,
    Mapping,
    Sequence,
    SequenceType,
)

if TYPE_CHECKING:
    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.evaluation.arguments import Given
    from sphinxext_runtime_ref.source.evaluation.evaluator import Evaluator
    from sphinxext_runtime_ref.source.values import Value

STRING_METHODS = frozenset(
    {
        *("capitalize", "casefold", "count", "encode", "endswith", "find", "index", "isalnum"),
        *("isalpha", "isascii", "isdecimal", "isdigit", "isidentifier", "islower", "isnumeric"),
        *("isprintable", "isspace", "istitle", "isupper", "join", "lower", "lstrip", "partition"),
        *("removeprefix", "removesuffix", "replace", "rfind", "rindex", "rpartition", "rsplit"),
        *("rstrip", "split", "splitlines", "startswith", "strip", "swapcase", "title", "upper"),
        *("ljust", "rjust", "center", "zfill", "format"),
    }
)
BYTES_METHODS = frozenset({"decode", "split", "strip", "hex", "lower", "upper", "join"})
ENCODINGS = frozenset({"utf-8", "utf8", "ascii", "latin-1", "latin1", "utf-16", "utf-32"})
BACKWARDS = frozenset({"rfind", "rindex", "rsplit", "rpartition"})
PADDING = frozenset({"ljust", "rjust", "center", "zfill"})


def call(ev: Evaluator, base: Value, name: str, given: Given, place: Location) -> Value | None:
    """Give what a method of a known value returns; ``None`` when the method is not known.

    :raises EvaluationError: when the arguments have no static value or do not fit.
    """
    match base:
        case Literal(value=str() as text) if name in STRING_METHODS:
            return _string(ev, text, name, given, place)
        case Literal(value=bytes() as data) if name in BYTES_METHODS:
            ev.meter.use(base, *given.positional)
            if name == "decode":
                _known_encoding(_plain(given), {})
            return from_python(ev, run(getattr(data, name), *_plain(given)), place)
        case Literal(value=int() as number) if name == "bit_length":
            return ev.literal(number.bit_length(), place)
        case Mapping():
            return _mapping(ev, base, name, given, place)
        case Sequence():
            return _sequence(ev, base, name, given, place)
        case _:
            return None


def _known_encoding(values: list[Any], named: dict[str, Any]) -> None:
    # Others, such as punycode, may take time in proportion to the square of the length.
    encoding = str(named.get("encoding", values[0] if values else "utf-8")).lower()
    if encoding.replace("_", "-") not in ENCODINGS:
        raise EvaluationError(f"the encoding {encoding!r} has no static value")


def _plain(given: Given) -> list[Any]:
    if given.keywords:
        raise EvaluationError("keyword arguments are not expected")
    return [to_python(value) for value in given.positional]


def _string(ev: Evaluator, text: str, name: str, given: Given, place: Location) -> Value:
    ev.meter.use(*given.positional, *given.named.values())
    values = [to_python(value) for value in given.positional]
    named = {keyword: to_python(value) for keyword, value in given.keywords}
    ev.meter.characters(len(text))
    if name in BACKWARDS and values and isinstance(values[0], str):
        # From the end, Python's search takes time in proportion to both lengths.
        ev.meter.step(len(text) * len(values[0]) // 1000)
    if name == "encode":
        _known_encoding(values, named)
    if name == "format":
        return ev.literal(formatting.braces(ev, text, values, named), place)
    if name in PADDING and values and isinstance(values[0], int):
        ev.meter.characters(values[0])
    if name == "join":
        parts = ordered_items(ev, given.positional[0]) if given.positional else ()
        strings = [to_python(part) for part in parts]
        total = sum(len(part) for part in strings if isinstance(part, str))
        ev.meter.characters(total + len(text) * len(strings))
        return ev.literal(run(text.join, strings), place)
    if name == "replace" and len(values) > 1 and all(isinstance(v, str) for v in values[:2]):
        ev.meter.characters(len(text) + (text.count(values[0]) + 1) * len(values[1]))
    return from_python(ev, run(lambda: getattr(text, name)(*values, **named)), place)


def _mapping(
    ev: Evaluator, base: Mapping, name: str, given: Given, place: Location
) -> Value | None:
    if name != "get":
        closed(ev, base)
    match name, given.positional:
        case "keys", ():
            return ev.sequence(SequenceType.TUPLE, tuple(k for k, _ in base.items), place, VIEW)
        case "values", ():
            return ev.sequence(SequenceType.TUPLE, tuple(v for _, v in base.items), place, VIEW)
        case "items", ():
            rows = tuple(ev.sequence(SequenceType.TUPLE, pair, place) for pair in base.items)
            return ev.sequence(SequenceType.TUPLE, rows, place, VIEW)
        case "copy", ():
            return Mapping(base.items, place)
        case "get", (wanted, *default):
            found = value_at(ev, base, wanted)
            if found is not None:
                return found
            absent(ev, base, wanted)
            return default[0] if default else Literal(None, place)
        case _:
            return None


def _sequence(
    ev: Evaluator, base: Sequence, name: str, given: Given, place: Location
) -> Value | None:
    if name == "copy" and not given.positional:
        return Sequence(base.type, base.items, place)
    if base.type in UNORDERED:
        return _set(ev, base, name, given, place)
    if name in {"count", "index"} and len(given.positional) == 1:
        found = verdicts(ev, base, given.positional[0])
        if None in found:
            raise EvaluationError("it can't be told which items are equal", place)
        if name == "count":
            return ev.literal(found.count(True), place)
        if True not in found:
            raise EvaluationError("there is no such item", place)
        return ev.literal(found.index(True), place)
    return None


def _set(ev: Evaluator, base: Sequence, name: str, given: Given, place: Location) -> Value | None:
    others = given.positional
    ev.meter.use(base, *others)
    if name == "union":
        items = unique((*base.items, *[item for other in others for item in items_of(ev, other)]))
        return ev.sequence(base.type, items, place)
    if name not in {"intersection", "difference"}:
        return None
    items = items_of(ev, base)
    for other in others:
        compared = items_of(ev, other)
        comparable(items, compared)
        keys = {hashable(item) for item in compared}
        kept = name == "intersection"
        items = tuple(item for item in items if (key(item) in keys) is kept)
    return ev.sequence(base.type, items, place)
