"""Signatures of functions and classes below the root."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import repeat
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.conditions import condition_of, join
from sphinxext_runtime_ref.source.evaluation.evaluator import Context
from sphinxext_runtime_ref.source.scopes.scope import Action, FunctionNode
from sphinxext_runtime_ref.source.scopes.targets import ClassTarget, FunctionTarget
from sphinxext_runtime_ref.source.symbols import find
from sphinxext_runtime_ref.source.types import inheritance, records
from sphinxext_runtime_ref.source.types.fields import fields_of
from sphinxext_runtime_ref.source.types.specifiers import annotation_text
from sphinxext_runtime_ref.source.worlds import in_worlds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.evaluation.evaluator import Evaluator
    from sphinxext_runtime_ref.source.module import Module
    from sphinxext_runtime_ref.source.scopes.scope import Scope
    from sphinxext_runtime_ref.source.scopes.targets import Target
    from sphinxext_runtime_ref.source.tree import SourceTree
    from sphinxext_runtime_ref.source.values import Value
    from sphinxext_runtime_ref.source.worlds import Outcome


class ParameterKind(StrEnum):
    """How a parameter takes its argument."""

    ORDINARY = "ordinary"
    KEYWORD = "keyword"
    """By keyword only."""
    POSITIONS = "*"
    """All further positional arguments."""
    KEYWORDS = "**"
    """All further keyword arguments."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a function, or a field that a class takes.

    :param default: its value; ``None`` when the argument must be given.
    :param location: where it stands, for one of a function.
    :param condition: the undecided branches under which there is this one.
    """

    name: str
    kind: ParameterKind = ParameterKind.ORDINARY
    default: Value | None = None
    annotation: str = ""
    location: Location | None = field(default=None, compare=False)
    condition: str = field(default="", compare=False)


def parameters(tree: SourceTree, module: Module, dotted: str) -> tuple[Parameter, ...]:
    """Give the parameters of a function, method or class; none when they are not known.

    :raises MissingDeclarationError: when there is no such declaration.
    """
    return _outcomes(tree, module, dotted)[0].result


def all_parameters(tree: SourceTree, module: Module, dotted: str) -> tuple[Parameter, ...]:
    """Give the parameters of all functions that undecided branches declare by one name.

    :raises MissingDeclarationError: when there is no such declaration.
    """
    outcomes = _outcomes(tree, module, dotted)
    worlds, every = [one.world for one in outcomes], outcomes[0].every
    found = join((one.result for one in outcomes), lambda item: item.name)
    return tuple(
        replace(one.item, condition=condition_of((worlds[at] for at in one.lists), every))
        for one in found
    )


def _outcomes(
    tree: SourceTree, module: Module, dotted: str
) -> list[Outcome[tuple[Parameter, ...]]]:
    return in_worlds(tree, module, lambda ev: parameters_of(ev, find(ev, module, dotted)))


def parameters_of(ev: Evaluator, target: Target | None) -> tuple[Parameter, ...]:
    """Give the parameters of what a name leads to; none when they are not known."""
    match target:
        case FunctionTarget():
            return _of_function(ev, target.scope, target.event.node)
        case ClassTarget(scope=scope):
            return _of_class(ev, scope)
        case _:
            return ()


def _of_class(ev: Evaluator, scope: Scope) -> tuple[Parameter, ...]:
    info = inheritance.class_info(ev, scope)
    for inner in info.order:
        for event in inner.events.get("__init__", ()):
            if event.action is Action.FUNCTION:
                return _of_function(ev, inner, event.node)
    if not records.is_record(ev, scope):
        return ()
    return tuple(
        Parameter(
            item.name,
            ParameterKind.KEYWORD if item.keyword_only else ParameterKind.ORDINARY,
            item.default,
            item.annotation,
        )
        for item in fields_of(ev, info)
        if item.init
    )


def _of_function(ev: Evaluator, scope: Scope, node: ast.stmt | ast.expr) -> tuple[Parameter, ...]:
    if not isinstance(node, FunctionNode):
        return ()
    found = list(_parameters(ev, node, Context(scope)))
    bound = scope.is_class and not any(
        isinstance(decorator, ast.Name) and decorator.id == "staticmethod"
        for decorator in node.decorator_list
    )
    return tuple(found[1:] if bound else found)


def _parameters(ev: Evaluator, node: FunctionNode, context: Context) -> Iterator[Parameter]:
    given = node.args
    ordinary = [*given.posonlyargs, *given.args]
    defaults = [None] * (len(ordinary) - len(given.defaults)) + list(given.defaults)
    rows: list[tuple[ast.arg | None, ast.expr | None, ParameterKind]] = [
        *zip(ordinary, defaults, repeat(ParameterKind.ORDINARY)),
        (given.vararg, None, ParameterKind.POSITIONS),
        *zip(given.kwonlyargs, given.kw_defaults, repeat(ParameterKind.KEYWORD)),
        (given.kwarg, None, ParameterKind.KEYWORDS),
    ]
    for argument, default, kind in rows:
        if argument is not None:
            annotation, place = argument.annotation, context.location(argument)
            shown = annotation_text(annotation, context.segment(annotation)) if annotation else ""
            value = ev.value(default, context) if default is not None else None
            yield Parameter(argument.arg, kind, value, shown, place)
