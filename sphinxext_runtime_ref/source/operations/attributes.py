"""What ``something.name`` leads to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import DeclarationError, EvaluationError, NoAttributeError
from sphinxext_runtime_ref.source.evaluation.evaluator import is_circular
from sphinxext_runtime_ref.source.operations import class_assignments, imports
from sphinxext_runtime_ref.source.scopes.targets import (
    Bound,
    Builtin,
    ClassTarget,
    External,
    FolderTarget,
    FunctionTarget,
    Member,
    ModuleTarget,
    Plain,
    identity_of,
)
from sphinxext_runtime_ref.source.types import class_creation, enums, inheritance
from sphinxext_runtime_ref.source.values import Call, Literal, Record, Symbol, Unevaluated
from sphinxext_runtime_ref.spelling import or_near

if TYPE_CHECKING:
    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.evaluation.evaluator import Evaluator
    from sphinxext_runtime_ref.source.scopes.targets import Target
    from sphinxext_runtime_ref.source.values import Value


def attribute(ev: Evaluator, base: Target, name: str, place: Location) -> Target:
    """Tell what an attribute of what a name leads to is.

    :raises EvaluationError: when there is no such attribute, or none that is known.
    """
    match base:
        case ModuleTarget(module=module):
            found = imports.attribute(ev, module, name, place)
        case FolderTarget():
            found = imports.folder_member(ev, base, name)
        case ClassTarget():
            found = _of_class(ev, base, name, place)
        case Member(value=value):
            found = _of_member(base.identity, value, name, place)
        case Bound(value=value, identity=identity):
            found = _of_value(value, identity, name, place)
        case Plain(value=Symbol(value=None) as symbol):
            found = _of_symbol(ev, symbol, name, place)
        case Plain(value=value):
            found = _of_value(value, "", name, place)
        case FunctionTarget() if name == "__name__":
            found = Plain(Literal(base.event.name, place))
        case FunctionTarget() | External() | Builtin():
            found = External(f"{identity_of(base)}.{name}")
    return found


def _of_class(ev: Evaluator, target: ClassTarget, name: str, place: Location) -> Target:
    if name == "__name__":
        return Plain(Literal(target.scope.qualname.rpartition(".")[2], place))
    info = inheritance.class_info(ev, target.scope)
    if info.kind is inheritance.ClassKind.ENUM:
        for scope in info.order:
            member = enums.member(ev, scope, name)
            if member is not None:
                return member
    class_creation.refuse_changed(ev, info.order, name, place)
    found, gone = class_assignments.inherited(ev, info.order, name, place)
    if found is not None:
        return found
    closed = info.kind is inheritance.ClassKind.ENUM and not name.startswith("__")
    what = f"{target.scope.qualname} has no {'member' if closed else 'attribute'} {name!r}"
    if closed and not info.unknown:
        raise NoAttributeError(f"enum {what}{or_near(name, target.scope.events)}", place)
    if info.unknown or info.bases - inheritance.NEUTRAL or name.startswith("__"):
        return External(f"{target.identity}.{name}")
    if gone is not None:
        raise gone
    raise NoAttributeError(f"class {what}{or_near(name, target.scope.events)}", place)


def _of_member(identity: str, value: Value, name: str, place: Location) -> Target:
    if name in {"value", "_value_"}:
        return Plain(value)
    if name in {"name", "_name_"}:
        return Plain(Literal(identity.rpartition(".")[2], place))
    raise EvaluationError(f"the attribute {name!r} of an enum member has no static value", place)


def _of_symbol(ev: Evaluator, symbol: Symbol, name: str, place: Location) -> Target:
    """Tell what an attribute of a class or function is that a parameter or variable holds."""
    path, below, qualified = symbol.identity.partition(":")
    if below and symbol.definition is not None:
        try:
            found: Target = ModuleTarget(ev.tree.module(path))
            for part in (*qualified.split("."), name):
                found = attribute(ev, found, part, place)
        except DeclarationError as fault:
            if is_circular(fault):
                raise
        else:
            return found
    return _of_value(symbol, "", name, place)


def _of_value(value: Value, identity: str, name: str, place: Location) -> Target:
    match value:
        case Record():
            if value.is_finished(name):
                what = "__post_init__, a validator or a converter"
                raise EvaluationError(f"{what} may give {name!r} another value", place)
            for item in value.fields:
                if item.name == name:
                    return Plain(item.value)
            return External(f"{identity or value.identity}.{name}")
        case Symbol(value=Record() as record):
            return _of_value(record, value.identity, name, place)
        case Symbol(value=inner) if inner is not None and not isinstance(inner, Call):
            return _of_member(value.identity, inner, name, place)
        case Symbol():
            return External(f"{value.identity}.{name}")
        case Call() if identity:
            return External(f"{identity}.{name}")
        case Unevaluated():
            raise EvaluationError(value.reason, value.location)
        case _:
            raise EvaluationError(f"the attribute {name!r} has no static value", place)
