"""Pure functions and classes that the evaluator knows, by what their name resolves to."""

from __future__ import annotations

import ast
import textwrap
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sphinxext_runtime_ref.errors import EvaluationError, LimitError
from sphinxext_runtime_ref.source.convert import (
    closed,
    comparable,
    from_python,
    items_of,
    no_value,
    ordered_items,
    to_python,
)
from sphinxext_runtime_ref.source.equality import unique
from sphinxext_runtime_ref.source.evaluation.choose import truthiness
from sphinxext_runtime_ref.source.evaluation.formatting import field, scalar
from sphinxext_runtime_ref.source.operations.applying import apply
from sphinxext_runtime_ref.source.operations.changes import keyword_pairs, pairs
from sphinxext_runtime_ref.source.operations.iterators import ITERATORS, alike
from sphinxext_runtime_ref.source.operations.operators import binary, merged, run
from sphinxext_runtime_ref.source.operations.sorting import extreme, ordered
from sphinxext_runtime_ref.source.types.records import replaced
from sphinxext_runtime_ref.source.values import (
    UNORDERED,
    Call,
    Literal,
    Mapping,
    Sequence,
    SequenceType,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.evaluation.arguments import Given
    from sphinxext_runtime_ref.source.evaluation.evaluator import Evaluator
    from sphinxext_runtime_ref.source.evaluation.interface import Function
    from sphinxext_runtime_ref.source.values import Value

LITERAL_TYPES = frozenset({"typing.Literal", "typing_extensions.Literal"})


def _collection(kind: SequenceType) -> Function:
    def make(ev: Evaluator, given: Given, place: Location) -> Value:
        source = given.take("iterable").get("iterable")
        items = items_of(ev, source) if source is not None else ()
        if kind in UNORDERED:
            ev.meter.use(*items)
            items = unique(items)
        return ev.sequence(kind, items, place)

    return make


def _dict(ev: Evaluator, given: Given, place: Location) -> Value:
    if len(given.positional) > 1:
        raise EvaluationError("dict() takes at most one positional argument")
    result = Mapping((), place)
    for source in given.positional:
        result = Mapping(pairs(ev, source).items, place)
    return merged(ev, result, keyword_pairs(given, result), place)


def _from_keys(ev: Evaluator, given: Given, place: Location) -> Value:
    bound = given.take("iterable", "value", required=1)
    keys = unique(ordered_items(ev, bound["iterable"]))
    value = bound.get("value", Literal(None, place))
    return ev.mapping(((k, value) for k in keys), place)


def _defaultdict(ev: Evaluator, given: Given, place: Location) -> Value:
    rest = type(given)(given.positional[1:], given.keywords)
    made = _dict(ev, rest, place)
    factory = given.positional[0] if given.positional else None
    if factory is None or not isinstance(made, Mapping):
        return made
    try:
        return replace(made, missing=apply(ev, factory, (), place))
    except LimitError:
        raise
    except EvaluationError:
        return made


def _unchanged(_: Evaluator, given: Given, place: Location) -> Value:
    if len(given.positional) != 1 or given.keywords:
        raise EvaluationError("one argument is expected", place)
    return given.positional[0]


def _cast(_: Evaluator, given: Given, __: Location) -> Value:
    return given.take("typ", "val", required=2)["val"]


def _length(ev: Evaluator, given: Given, place: Location) -> Value:
    value = given.take("obj", required=1)["obj"]
    if isinstance(value, Mapping):
        closed(ev, value)
    if isinstance(value, Literal) and isinstance(value.value, str | bytes):
        return ev.literal(len(value.value), place)
    items = items_of(ev, value)
    if len(items) > 1 and (isinstance(value, Mapping) or _is_set(value)):
        comparable(items, items)  # those without a value may be one
    return ev.literal(len(items), place)


def _is_set(value: Value) -> bool:
    return isinstance(value, Sequence) and value.type in UNORDERED


def _sorted(ev: Evaluator, given: Given, place: Location) -> Value:
    if len(given.positional) != 1:
        raise EvaluationError("sorted() takes one positional argument", place)
    items = ordered(ev, items_of(ev, given.positional[0]), given)
    return ev.sequence(SequenceType.LIST, items, place)


def _extreme(name: str) -> Function:
    def choose(ev: Evaluator, given: Given, _: Location) -> Value:
        one = len(given.positional) == 1
        items = items_of(ev, given.positional[0]) if one else given.positional
        return extreme(ev, name, items, given)

    return choose


def _sum(ev: Evaluator, given: Given, place: Location) -> Value:
    bound = given.take("iterable", "start", required=1)
    total = bound.get("start", Literal(0, place))
    items = items_of(ev, bound["iterable"])
    if any(isinstance(item, Literal) and isinstance(item.value, float) for item in items):
        # Python adds these more precisely than one by one.
        numbers = [to_python(item) for item in items]
        return ev.literal(run(sum, numbers, to_python(total)), place)
    for item in items:
        total = binary(ev, ast.Add(), total, item, place)
    return total


def _range(ev: Evaluator, given: Given, place: Location) -> Value:
    span = run(range, *[to_python(value) for value in given.positional])
    ev.meter.items(run(len, span))
    return ev.sequence(
        SequenceType.TUPLE, tuple(ev.literal(number, place) for number in span), place
    )


def _bool(_: Evaluator, given: Given, place: Location) -> Value:
    if not given.positional:
        return Literal(False, place)
    verdict = truthiness(given.take("x")["x"])
    if verdict is None:
        raise no_value(given.positional[0])
    return Literal(verdict, place)


def _quantified(*, every: bool) -> Function:
    def check(ev: Evaluator, given: Given, place: Location) -> Value:
        items = items_of(ev, given.take("i", required=1)["i"])
        ev.meter.look(len(items))
        verdicts = [truthiness(item) for item in items]
        if (not every) in verdicts:
            return Literal(not every, place)
        if None in verdicts:
            raise EvaluationError("it can't be told which items are true", place)
        return Literal(every, place)

    return check


def _number(kind: type) -> Function:
    def make(ev: Evaluator, given: Given, place: Location) -> Value:
        ev.meter.use(*given.positional)
        values = [to_python(value) for value in given.positional]
        if given.keywords or any(not _is_plain(value) for value in values):
            raise EvaluationError("arguments of this kind have no static value", place)
        return ev.literal(run(kind, *values), place)

    return make


def _is_plain(value: Any) -> bool:
    return isinstance(value, str | int | float | complex)


def _str(ev: Evaluator, given: Given, place: Location) -> Value:
    if not given.positional:
        return Literal("", place)
    shown = given.take("object")["object"]
    ev.meter.use(shown)
    value = scalar(to_python(shown))
    return ev.literal(field(ev, value, "s", ""), place)


def _pure(function: Callable[..., Any]) -> Function:
    def call(ev: Evaluator, given: Given, place: Location) -> Value:
        if given.keywords:
            raise EvaluationError("keyword arguments are not expected", place)
        ev.meter.use(*given.positional)
        values = [scalar(to_python(value)) for value in given.positional]
        return from_python(ev, run(function, *values), place)

    return call


def _get_args(ev: Evaluator, given: Given, place: Location) -> Value:
    value = given.take("tp", required=1)["tp"]
    inner = getattr(value, "value", None)
    call = inner if isinstance(inner, Call) else value
    if isinstance(call, Call) and call.identity in LITERAL_TYPES:
        return ev.sequence(SequenceType.TUPLE, tuple(a.value for a in call.arguments), place)
    raise no_value(value)


def _power(ev: Evaluator, given: Given, place: Location) -> Value:
    bound = given.take("base", "exp", required=2)
    return binary(ev, ast.Pow(), bound["base"], bound["exp"], place)


FUNCTIONS: dict[str, Function] = {
    **ITERATORS,
    **{f"builtins.{kind.value}": _collection(kind) for kind in SequenceType},
    "builtins.dict": _dict,
    "builtins.dict.fromkeys": _from_keys,
    "builtins.len": _length,
    "builtins.sorted": _sorted,
    "builtins.min": _extreme("min"),
    "builtins.max": _extreme("max"),
    "builtins.sum": _sum,
    "builtins.range": alike("range", _range),
    "builtins.any": _quantified(every=False),
    "builtins.all": _quantified(every=True),
    "builtins.bool": _bool,
    "builtins.int": _number(int),
    "builtins.float": _number(float),
    "builtins.complex": _number(complex),
    "builtins.abs": _number(abs),  # type: ignore[arg-type]  # a function of one number
    "builtins.round": _number(round),  # type: ignore[arg-type]  # a function of numbers
    "builtins.ord": _pure(ord),
    "builtins.chr": _pure(chr),
    "builtins.hex": _pure(hex),
    "builtins.oct": _pure(oct),
    "builtins.bin": _pure(bin),
    "builtins.repr": _pure(repr),
    "builtins.ascii": _pure(ascii),
    "builtins.pow": _power,
    "builtins.divmod": _pure(divmod),
    "builtins.str": _str,
    "collections.OrderedDict": alike("OrderedDict", _dict),
    "collections.defaultdict": alike("defaultdict", _defaultdict),
    "types.MappingProxyType": alike("mappingproxy", _unchanged),
    "enum.member": _unchanged,
    "collections.deque": alike("deque", _collection(SequenceType.LIST)),
    "textwrap.dedent": _pure(textwrap.dedent),
    "copy.copy": _unchanged,
    "copy.deepcopy": _unchanged,
    "typing.cast": _cast,
    "typing_extensions.cast": _cast,
    "typing.get_args": _get_args,
    "typing_extensions.get_args": _get_args,
    "dataclasses.replace": replaced,
}
