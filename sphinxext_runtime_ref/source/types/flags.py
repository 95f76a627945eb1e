"""Members of flags, joined: ``Cap.READ | Cap.WRITE``."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.scopes.targets import ClassTarget
from sphinxext_runtime_ref.source.types import enums, inheritance
from sphinxext_runtime_ref.source.values import Literal, Symbol

if TYPE_CHECKING:
    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.evaluation.evaluator import Evaluator
    from sphinxext_runtime_ref.source.scopes.scope import Scope
    from sphinxext_runtime_ref.source.values import Value

SIGNS: dict[type[ast.operator], str] = {ast.BitOr: "|", ast.BitAnd: "&", ast.BitXor: "^"}


def joined(
    ev: Evaluator, op: ast.operator, left: Value, right: Value, place: Location
) -> Symbol | None:
    """Give ``left | right`` and its kin as a member is shown; ``None`` for what are no flags."""
    sign = SIGNS.get(type(op))
    if sign is None or not isinstance(left, Symbol) or not isinstance(right, Symbol):
        return None
    one, other = _number(left), _number(right)
    owner = left.identity.rpartition(".")[0]
    if one is None or other is None or owner != right.identity.rpartition(".")[0]:
        return None
    scope = _flags(ev, owner)
    if scope is None:
        return None
    number = {"|": one | other, "&": one & other, "^": one ^ other}[sign]
    text = f"{left.text} {sign} {right.text}"
    value = ev.literal(number, place)
    for member in enums.members(ev, scope):
        if isinstance(member.value, Literal) and member.value.value == number:
            return member.symbol(text, scope, place)
    return replace(
        left, text=text, identity=f"{owner}.{number}", location=place, value=value, name=None
    )


def _number(value: Symbol) -> int | None:
    number = value.value.value if isinstance(value.value, Literal) else None
    return number if isinstance(number, int) else None


def _flags(ev: Evaluator, identity: str) -> Scope | None:
    """Give the class of an identity if its members can be joined."""
    path, below, name = identity.partition(":")
    if not below:
        return None
    scope = ev.tree.module(path).scope
    for part in name.split("."):
        target = ev.names.resolve(ev, scope, part, None)
        if not isinstance(target, ClassTarget):
            return None
        scope = target.scope
    return scope if inheritance.class_info(ev, scope).bases & enums.FLAGS else None
