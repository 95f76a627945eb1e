"""The calls in a statement that run with it, besides the one that it may consist of."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.effects import decorations
from sphinxext_runtime_ref.source.scope import FunctionNode

if TYPE_CHECKING:
    from collections.abc import Iterator

_NOT_ONCE = (
    *(ast.IfExp, ast.BoolOp, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
    *(ast.If, ast.For, ast.AsyncFor, ast.While, ast.Try, ast.TryStar, ast.Match),
)
_BODIES = (ast.stmt, ast.ExceptHandler, ast.match_case)


def nested_calls(statement: ast.stmt) -> Iterator[tuple[ast.Call, bool]]:
    """Give the calls in the order in which they run, each with whether it runs once for sure.

    Decorators are calls too. What is in the body of a class runs with it; that of a function, a
    lambda, a loop or a branch does not.
    """
    # a statement that is one call is read with what its own kind of call changes
    read = isinstance(statement, ast.Assign | ast.AnnAssign | ast.Expr | ast.Return)
    whole = getattr(statement, "value", None) if read else None
    own = {id(whole), id(getattr(whole, "func", None))}
    pending: list[tuple[ast.AST, bool, ast.expr | None]] = [(statement, True, None)]
    found: list[tuple[ast.Call, bool]] = []
    # from the last to the first, as calls run after those in their arguments
    while pending:
        node, once, owner = pending.pop()
        if isinstance(node, ast.Call) and id(node) not in own:
            found.append((node, once))
        if isinstance(node, FunctionNode | ast.ClassDef):
            named = _named(node, owner)
            found += [(call, once) for call in reversed([*decorations(node, named)])]
            own.update(map(id, node.decorator_list))
            owner = named
        parts = _heads(node) if owner is None or isinstance(node, FunctionNode) else _parts(node)
        head = node is statement and not isinstance(node, ast.While)
        once = once and (head or not isinstance(node, _NOT_ONCE))
        for part in parts if not isinstance(node, ast.Lambda) else ():
            # what the places of an assignment call runs after its value
            late = isinstance(node, ast.Assign) and part is not node.value
            pending.append((part, once and not late, owner))
    yield from reversed(found)


def _named(node: ast.ClassDef | FunctionNode, owner: ast.expr | None) -> ast.expr:
    if owner is None:
        return ast.copy_location(ast.Name(node.name, ast.Load()), node)
    return ast.copy_location(ast.Attribute(owner, node.name, ast.Load()), node)


def _heads(node: ast.AST) -> Iterator[ast.AST]:
    """Give the parts of a statement that run with it, without the bodies that it has."""
    return (part for part in _parts(node) if not isinstance(part, _BODIES))


def _parts(node: ast.AST) -> Iterator[ast.AST]:
    """Give the parts of a node in the order in which they run."""
    match node:
        case ast.Dict():
            pairs = zip(node.keys, node.values, strict=True)
            return (part for pair in pairs for part in pair if part is not None)
        case ast.Assign():
            return iter((node.value, *node.targets))
        case _:
            return ast.iter_child_nodes(node)
