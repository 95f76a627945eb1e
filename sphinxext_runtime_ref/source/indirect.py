"""Changes of a module's values that no statement makes by itself.

Functions and methods that are called, decorators, bodies of classes, and calls within expressions.
"""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sphinxext_runtime_ref.source.bindings import child_scope, events_of
from sphinxext_runtime_ref.source.callees import classes_of
from sphinxext_runtime_ref.source.effects import effects_of_call, effects_of_class
from sphinxext_runtime_ref.source.nested import parts_of
from sphinxext_runtime_ref.source.scope import REBINDING, Action, Event
from sphinxext_runtime_ref.source.sharing import (
    COLLECTIONS,
    FIRST_ARGUMENT,
    MUTATORS,
    find_shared,
    is_in_place,
)
from sphinxext_runtime_ref.source.syntax import dotted, subscripts

if TYPE_CHECKING:
    from sphinxext_runtime_ref.source.effects import Effect
    from sphinxext_runtime_ref.source.nested import Part
    from sphinxext_runtime_ref.source.scope import Scope, Step


UNCHANGING = frozenset({Action.CLASS, Action.FUNCTION, Action.IMPORT, Action.DECLARE})
TYPES = frozenset({"Literal", "Any", "Annotated", "Union", "Optional"})


def complete_for(scope: Scope, name: str) -> None:
    """Complete a module before a value of it is asked for.

    For classes, functions, imports and names of types nothing changes, and most modules are read
    for these alone.
    """
    if not scope.is_whole and any(map(_may_change, scope.events.get(name, ()))):
        complete(scope)


def _may_change(event: Event) -> bool:
    if event.action in UNCHANGING:
        return False
    value = event.value.value if isinstance(event.value, ast.Subscript) else event.value
    is_type = value is not None and (dotted(value) or "").rpartition(".")[2] in TYPES
    return not (is_type and event.action is Action.ASSIGN)


def complete(scope: Scope) -> None:
    """Add to the events of a module what its statements change indirectly."""
    if scope.is_whole or not isinstance(scope.node, ast.Module):
        return
    scope.is_whole = True
    found = _Found(scope)
    for step in scope.steps:
        for part in parts_of(step.node, scope.module.mentions):
            found.read(part, step)
    found.held_by_classes()
    for name, events in found.events.items():
        scope.events[name] = _by_position([*events, *scope.events[name]])
    for owner, events in scope.attributes.items():
        scope.attributes[owner] = _by_position(events)
    find_shared(scope)


def _by_position(events: list[Event]) -> list[Event]:
    return sorted(events, key=lambda event: event.position)


