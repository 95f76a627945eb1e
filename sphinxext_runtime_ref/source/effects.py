"""What a call of a module's own function changes: the values that it is given, and the module's.

Nothing is evaluated here: it is only told which names have another value after the call.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.scope import REBINDING, Action, FunctionNode
from sphinxext_runtime_ref.source.sharing import is_in_place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sphinxext_runtime_ref.source.scope import Event, Scope

    ChildScope = Callable[[Scope, Event], Scope]

ITEMS = frozenset({"get", "setdefault", "values", "items", "pop"})
"""Methods that give what is in a collection itself, not a copy."""
MAX_DEPTH = 8
"""Functions that call each other, as far as they are looked into."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What a function does to a parameter, or to a name of the module.

    :param deep: whether something inside of it changes, not only its items.
    :param plain: whether the function's own statements alone do it.
    :param anew: whether the name gets another value, as ``global`` allows.
    """

    deep: bool = False
    plain: bool = True
    anew: bool = False


def effects_of_call(
    call: ast.Call, scope: Scope, child_scope: ChildScope, depth: int = MAX_DEPTH
) -> dict[str, Effect]:
    """Give what a call of a function that the scope defines changes, by the caller's name for it.

    :param scope: that of the call.
    :param child_scope: gives the scope of a function.
    """
    if isinstance(call.func, ast.Call):
        return _effects_of_made(call, call.func, scope, child_scope, depth)
    home = _home(call, scope)
    functions = functions_called(call, home) if depth else []
    return _effects_of_any(
        _effects_of_one(event, call, home, child_scope, depth) for event in functions
    )


def _effects_of_any(definitions: Iterable[dict[str, Effect]]) -> dict[str, Effect]:
    """Join the effects of the definitions that a name may have at a call."""
    every = list(definitions)
    found = {name: effect for effects in every for name, effect in effects.items()}
    if len(every) > 1:
        # which of the definitions holds at the call is not looked into
        return {name: replace(effect, plain=False) for name, effect in found.items()}
    return found


def _effects_of_one(
    event: Event, call: ast.Call, scope: Scope, child_scope: ChildScope, depth: int
) -> dict[str, Effect]:
    if not isinstance(event.node, ast.FunctionDef):
        return {}
    parameters = _parameters(event.node)
    if event not in scope.effects:
        # While it is looked into, a function that calls itself may do anything to what it gets.
        scope.effects[event] = dict.fromkeys(parameters, Effect(deep=True, plain=False))
        scope.effects[event] = _effects_of(event, scope, child_scope, depth)
    effects = scope.effects[event]
    found = {name: effect for name, effect in effects.items() if name not in parameters}
    for parameter, name in arguments_by_name(call, event.node):
        if parameter in effects:
            found[name] = effects[parameter]
    return found


def _home(call: ast.Call, scope: Scope) -> Scope:
    """Give the scope that defines what is called: a function's own, or one around it."""
    name = call.func.id if isinstance(call.func, ast.Name) else ""
    while name not in scope.events and scope.parent is not None:
        scope = scope.parent
    return scope


def decorations(node: ast.ClassDef | FunctionNode, own: ast.expr) -> Iterator[ast.Call]:
    """Give the calls that decorators are, in the order in which they run.

    :param own: what names the thing that they decorate.
    """
    for decorator in reversed(node.decorator_list):
        yield ast.copy_location(ast.Call(decorator, [own], []), decorator)


def _effects_of_made(
    call: ast.Call, maker: ast.Call, scope: Scope, child_scope: ChildScope, depth: int
) -> dict[str, Effect]:
    """Give what a function changes that another one makes: ``register("name")(function)``."""
    home = _home(maker, scope)
    makers = functions_called(maker, home) if depth else []
    return _effects_of_any(
        _effects_of_maker(event, call, home, child_scope, depth) for event in makers
    )


def _effects_of_maker(
    event: Event, call: ast.Call, scope: Scope, child_scope: ChildScope, depth: int
) -> dict[str, Effect]:
    maker = call.func
    if not isinstance(event.node, ast.FunctionDef) or not isinstance(maker, ast.Call):
        return {}
    outer = child_scope(scope, event)
    if not isinstance(outer.node, ast.FunctionDef):
        return {}
    own = _parameters(outer.node) | set(outer.events)
    given = dict(arguments_by_name(maker, outer.node))
    at_once = _effects_of(event, scope, child_scope, depth - 1, makes=False)
    found = {name: replace(effect, plain=False) for name, effect in at_once.items()}
    for inner in _made_in(outer):
        effects = _effects_of_one(inner, call, outer, child_scope, depth - 1)
        found |= {name: effect for name, effect in effects.items() if name not in own}
        found |= {
            given[name]: replace(effect, plain=False)
            for name, effect in effects.items()
            if name in given
        }
    return found


