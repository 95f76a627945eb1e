"""Calls and decorators as facts: every place where a function is used, with its arguments."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import EvaluationError
from sphinxext_runtime_ref.source import call_sites, signatures
from sphinxext_runtime_ref.source.conditions import Taken, condition_of, join, text_of
from sphinxext_runtime_ref.source.evaluation import arguments, choose
from sphinxext_runtime_ref.source.evaluation.evaluator import (
    Context,
    UndecidedError,
    unevaluated,
)
from sphinxext_runtime_ref.source.operations.calls import given_arguments
from sphinxext_runtime_ref.source.reading.syntax import dotted
from sphinxext_runtime_ref.source.reading.text import parse_expression
from sphinxext_runtime_ref.source.scopes.scope import Action
from sphinxext_runtime_ref.source.scopes.targets import identity_of
from sphinxext_runtime_ref.source.values import Argument
from sphinxext_runtime_ref.source.worlds import evaluator, in_worlds

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.call_sites import Site, Turn
    from sphinxext_runtime_ref.source.conditions import World
    from sphinxext_runtime_ref.source.evaluation.evaluator import Evaluator
    from sphinxext_runtime_ref.source.module import Module
    from sphinxext_runtime_ref.source.scopes.targets import Target
    from sphinxext_runtime_ref.source.signatures import Parameter
    from sphinxext_runtime_ref.source.tree import SourceTree
    from sphinxext_runtime_ref.source.values import Unevaluated


@dataclass(frozen=True, slots=True)
class Invocation:
    """One call of a function, or one use of it as a decorator.

    :param function: the callee as written.
    :param arguments: as given, in order; ``keyword`` is ``None`` for positional ones. What an
        unknown ``*x`` or ``**x`` would give is one argument with the stars as its keyword.
    :param parameters: the callee's parameters without ``self`` or ``cls``, empty when they are
        not known; they name positional arguments and have defaults.
    :param symbol: the class or function that a decorator decorates, the name to which a call is
        assigned.
    :param doc: for a decorator, the docstring of what it decorates.
    :param within: dotted name of the class or function around a call.
    :param condition: the undecided branches in which it happens with these arguments.
    :param around: those in which it stands, whatever its arguments are.
    :param turn: the turns of the loops around it.
    :param marks: for a decorator, where it is and where the first one of what it decorates is.
    """

    function: str
    arguments: tuple[Argument, ...]
    parameters: tuple[Parameter, ...]
    location: Location
    symbol: str = ""
    doc: str = ""
    within: str = ""
    condition: str = ""
    marks: tuple[Location, ...] = ()
    turn: Turn = ()
    around: str = ""


def find_calls(tree: SourceTree, module: Module, called: str) -> tuple[Invocation, ...]:
    """Find the calls of a function in a module, in its functions and classes too.

    :param called: the callee as one writes it: ``register``, ``Factory.register``; a call of
        ``anything.register`` is one of ``register`` too, and so is one under another name that
        an import gives.
    """
    return _found(tree, module, called, call_sites.calls(module, called))


def find_decorators(tree: SourceTree, module: Module, decorator: str) -> tuple[Invocation, ...]:
    """Find the classes and functions in a module that a decorator decorates.

    :param decorator: as one writes it, without arguments; see :func:`find_calls`.
    """
    return _found(tree, module, decorator, call_sites.decorators(module, decorator))


def _found(
    tree: SourceTree, module: Module, called: str, sites: Iterable[Site]
) -> tuple[Invocation, ...]:
    return tuple(
        found
        for site in sites
        if _is_callee(tree, module, site, called)
        for found in invocations_at(tree, module, site, called)
    )


def _is_callee(tree: SourceTree, module: Module, site: Site, called: str) -> bool:
    written = dotted(site.function)
    if _is_on_instance(tree, module, site, called):
        return True
    if written is None:
        source = module.text.segment(site.function)
        return source.rpartition(".")[2] == called
    if written == called or written.endswith(f".{called}"):
        return True
    wanted = _identity(tree, module, called)
    if not wanted:
        return False
    ev = evaluator(tree)
    try:
        return ev.identity(site.function, site.context) == wanted
    except UndecidedError:
        return False


def _is_on_instance(tree: SourceTree, module: Module, site: Site, called: str) -> bool:
    """Tell whether a method is called on an instance of the class that is named."""
    owner, _, method = called.rpartition(".")
    function = site.function
    if not owner or not isinstance(function, ast.Attribute) or function.attr != method:
        return False
    wanted = _identity(tree, module, owner)
    ev = evaluator(tree)
    base: ast.expr | None = function.value
    if isinstance(base, ast.Name):
        # Not its value: that may have changed in a way that is not followed.
        events = module.scope.events.get(base.id, ())
        base = events[0].value if events and events[0].action is Action.ASSIGN else None
    if not wanted or not isinstance(base, ast.Call):
        return False
    try:
        return ev.identity(base.func, site.context) == wanted
    except UndecidedError:
        return False


def _identity(tree: SourceTree, module: Module, called: str) -> str:
    target = _named(evaluator(tree), module, called)
    return identity_of(target) if target is not None else ""


def _named(ev: Evaluator, module: Module, called: str) -> Target | None:
    node = parse_expression(called)
    if node is None:
        return None
    try:
        return ev.follow(node, Context(module.scope))
    except UndecidedError:
        return None


def invocations_at(
    tree: SourceTree, module: Module, site: Site, called: str
) -> Iterator[Invocation]:
    """Give the invocations of one place: none where it never runs, one for each turn of its loops.

    :param called: the callee as one names it; its parameters are told where the place can't.
    """
    around = _around(tree, site)
    if around is None:
        return
    outcomes = in_worlds(tree, module, lambda ev: _read(ev, module, site, called), around)
    outer = text_of(around)
    for one in join([outcome.result for outcome in outcomes], lambda item: item.function):
        worlds = [outcomes[at].world for at in one.lists]
        inner = condition_of(worlds, outcomes[0].every)
        condition = ", ".join(filter(None, (outer, inner)))
        yield replace(one.item, condition=condition, around=outer)


def _around(tree: SourceTree, site: Site) -> World | None:
    """Give the undecided branches around a site, ``None`` when it never runs."""
    around: World = ()
    for scope, choice in site.choices:
        try:
            if not choose.holds(evaluator(tree, around), scope, (choice,)):
                return None
        except UndecidedError as undecided:
            own = undecided.branch is choice.branch
            if own and choice.alternative not in undecided.possible:
                return None
            facts = undecided.possible[choice.alternative] if own else {}
            around = (*around, Taken(scope, choice.branch, choice.alternative, facts))
    return around


def _read(ev: Evaluator, module: Module, site: Site, called: str) -> list[Invocation]:
    target = ev.follow(site.function, site.context)
    parameters = signatures.parameters_of(ev, target)
    if not parameters:
        parameters = signatures.parameters_of(ev, _named(ev, module, called))
    return [
        Invocation(
            dotted(site.function) or module.text.segment(site.function),
            _arguments(ev, site.call, context) if site.call is not None else (),
            parameters,
            module.location(site.node),
            site.symbol,
            site.doc,
            site.context.scope.qualname,
            marks=_marks(module, site),
            turn=turn,
        )
        for context, turn in call_sites.iterations(ev, site)
    ]


def _marks(module: Module, site: Site) -> tuple[Location, ...]:
    node = site.node
    if not isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        return ()
    return tuple(
        module.location(part) for part in (site.call or site.function, node.decorator_list[0])
    )


def _arguments(ev: Evaluator, node: ast.Call, context: Context) -> tuple[Argument, ...]:
    try:
        return given_arguments(arguments.evaluated(ev, node, context))
    except EvaluationError:
        return (*_positional(ev, node, context), *_by_keyword(ev, node, context))


def _positional(ev: Evaluator, node: ast.Call, context: Context) -> Iterator[Argument]:
    """Give the positional arguments up to a ``*x`` of unknown length; the rest is one with it."""
    for number, part in enumerate(node.args):
        alone = ast.Call(node.func, [part], [])
        try:
            yield from given_arguments(arguments.evaluated(ev, alone, context))
        except EvaluationError as fault:
            rest = map(context.segment, node.args[number:])
            yield Argument("*", replace(unevaluated(part, context, fault), source=", ".join(rest)))
            return


def _by_keyword(ev: Evaluator, node: ast.Call, context: Context) -> Iterator[Argument]:
    loose: Unevaluated | None = None
    for item in node.keywords:
        alone = ast.Call(node.func, [], [item])
        try:
            yield from given_arguments(arguments.evaluated(ev, alone, context))
        except EvaluationError as fault:
            unknown = unevaluated(item.value, context, fault)
            source = f"**{unknown.source}"
            before = loose or unknown
            loose = replace(before, source=f"{loose.source}, {source}" if loose else source)
    if loose is not None:
        yield Argument("**", loose)
