"""What the names of a function are, or are taken out of: ``b`` of ``a = b["x"]``."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.scope import REBINDING

if TYPE_CHECKING:
    from sphinxext_runtime_ref.source.scope import Scope

ITEMS = frozenset({"get", "setdefault", "values", "items", "pop"})
"""Methods that give what is in a collection itself, not a copy."""


def made_of(function: Scope) -> dict[str, set[str]]:
    """Give the names of which others are, or are items: ``b`` of ``a = b["x"]``."""
    made: dict[str, set[str]] = {}
    for events in (*function.events.values(), *function.looped.values()):
        for event in events:
            if event.action in REBINDING and event.value is not None:
                source = _root(event.value)
                if source is not None:
                    made.setdefault(event.name, set()).add(source)
    return made


def _root(node: ast.expr) -> str | None:
    """Give the name or attribute that an expression is, or is an item of; else ``None``."""
    while not isinstance(node, ast.Name):
        match node:
            case ast.Subscript(value=inner):
                node = inner
            case ast.Call(func=ast.Attribute(value=inner, attr=method)) if method in ITEMS:
                node = inner
            case ast.Attribute(value=ast.Name(id=base), attr=name):
                return f"{base}.{name}"
            case _:
                return None
    return node.id


def reached(name: str, made: dict[str, set[str]]) -> set[str]:
    """Give all names and attributes that a change of what a name has may reach.

    :param made: see :func:`made_of`.
    """
    found: set[str] = set()
    pending = [name]
    while pending:
        more = made.get(pending.pop(), set()) - found
        found |= more
        pending += more
    return found
