"""Which attributes of some objects a function changes, as far as its own text tells."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.reading.syntax import subscripts
from sphinxext_runtime_ref.source.scopes.vocabulary import MUTATORS, SETTERS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping


def changed(function: ast.AST, owners: Collection[str]) -> Iterator[str | None]:
    """Give the attributes of some objects that a function assigns, deletes or changes in place.

    ``None`` stands for any of them. What the functions do that it calls is not looked into.

    :param owners: the names of the objects.
    """
    parts = [*ast.walk(function)]
    others = _other_names(parts, owners)
    read = {id(one) for part in parts for one in _only_read(part)}
    for part in parts:
        match part:
            case ast.Attribute(value=ast.Name(id=base), attr="__dict__") if base in owners:
                if id(part) not in read:
                    yield None
            case ast.Attribute(ctx=ast.Store() | ast.Del()):
                yield from _attributes(part, owners)
            case ast.Subscript(value=inner, ctx=ast.Store() | ast.Del()):
                yield from _of_changed(inner, owners, others)
            case ast.Call(func=ast.Attribute(value=inner, attr=name)) if name in MUTATORS:
                yield from _of_changed(inner, owners, others)
            case ast.AugAssign(target=ast.Name(id=name)):
                yield from others.get(name, ())
            case ast.Call(args=[_, name, *_]) if is_setter(part, owners):
                yield attribute_named(name)


def is_setter(call: ast.Call, owners: Collection[str]) -> bool:
    """Tell whether a call is ``setattr(owner, name, value)`` or one of its kin."""
    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
    return name in SETTERS and isinstance(call.args[0], ast.Name) and call.args[0].id in owners


def attribute_named(node: ast.expr | None = None) -> str | None:
    """Give the name that an expression is of an attribute, ``None`` where it may be any."""
    text = node.value if isinstance(node, ast.Constant) else None
    return text if isinstance(text, str) else None


def _only_read(node: ast.AST) -> Iterator[ast.expr]:
    """Give what a node only looks into: ``x`` of ``x.items()``, ``x["a"]``, ``for y in x``."""
    match node:
        case ast.Attribute(value=of, attr=name) if name not in MUTATORS:
            yield of
        case ast.Subscript(value=of, ctx=ast.Load()):
            yield of
        case ast.For(iter=of) | ast.comprehension(iter=of):
            yield of
        case ast.Compare(comparators=others):
            yield from others


def _other_names(parts: Iterable[ast.AST], owners: Collection[str]) -> dict[str, list[str | None]]:
    """Give the names that get attributes of the objects, with these: ``names = x.names``."""
    return {
        part.targets[0].id: [*_attributes(part.value, owners)]
        for part in parts
        if isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Name)
    }


def _of_changed(
    node: ast.expr, owners: Collection[str], others: Mapping[str, list[str | None]]
) -> Iterator[str | None]:
    """Give the attributes that are changed with a collection; it may be theirs by another name."""
    yield from _attributes(node, owners)
    if isinstance(node, ast.Attribute):
        yield node.attr
    base, _ = subscripts(node)
    if isinstance(base, ast.Name):
        yield from others.get(base.id, ())


def _attributes(node: ast.expr, owners: Collection[str]) -> Iterator[str | None]:
    """Give the attributes on the way from one of the objects to something: ``x.a[0].b``."""
    names: list[str] = []
    while isinstance(node, ast.Attribute | ast.Subscript):
        if isinstance(node, ast.Attribute):
            names.append(node.attr)
        node = node.value
    if isinstance(node, ast.Name) and node.id in owners:
        yield from (None if name == "__dict__" else name for name in names)
