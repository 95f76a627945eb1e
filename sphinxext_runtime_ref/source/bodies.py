"""What the statements of one function change by themselves, the calls of others left aside."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.callees import home_of, is_object
from sphinxext_runtime_ref.source.derived import Origins, attributes_of
from sphinxext_runtime_ref.source.scope import REBINDING, Action, FunctionNode
from sphinxext_runtime_ref.source.sharing import MUTATORS, is_in_place
from sphinxext_runtime_ref.source.syntax import dotted, subscripts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinxext_runtime_ref.source.scope import Event, Scope


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
            case ast.Subscript(value=ast.Name(id=name), ctx=ast.Load()):
                if gains_keys(name, function):
                    found[name] = INSIDE
    return found


def gains_keys(name: str, scope: Scope, *, inside: bool = False) -> bool:
    """Tell whether a name is that of a ``defaultdict``, which gains a key where it is read.

    :param inside: whether what it makes for a key has to be one too, as far as that is known.
    """
    for event in home_of(name, scope).events.get(name, ()):
        match event.value:
            case ast.Call(func=function, args=[factory, *_]):
                if (dotted(function) or "").rpartition(".")[2] == "defaultdict":
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
                found |= dict.fromkeys(names, Effect() if plain else INSIDE)
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
