"""Attributes of classes that have an object in common with other names: both change at once."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.mutation.callees import chain, classes_of
from sphinxext_runtime_ref.source.mutation.derived import Origins, attributes_of, roots
from sphinxext_runtime_ref.source.mutation.relations import changed
from sphinxext_runtime_ref.source.reading.syntax import last_name, names_in, object_of
from sphinxext_runtime_ref.source.scopes.aliases import own_part
from sphinxext_runtime_ref.source.scopes.bindings import child_scope
from sphinxext_runtime_ref.source.scopes.namespaces import ANY
from sphinxext_runtime_ref.source.scopes.scope import DEFINING, REBINDING, Action
from sphinxext_runtime_ref.source.scopes.vocabulary import COLLECTIONS, COPYING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinxext_runtime_ref.source.scopes.scope import Event, Scope

UNCHANGING = DEFINING | {Action.IMPORT, Action.DECLARE}
TYPES = frozenset({"Literal", "Any", "Annotated", "Union", "Optional"})
ANEW = frozenset({Action.ASSIGN, Action.DELETE})


def changes(module: Scope) -> list[tuple[str, Event]]:
    """Give the changes of attributes that are changes of other names too, each with that name.

    An attribute has its dotted name.
    """
    found = _Found(module)
    for owner, events in module.attributes.items():
        for event in events:
            if event.action not in ANEW:
                found.of_owner(owner, event)
    return found.changes


def fields(module: Scope) -> list[tuple[str, Event]]:
    """Give whose attributes are assigned by another name: ``for x in ITEMS: x.n = 1``."""
    owners = [name for name in module.attributes if is_value(module, name)]
    if not owners:
        return []
    origins = Origins(module, walked=False)
    return [
        (name, replace(event, name=ANY) if is_value(module, name) else _unknown(event))
        for owner in owners
        for name in changed(origins.of(owner), deep=False)
        for event in module.attributes[owner]
        if is_value(module, name) or not _is_alias(module, owner, name)
    ]


def _unknown(event: Event) -> Event:
    """Give a change of an attribute of one of several classes: which of them is not known."""
    return replace(event, action=Action.OTHER)


def _is_alias(module: Scope, name: str, of: str) -> bool:
    values = [event.value for event in module.events.get(name, ())]
    return all(isinstance(value, ast.Name) and value.id == of for value in values)


def is_value(module: Scope, name: str) -> bool:
    """Tell whether a name of a module is more than a function, a class or an import."""
    return any(event.action not in UNCHANGING for event in module.events.get(name, ()))


def may_change(event: Event) -> bool:
    """Tell whether what a statement binds a name to may change."""
    if event.action in UNCHANGING:
        return False
    value = event.value.value if isinstance(event.value, ast.Subscript) else event.value
    is_type = value is not None and last_name(value) in TYPES
    return not (is_type and event.action is Action.ASSIGN)


def is_object(module: Scope, name: str) -> bool:
    """Tell whether a name of a module is that of an object, not of a collection of such."""
    values = [event.value for event in module.events.get(name, ())]
    return not is_value(module, name) or all(
        isinstance(value, ast.Call) and last_name(value.func) not in COPYING | COLLECTIONS
        for value in values
        if value is not None
    )


def part_of(event: Event) -> tuple[ast.expr | None, bool]:
    """Give the expression that a name gets, and whether it gets just an item of its value."""
    value = own_part(event)
    is_item = event.action is Action.OTHER or (bool(event.unpack) and value is event.value)
    return value, is_item


def others(scope: Scope, event: Event) -> set[str]:
    """Give what a class gives another name of its own: ``REGISTRY`` of ``own = REGISTRY``."""
    if not scope.is_class:
        return set()
    deep = event.is_deep or not event.is_known
    found = (roots(value, scope) for value, _ in _values(scope, event.name))
    names = {name for pairs in found for name in changed(pairs, deep=deep)}
    return {name for name in names if "." not in name and not binds(scope, name)}


def binds(scope: Scope, name: str) -> bool:
    """Tell whether a class gives a name a value of its own."""
    return scope.is_class and any(event.action in REBINDING for event in scope.events.get(name, ()))


def uses(node: ast.AST, scope: Scope) -> bool:
    """Tell whether something in the body of a class uses a name of the class's own."""
    return scope.is_class and any(binds(scope, name) for name in names_in(node))