def _parameters(node: ast.FunctionDef) -> set[str]:
    return {item.arg for item in ast.walk(node.args) if isinstance(item, ast.arg)}


def functions_called(call: ast.Call, scope: Scope) -> list[Event]:
    """Give the functions of a scope that a call may mean; none where it may mean something else."""
    events = scope.events.get(call.func.id, []) if isinstance(call.func, ast.Name) else []
    return events if all(event.action is Action.FUNCTION for event in events) else []


def arguments_by_name(call: ast.Call, node: FunctionNode) -> Iterator[tuple[str, str]]:
    """Give the parameters whose argument is just a name, each with that name."""
    ordinary = [item.arg for item in (*node.args.posonlyargs, *node.args.args)]
    given = [*zip(ordinary, call.args, strict=False)]
    given += [(item.arg, item.value) for item in call.keywords if item.arg]
    for parameter, value in given:
        if isinstance(value, ast.Starred):
            return
        if isinstance(value, ast.Name):
            yield parameter, value.id


def _made_in(function: Scope) -> list[Event]:
    events = [event for found in function.events.values() for event in found]
    return [event for event in events if isinstance(event.node, ast.FunctionDef)]


def _effects_of(
    event: Event, scope: Scope, child_scope: ChildScope, depth: int, *, makes: bool = True
) -> dict[str, Effect]:
    """Give what a function does to its parameters and to names that are not its own.

    :param makes: whether what the functions in it do counts.
    """
    function = child_scope(scope, event)
    parts = list(_parts_of(function.node))
    if any(isinstance(part, ast.Yield | ast.YieldFrom) for part in parts):
        return {}  # a generator: the call itself runs none of it
    found: dict[str, Effect] = {}
    made_of = _made_of(function)
    for name in {**function.events, **function.looped}:
        events = function.events.get(name, [])
        looped = list(filter(_changes, function.looped.get(name, ())))
        if looped or any(map(_changes, events)):
            found |= dict.fromkeys(_reached(name, made_of), Effect(deep=True, plain=False))
        first = [*filter(_changes, _before_another(events)), *looped]
        if first:
            found[name] = Effect(any(event.is_deep for event in first))
    of_module = {name for part in parts if isinstance(part, ast.Global) for name in part.names}
    bound = {name for name, events in function.events.items() if any(map(_rebinds, events))}
    local = bound - of_module - _parameters(function.node)  # type: ignore[arg-type]  # a function
    found = {name: effect for name, effect in found.items() if name not in local}
    # What a function that it makes does may happen at any time later.
    for inner in _made_in(function) if depth and makes else ():
        later = _effects_of(inner, function, child_scope, depth - 1)
        found |= {name: Effect(deep=True, plain=False) for name in later if name not in local}
    # a function that it calls, and that calls it, does the same once more
    again = {name: replace(effect, plain=False) for name, effect in found.items()}
    scope.effects[event] = scope.effects.get(event, {}) | again
    for part in parts:
        if isinstance(part, ast.Call):
            effects = effects_of_call(part, function, child_scope, depth - 1)
            found |= {name: replace(effect, plain=False) for name, effect in effects.items()}
    found |= dict.fromkeys(bound & of_module, Effect(anew=True))
    return {name: effect for name, effect in found.items() if name not in local}


def _made_of(function: Scope) -> dict[str, set[str]]:
    """Give the names of which others are, or are items: ``b`` of ``a = b["x"]``."""
    made: dict[str, set[str]] = {}
    for events in (*function.events.values(), *function.looped.values()):
        for event in events:
            if event.action in REBINDING and event.value is not None:
                source = _root(event.value)
                if source is not None:
                    made.setdefault(event.name, set()).add(source)
    return made


def _root(node: ast.expr) -> str | None:
    """Give the name that an expression is an item of, ``None`` for any other expression."""
    while not isinstance(node, ast.Name):
        match node:
            case ast.Subscript(value=inner):
                node = inner
            case ast.Call(func=ast.Attribute(value=inner, attr=method)) if method in ITEMS:
                node = inner
            case _:
                return None
    return node.id


def _reached(name: str, made_of: dict[str, set[str]]) -> set[str]:
    found: set[str] = set()
    pending = [name]
    while pending:
        more = made_of.get(pending.pop(), set()) - found
        found |= more
        pending += more
    return found


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
