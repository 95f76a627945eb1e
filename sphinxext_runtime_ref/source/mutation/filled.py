"""Functions that fill an empty collection when the code runs, which reading it can't show."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.reading.syntax import subscripts
from sphinxext_runtime_ref.source.scopes.scope import FunctionNode
from sphinxext_runtime_ref.source.scopes.vocabulary import MUTATORS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.module import Module


def filled_by(module: Module, dotted: str) -> tuple[str, Location] | None:
    """Give the first function of a module that adds to a collection, with the place where it does.

    :param dotted: name of the collection: ``REGISTRY``, or ``Factory.registry``, to which methods
        add as ``cls.registry`` too.
    """
    owner, _, name = dotted.rpartition(".")
    if name not in module.text.text:
        return None
    for function, outermost, node in _statements(module.full_tree()):
        match _changed(node):
            case ast.Attribute(attr=changed) if owner and changed == name:
                return function, module.location(node)
            case ast.Name(id=changed) if not owner and changed == name:
                if not _is_own(outermost, name):
                    return function, module.location(node)
    return None


def _is_own(function: FunctionNode, name: str) -> bool:
    """Tell whether a function has a variable or parameter of that name."""
    own = False
    for node in ast.walk(function):
        match node:
            case ast.Global(names=names) if name in names:
                return False
            case ast.Name(id=bound, ctx=ast.Store()) | ast.arg(arg=bound):
                own = own or bound == name
    return own


def _statements(tree: ast.Module) -> Iterator[tuple[str, FunctionNode, ast.stmt]]:
    """Give the statements in functions, each with the outermost function and its dotted name."""
    pending: list[tuple[str, FunctionNode | None, ast.AST]] = [("", None, tree)]
    while pending:
        name, outermost, node = pending.pop()
        if outermost is not None and isinstance(node, ast.stmt):
            yield name, outermost, node
        elif isinstance(node, ast.ClassDef | FunctionNode):
            name = f"{name}.{node.name}" if name else node.name
            outermost = node if isinstance(node, FunctionNode) else None
        parts = [(name, outermost, part) for part in ast.iter_child_nodes(node)]
        pending += reversed(parts)


def _changed(node: ast.stmt) -> ast.expr | None:
    """Give what a statement adds to: ``x`` of ``x[key] = value`` and of ``x.append(value)``."""
    match node:
        case ast.Assign(targets=[ast.Subscript() as target]) | ast.AugAssign(target=target):
            return subscripts(target)[0]
        case ast.Expr(
            ast.Call(ast.Attribute(ast.Call(ast.Attribute(base, "setdefault")), method))
            | ast.Call(ast.Attribute(base, method))
        ) if method in MUTATORS:
            return subscripts(base)[0]
    return None