@dataclass(slots=True)
class _Found:
    module: Scope
    changes: list[tuple[str, Event]] = field(default_factory=list)
    seen: set[tuple[str, Event]] = field(default_factory=set)
    made: list[tuple[Scope, str, int, set[str]]] | None = None

    def of_owner(self, owner: str, event: Event) -> None:
        """Note what changes with an attribute of what a name of the module is."""
        others = self.module.attributes[owner]
        assigned = [one for one in others if one.name == event.name and one.action is Action.ASSIGN]
        deep = event.is_deep or not event.is_known or event.action is Action.OTHER
        for one in assigned:
            self.made_of(own_part(one), self.module, event, deep=deep)
        for of in classes_of(object_of(owner), self.module):
            for scope in chain(of):
                if event.name not in scope.events:
                    continue
                if not (assigned or self.is_class(owner, scope)):
                    self.add(f"{scope.qualname}.{event.name}", event)
                self.of_class(scope, event.name, event, deep=deep)
                break

    def is_class(self, owner: str, scope: Scope) -> bool:
        """Tell whether a name is just that of a class, or another name of it."""
        values = [event.value for event in self.module.events.get(owner, ())]
        same = values[0] if len(values) == 1 else None
        return scope.qualname in {owner, getattr(same, "id", owner)}

    def of_class(self, scope: Scope, name: str, event: Event, *, deep: bool) -> None:
        """Note what changes with a name that the body of a class has."""
        for value, _ in _values(scope, name):
            self.made_of(value, scope, event, deep=deep)
        for other in scope.events:
            if other != name and any(
                name == root
                for value, _ in _values(scope, other)
                for root, _ in roots(value, scope)
            ):
                self.add(f"{scope.qualname}.{other}", event, scope)
        for holder, other, position, found in self.elsewhere():
            if f"{scope.qualname}.{name}" in found and position <= event.position:
                self.add(".".join(filter(None, (holder.qualname, other))), event, holder)

    def elsewhere(self) -> list[tuple[Scope, str, int, set[str]]]:
        """Give the names whose values are made of attributes, with their place and those."""
        if self.made is None:
            events = [event for of_name in self.module.events.values() for event in of_name]
            classes = [child_scope(self.module, one) for one in events if _is_class(one)]
            self.made = [
                (scope, name, scope.position or position, attributes)
                for scope in (self.module, *classes)
                for name in scope.events
                for value, position in _values(scope, name)
                if any(isinstance(part, ast.Attribute) for part in ast.walk(value))
                if (attributes := {*attributes_of((one for one, _ in roots(value, scope)), scope)})
            ]
        return self.made

    def made_of(self, value: ast.expr | None, scope: Scope, event: Event, *, deep: bool) -> None:
        """Note that of which a value is made."""
        for name in changed(roots(value, scope), deep=deep) if value is not None else ():
            if "." in name:
                for attribute in attributes_of((name,), scope):
                    self.add(attribute, event)
            elif binds(scope, name):
                self.add(f"{scope.qualname}.{name}", event, scope)
            else:
                self.add(name, event)

    def add(self, name: str, event: Event, scope: Scope | None = None) -> None:
        if (name, event) in self.seen:
            return
        self.seen.add((name, event))
        self.changes.append((name, event))
        owner, _, attribute = name.rpartition(".")
        scopes = [scope] if scope else classes_of(object_of(owner), self.module) if owner else []
        for one in scopes:
            if one.is_class:
                self.of_class(one, attribute, event, deep=True)


def _is_class(event: Event) -> bool:
    return event.action is Action.CLASS


def _values(scope: Scope, name: str) -> Iterator[tuple[ast.expr, int]]:
    for event in scope.events.get(name, ()):
        value = own_part(event) if event.action in REBINDING else None
        if value is not None and not isinstance(event.node, ast.ClassDef):
            yield value, event.position
