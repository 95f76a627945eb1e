"""Small questions about syntax trees and source text."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


_SETTERS = frozenset({"setattr", "__setattr__"})


def dotted(node: ast.expr) -> str | None:
    """Give a dotted name as one writes it, ``None`` for any other expression."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return None
    parts.append(node.id)
    return ".".join(reversed(parts))


def last_name(node: ast.expr) -> str:
    """Give ``name`` of ``module.name`` and of ``name``, ``""`` for any other expression."""
    return (dotted(node) or "").rpartition(".")[2]


def names_in(node: ast.AST) -> Iterator[str]:
    """Give the names that are used or bound anywhere in a node; an attribute is none."""
    return (part.id for part in ast.walk(node) if isinstance(part, ast.Name))


def arguments(call: ast.Call) -> list[ast.expr]:
    """Give what a call gives, by position and by keyword; what is unpacked as a whole."""
    return [*call.args, *(item.value for item in call.keywords)]


def one_line(source: str) -> str:
    """Give source text on one line."""
    return re.sub(r"\s+", " ", source).strip()


def subscripts(node: ast.expr) -> tuple[ast.expr, tuple[ast.expr, ...]]:
    """Give what ``base[key]...`` is an item of, and the keys that lead there."""
    keys: list[ast.expr] = []
    while isinstance(node := attribute_at(node), ast.Subscript):
        keys.insert(0, node.slice)
        node = node.value
    return node, tuple(keys)


def attribute_at(node: ast.expr) -> ast.expr:
    """Give the attribute that ``getattr(x, "name")`` and ``vars(x)["name"]`` are."""
    match node:
        case (
            ast.Call(func=ast.Name("getattr"), args=[of, ast.Constant(value=str() as name), *_])
            | ast.Subscript(
                value=ast.Call(func=ast.Name("vars"), args=[of])
                | ast.Attribute(value=of, attr="__dict__"),
                slice=ast.Constant(value=str() as name),
            )
        ):
            return ast.copy_location(ast.Attribute(of, name, ast.Load()), node)
        case _:
            return node


def global_named(node: ast.expr) -> str | None:
    """Give the name of the module that ``globals()["name"]`` is."""
    match attribute_at(node):
        case ast.Subscript(
            ast.Call(func=ast.Name("globals" | "vars" | "locals"), args=[]),
            ast.Constant(str() as name),
        ):
            return name
        case ast.Attribute(ast.Subscript(ast.Attribute(attr="modules"), key), name):
            return name if dotted(key) == "__name__" else None
        case _:
            return None


CLASS = ".__class__"


def object_named(node: ast.expr) -> str | None:
    """Give the name of an object; ``x.__class__`` where its class is written, or ``type(x)``."""
    match node:
        case ast.Call(func=ast.Name(id="type"), args=[ast.Name(id=name)]):
            return name + CLASS
        case ast.Attribute(value=ast.Name(id=name), attr="__class__"):
            return name + CLASS
        case _:
            return node.id if isinstance(node, ast.Name) else None


def owner_named(node: ast.expr) -> str | None:
    """Give the name of an object as :func:`object_named`, or the dotted name of a class in one."""
    return object_named(node) or dotted(node)


def same_object(target: ast.expr, value: ast.expr) -> ast.expr:
    """Give what leads to the object that a target gets; ``value`` where it is no matter which."""
    alone = isinstance(value, ast.Constant | ast.JoinedStr | ast.Name | ast.Attribute)
    match target:
        case ast.Name(id=name):
            return ast.copy_location(ast.Name(name, ast.Load()), target)
        case ast.Subscript(value=of, slice=index) if not alone:
            return ast.copy_location(ast.Subscript(of, index, ast.Load()), target)
        case ast.Attribute(value=of, attr=name) if not alone:
            return ast.copy_location(ast.Attribute(of, name, ast.Load()), target)
        case _:
            return value


def object_of(name: str) -> ast.expr:
    """Give the expression that :func:`object_named` has given a name."""
    node = ast.Name(name.removesuffix(CLASS), ast.Load())
    return ast.Attribute(node, "__class__", ast.Load()) if name.endswith(CLASS) else node


def attributes_set(call: ast.Call) -> Iterator[tuple[str, object, ast.expr]]:
    """Give the object, the attribute and its value of ``setattr(x, "name", value)`` and its kin.

    The attribute is no string where it is not known.
    """
    match call:
        case ast.Call(args=[of, key, given]) if owner := object_named(of):
            if getattr(call.func, "id", getattr(call.func, "attr", "")) in _SETTERS:
                yield owner, getattr(key, "value", None), given
