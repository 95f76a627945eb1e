"""Annotations: the classes below the root that they name."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import DeclarationError
from sphinxext_runtime_ref.source import inheritance
from sphinxext_runtime_ref.source.evaluator import Context
from sphinxext_runtime_ref.source.names import dotted
from sphinxext_runtime_ref.source.scope import Action
from sphinxext_runtime_ref.source.targets import Bound, ClassTarget, identity_of
from sphinxext_runtime_ref.source.values import Call

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.evaluator import Evaluator
    from sphinxext_runtime_ref.source.scope import Scope

# What these hold is no part of the object that has the annotation.
OPAQUE = frozenset({"Literal", "Callable", "type", "Type", "ClassVar"})
MAX_DEPTH = 20


@dataclass(frozen=True, slots=True)
class ClassReference:
    """A class below the root that an annotation names.

    :param text: the name as written.
    :param path: the module that defines the class.
    :param name: its dotted name in the module.
    :param location: the class statement.
    """

    text: str
    path: str
    name: str
    location: Location


def class_references(ev: Evaluator, node: ast.expr, scope: Scope) -> tuple[ClassReference, ...]:
    """Give the classes that an annotation names, each once, in order.

    Unions, ``Optional``, containers, string annotations, the first argument of ``Annotated`` and
    aliases are looked into; ``Callable``, ``Literal`` and ``type`` are not.
    """
    found = _walk(ev, node, Context(scope), MAX_DEPTH)
    return tuple({(item.path, item.name): item for item in found}.values())


def _walk(ev: Evaluator, node: ast.expr, context: Context, depth: int) -> Iterator[ClassReference]:
    if depth == 0:
        return
    match node:
        case ast.Constant(value=str() as text):
            inner = _parsed(text)
            if inner is not None:
                yield from _walk(ev, inner, context, depth - 1)
        case ast.BinOp(op=ast.BitOr()):
            yield from _walk(ev, node.left, context, depth)
            yield from _walk(ev, node.right, context, depth - 1)
        case ast.Tuple() | ast.List():
            for part in node.elts:
                yield from _walk(ev, part, context, depth - 1)
        case ast.Subscript():
            head = _head(ev, node.value, context)
            if head in OPAQUE:
                return
            yield from _walk(ev, node.value, context, depth - 1)
            inner = node.slice
            if head == "Annotated" and isinstance(inner, ast.Tuple):
                inner = inner.elts[0]
            yield from _walk(ev, inner, context, depth - 1)
        case ast.Name() | ast.Attribute():
            yield from _named(ev, node, context, depth)


def _parsed(text: str) -> ast.expr | None:
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _head(ev: Evaluator, node: ast.expr, context: Context) -> str:
    target = inheritance.follow(ev, node, context)
    return identity_of(target).rpartition(".")[2] if target is not None else ""


def _named(
    ev: Evaluator, node: ast.Name | ast.Attribute, context: Context, depth: int
) -> Iterator[ClassReference]:
    target = inheritance.follow(ev, node, context)
    if target is None:
        # Annotations are evaluated late: a class may be named above its statement.
        target = inheritance.follow(ev, node, Context(context.scope.module.scope))
    if isinstance(target, ClassTarget):
        scope = target.scope
        text = dotted(node) or ""
        yield ClassReference(text, scope.module.path, scope.qualname, target.definition)
    elif isinstance(target, Bound):
        yield from _alias(ev, target, depth)


def _alias(ev: Evaluator, target: Bound, depth: int) -> Iterator[ClassReference]:
    """Look into ``Alias = X | Y``: the expression that is assigned is an annotation too."""
    path, _, name = target.identity.partition(":")
    if isinstance(target.value, Call) and not target.value.identity:
        return
    try:
        module = ev.tree.module(path)
    except DeclarationError:
        return
    for event in module.scope.events.get(name, ()):
        if event.action is Action.ASSIGN and event.value is not None:
            yield from _walk(ev, event.value, Context(module.scope), depth - 1)
