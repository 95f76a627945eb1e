"""What the names of a function are, or are taken out of: ``b`` of ``a = b["x"]``."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.bindings import child_scope
from sphinxext_runtime_ref.source.callees import callees, chain, classes_of
from sphinxext_runtime_ref.source.scope import REBINDING
from sphinxext_runtime_ref.source.syntax import object_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinxext_runtime_ref.source.scope import Scope

ITEMS = frozenset({"get", "setdefault", "values", "items", "pop"})
"""Methods that give what is in a collection itself, not a copy."""
MAX_DEPTH = 6
"""Functions that return what others return, as far as they are looked into."""


class Origins:
    """Of what the names of a module or function are made: ``b`` of ``a = b["x"]``."""

    def __init__(self, scope: Scope, depth: int = MAX_DEPTH) -> None:
        """Read the assignments.

        :param depth: functions that may still be looked into.
        """
        self.scope = scope
        self.depth = depth
        self.values: dict[str, list[ast.expr]] = {}
        for events in (*scope.events.values(), *scope.looped.values()):
            for event in events:
                if event.action in REBINDING and event.value is not None:
                    self.values.setdefault(event.name, []).append(event.value)

    def of(self, name: str) -> set[str]:
        """Give all names and attributes that a change of what a name has may reach."""
        found: set[str] = set()
        pending = [name]
        while pending:
            for value in self.values.get(pending.pop(), ()):
                more = self.roots(value) - found
                found |= more
                pending += more
        return found

    def roots(self, node: ast.expr) -> set[str]:
        """Give the names and attributes that an expression is, or is an item of."""
        while not isinstance(node, ast.Name):
            match node:
                case ast.Subscript(value=inner):
                    node = inner
                case ast.Call(func=ast.Attribute(value=inner, attr=method)) if method in ITEMS:
                    node = inner
                case ast.Attribute(value=ast.Name(id=base), attr=name):
                    return {f"{base}.{name}"}
                case ast.Call():
                    return returned(node, self.scope, self.depth)
                case _:
                    return set()
        return {node.id}


def returned(call: ast.Call, scope: Scope, depth: int = MAX_DEPTH) -> set[str]:
    """Give the names of a module and the attributes of its classes that a call may give.

    :param scope: that of the call.
    """
    found: set[str] = set()
    for one in callees(call.func, scope) if depth else ():
        function = child_scope(one.scope, one.event)
        origins = Origins(function, depth - 1)
        names: set[str] = set()
        for part in ast.walk(function.node):
            if isinstance(part, ast.Return | ast.Yield | ast.YieldFrom) and part.value:
                for root in origins.roots(part.value):
                    names |= {root, *origins.of(root)}
        found |= {name for name in names if "." not in name and name not in function.events}
        found |= {*attributes_of(names, function)}
    return found


def attributes_of(names: Iterable[str], function: Scope) -> Iterator[str]:
    """Give the attributes of classes that ``cls.name``, ``self.name`` or ``Class.name`` are.

    One that an object alone has is told without its name: ``Class.``.
    """
    for name in names:
        base, dot, attribute = name.rpartition(".")
        for owner in classes_of(object_of(base), function) if dot else ():
            holders = [scope for scope in chain(owner) if attribute in scope.events]
            yield f"{holders[0].qualname}.{attribute}" if holders else f"{owner.qualname}."
