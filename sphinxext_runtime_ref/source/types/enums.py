"""Enums: their members in order, with ``auto()``, aliases and flags."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import EvaluationError
from sphinxext_runtime_ref.source.convert import to_python
from sphinxext_runtime_ref.source.equality import key
from sphinxext_runtime_ref.source.evaluation.evaluator import Context
from sphinxext_runtime_ref.source.scopes.scope import Action, FunctionNode
from sphinxext_runtime_ref.source.scopes.targets import (
    Bound,
    FunctionTarget,
    Member,
    to_value,
)
from sphinxext_runtime_ref.source.types import inheritance
from sphinxext_runtime_ref.source.types.enumerated import Enumerated, EnumMember
from sphinxext_runtime_ref.source.types.inheritance import ClassKind
from sphinxext_runtime_ref.source.values import (
    Literal,
    Sequence,
    SequenceType,
    Unevaluated,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.evaluation.evaluator import Evaluator
    from sphinxext_runtime_ref.source.scopes.scope import Event, Scope
    from sphinxext_runtime_ref.source.types.inheritance import ClassInfo
    from sphinxext_runtime_ref.source.values import Value

AUTO = "enum.auto"
FLAGS = frozenset({"enum.Flag", "enum.IntFlag"})
DATA: dict[str, type] = {
    **dict.fromkeys(("IntEnum", "IntFlag", "int"), int),
    **dict.fromkeys(("StrEnum", "str"), str),
    **{kind.__name__: kind for kind in (float, bytes)},
}
"""Bases whose members equal their values, which are of these types."""


def is_auto(ev: Evaluator, node: ast.expr, context: Context) -> bool:
    """Tell whether an expression in a class body is ``auto()``."""
    if not context.scope.is_class or not isinstance(node, ast.Call) or node.args:
        return False
    return ev.identity(node.func, context) == AUTO


def is_enum(ev: Evaluator, scope: Scope) -> bool:
    """Tell whether a class is an enum."""
    return inheritance.class_info(ev, scope).kind is ClassKind.ENUM


def _enumerated(ev: Evaluator, scope: Scope) -> Enumerated:
    known = ev.enums.get(scope)
    if known is None:
        events = [*_member_events(scope)]
        known = Enumerated(events, frozenset(event.name for event in events))
        ev.enums[scope] = known
    return known


def _written(ev: Evaluator, scope: Scope, event: Event) -> Value | None:
    """Give the value that a member is made of, ``None`` where the name is that of a method."""
    target = ev.names.resolve(ev, scope, event.name, None)
    if isinstance(target, Bound):
        return target.value
    if target is None or isinstance(target, FunctionTarget) or event.value is None:
        return None
    module = scope.module
    return to_value(target, module.text.segment(event.value), module.location(event.value))


def _member_events(scope: Scope) -> Iterator[Event]:
    events = [event for group in scope.events.values() for event in group]
    ignored = _ignored(scope)
    for event in sorted(events, key=lambda event: event.position):
        private = event.name.startswith("_") and (
            event.name.endswith("_") or event.name.startswith("__")
        )
        if (
            event.action is Action.ASSIGN
            and not private
            and event.name not in ignored
            and not _is_descriptor(event.value)
        ):
            yield event


def _ignored(scope: Scope) -> set[str]:
    """Give the names that ``_ignore_`` keeps from being members."""
    names: set[str] = set()
    for event in scope.events.get("_ignore_", ()):
        for part in ast.walk(event.value) if event.value is not None else ():
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                names.update(part.value.replace(",", " ").split())
    return names


def _is_descriptor(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Lambda) or (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name | ast.Attribute)
        and (node.func.id if isinstance(node.func, ast.Name) else node.func.attr)
        in {"nonmember", "property", "staticmethod", "classmethod"}
    )


def members(ev: Evaluator, scope: Scope) -> tuple[EnumMember, ...]:
    """Give the members in declared order."""
    known = _enumerated(ev, scope)
    if known.members is None:
        known.members = _members(ev, scope, known)
    return known.members


def _members(ev: Evaluator, scope: Scope, known: Enumerated) -> tuple[EnumMember, ...]:
    result: list[EnumMember] = []
    seen: dict[object, EnumMember] = {}
    info = inheritance.class_info(ev, scope)
    bases = {base.rpartition(".")[2] for base in info.bases}
    kind = next((DATA[base] for base in DATA if base in bases), None)
    is_changed = _has_data_type(ev, info) or inheritance.find(ev, info, "__new__") is not None
    for event in known.events:
        value = _written(ev, scope, event)
        if value is None:
            continue
        if kind is not None or is_changed:
            value = _made(ev, value, None if is_changed else kind)
        ev.meter.use(value)
        place = scope.module.location(event.node)
        made = EnumMember(event.name, value, place, "", kind is not None)
        first = made if isinstance(value, Unevaluated) else seen.setdefault(key(value), made)
        if first.name != event.name:
            # True, 1 and 1.0 are equal: it has the value of the first.
            made = replace(made, value=first.value, alias_of=first.name)
        result.append(made)
    return tuple(result)


def _has_data_type(ev: Evaluator, info: ClassInfo) -> bool:
    """Tell whether a class below the root makes the values, as the how-to on enums has it.

    https://docs.python.org/3/howto/enum.html#dataclass-support
    """
    kinds = {inheritance.class_info(ev, scope).kind for scope in info.order[1:]}
    return not kinds.isdisjoint({ClassKind.DATACLASS, ClassKind.NAMEDTUPLE})


def _made(ev: Evaluator, value: Value, kind: type | None) -> Value:
    """Give the value of a member that is made of what is written.

    :param kind: the built-in type that makes it; ``None`` where something below the root does.
    """
    is_done = isinstance(value, Literal) and type(value.value) is kind
    if is_done or isinstance(value, Unevaluated):
        return value
    place, why = value.location, "the enum's __new__ or data type may make something else of it"
    if kind is not None:
        why = f"it can't be told which {kind.__name__} is made of it"
        try:
            written = to_python(value)
            if kind is not bytes:  # of a number it makes that many bytes
                given = written if isinstance(written, tuple) else (written,)
                return ev.literal(kind(*given), place)
        except (EvaluationError, TypeError, ValueError, ArithmeticError):
            pass
    return Unevaluated(ev.tree.module(place.path).text.cut(place), why, place)


def iterated_members(ev: Evaluator, scope: Scope) -> tuple[EnumMember, ...]:
    """Give the members that iterating gives: no alias, and of flags those of one bit alone.

    :raises EvaluationError: when that depends on a value that is not known.
    """
    found = tuple(one for one in members(ev, scope) if not one.alias_of)
    if not inheritance.class_info(ev, scope).bases & FLAGS:
        return found
    return tuple(one for one in found if _is_one_bit(one.value))


def _is_one_bit(value: Value) -> bool:
    number = to_python(value)
    return isinstance(number, int) and number > 0 and number & (number - 1) == 0


def member(ev: Evaluator, scope: Scope, name: str) -> Member | None:
    """Give a member by its name; an alias is the member that it is an alias of."""
    if name not in _enumerated(ev, scope).names:
        return None
    for found in members(ev, scope):
        if found.name == name:
            if found.alias_of:
                return member(ev, scope, found.alias_of)
            return Member(found.value, scope.identity(name), found.location, found.is_equal)
    return None


def next_value(ev: Evaluator, scope: Scope, event: Event) -> Value:
    """Give the value of ``NAME = auto()``."""
    place = scope.module.location(event.value or event.node)
    info = inheritance.class_info(ev, scope)
    before = _enumerated(ev, scope)
    while before.next is not None and before.next.position < event.position:
        earlier = before.next
        before.add(earlier, _written(ev, scope, earlier))
    custom = inheritance.find(ev, info, "_generate_next_value_")
    if custom is not None:
        return _custom(ev, custom[0], event, before.values, place)
    if any(base.endswith("StrEnum") for base in info.bases):
        return Literal(event.name.lower(), place)
    if not before.are_integers or "builtins.str" in info.bases:
        return Unevaluated("auto()", "auto() after a value that is no integer", place)
    if info.bases & FLAGS:
        return ev.literal(1 << before.bits, place)
    if before.largest != before.last:
        return Unevaluated("auto()", "auto() after values that are not ascending", place)
    return ev.literal(before.last + 1, place)


def _custom(
    ev: Evaluator, scope: Scope, event: Event, before: list[Value], place: Location
) -> Value:
    definitions = scope.events["_generate_next_value_"]
    node = definitions[-1].node
    reason = "auto() is computed by the class's own _generate_next_value_"
    if not isinstance(node, FunctionNode):
        return Unevaluated("auto()", reason, place)
    body = scope.module.function(node).body
    parameters = [argument.arg for argument in node.args.args]
    if not isinstance(body[-1], ast.Return) or body[-1].value is None or len(parameters) != 4:
        return Unevaluated("auto()", reason, place)
    given: list[Value] = [
        Literal(event.name, place),
        Literal(1, place),
        Literal(len(before), place),
        Sequence(SequenceType.LIST, tuple(before), place),
    ]
    frame = dict(zip(parameters, given, strict=True))
    if any(not isinstance(part, ast.Expr) for part in body[:-1]):
        return Unevaluated("auto()", reason, place)
    return ev.value(body[-1].value, Context(scope.parent or scope).bind(frame))
