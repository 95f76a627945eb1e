"""Declarations by dotted name: where they are and what they are worth."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import (
    DeclarationError,
    DeletedError,
    EvaluationError,
    LimitError,
    MissingDeclarationError,
    NoAttributeError,
)
from sphinxext_runtime_ref.location import Location
from sphinxext_runtime_ref.source.evaluate import Evaluation, Found, evaluation_from
from sphinxext_runtime_ref.source.evaluation import choose, type_checking
from sphinxext_runtime_ref.source.evaluation.evaluator import Context
from sphinxext_runtime_ref.source.operations import attributes, class_assignments
from sphinxext_runtime_ref.source.reading import comments
from sphinxext_runtime_ref.source.scopes.bindings import child_scope
from sphinxext_runtime_ref.source.scopes.scope import Action, FunctionNode
from sphinxext_runtime_ref.source.scopes.targets import (
    Bound,
    ClassTarget,
    External,
    FunctionTarget,
    Member,
    ModuleTarget,
    Plain,
    identity_of,
    to_value,
)
from sphinxext_runtime_ref.source.worlds import in_worlds
from sphinxext_runtime_ref.spelling import or_near

if TYPE_CHECKING:
    from sphinxext_runtime_ref.source.evaluation.evaluator import Evaluator
    from sphinxext_runtime_ref.source.module import Module
    from sphinxext_runtime_ref.source.scopes.scope import Event, Scope
    from sphinxext_runtime_ref.source.scopes.targets import Target
    from sphinxext_runtime_ref.source.tree import SourceTree


def evaluate(tree: SourceTree, module: Module, dotted: str) -> Evaluation:
    """Evaluate a declaration, with all that later statements change of it.

    :param dotted: ``NAME``, ``Class``, ``Class.ATTR`` or ``function.NAME``; a re-export is
        followed.
    :returns: its value, more than one where branches stay undecided.
    :raises DeclarationError: when there is no such declaration, or it is declared twice.
    :raises LimitError: when a bound is reached.
    """
    targets: list[Target] = []

    def run(ev: Evaluator) -> Found:
        target = find(ev, module, dotted)
        targets.append(target)
        defined = definition_of(target)
        if defined is None and isinstance(target, External):
            defined = _imported_at(module, dotted)
        place = defined, _assigned_at(ev, module, dotted)
        if isinstance(target, Bound):
            return target.value, place
        written = _written(module.scope, dotted, ev)
        if written is not None and written.value is not None:
            around = Context(module.scope, written.position)
            return ev.evaluate(written.value, around), place
        return to_value(target, dotted, place[0] or Location(module.path)), place

    found = evaluation_from(in_worlds(tree, module, run))
    first = targets[0]
    natures = [] if _written(module.scope, dotted) else list(map(_nature, targets))
    return replace(
        found,
        is_class=isinstance(first, ClassTarget),
        nature=natures[0] if all(natures) and natures else "",
    )


def _assigned_at(ev: Evaluator, module: Module, dotted: str) -> Location | None:
    """Give the statement that makes a name another one's: ``NAME = other``."""
    owner, _, name = dotted.rpartition(".")
    target = find(ev, module, owner) if owner else None
    scope = target.scope if isinstance(target, ClassTarget) else module.scope
    if owner and (
        scope is module.scope or any(e.name == name for e in class_assignments.events_of(scope))
    ):
        return None
    held = (e for e in scope.events.get(name, ()) if choose.holds(ev, scope, e.choices))
    last = [event for event in held if event.action is Action.ASSIGN][-1:]
    is_other = bool(last) and isinstance(last[0].value, ast.Name | ast.Attribute)
    return scope.module.location(last[0].node) if is_other and not last[0].unpack else None


def _imported_at(module: Module, name: str) -> Location | None:
    """Give the statement that binds a name of a module last."""
    events = module.scope.events.get(name)
    return module.location(events[-1].node) if events else None


def _nature(target: Target) -> str:
    match target:
        case FunctionTarget():
            return "a function"
        case ModuleTarget(module=module):
            return f"the module {module.path}"
        case Member():
            return "a member of an enumeration"
        case External(dotted=dotted):
            return f"imported from outside of the root ({dotted})"
        case _:
            return ""


def _written(scope: Scope, name: str, ev: Evaluator | None = None) -> Event | None:
    """Give the assignment of ``NAME = other.name``: its value is shown as it is written there.

    :param ev: whose world tells which of several it is.
    """
    events = scope.events.get(name, [])
    if ev is not None:
        events = [event for event in events if choose.holds(ev, scope, event.choices)]
    last = events[-1] if events else None
    return last if last is not None and last.action is Action.ASSIGN and not last.unpack else None


