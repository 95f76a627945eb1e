"""What the statements of a scope bind and change, in order."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

from sphinxext_runtime_ref.source.reading.syntax import (
    attributes_set,
    object_named,
    owner_named,
    same_object,
    subscripts,
)
from sphinxext_runtime_ref.source.scopes import branches, captures, namespaces
from sphinxext_runtime_ref.source.scopes.aliases import find_shared
from sphinxext_runtime_ref.source.scopes.functional import class_made, function_made
from sphinxext_runtime_ref.source.scopes.namespaces import ANY
from sphinxext_runtime_ref.source.scopes.scope import (
    REBINDING,
    UNNAMED,
    Action,
    Event,
    FunctionNode,
    Scope,
    Step,
)
from sphinxext_runtime_ref.source.scopes.vocabulary import MUTATORS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinxext_runtime_ref.source.module import Module
    from sphinxext_runtime_ref.source.scopes.branches import Choice

    Body: TypeAlias = ast.Module | ast.ClassDef | FunctionNode
    Parts: TypeAlias = tuple[int | slice, ...]

DEFINITIONS = (ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef)


def scope_of(
    module: Module, node: Body, *, parent: Scope | None = None, position: int = 0
) -> Scope:
    """Read the statements of a body."""
    name = "" if isinstance(node, ast.Module) else node.name
    qualname = f"{parent.qualname}.{name}" if parent and parent.qualname else name
    scope = Scope(module, qualname, node, parent, position)
    _Reader(scope).body(node.body)
    if isinstance(node, ast.Module):
        namespaces.spread(scope)
    else:
        scope.is_whole = True
        find_shared(scope)
    return scope


def events_of(statement: ast.stmt, home: Scope) -> list[Event]:
    """Read one statement of a scope by itself."""
    scope = Scope(home.module, "", ast.Module([], []))
    _Reader(scope, home).body([statement])
    return [event for events in scope.events.values() for event in events]


def child_scope(scope: Scope, event: Event) -> Scope:
    """Give the scope of a class or function that the event defines; read once."""
    known = scope.children.get(event.position)
    if known is None:
        node = event.node
        if isinstance(node, FunctionNode):
            node = scope.module.function(node)
        elif isinstance(event.value, ast.Lambda):
            node = function_made(event.name, event.value)
        elif not isinstance(node, ast.ClassDef):
            raise TypeError(f"{event.name} is neither a class nor a function")
        known = scope_of(scope.module, node, parent=scope, position=event.position)
        scope.children[event.position] = known
    return known


class _Reader:
    """Walks the statements of one body, and of the bodies in it that run with it."""

    def __init__(self, scope: Scope, home: Scope | None = None) -> None:
        self.scope = scope
        self.home = home or scope
        self.position = 0
        self.has_walrus = bool(scope.module.walruses)
        self.choices: tuple[Choice, ...] = ()

    def body(self, statements: Iterable[ast.stmt], *more: Choice) -> None:
        outer = self.choices
        self.choices = (*outer, *more)
        for statement in statements:
            self.position += 1
            self.statement(statement)
        self.choices = outer

    def add(
        self,
        name: str,
        action: Action,
        node: ast.stmt | ast.expr,
        value: ast.expr | None = None,
        **more: Any,
    ) -> None:
        more = {"choices": self.choices, "value": value, **more}
        event = Event(name, action, node, self.position, **more)
        self.scope.events.setdefault(name, []).append(event)

    def statement(self, node: ast.stmt) -> None:
        if isinstance(node, DEFINITIONS):
            action = Action.CLASS if isinstance(node, ast.ClassDef) else Action.FUNCTION
            self.add(node.name, action, node)
            self.position += 1
        self.scope.steps.append(Step(node, self.position, self.choices))
        may_capture = self.has_walrus or isinstance(node, ast.Match)
        for one in captures.of(node, self.scope.module) if may_capture else ():
            self.add(one.name, one.action, one.node, one.value)
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and isinstance(node.value, ast.Call):
            self.called(node.value)
        match node:
            case ast.FunctionDef() | ast.ClassDef():
                return
            case ast.Assign():
                self.assigned(node)
            case ast.AnnAssign():
                self.annotated(node)
            case ast.AugAssign():
                self.changed(node.target, Action.AUGMENT, node, node.value)
            case ast.Expr(value=ast.Call() as call) | ast.Return(value=ast.Call() as call):
                self.called(call)
            case ast.Delete():
                for target in node.targets:
                    gone = isinstance(target, ast.Name | ast.Attribute)
                    self.changed(target, Action.DELETE if gone else Action.REMOVE, target)
            case ast.Import() | ast.ImportFrom():
                self.imported(node)
            case _:
                self.compound(node)

    def compound(self, node: ast.stmt) -> None:
        match node:
            case ast.With() | ast.AsyncWith():
                for item in node.items:
                    if item.optional_vars is not None:
                        self.opaque(item.optional_vars, item.context_expr)
                if branches.suppressed(node):
                    self.branch(node)
                else:
                    self.body(node.body)
            case ast.For() | ast.AsyncFor() | ast.While():
                self.loop(node)
            case ast.If() | ast.Try() | ast.TryStar() | ast.Match():
                self.branch(node)

    def branch(self, node: Any) -> None:
        branch, bodies = branches.of(node, self.position, self.scope.module.text)
        handlers = [handler.name for handler in getattr(node, "handlers", ())]
        for index, body in enumerate(bodies):
            choice = branches.Choice(branch, index)
            if name := handlers[index - 1] if handlers and index else None:
                self.add(name, Action.OTHER, node, choices=(*self.choices, choice))
            risky = 0 if index else branches.risky(node)
            self.body(body[:risky], replace(choice, is_risky=True))
            self.body(body[risky:], choice)
        self.body(getattr(node, "finalbody", ()))

    def called(self, call: ast.Call) -> None:
        """Note what a call of ``name.append(...)`` and its kin changes."""
        method = call.func
        if by_text := namespaces.set_by(call, self.home):
            self.changed(by_text, Action.SET, call, call.args[-1])
            return
        for owner, attribute, given in attributes_set(call):
            self.attribute(owner, attribute, Action.ASSIGN, call, given)
        if not isinstance(method, ast.Attribute) or method.attr not in MUTATORS:
            return
        match target := method.value:
            case ast.Call(func=ast.Attribute(attr="setdefault", value=base), args=[key, *_]):
                # x.setdefault(key, []).append(value) changes x and then x[key].
                self.called(target)
                self.position += 1
                target = ast.copy_location(ast.Subscript(base, key, ast.Load()), target)
        self.changed(target, Action.CALL, call, call)

    def assigned(self, node: ast.Assign) -> None:
        match node.targets:
            case [ast.Name(id=name)] if made := class_made(name, node.value, self.scope):
                self.add(name, Action.CLASS, ast.copy_location(made, node))
                return
        first = ([one for one in node.targets if isinstance(one, ast.Name)] or node.targets)[0]
        self.target(first, node.value, (), node)
        # The second target of A = B = value has the same object: B = A.
        value = same_object(first, node.value)
        for target in (one for one in node.targets if one is not first):
            self.position += value is not node.value
            self.target(target, value, (), node)

    def target(
        self, node: ast.expr, value: ast.expr, unpack: Parts, whole: ast.stmt | None = None
    ) -> None:
        match node:
            case ast.Name():
                self.add(node.id, Action.ASSIGN, whole or node, value, unpack=unpack)
            case ast.Tuple() | ast.List():
                for item, part in captures.unpacked(node):
                    self.target(item, value, (*unpack, part))
            case ast.Starred():
                self.target(node.value, value, unpack)
            case ast.Subscript():
                self.changed(node, Action.SET, node, value, unpack)
            case ast.Attribute(value=base) if namespaces.is_module(base, self.home):
                self.changed(node, Action.SET, node, value, unpack)
            case ast.Attribute(value=of, attr=name) if owner := owner_named(of):
                self.attribute(owner, name, Action.ASSIGN, whole or node, value, unpack=unpack)
            case ast.Attribute(value=ast.Subscript() | ast.Call() | ast.NamedExpr() as of):
                self.changed(of, Action.CALL, whole or node)

    def annotated(self, node: ast.AnnAssign) -> None:
        if isinstance(node.target, ast.Name):
            action = Action.DECLARE if node.value is None else Action.ASSIGN
            self.add(node.target.id, action, node, node.value, annotation=node.annotation)
        elif node.value is not None:
            self.target(node.target, node.value, ())

    def changed(
        self,
        target: ast.expr,
        action: Action,
        node: ast.stmt | ast.expr,
        value: ast.expr | None = None,
        unpack: Parts = (),
    ) -> None:
        if by_text := namespaces.reached(target, action, value, self.home):
            for name, what, keys in by_text:
                self.add(name, what, node, value, unpack=unpack, keys=keys)
                self.scope.by_text.add(name)
            return
        base, keys = subscripts(target)
        if isinstance(base, ast.Attribute) and (owner := owner_named(base.value)) is not None:
            self.attribute(owner, base.attr, action, node, value, unpack=unpack, keys=keys)
        if not isinstance(base, ast.Name):
            # Something is changed that has no name of its own: whatever leads there shares it.
            made = Event(UNNAMED, Action.OTHER, node, self.position, self.choices, base)
            change = Event(UNNAMED, Action.CALL, node, self.position, self.choices)
            self.scope.looped.setdefault(UNNAMED, []).extend([made, change])
        else:
            self.add(base.id, action, node, value, unpack=unpack, keys=keys)

    def attribute(
        self,
        base: str,
        name: object,
        action: Action,
        node: ast.stmt | ast.expr,
        value: ast.expr | None,
        **more: Any,
    ) -> None:
        """Note what a statement does to an attribute, to any where the name is no string."""
        shown, action = (name, action) if isinstance(name, str) else (ANY, Action.OTHER)
        event = Event(shown, action, node, self.position, self.choices, value, **more)
        self.scope.attributes.setdefault(base, []).append(event)

    def imported(self, node: ast.Import | ast.ImportFrom) -> None:
        for alias in node.names:
            name = alias.asname or alias.name
            if name == "*":
                event = Event(name, Action.IMPORT, node, self.position, self.choices, alias=alias)
                self.scope.stars.append(event)
            else:
                first = name if alias.asname else name.partition(".")[0]
                self.add(first, Action.IMPORT, node, alias=alias)

    def opaque(self, node: ast.expr, value: ast.expr) -> None:
        for part in captures.stored(node):
            if isinstance(part, ast.Name):
                self.add(part.id, Action.OTHER, part, value)
            elif isinstance(part, ast.Attribute):
                self.attribute(object_named(part.value) or "", part.attr, Action.OTHER, part, None)
            else:
                self.changed(part, Action.SET, part)

    def loop(self, node: ast.For | ast.AsyncFor | ast.While) -> None:
        inner = Scope(self.scope.module, "", ast.Module([], []))
        reader = _Reader(inner, self.home)
        if not isinstance(node, ast.While):
            reader.opaque(node.target, node.iter)
        reader.body([*node.body, *node.orelse])
        self.scope.by_text |= inner.by_text
        for name, events in (*inner.events.items(), *inner.looped.items()):
            self.scope.note_looped(name, events, self.position)
        for name, events in inner.events.items():
            anew = any(event.action in REBINDING for event in events)
            self.add(name, Action.OTHER if anew else Action.LOOP, node)
        for name, events in inner.attributes.items():
            here: dict[str, Any] = {"action": Action.OTHER, "node": node, "position": self.position}
            self.scope.attributes.setdefault(name, []).extend(replace(e, **here) for e in events)
