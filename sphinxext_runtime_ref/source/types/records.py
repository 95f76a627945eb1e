"""Records: calls of classes whose constructor is made from their fields."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import EvaluationError
from sphinxext_runtime_ref.source.convert import no_value
from sphinxext_runtime_ref.source.evaluation import arguments
from sphinxext_runtime_ref.source.types import construction, inheritance
from sphinxext_runtime_ref.source.types.fields import fields_of
from sphinxext_runtime_ref.source.types.inheritance import ClassKind
from sphinxext_runtime_ref.source.values import Field, Record, Symbol
from sphinxext_runtime_ref.spelling import or_near

if TYPE_CHECKING:
    import ast

    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.evaluation.arguments import Given
    from sphinxext_runtime_ref.source.evaluation.evaluator import Context, Evaluator
    from sphinxext_runtime_ref.source.scopes.scope import Scope
    from sphinxext_runtime_ref.source.scopes.targets import ClassTarget
    from sphinxext_runtime_ref.source.types.fields import ClassField
    from sphinxext_runtime_ref.source.values import Value

CONSTRUCTORS = ("__init__", "__new__")


def is_record(ev: Evaluator, scope: Scope) -> bool:
    """Tell whether calls of a class are records: its fields are known and make its constructor."""
    info = inheritance.class_info(ev, scope)
    if info.kind in {ClassKind.PLAIN, ClassKind.ENUM} or info.unknown:
        return False
    return not any(name in inner.events for inner in info.order for name in CONSTRUCTORS)


def made(ev: Evaluator, target: ClassTarget, node: ast.Call, context: Context) -> Record:
    """Give the record that a call of a class makes, defaults applied.

    :raises EvaluationError: for an unknown, repeated or missing field.
    """
    given = arguments.evaluated(ev, node, context)
    place = context.location(node)
    info = inheritance.class_info(ev, target.scope)
    declared = [item for item in fields_of(ev, info) if item.init]
    source = context.segment(node)
    name = re.sub(r"\s+", "", context.segment(node.func))
    values = _bound(name, declared, given, place)
    fields = [
        Field(item.name, value, item.name in values)
        for item in fields_of(ev, info)
        for value in [values.get(item.name, item.default)]
        if value is not None
    ]
    ev.meter.characters(len(source))
    return ev.meter.weigh(
        Record(
            name,
            tuple(fields),
            source,
            place,
            identity=target.identity,
            finished=construction.finished(ev, info),
            is_plain=construction.is_plain(ev, info),
        )
    )


def _bound(
    name: str, declared: list[ClassField], given: Given, place: Location
) -> dict[str, Value]:
    ordinary = [item.name for item in declared if not item.keyword_only]
    if len(given.positional) > len(ordinary):
        raise EvaluationError(
            f"{name} takes {len(ordinary)} positional fields, {len(given.positional)} are given",
            given.positional[len(ordinary)].location,
        )
    values = dict(zip(ordinary, given.positional, strict=False))
    by_alias = {item.alias: item.name for item in declared if item.alias}
    known = [item.name for item in declared]
    for keyword, value in given.keywords:
        field = by_alias.get(keyword, keyword)
        if field not in known:
            raise EvaluationError(_unknown(name, keyword, known), value.location)
        if field in values:
            raise EvaluationError(f"{name} is given the field {field!r} twice", value.location)
        values[field] = value
    missing = [item.name for item in declared if item.required and item.name not in values]
    if missing:
        names = ", ".join(repr(item) for item in missing)
        raise EvaluationError(f"{name} is missing the field {names}", place)
    return values


def _unknown(name: str, keyword: str, known: list[str]) -> str:
    return f"{name} has no field {keyword!r}" + (
        or_near(keyword, known) or f"; it has {', '.join(known)}"
    )


def replaced(ev: Evaluator, given: Given, place: Location) -> Record:
    """Give ``dataclasses.replace(record, name=value)``.

    :raises EvaluationError: when it is no record, or has no such field.
    """
    if len(given.positional) != 1:
        raise EvaluationError("replace() takes one positional argument", place)
    base = given.positional[0]
    record = base.value if isinstance(base, Symbol) else base
    if not isinstance(record, Record):
        raise no_value(base)
    changes = given.named
    known = [item.name for item in record.fields]
    for name, value in changes.items():
        if name not in known:
            raise EvaluationError(_unknown(record.type, name, known), value.location)
    fields = tuple(
        Field(item.name, changes.get(item.name, item.value), item.given or item.name in changes)
        for item in record.fields
    )
    return ev.meter.weigh(replace(record, fields=fields, location=place, name=None))
