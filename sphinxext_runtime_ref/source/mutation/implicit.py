"""Methods that run without being called: those of operators, ``with``, items and properties."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.mutation.callees import (
    CONSTRUCTORS,
    callees,
    chain,
    class_named,
    classes_of,
    methods_of,
)
from sphinxext_runtime_ref.source.mutation.effect import INSIDE, joined, with_others
from sphinxext_runtime_ref.source.mutation.effects import effects_of, effects_on_parameters
from sphinxext_runtime_ref.source.mutation.relations import parameters
from sphinxext_runtime_ref.source.mutation.steps import Steps
from sphinxext_runtime_ref.source.reading.syntax import names_in
from sphinxext_runtime_ref.source.scopes.namespaces import ANY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinxext_runtime_ref.source.mutation.callees import Callee
    from sphinxext_runtime_ref.source.mutation.effect import Effect
    from sphinxext_runtime_ref.source.scopes.scope import Scope

CALLED = frozenset({*CONSTRUCTORS, "__call__", "__init_subclass__", "__class_getitem__"})
"""Methods with two underscores that run where a class or an object is called, or a class made."""
MARKS = frozenset({"property", "cached_property", "setter", "getter", "deleter"})


def methods_in(node: ast.AST) -> list[str]:
    """Give the names of the methods of a class that run without being called."""
    methods = [part for part in ast.iter_child_nodes(node) if isinstance(part, ast.FunctionDef)]
    return [
        method.name
        for method in methods
        if method.name not in CALLED and (method.name.startswith("__") or _is_property(method))
    ]


def _is_property(method: ast.FunctionDef) -> bool:
    marks = (ast.unparse(mark).rpartition(".")[2] for mark in method.decorator_list)
    return not MARKS.isdisjoint(marks)


def methods_for(statement: ast.stmt, module: Scope) -> Iterator[tuple[ast.expr, Callee]]:
    """Give the methods that may run because a statement uses an object of a class of the module.

    Which of them do is not looked into.

    :return: each with the object.
    """
    for node in _used(statement, module):
        for of in classes_of(node, module):
            for scope in chain(of):
                for name in methods_in(scope.node):
                    found = callees(ast.Attribute(node, name), module)
                    yield from ((node, one) for one in found)


def _used(statement: ast.stmt, module: Scope) -> Iterator[ast.expr]:
    """Give what may be such an object and is used for more than to call a method of it."""
    owners: set[int] = set()
    for part in ast.walk(statement):
        match part:
            case ast.Call(func=ast.Attribute(value=owner)):
                owners.add(id(owner))
            case ast.Name(ctx=ast.Load()) if id(part) not in owners:
                if class_named(part, module) is None:
                    yield part
            case ast.AugAssign(target=ast.Name() as target):
                yield target
            case (
                ast.withitem(context_expr=ast.Call() as made)
                | ast.For(iter=ast.Call() as made)
                | ast.comprehension(iter=ast.Call() as made)
                | ast.Starred(value=ast.Call() as made)
                | ast.FormattedValue(value=ast.Call() as made)
                | ast.Compare(left=ast.Call() as made)
                | ast.BinOp(left=ast.Call() as made)
                | ast.Subscript(value=ast.Call() as made)
                | ast.Attribute(value=ast.Call() as made)
            ) if id(made) not in owners:
                yield made


def effects_of_class(node: ast.ClassDef, scope: Scope) -> dict[str, Effect]:
    """Give what the bases of a class do when its statement runs."""
    steps = Steps()
    functions = _of_subclass(node, scope, steps)
    found = joined(effects_of(one, scope) for one in functions)
    found.join({ANY: INSIDE} if steps.are_spent else {})
    given = [name for keyword in node.keywords for name in names_in(keyword.value)]
    for one in functions if given else ():
        if not effects_on_parameters(one).keys().isdisjoint(parameters(one.node)[1:]):
            found.join(dict.fromkeys(given, INSIDE))
    return with_others(found)


def _of_subclass(node: ast.ClassDef, scope: Scope, steps: Steps) -> list[Callee]:
    """Give the functions that run where a class statement does, because of its bases."""
    bases = [base for part in node.bases for base in classes_of(part, scope, steps)]
    found = methods_of(bases, ("__init_subclass__",), steps)
    for part in node.body:
        if isinstance(part, ast.Assign | ast.AnnAssign) and isinstance(part.value, ast.Call):
            held = classes_of(part.value, scope, steps)
            found += methods_of(held, ("__set_name__",), steps)
    classes: list[tuple[ast.AST, Scope]] = [(node, scope)]
    classes += [(one.node, one.parent or scope) for base in bases for one in chain(base, steps)]
    for statement, around in classes:
        for keyword in getattr(statement, "keywords", ()):
            if keyword.arg == "metaclass":
                made_by = classes_of(keyword.value, around, steps)
                found += methods_of(made_by, ("__new__", "__init__"), steps)
    return found
