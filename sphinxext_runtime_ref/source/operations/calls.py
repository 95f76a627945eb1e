"""Calls: of known functions and methods, of classes with fields, of anything else."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Any

from sphinxext_runtime_ref.errors import EvaluationError
from sphinxext_runtime_ref.source import external_names
from sphinxext_runtime_ref.source.convert import no_value
from sphinxext_runtime_ref.source.equality import is_unpacked, key
from sphinxext_runtime_ref.source.evaluation import arguments
from sphinxext_runtime_ref.source.evaluation.later_changes import (
    refuse_later_given,
    refuse_later_object,
)
from sphinxext_runtime_ref.source.operations import methods
from sphinxext_runtime_ref.source.operations.applying import prepared
from sphinxext_runtime_ref.source.operations.functions import LITERAL_TYPES
from sphinxext_runtime_ref.source.operations.iterators import ITERATORS
from sphinxext_runtime_ref.source.scopes.targets import (
    Bound,
    Builtin,
    ClassTarget,
    External,
    Plain,
    identity_of,
    to_value,
)
from sphinxext_runtime_ref.source.types import enums, records
from sphinxext_runtime_ref.source.values import (
    Argument,
    Call,
    Literal,
    Mapping,
    Sequence,
    Symbol,
    Unevaluated,
)

if TYPE_CHECKING:
    from sphinxext_runtime_ref.source.evaluation.arguments import Given
    from sphinxext_runtime_ref.source.evaluation.evaluator import Context, Evaluator
    from sphinxext_runtime_ref.source.scopes.targets import Target
    from sphinxext_runtime_ref.source.values import Value

KEEPING = frozenset({"types.MappingProxyType", "typing.cast", "dataclasses.replace"})
APPLYING = frozenset(
    {
        *("collections.defaultdict", "collections.deque", "builtins.dict.fromkeys", *ITERATORS),
        *(f"builtins.{name}" for name in ("list", "tuple", "set", "frozenset", "len", "sorted")),
        *("builtins.min", "builtins.max"),
    }
)
"""Functions whose arguments may be functions or enumerations."""
TYPE_MODULES = frozenset({"typing", "typing_extensions", "collections.abc", "collections", "types"})


def call(ev: Evaluator, node: Any, context: Context) -> Value:
    """Evaluate a call."""
    if isinstance(node.func, ast.Attribute):
        result = _method(ev, node, context)
        if result is not None:
            return result
    target = ev.follow(node.func, context, refuse_circular=True)
    identity = identity_of(target) if target is not None else ""
    if isinstance(target, Builtin | External):
        function = ev.operations.functions.get(identity)
        place = context.location(node)
        if function is not None:
            given = arguments.evaluated(ev, node, context, reference=identity in KEEPING)
            refuse_later_given(ev, identity, given, context)
            if identity in APPLYING:
                given = prepared(ev, node, given, context)
            return function(ev, given, place)
        value = external_names.result(ev, identity, place)
        if value is not None:
            return value
    if isinstance(target, ClassTarget):
        made = _instance(ev, target, node, context)
        if made is not None:
            return made
    return opaque(ev, node, context, identity)


def opaque(ev: Evaluator, node: ast.Call, context: Context, identity: str) -> Call:
    """Give a call of something that is not known, with its arguments."""
    given = arguments.evaluated(ev, node, context)
    source, place = context.segment(node), context.location(node)
    ev.meter.characters(len(source))
    function = _flat(context.segment(node.func))
    return ev.meter.weigh(Call(function, given_arguments(given), source, place, identity=identity))


def given_arguments(given: Given) -> tuple[Argument, ...]:
    """Give the arguments of a call as values hold them."""
    return (
        *(Argument(None, value) for value in given.positional),
        *(Argument(name, value) for name, value in given.keywords),
    )


def _flat(source: str) -> str:
    return re.sub(r"\s+", "", source) if "(" not in source else source


def _method(ev: Evaluator, node: ast.Call, context: Context) -> Value | None:
    """Evaluate a call of a method of a known value, ``None`` when it is none."""
    if not isinstance(node.func, ast.Attribute):
        return None
    base_node = node.func.value
    if isinstance(base_node, ast.Name | ast.Attribute):
        target = ev.follow(base_node, context, reference=False, refuse_circular=True)
        if isinstance(target, External):
            base = external_names.value(ev, target.dotted, context.location(base_node))
        else:
            base = target.value if isinstance(target, Bound | Plain) else None
    else:
        base = ev.value(base_node, context)
    if isinstance(base, Unevaluated):
        raise no_value(base)
    if not isinstance(base, Literal | Sequence | Mapping):
        return None
    given = arguments.evaluated(ev, node, context, reference=False)
    refuse_later_object(ev, base, node.func.attr, given, context)
    place = context.location(node)
    return methods.call(ev, base, node.func.attr, given, place)


def _instance(ev: Evaluator, target: ClassTarget, node: ast.Call, context: Context) -> Value | None:
    if enums.is_enum(ev, target.scope):
        return _enum_member(ev, target, node, context)
    if not records.is_record(ev, target.scope):
        return None
    return records.made(ev, target, node, context)


def _enum_member(
    ev: Evaluator, target: ClassTarget, node: ast.Call, context: Context
) -> Value | None:
    if len(node.args) != 1 or node.keywords:
        return None
    argument = ev.known(node.args[0], context)
    ev.meter.use(argument)
    wanted = key(argument)
    scope = target.scope
    for found in enums.members(ev, scope):
        if key(found.value) == wanted and not found.alias_of:
            text = f"{_flat(context.segment(node.func))}.{found.name}"
            return found.symbol(text, scope, context.location(node))
    return None


def subscripted(
    ev: Evaluator, node: ast.Subscript, target: Target, context: Context
) -> Value | None:
    """Evaluate a subscript of a type or an enum, ``None`` for one of a value."""
    identity = identity_of(target)
    place = context.location(node)
    if isinstance(target, ClassTarget) and enums.is_enum(ev, target.scope):
        wanted = ev.known(node.slice, context)
        if isinstance(wanted, Literal) and isinstance(wanted.value, str):
            member = enums.member(ev, target.scope, wanted.value)
            if member is not None:
                shown = f"{_flat(context.segment(node.value))}.{wanted.value}"
                return to_value(member, shown, place)
        raise EvaluationError("the enum has no such member", context.location(node.slice))
    if isinstance(target, External):
        if external_names.value(ev, target.dotted, place) is not None:
            return None
        module, _, name = target.dotted.rpartition(".")
        if module not in TYPE_MODULES and not name[:1].isupper():
            raise EvaluationError(f"an item of {context.segment(node.value)} has no static value")
    elif not isinstance(target, ClassTarget | Builtin):
        return None
    items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    values = tuple(ev.value(item, context) for item in items)
    if identity in LITERAL_TYPES:
        values = _nested_literals(values)
    return Call(
        _flat(context.segment(node.value)),
        tuple(Argument(None, value) for value in values),
        context.segment(node),
        place,
        identity=identity,
    )


def _nested_literals(values: tuple[Value, ...]) -> tuple[Value, ...]:
    """Give the items of ``Literal[...]``, those of a ``Literal`` in it in its place."""
    items: list[Value] = []
    for value in values:
        inner = value.value if isinstance(value, Symbol) else value
        if isinstance(inner, Call) and inner.identity in LITERAL_TYPES:
            items += [argument.value for argument in inner.arguments]
        elif not is_unpacked(value):
            items.append(value)
    # Equal items of several types are all kept: 1, True and a member of an IntEnum.
    kinds = [type(item.value) if isinstance(item, Literal) else type(item) for item in items]
    found = {(kind, key(item)): item for kind, item in zip(kinds, items, strict=True)}
    return tuple(found.values())
