"""What the statements of one function change by themselves, the calls of others left aside."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.callees import PARTIAL, held_in, home_of, is_object
from sphinxext_runtime_ref.source.derived import Origins, attributes_of
from sphinxext_runtime_ref.source.scope import REBINDING, Action, FunctionNode
from sphinxext_runtime_ref.source.sharing import (
    COLLECTIONS,
    MUTATORS,
    is_in_place,
)
from sphinxext_runtime_ref.source.syntax import dotted, subscripts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinxext_runtime_ref.source.scope import Event, Scope


FIRST_ARGUMENT = frozenset(
    {
        *("setitem", "delitem", "ior", "iadd", "iconcat", "shuffle", "insort", "insort_left"),
        *("insort_right", "heapify", "heappush", "heappop", "heapreplace", "heappushpop"),
    }
)
"""Functions of the standard library that change what they are given first."""


CALLABLE = frozenset({*PARTIAL, "collections.defaultdict"})


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


def of_nested(parts: list[ast.AST], function: Scope) -> dict[str, Effect]:
    """Give what calls of ``name.append(...)`` and its kin change that stand in expressions."""
    found: dict[str, Effect] = {}
    direct = {id(getattr(part, "value", None)) for part in parts if isinstance(part, ast.stmt)}
    for part in parts:
        match part:
            case ast.Call(func=ast.Attribute(value=owner, attr=method)) if method in MUTATORS:
                base, _ = subscripts(owner)
                if isinstance(base, ast.Name) and id(part) not in direct:
                    found[base.id] = INSIDE
                if getattr(base, "id", "") in COLLECTIONS:
                    found |= _of_first(part)
            case ast.Call(func=called) if _last(called) in FIRST_ARGUMENT:
                found |= _of_first(part)
            case ast.Subscript(value=ast.Name(id=name), ctx=ast.Load()):
                if gains_keys(name, function):
                    found[name] = INSIDE
            case ast.expr():
                found |= {name.id: INSIDE for name in changed_items(part)}
    return found


def changed_items(node: ast.AST) -> Iterator[ast.Name]:
    """Give the names over whose items a comprehension goes to change them."""
    if not isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
        return
    calls = [part.func for part in ast.walk(node) if isinstance(part, ast.Call)]
    changed = {
        part.id
        for call in calls
        if isinstance(call, ast.Attribute) and call.attr in MUTATORS
        for part in ast.walk(call.value)
        if isinstance(part, ast.Name)
    }
    for turn in node.generators:
        names = {part.id for part in ast.walk(turn.target) if isinstance(part, ast.Name)}
        if names & changed:
            yield from (part for part in ast.walk(turn.iter) if isinstance(part, ast.Name))


def _of_first(call: ast.Call) -> dict[str, Effect]:
    base, _ = subscripts(call.args[0] if call.args else call)
    return {base.id: INSIDE} if isinstance(base, ast.Name) else {}


def _last(function: ast.expr) -> str:
    return (dotted(function) or "").rpartition(".")[2]


def gains_keys(name: str, scope: Scope, *, inside: bool = False) -> bool:
    """Tell whether a name is that of a ``defaultdict``, which gains a key where it is read.

    :param inside: whether what it makes for a key has to be one too, as far as that is known.
    """
    for event in home_of(name, scope).events.get(name, ()):
        match event.value:
            case ast.Call(func=function, args=[factory, *_]):
                if _last(function) == "defaultdict":
                    return not inside or isinstance(factory, ast.Lambda | ast.Call)
    return False


def of_statements(function: Scope) -> dict[str, Effect]:
    """Give what the statements of a function change, its own names included."""
    found: dict[str, Effect] = {}
    origins = Origins(function)
    for name in {**function.events, **function.looped}:
        events = function.events.get(name, [])
        looped = list(filter(_changes, function.looped.get(name, ())))
        if looped or any(map(_changes, events)):
            sources = origins.of(name)
            found |= dict.fromkeys((one for one in sources if "." not in one), INSIDE)
            found |= dict.fromkeys(attributes_of(sources, function), INSIDE)
        first = [*filter(_changes, _before_another(events)), *looped]
        if first:
            found[name] = Effect(any(event.is_deep for event in first))
    for base, events in function.attributes.items():
        # What is assigned to ``self.name`` is the object's own from then on.
        own = is_object(base, function)
        for event in events:
            if is_in_place(event) or not own:
                plain = is_in_place(event) and not event.is_deep
                names = attributes_of((f"{base}.{event.name}",), function)
                effect = Effect() if plain else replace(INSIDE, anew=not is_in_place(event))
                found |= dict.fromkeys(names, effect)
    return found


def rebinds(event: Event) -> bool:
    """Tell whether a name has a value of its own after a statement."""
    return event.action in REBINDING or (event.action is Action.AUGMENT and not event.keys)


def _changes(event: Event) -> bool:
    return is_in_place(event) or event.action is Action.LOOP


def _before_another(events: list[Event]) -> list[Event]:
    """Give what happens while a name has the value that it has at first."""
    anew = (e.action in REBINDING and not e.choices for e in events)
    return events[: next((at for at, another in enumerate(anew) if another), len(events))]


def parts_of(node: ast.AST) -> Iterator[ast.AST]:
    """Give all parts of a function but those of functions in it, which run when they are called."""
    pending = [*ast.iter_child_nodes(node)]
    while pending:
        part = pending.pop()
        yield part
        if not isinstance(part, FunctionNode | ast.Lambda):
            pending += ast.iter_child_nodes(part)


def is_field(node: ast.stmt) -> bool:
    """Tell whether a statement in a class has a type, and a value that changes by no reading."""
    if not isinstance(node, ast.AnnAssign):
        return False
    function = node.value.func if isinstance(node.value, ast.Call) else None
    return function is None or not (dotted(function) or "").endswith("defaultdict")


def may_call(node: ast.expr) -> bool:
    """Tell whether a name of a value may be called to call something else."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) or dotted(node.func) in CALLABLE
    if isinstance(node, ast.Lambda | ast.Name | ast.Attribute):
        return True
    return any(isinstance(item, ast.Name | ast.Attribute | ast.Lambda) for item in held_in(node))
