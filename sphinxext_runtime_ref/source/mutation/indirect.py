"""Changes of a module's values that no statement makes by itself.

Functions and methods that are called, decorators, bodies of classes, and calls within expressions.
"""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sphinxext_runtime_ref.source.mutation import class_attributes, implicit, objects
from sphinxext_runtime_ref.source.mutation.bodies import (
    changed_by,
    gains_keys,
    of_roots,
    with_turns,
)
from sphinxext_runtime_ref.source.mutation.callees import callees, classes_of
from sphinxext_runtime_ref.source.mutation.derived import OWN, roots
from sphinxext_runtime_ref.source.mutation.effect import Effect
from sphinxext_runtime_ref.source.mutation.effects import (
    LATER,
    effects_of,
    effects_of_call,
)
from sphinxext_runtime_ref.source.mutation.exported_methods import is_unused
from sphinxext_runtime_ref.source.mutation.nested import parts_of, unlooped
from sphinxext_runtime_ref.source.reading.syntax import subscripts
from sphinxext_runtime_ref.source.scopes.aliases import find_shared, is_in_place
from sphinxext_runtime_ref.source.scopes.bindings import (
    DEFINITIONS,
    child_scope,
    events_of,
)
from sphinxext_runtime_ref.source.scopes.namespaces import ANY, names_written
from sphinxext_runtime_ref.source.scopes.scope import (
    DEFINING,
    LOOPS,
    REBINDING,
    UNNAMED,
    Action,
    Event,
)

if TYPE_CHECKING:
    from sphinxext_runtime_ref.source.mutation.nested import Part
    from sphinxext_runtime_ref.source.scopes.scope import Scope, Step


NOT_AT_ONCE = (*LOOPS, ast.FunctionDef, ast.AsyncFunctionDef)
HOOKS = ("__init_subclass__", "metaclass", "__set_name__")


def complete_for(scope: Scope, name: str) -> None:
    """Complete a module before a value of it is asked for.

    For classes, functions, imports and names of types nothing changes, and most modules are read
    for these alone.
    """
    if not scope.is_whole and any(map(class_attributes.may_change, scope.events.get(name, ()))):
        complete(scope)


