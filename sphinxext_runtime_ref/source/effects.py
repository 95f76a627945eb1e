"""What a call of a module's own function changes: the values that it is given, and the module's.

Nothing is evaluated here: it is only told which names have another value after the call.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.bindings import child_scope
from sphinxext_runtime_ref.source.callees import (
    APPLYING,
    PARTIAL,
    Callee,
    arguments_by_name,
    callees,
    chain,
    class_named,
    classes_of,
    is_object,
    of_subclass,
    with_partial,
)
from sphinxext_runtime_ref.source.derived import made_of, reached
from sphinxext_runtime_ref.source.scope import REBINDING, Action, FunctionNode
from sphinxext_runtime_ref.source.sharing import MUTATORS, is_in_place
from sphinxext_runtime_ref.source.syntax import dotted, subscripts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinxext_runtime_ref.source.scope import Event, Scope

MAX_DEPTH = 8
"""Functions that call each other, as far as they are looked into."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What a function does to a parameter, a name of the module or an attribute of a class.

    :param deep: whether something inside of it changes, not only its items.
    :param plain: whether the function's own statements alone do it.
    :param anew: whether the name gets another value, as ``global`` allows.
    """

    deep: bool = False
    plain: bool = True
    anew: bool = False


INSIDE = Effect(deep=True, plain=False)


def effects_of_call(call: ast.Call, scope: Scope, depth: int = MAX_DEPTH) -> dict[str, Effect]:
    """Give what a call of the module's own functions changes, by the caller's name for it.

    An attribute of a class has its dotted name: ``Factory.registry``.

    :param scope: that of the call.
    """
    if not depth:
        return {}
    written = dotted(call.func)
    if written in APPLYING:
        first = [] if written in PARTIAL else call.args[:1]
        return _any_of(
            _of_callee(one, None, depth) for part in first for one in callees(part, scope)
        )
    if isinstance(call.func, ast.Call) and dotted(call.func.func) not in PARTIAL:
        makers = callees(call.func.func, scope)
        return _any_of(_of_maker(one, call, call.func, depth) for one in makers)
    found = _any_of(_of_callee(one, call, depth) for one in callees(call.func, scope))
    if isinstance(call.func, ast.Attribute):
        for name in [name for name in found if "." in name]:
            for other in _overriding(name, call.func.value, scope):
                found[name] = found[other] = INSIDE
    match call.func:
        case ast.Attribute(value=ast.Name() as owner) if class_named(owner, scope) is None:
            if any("." in name for name in found):
                # What an object has is changed, and with it whatever the object was made of.
                found.setdefault(owner.id, INSIDE)
    return found


def _overriding(name: str, owner: ast.expr, scope: Scope) -> Iterator[str]:
    """Give what an attribute is where a method is called on a class that has one of its own."""
    attribute = name.rpartition(".")[2]
    for of in classes_of(owner, scope):
        holder = next((one for one in chain(of) if attribute in one.events), None)
        if holder is not None and f"{holder.qualname}.{attribute}" != name:
            yield f"{holder.qualname}.{attribute}"


def effects_of_class(node: ast.ClassDef, scope: Scope) -> dict[str, Effect]:
    """Give what the bases of a class do when its statement runs."""
    found = _any_of(_of_callee(one, None, MAX_DEPTH) for one in of_subclass(node, scope))
    return {name: replace(effect, plain=False) for name, effect in found.items()}


def _any_of(definitions: Iterable[dict[str, Effect]]) -> dict[str, Effect]:
    """Join the effects of the functions that a call may run: which of them is not looked into."""
    every = list(definitions)
    found = {name: effect for effects in every for name, effect in effects.items()}
    if len(every) > 1:
        return {name: replace(effect, plain=False) for name, effect in found.items()}
    return found


def _of_callee(callee: Callee, call: ast.Call | None, depth: int) -> dict[str, Effect]:
    """Give the effects of a function.

    :param call: where it is called; ``None`` where it is not known what it is given.
    """
    scope, event = callee.scope, callee.event
    node = child_scope(scope, event).node
    if not isinstance(node, ast.FunctionDef):
        return {}
    parameters = _parameters(node)
    if event not in scope.effects:
        # While it is looked into, a function that calls itself may do anything to what it gets.
        scope.effects[event] = dict.fromkeys(parameters, INSIDE)
        scope.effects[event] = _effects_of(event, scope, depth)
    effects = scope.effects[event]
    found = {name: effect for name, effect in effects.items() if name not in parameters}
    whole = with_partial(callee, call or ast.Call(ast.Name(event.name), [], []))
    for parameter, name in arguments_by_name(whole, node, is_method=callee.is_method):
        if parameter in effects:
            found[name] = effects[parameter]
    if callee.plain:
        return found
    return {name: replace(effect, plain=False) for name, effect in found.items()}


def _of_maker(callee: Callee, call: ast.Call, maker: ast.Call, depth: int) -> dict[str, Effect]:
    """Give what a function changes that another one makes: ``register("name")(function)``."""
    scope, event = callee.scope, callee.event
    outer = child_scope(scope, event)
    if not isinstance(outer.node, ast.FunctionDef):
        return {}
    own = _parameters(outer.node) | set(outer.events)
    given = dict(arguments_by_name(maker, outer.node, is_method=callee.is_method))
    at_once = _effects_of(event, scope, depth - 1, makes=False)
    found = {name: replace(effect, plain=False) for name, effect in at_once.items()}
    for inner in _made_in(outer):
        effects = _of_callee(Callee(outer, inner, plain=callee.plain), call, depth - 1)
        found |= {name: effect for name, effect in effects.items() if name not in own}
        found |= {
            given[name]: replace(effect, plain=False)
            for name, effect in effects.items()
            if name in given
        }
    return found


def _parameters(node: ast.FunctionDef) -> set[str]:
    return {item.arg for item in ast.walk(node.args) if isinstance(item, ast.arg)}


def _made_in(function: Scope) -> list[Event]:
    events = [event for found in function.events.values() for event in found]
    return [event for event in events if isinstance(event.node, ast.FunctionDef)]


def _effects_of(event: Event, scope: Scope, depth: int, *, makes: bool = True) -> dict[str, Effect]:
    """Give what a function does to its parameters and to names that are not its own.

    :param makes: whether what the functions in it do counts.
    """
    function = child_scope(scope, event)
    parts = list(_parts_of(function.node))
    if any(isinstance(part, ast.Yield | ast.YieldFrom) for part in parts):
        return {}  # a generator: the call itself runs none of it
    found = {**_of_nested(parts), **_of_statements(function)}
    of_module = {name for part in parts if isinstance(part, ast.Global) for name in part.names}
    bound = {name for name, events in function.events.items() if any(map(_rebinds, events))}
    local = bound - of_module - _parameters(function.node)  # type: ignore[arg-type]  # a function
    found = {name: effect for name, effect in found.items() if name not in local}
    # What a function that it makes does may happen at any time later.
    for inner in _made_in(function) if depth and makes else ():
        later = _effects_of(inner, function, depth - 1)
        found |= {name: INSIDE for name in later if name not in local}
    # a function that it calls, and that calls it, does the same once more
    again = {name: replace(effect, plain=False) for name, effect in found.items()}
    scope.effects[event] = scope.effects.get(event, {}) | again
    for part in parts:
        if isinstance(part, ast.Call):
            effects = effects_of_call(part, function, depth - 1)
            found |= {name: replace(effect, plain=False) for name, effect in effects.items()}
    found |= dict.fromkeys(bound & of_module, Effect(anew=True))
    return {name: effect for name, effect in found.items() if name not in local}


def _of_nested(parts: list[ast.AST]) -> dict[str, Effect]:
    """Give what calls of ``name.append(...)`` and its kin change that stand in expressions."""
    found: dict[str, Effect] = {}
    direct = {id(getattr(part, "value", None)) for part in parts if isinstance(part, ast.stmt)}
    for part in parts:
        if id(part) in direct:
            continue
        match part:
            case ast.Call(func=ast.Attribute(value=owner, attr=method)) if method in MUTATORS:
                base, _ = subscripts(owner)
                if isinstance(base, ast.Name):
                    found[base.id] = INSIDE
    return found


def _of_statements(function: Scope) -> dict[str, Effect]:
    """Give what the statements of a function change, its own names included."""
    found: dict[str, Effect] = {}
    made = made_of(function)
    for name in {**function.events, **function.looped}:
        events = function.events.get(name, [])
        looped = list(filter(_changes, function.looped.get(name, ())))
        if looped or any(map(_changes, events)):
            sources = reached(name, made)
            found |= dict.fromkeys((one for one in sources if "." not in one), INSIDE)
            found |= dict.fromkeys(_attributes(sources, function), INSIDE)
        first = [*filter(_changes, _before_another(events)), *looped]
        if first:
            found[name] = Effect(any(event.is_deep for event in first))
    for base, events in function.attributes.items():
        # What is assigned to ``self.name`` is the object's own from then on.
        own = is_object(base, function)
        for event in events:
            if is_in_place(event) or not own:
                plain = is_in_place(event) and not event.is_deep
                names = _attributes((f"{base}.{event.name}",), function)
                found |= dict.fromkeys(names, Effect() if plain else INSIDE)
    return found


def _attributes(names: Iterable[str], function: Scope) -> Iterator[str]:
    """Give the attributes of classes that ``cls.name``, ``self.name`` or ``Class.name`` are.

    One that an object alone has is told without its name: ``Class.``.
    """
    for name in names:
        base, dot, attribute = name.partition(".")
        for owner in classes_of(ast.Name(base), function) if dot else ():
            holders = [scope for scope in chain(owner) if attribute in scope.events]
            yield f"{holders[0].qualname}.{attribute}" if holders else f"{owner.qualname}."


def _rebinds(event: Event) -> bool:
    return event.action in REBINDING or (event.action is Action.AUGMENT and not event.keys)


def _changes(event: Event) -> bool:
    return is_in_place(event) or event.action is Action.LOOP


def _before_another(events: list[Event]) -> list[Event]:
    """Give what happens while a name has the value that it has at first."""
    anew = (e.action in REBINDING and not e.choices for e in events)
    return events[: next((at for at, another in enumerate(anew) if another), len(events))]


def _parts_of(node: ast.AST) -> Iterator[ast.AST]:
    """Give all parts of a function but those of functions in it, which run when they are called."""
    pending = [*ast.iter_child_nodes(node)]
    while pending:
        part = pending.pop()
        yield part
        if not isinstance(part, FunctionNode | ast.Lambda):
            pending += ast.iter_child_nodes(part)
