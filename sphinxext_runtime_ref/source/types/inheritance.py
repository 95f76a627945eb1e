"""Classes below the root: their bases, their order of resolution, what kind they are."""

from __future__ import annotations

import ast
from collections import Counter, deque
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.evaluation.evaluator import Context
from sphinxext_runtime_ref.source.scopes.bindings import scope_of
from sphinxext_runtime_ref.source.scopes.functional import class_made
from sphinxext_runtime_ref.source.scopes.scope import Action, FunctionNode
from sphinxext_runtime_ref.source.scopes.targets import (
    ClassTarget,
    FunctionTarget,
    identity_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinxext_runtime_ref.source.evaluation.evaluator import Evaluator
    from sphinxext_runtime_ref.source.scopes.scope import Scope
    from sphinxext_runtime_ref.source.scopes.targets import Target


class ClassKind(StrEnum):
    """What makes the fields of a class."""

    DATACLASS = "dataclass"
    NAMEDTUPLE = "NamedTuple"
    TYPEDDICT = "TypedDict"
    PYDANTIC = "pydantic"
    ATTRS = "attrs"
    STRUCT = "msgspec"
    ENUM = "enum"
    PLAIN = "class"
    """No constructor that is made from fields."""


INHERITED = frozenset(
    {
        ClassKind.NAMEDTUPLE,
        ClassKind.TYPEDDICT,
        ClassKind.PYDANTIC,
        ClassKind.STRUCT,
        ClassKind.ENUM,
    }
)
BASES = {
    "namedtuple": ClassKind.NAMEDTUPLE,
    "NamedTuple": ClassKind.NAMEDTUPLE,
    "TypedDict": ClassKind.TYPEDDICT,
    "BaseModel": ClassKind.PYDANTIC,
    "BaseSettings": ClassKind.PYDANTIC,
    "RootModel": ClassKind.PYDANTIC,
    "Enum": ClassKind.ENUM,
    "IntEnum": ClassKind.ENUM,
    "StrEnum": ClassKind.ENUM,
    "Flag": ClassKind.ENUM,
    "IntFlag": ClassKind.ENUM,
    "ReprEnum": ClassKind.ENUM,
}
ATTRS_MODULES = frozenset({"attr", "attrs"})
# Bases that add no field and no constructor.
NEUTRAL = frozenset(
    {
        *("builtins.object", "abc.ABC", "typing.Generic", "typing.Protocol", "builtins.tuple"),
        *("typing_extensions.Protocol", "builtins.str", "builtins.int", "builtins.float"),
        *("builtins.bytes", "builtins.Exception", "builtins.dict", "builtins.type"),
    }
)


@dataclass(frozen=True, slots=True)
class ClassInfo:
    """A class with what it inherits.

    :param order: the class and its bases below the root, in method resolution order.
    :param unknown: bases outside of the root that may add fields, as written.
    :param bases: dotted names of all bases outside of the root.
    """

    scope: Scope
    kind: ClassKind
    order: tuple[Scope, ...]
    unknown: tuple[str, ...]
    bases: frozenset[str]


def class_info(ev: Evaluator, scope: Scope) -> ClassInfo:
    """Tell what kind of class a class is, and what it inherits from.

    :raises DeclarationError: when it inherits from itself.
    """
    known = ev.classes.get(scope)
    if known is None:
        place = scope.module.location(_node(scope))
        ev.names.guard(ev, ("class", scope), place)
        ev.active.append((("class", scope), place))
        try:
            known = _read(ev, scope)
        finally:
            ev.active.pop()
        ev.classes[scope] = known
    return known


def _node(scope: Scope) -> ast.ClassDef:
    if not isinstance(scope.node, ast.ClassDef):
        raise TypeError(f"{scope.qualname} is no class")
    return scope.node


def _read(ev: Evaluator, scope: Scope) -> ClassInfo:
    node = _node(scope)
    context = Context(scope.parent or scope, scope.position)
    parents: list[ClassInfo] = []
    unknown: list[str] = []
    outside: set[str] = set()
    kind: ClassKind | None = None
    for base in node.bases:
        plain = base.value if isinstance(base, ast.Subscript) else base
        target = ev.follow(plain, context)
        made = class_made("", base, context.scope)
        if made is not None:
            target = ClassTarget(
                scope_of(scope.module, made, parent=context.scope, position=scope.position)
            )
        if isinstance(target, ClassTarget):
            parent = class_info(ev, target.scope)
            parents.append(parent)
            if parent.kind in INHERITED:
                kind = _first(kind, parent.kind)
            continue
        dotted = identity_of(target) if target else ""
        outside.add(dotted)
        found = _kind_of_base(dotted)
        kind = _first(kind, found)
        if found is None and dotted not in NEUTRAL:
            unknown.append(scope.module.text.segment(base))
    kind = _decorated(ev, node, context) or kind or ClassKind.PLAIN
    for parent in parents:
        outside |= parent.bases
        unknown += parent.unknown
    order = (scope, *_linear([list(parent.order) for parent in parents]))
    return ClassInfo(scope, kind, order, tuple(unknown), frozenset(outside))


def _first(kind: ClassKind | None, other: ClassKind | None) -> ClassKind | None:
    """Give the kind of a class by two bases; the values of an enum may be of any kind."""
    return other if other is ClassKind.ENUM else kind or other


def _kind_of_base(dotted: str) -> ClassKind | None:
    module, _, name = dotted.rpartition(".")
    if dotted == "msgspec.Struct":
        return ClassKind.STRUCT
    return BASES.get(name) if module else None


def _decorated(ev: Evaluator, node: ast.ClassDef, context: Context) -> ClassKind | None:
    for decorator in node.decorator_list:
        function = decorator.func if isinstance(decorator, ast.Call) else decorator
        target = ev.follow(function, context)
        if isinstance(target, FunctionTarget) and _transforms(ev, target):
            return ClassKind.DATACLASS
        module, _, name = (identity_of(target) if target else "").rpartition(".")
        if module in ATTRS_MODULES:
            return ClassKind.ATTRS
        if name in {"dataclass", "make_dataclass"} and module:
            return ClassKind.DATACLASS
    return None


def keywords_of(scope: Scope) -> Iterator[ast.keyword]:
    """Give the keywords of a class statement and of its decorators: ``model = dataclass(...)``."""
    node = scope.node
    if not isinstance(node, ast.ClassDef):
        return
    yield from node.keywords
    for decorator in node.decorator_list:
        made: ast.expr | None = decorator
        if isinstance(decorator, ast.Name):
            bound = scope.module.scope.bindings(decorator.id)
            made = bound[-1].value if bound and bound[-1].action is Action.ASSIGN else None
        if isinstance(made, ast.Call):
            yield from made.keywords


def _transforms(ev: Evaluator, target: FunctionTarget) -> bool:
    """Tell whether ``typing.dataclass_transform`` marks a decorator, or one of its overloads."""
    context = Context(target.scope)
    for event in target.scope.events[target.event.name]:
        if event.action is not Action.FUNCTION or not isinstance(event.node, FunctionNode):
            continue
        for decorator in event.node.decorator_list:
            function = decorator.func if isinstance(decorator, ast.Call) else decorator
            if ev.identity(function, context).endswith(".dataclass_transform"):
                return True
    return False


def _linear(orders: list[list[Scope]]) -> list[Scope]:
    """Merge the orders of the bases as Python does (C3); keep going where Python would refuse."""
    if len(orders) < 2:
        return [scope for order in orders for scope in order]
    result: dict[Scope, None] = {}
    rows = [deque(order) for order in [*orders, [order[0] for order in orders]]]
    behind = Counter(scope for row in rows for scope in islice(row, 1, None))
    while rows := [row for row in rows if row]:
        heads = [row[0] for row in rows]
        head = next((scope for scope in heads if not behind[scope]), heads[0])
        result[head] = None
        for row in rows:
            while row and row[0] in result:
                row.popleft()
                if row:
                    behind[row[0]] -= 1
    return [*result]


def find(ev: Evaluator, info: ClassInfo, name: str) -> tuple[Scope, Target] | None:
    """Look a class attribute up in the class and its bases."""
    for scope in info.order:
        target = ev.names.resolve(ev, scope, name, None)
        if target is not None:
            return scope, target
    return None