class _Found:
    """What the parts of the statements of a module change; attributes are noted in its scope."""

    def __init__(self, module: Scope) -> None:
        self.module = module
        self.events: dict[str, list[Event]] = {}
        text = module.module.text.text
        self.has_hooks = "__init_subclass__" in text or "metaclass" in text

    def read(self, part: Part, step: Step) -> None:
        self.step, self.node = step, part.node
        self.scope = self.around(part)
        self.is_plain = part.once and not _uses(part.node, self.scope)
        match part.node:
            case ast.Call() as call:
                self.effects(effects_of_call(call, self.scope))
                self.called(call, direct=part.direct)
            case ast.Attribute(value=owner):
                self.changed(owner, Action.LOOP)
            case ast.ClassDef(bases=bases, keywords=keywords) as node if self.has_hooks:
                self.node = next(iter((*bases, *(item.value for item in keywords))), node)
                self.effects(effects_of_class(node, self.scope))
            case ast.stmt() as node if not isinstance(node, ast.ClassDef):
                self.in_class(node)

    def around(self, part: Part) -> Scope:
        """Give the scope in which a part stands."""
        scope = self.module
        for node in part.classes:
            events = scope.events.get(node.name, ())
            event = next((event for event in events if event.node is node), None)
            if event is None:
                break
            scope = child_scope(scope, event)
        return scope

    def add(self, name: str, action: Action, **more: Any) -> None:
        """Note that a name has another value after the part."""
        event = Event(name, action, self.node, self.step.position, self.step.choices, **more)
        if _binds(self.scope, name):
            self.attribute(self.scope.qualname, name)
        elif name in self.module.events:
            self.events.setdefault(name, []).append(event)

    def attribute(self, owner: str, name: str) -> None:
        action = Action.GIVEN if self.is_plain else Action.LOOP
        event = Event(name, action, self.node, self.step.position, self.step.choices)
        self.module.attributes.setdefault(owner, []).append(event)

    def effects(self, effects: dict[str, Effect]) -> None:
        action = Action.GIVEN if self.is_plain else Action.LOOP
        for name, effect in effects.items():
            owner, _, attribute = name.rpartition(".")
            if attribute and owner:
                self.attribute(owner, attribute)
            elif not owner:
                deep = effect.deep if effect.plain else None
                value = self.node if isinstance(self.node, ast.Call) else None
                self.add(name, action, value=value, deep=deep)

    def called(self, call: ast.Call, *, direct: bool) -> None:
        """Note what a call changes that is known to change its object, or its first argument."""
        function = (dotted(call.func) or "").rpartition(".")[2]
        if function in FIRST_ARGUMENT:
            self.changed(next(iter(call.args), call), Action.LOOP)
        elif isinstance(call.func, ast.Attribute) and call.func.attr in MUTATORS:
            if getattr(call.func.value, "id", "") in COLLECTIONS:
                self.changed(next(iter(call.args), call), Action.LOOP)
            elif not direct:
                action = Action.CALL if self.is_plain else Action.LOOP
                self.changed(call.func.value, action, value=call)

    def changed(self, target: ast.expr, action: Action, **more: Any) -> None:
        base, keys = subscripts(target)
        if isinstance(base, ast.Name):
            self.add(base.id, action, keys=keys, **more)

    def in_class(self, node: ast.stmt) -> None:
        """Note what a statement in the body of a class changes that is not the class's own."""
        for event in events_of(node, self.scope):
            if not is_in_place(event):
                continue
            action = event.action if self.is_plain else Action.LOOP
            for name in _other_names(self.scope, event.name):
                self.add(name, Action.LOOP)
            if not _binds(self.scope, event.name) and event.name in self.module.events:
                moved = replace(
                    event, action=action, position=self.step.position, choices=self.step.choices
                )
                self.events.setdefault(event.name, []).append(moved)

    def held_by_classes(self) -> None:
        """Note changes of an attribute that is just another name of a value of the module."""
        for owner, events in self.module.attributes.items():
            classes = classes_of(ast.Name(owner), self.module)
            same = {
                (event.name, event.value.id)
                for event in events
                if event.action is Action.ASSIGN and isinstance(event.value, ast.Name)
            }
            for event in events:
                names = [name for attribute, name in same if attribute == event.name]
                names += [name for one in classes for name in _other_names(one, event.name)]
                for name in names if event.action is not Action.ASSIGN else ():
                    if name in self.module.events:
                        changed = replace(event, name=name, action=Action.LOOP)
                        self.events.setdefault(name, []).append(changed)


def _other_names(scope: Scope, name: str) -> list[str]:
    """Give what a class gives another name of its own: ``REGISTRY`` of ``own = REGISTRY``."""
    events = scope.events.get(name, ()) if scope.is_class else ()
    return [event.value.id for event in events if isinstance(event.value, ast.Name)]


def _uses(node: ast.AST, scope: Scope) -> bool:
    """Tell whether something in the body of a class uses a name of the class's own."""
    return scope.is_class and any(
        isinstance(part, ast.Name) and _binds(scope, part.id) for part in ast.walk(node)
    )


def _binds(scope: Scope, name: str) -> bool:
    """Tell whether a class gives a name a value of its own."""
    return scope.is_class and any(event.action in REBINDING for event in scope.events.get(name, ()))