class DeclarationKind(StrEnum):
    """What a dotted name leads to."""

    ASSIGNMENT = "assignment"
    CLASS = "class"
    FUNCTION = "function"
    MODULE = "module"
    IMPORT = "import"
    """Something outside of the root."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """A declaration below the root.

    :param name: dotted name as it was asked for.
    :param location: the whole statement, its end included.
    :param identity: ``path:NAME``, the same for all names of one thing.
    :param doc: docstring, the string after an assignment, else the comment.
    """

    name: str
    kind: DeclarationKind
    location: Location
    identity: str
    doc: str = ""


def lookup(tree: SourceTree, module: Module, dotted: str) -> Declaration:
    """Find a declaration without evaluating it; re-exports are followed.

    :param dotted: ``NAME``, ``Class``, ``Class.ATTR``, ``Class.method`` or ``function.NAME``.
    :raises MissingDeclarationError: when there is none; near names are given.
    """

    def run(ev: Evaluator) -> Declaration:
        try:
            target = find(ev, module, dotted)
        except type_checking.CheckedError:
            target = find(ev.checker, module, dotted)
        return _declaration(tree, dotted, module, target)

    return in_worlds(tree, module, run)[0].result


def _declaration(tree: SourceTree, dotted: str, module: Module, target: Target) -> Declaration:
    place = definition_of(target)
    if place is None:
        raise MissingDeclarationError(
            f"{dotted!r} is not declared below the root: it comes from "
            f"{identity_of(target) or 'elsewhere'}",
            Location(module.path),
        )
    identity = identity_of(target)
    match target:
        case ClassTarget(scope=scope):
            kind, doc = DeclarationKind.CLASS, _docstring(scope.node)
        case FunctionTarget(event=event):
            kind, doc = DeclarationKind.FUNCTION, _docstring(event.node)
        case ModuleTarget(module=found):
            kind, doc = DeclarationKind.MODULE, found.doc
        case External():
            kind, doc = DeclarationKind.IMPORT, ""
        case _:
            kind, doc = DeclarationKind.ASSIGNMENT, ""
    if not doc and kind is not DeclarationKind.MODULE:
        doc = comments.doc_of(tree.module(place.path), place)
    return Declaration(dotted, kind, place, identity, doc)


def _docstring(node: ast.stmt | ast.expr | ast.Module) -> str:
    if not isinstance(node, ast.ClassDef | FunctionNode):
        return ""
    return ast.get_docstring(node) or ""


def find(ev: Evaluator, module: Module, dotted: str) -> Target:
    """Follow a dotted name from a module.

    :raises DeclarationError: when a part of it is not there; near names are given.
    """
    first, *rest = dotted.split(".")
    target = _in_scope(ev, module.scope, first)
    if target is None:
        raise missing(dotted, first, module.scope)
    for name in rest:
        if isinstance(target, FunctionTarget):
            scope = child_scope(target.scope, target.event)
            found = _in_scope(ev, scope, name)
            if found is None:
                raise missing(dotted, name, scope)
            target = found
            continue
        try:
            target = attributes.attribute(ev, target, name, Location(module.path))
        except LimitError:
            raise
        except DeletedError as fault:
            raise DeletedError(f"{dotted!r} is deleted", fault.location) from None
        except NoAttributeError:
            if isinstance(target, ClassTarget):
                raise missing(dotted, name, target.scope) from None
            raise
        except EvaluationError as fault:
            place = fault.location
            if place is None or not place.line:
                place = _place(module, target, name)
            raise DeclarationError(f"{dotted!r}: {fault.message}", place) from None
    return target


def _place(module: Module, target: Target, name: str) -> Location:
    """Give the place of an attribute that the body of a class binds, else that of the module."""
    if isinstance(target, ClassTarget) and name in target.scope.events:
        return target.scope.module.location(target.scope.events[name][-1].node)
    return Location(module.path)


def _in_scope(ev: Evaluator, scope: Scope, name: str) -> Target | None:
    return ev.names.resolve(ev, scope, name, None) or type_checking.target(ev, scope, name)


def missing(dotted: str, name: str, scope: Scope) -> MissingDeclarationError:
    """Give the error for a name that a scope does not bind, with the near ones."""
    where = f"{scope.module.path}" + (f" in {scope.qualname}" if scope.qualname else "")
    hint = or_near(name, scope.events)
    return MissingDeclarationError(
        f"{dotted!r} is not declared in {where}{hint}", Location(scope.module.path)
    )


def definition_of(target: Target) -> Location | None:
    """Give the place where something below the root is defined."""
    match target:
        case Bound() | FunctionTarget() | Member() | External() | ClassTarget():
            return target.definition
        case ModuleTarget(module=module):
            return Location(module.path, 1)
        case Plain(value=value):
            return value.location
        case _:
            return None