def complete(scope: Scope) -> None:
    """Add to the events of a module what its statements change indirectly."""
    if scope.is_whole or not isinstance(scope.node, ast.Module):
        return
    scope.is_whole = True
    found = _Found(scope)
    for step in scope.steps:
        for part in parts_of(step.node, scope.module.mentions):
            found.read(part, step)
    found.through_calls()
    found.without_calls()
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

    node: ast.stmt | ast.expr
    step: Step | Event
    scope: Scope

    def __init__(self, module: Scope) -> None:
        self.module = module
        self.events: dict[str, list[Event]] = {}
        text = module.module.text.text
        self.has_hooks = any(hook in text for hook in HOOKS)

    def read(self, part: Part, step: Step) -> None:
        self.step, self.node = step, part.node
        self.scope = self.around(part)
        self.is_plain = part.once and not class_attributes.uses(part.node, self.scope)
        match part.node:
            case ast.Call() as call:
                effects = with_turns(effects_of_call(call, self.scope), self.step.node, self.scope)
                if LATER not in effects or getattr(step.node, "value", None) is not call:
                    self.effects(effects)
                self.called(call, direct=part.direct)
            case ast.Attribute(value=owner) as method:
                if not is_unused(method, step.node, self.module):
                    self.changed(owner, Action.LOOP)
            case ast.Subscript(ctx=ast.Store() | ast.Del()) as target:
                base, keys = subscripts(target)
                self.given_by(base, deep=len(keys) > 1)
            case ast.Subscript() as node:
                self.item(node)
            case ast.ClassDef(bases=bases, keywords=keywords) as node if self.has_hooks:
                self.node = next(iter((*bases, *(item.value for item in keywords))), node)
                self.effects(implicit.effects_of_class(node, self.scope))
            case ast.stmt() as node if not isinstance(node, ast.ClassDef):
                self.in_class(node)

    def item(self, node: ast.Subscript) -> None:
        """Note that a ``defaultdict`` gains a key that is read."""
        match subscripts(node):
            case ast.Name(id=name), (_,) if gains_keys(name, self.scope):
                get = ast.Attribute(node.value, "__getitem__", ast.Load())
                read = ast.copy_location(ast.Call(get, [node.slice], []), node)
                self.add(name, Action.CALL if self.is_plain else Action.LOOP, value=read)
            case ast.Name(id=name), _ if gains_keys(name, self.scope, inside=True):
                self.add(name, Action.LOOP)
            case ast.Attribute(value=owner, attr=name), _:
                self.is_plain = False
                for of in classes_of(owner, self.scope):
                    if gains_keys(name, of):
                        self.attribute(of.qualname, name)

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
        place = self.step.position, self.step.choices
        event = Event(name, action, self.node, *place, inside=self.inside(), **more)
        if class_attributes.binds(self.scope, name):
            self.attribute(self.scope.qualname, name)
        elif any(one.action not in DEFINING for one in self.module.events.get(name, ())):
            self.events.setdefault(name, []).append(event)

    def inside(self) -> int | None:
        """Give the position of the statement if the part is less than all that it does, once."""
        statement = self.step.node
        if isinstance(statement, NOT_AT_ONCE) or getattr(statement, "value", None) is self.node:
            return None
        # The body of a class sees names as they are where its name is bound, which is just before.
        return self.step.position - isinstance(statement, ast.ClassDef)

    def attribute(self, owner: str, name: str) -> None:
        action = Action.GIVEN if self.is_plain else Action.LOOP
        event = Event(name, action, self.node, self.step.position, self.step.choices)
        self.module.attributes.setdefault(owner, []).append(event)

    def effects(self, effects: dict[str, Effect]) -> None:
        action = Action.GIVEN if self.is_plain else Action.LOOP
        anything = effects.get(ANY)
        if anything is not None:
            written = names_written(self.module) if anything.anew else self.module.events
            for name in filter(written.__contains__, self.module.events):
                self.add(name, Action.LOOP)
        for name, effect in effects.items():
            owner, _, attribute = name.rpartition(".")
            is_object = effect.fields and class_attributes.is_object(self.module, name)
            if owner and not attribute.startswith(OWN):
                self.attribute(owner, attribute)
            elif is_object and class_attributes.is_value(self.module, name):
                self.attribute(name, ANY)
            if not owner and (effect.held or not is_object):
                deep = effect.deep if effect.plain else None
                value = self.node if isinstance(self.node, ast.Call) else None
                self.add(name, action, value=value, deep=deep)

    def called(self, call: ast.Call, *, direct: bool) -> None:
        """Note what a call changes that is known to change its object, or its first argument."""
        target = changed_by(call)
        if target is None:
            return
        if isinstance(call.func, ast.Attribute) and target is call.func.value:
            action = Action.CALL if self.is_plain else Action.LOOP
            self.changed(target, action, value=call, direct=direct)
        else:
            self.changed(target, Action.LOOP)

    def changed(
        self, target: ast.expr, action: Action, *, direct: bool = False, **more: Any
    ) -> None:
        base, keys = subscripts(target)
        if direct:
            self.given_by(base, deep=bool(keys))
        elif isinstance(base, ast.Name):
            self.add(base.id, action, keys=keys, **more)
        else:
            self.made_of(target, deep=False)

    def in_class(self, node: ast.stmt) -> None:
        """Note what a statement in the body of a class changes that is not the class's own."""
        for event in events_of(node, self.scope):
            if not is_in_place(event):
                continue
            action = event.action if self.is_plain else Action.LOOP
            for name in class_attributes.others(self.scope, event):
                self.add(name, Action.LOOP)
            if (
                not class_attributes.binds(self.scope, event.name)
                and event.name in self.module.events
            ):
                moved = replace(event, action=action, inside=self.inside())
                moved = replace(moved, position=self.step.position, choices=self.step.choices)
                self.events.setdefault(event.name, []).append(moved)

    def through_calls(self) -> None:
        """Note changes of what a function of the module returned: ``x = get(); x["y"] = 1``."""
        self.scope, self.is_plain = self.module, False
        for name, others in [*self.module.events.items()]:
            events = [*others, *self.events.get(name, ())]
            looped = self.module.looped.get(name, [])
            bound = [one for one in (*events, *looped) if one.action in REBINDING]
            bound = [one for one in bound if not isinstance(one.node, DEFINITIONS)]
            in_loop = any(map(is_in_place, looped))
            for event in events:
                if is_in_place(event) or event.action is Action.LOOP or in_loop:
                    self.node, self.step = unlooped(event.node), event
                    deep = in_loop or event.is_deep or event.action is Action.LOOP
                    for value, is_item in map(class_attributes.part_of, bound):
                        self.given_by(value, deep=deep or is_item)
                        self.attributes_in(value, deep=deep or is_item)

        for event in self.module.looped.get(UNNAMED, ()):
            if isinstance(event.value, ast.Call):
                self.node, self.step = unlooped(event.node), event
                self.attributes_in(event.value, deep=True)
                self.effects(objects.touched(roots(event.value, self.module), self.module))

    def given_by(self, node: ast.expr | None, *, deep: bool) -> None:
        """Note that something is changed which a call gives."""
        if isinstance(node, ast.Call) and callees(node.func, self.scope):
            self.made_of(node, deep=deep)

    def attributes_in(self, node: ast.expr | None, *, deep: bool) -> None:
        """Note that attributes of classes are changed of which a value is made."""
        if not isinstance(node, ast.Name | ast.Constant | None):
            found = of_roots(roots(node, self.scope), self.scope, Effect(deep=deep))
            self.effects({name: effect for name, effect in found.items() if "." in name})

    def made_of(self, node: ast.expr, *, deep: bool) -> None:
        """Note that the value of an expression is changed."""
        self.is_plain = False
        self.effects(of_roots(roots(node, self.scope), self.scope, Effect(deep=deep)))

    def without_calls(self) -> None:
        """Note what methods change that run without being called: ``x[key] = 1``, ``with x:``."""
        classes = [step.node for step in self.module.steps if isinstance(step.node, ast.ClassDef)]
        text = self.module.module.text.text
        if not any(map(implicit.methods_in, classes)) or not any(
            text.count(f"{node.name}(") > text.count(f"class {node.name}(") for node in classes
        ):
            return
        self.scope, self.is_plain = self.module, False
        for step in self.module.steps:
            if isinstance(step.node, DEFINITIONS):
                continue
            self.node, self.step = unlooped(step.node), step
            for node, method in implicit.methods_for(step.node, self.module):
                found = effects_of(method, self.module)
                self.effects(found)
                for part in objects.parts_held(node, found, self.module):
                    self.made_of(part, deep=True)

    def held_by_classes(self) -> None:
        """Note changes of attributes that other names have, or that hold them."""
        for name, event in class_attributes.changes(self.module):
            owner, _, attribute = name.rpartition(".")
            node = unlooped(event.node)
            same = replace(event, name=attribute, action=Action.LOOP, node=node)
            if owner:
                self.module.attributes.setdefault(owner, []).append(same)
            elif name in self.module.events:
                self.events.setdefault(name, []).append(same)
        for name, event in class_attributes.fields(self.module):
            self.module.attributes.setdefault(name, []).append(event)
