"""What the statements of one function change by themselves, the calls of others left aside."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.mutation.applying import PARTIAL
from sphinxext_runtime_ref.source.mutation.callees import (
    class_named,
    classes_of,
    held_in,
    is_object,
    owner_of,
)
from sphinxext_runtime_ref.source.mutation.derived import attributes_of, is_imported, roots
from sphinxext_runtime_ref.source.mutation.effect import (
    FIELDS,
    HELD,
    INSIDE,
    Effect,
    Effects,
)
from sphinxext_runtime_ref.source.mutation.relations import COMPREHENSIONS, changed, turns
from sphinxext_runtime_ref.source.reading.syntax import (
    CLASS,
    attribute_at,
    dotted,
    last_name,
    names_in,
    subscripts,
)
from sphinxext_runtime_ref.source.scopes.aliases import (
    is_in_place,
)
from sphinxext_runtime_ref.source.scopes.scope import REBINDING, Action, FunctionNode
from sphinxext_runtime_ref.source.scopes.vocabulary import COLLECTIONS, MUTATORS, SETTERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinxext_runtime_ref.source.mutation.derived import Origins
    from sphinxext_runtime_ref.source.mutation.relations import Roots
    from sphinxext_runtime_ref.source.scopes.scope import Event, Scope


FIRST_ARGUMENT = frozenset(
    {
        *("setitem", "delitem", "ior", "iadd", "iconcat", "shuffle", "insort", "insort_left"),
        *("insort_right", "heapify", "heappush", "heappop", "heapreplace", "heappushpop"),
    }
)
"""Functions of the standard library that change what they are given first."""


CALLABLE = frozenset({*PARTIAL, "collections.defaultdict"})


def of_nested(parts: list[ast.AST], function: Scope) -> Effects:
    """Give what calls of ``name.append(...)`` and its kin change that stand in expressions."""
    found = Effects()
    whole = [getattr(part, "value", None) for part in parts if isinstance(part, ast.stmt)]
    # x.setdefault(key, []).append(value) is one change of x
    direct = {id(part) for call in whole for part in (call, _base_of(call))}
    called: set[int] = set()
    for part in parts:
        match part:
            case ast.Call() if (target := changed_by(part)) is not None:
                called.add(id(part.func))
                if id(part) not in direct or target is not _base_of(part):
                    found.join(_of_changed(target, function))
            case ast.Attribute(value=owner, attr=method) if method in MUTATORS:
                # Whatever has the method of the object may call it: ``add = x.append``.
                if id(part) not in called:
                    found.join(_of_changed(owner, function))
            case ast.Subscript(value=ast.Name(id=name), ctx=ast.Load()):
                if gains_keys(name, function):
                    found.join({name: INSIDE})
            case ast.Subscript(value=ast.Attribute(value=owner, attr=name), ctx=ast.Load()):
                gaining = (of for of in classes_of(owner, function) if gains_keys(name, of))
                found.join({f"{of.qualname}.{name}": INSIDE for of in gaining})
            case ast.expr():
                found.join({name.id: INSIDE for name in changed_items(part)})
    return found


def changed_by(call: ast.Call) -> ast.expr | None:
    """Give what a call changes by its name, as far as it is known.

    ``x`` of ``x.append(1)``, of ``list.append(x, 1)`` and of ``heappush(x, 1)``.
    """
    match ast.Call(attribute_at(call.func), call.args, []):
        case ast.Call(ast.Attribute(owner, method), args) if method in MUTATORS:
            is_type = isinstance(owner, ast.Name) and owner.id in COLLECTIONS
            return args[0] if is_type and args else owner
        case ast.Call(function, [first, *_]) if last_name(function) in FIRST_ARGUMENT:
            return first
        case _:
            return None


def changed_items(node: ast.AST) -> Iterator[ast.Name]:
    """Give the names over whose items a comprehension goes to change them."""
    if not isinstance(node, COMPREHENSIONS):
        return
    calls = (part for part in ast.walk(node) if isinstance(part, ast.Call))
    targets = filter(None, map(_changed_item, calls))
    changed = {name for target in targets for name in names_in(target)}
    # what is in an item changes with it: the innermost first
    for name, items in reversed([*turns(node)] if changed else []):
        if name in changed:
            changed.update(names_in(items))
            yield from (part for part in ast.walk(items) if isinstance(part, ast.Name))


def _changed_item(call: ast.Call) -> ast.expr | None:
    is_setter = last_name(call.func) in SETTERS and call.args
    return call.args[0] if is_setter else changed_by(call)


def _base_of(call: ast.expr | None) -> ast.expr | None:
    return getattr(getattr(call, "func", None), "value", None)


def _of_changed(node: ast.expr, function: Scope) -> dict[str, Effect]:
    """Give what changes where the value of an expression does."""
    base, keys = subscripts(node)
    if isinstance(base, ast.Name):
        return {base.id: Effect(deep=bool(keys), plain=False)}
    return of_roots(roots(node, function), function, Effect())


def gains_keys(name: str, scope: Scope, *, inside: bool = False) -> bool:
    """Tell whether a name is that of a ``defaultdict``, which gains a key where it is read.

    :param inside: whether what it makes for a key has to be one too, as far as that is known.
    """
    for event in scope.home_of(name).events.get(name, ()):
        match event.value:
            case ast.Call(func=function, args=[factory, *_]):
                if last_name(function) == "defaultdict":
                    return not inside or isinstance(factory, ast.Lambda | ast.Call)
    return False


def through(name: str, origins: Origins, effect: Effect) -> dict[str, Effect]:
    """Give what a change of a name of a function changes too, as its value is made of that."""
    return of_roots(origins.of(name), origins.scope, effect)


def of_roots(roots: Roots, scope: Scope, effect: Effect) -> dict[str, Effect]:
    """Give the effects that a change of a value has on that of which it is made."""
    names = changed(roots, deep=effect.deep)
    inside = replace(INSIDE, fields=effect.fields, held=effect.held)
    found = dict.fromkeys((name for name in names if "." not in name), inside)
    found |= dict.fromkeys(_objects(names, scope), HELD)
    return found | dict.fromkeys(attributes_of(names, scope), inside)


def _objects(names: Iterable[str], scope: Scope) -> Iterator[str]:
    """Give the names of the objects of which attributes are changed: ``x`` of ``x.name``."""
    for name in names:
        base, dot, _ = name.rpartition(".")
        is_class = class_named(ast.Name(base, ast.Load()), scope) is not None
        if dot and base.isidentifier() and not is_class and not is_imported(base, scope):
            yield base


def with_turns(effects: dict[str, Effect], node: ast.AST, scope: Scope) -> dict[str, Effect]:
    """Add that of which the variables of the comprehensions in a statement are made."""
    # a variable has a plain name, and a long statement is not looked through for nothing
    if not any(map(str.isidentifier, effects)):
        return effects
    found = Effects(effects)
    for name, items in reversed([*turns(node)]):
        if name in found:
            found.join(of_roots(roots(items, scope), scope, replace(found[name], deep=True)))
    return found


def of_statements(function: Scope, origins: Origins) -> Effects:
    """Give what the statements of a function change, its own names included."""
    found = Effects()
    for name in {**function.events, **function.looped}:
        events = function.events.get(name, [])
        looped = list(filter(_changes, function.looped.get(name, ())))
        for event in (*filter(is_in_place, events), *looped):
            # What a loop does is looked at statement by statement.
            deep = event.is_deep or event.deep is None
            found.join(of_roots(origins.of(name, event), function, Effect(deep=deep)))
        first = [*filter(_changes, _before_another(events)), *looped]
        if first:
            found.join({name: Effect(any(event.is_deep for event in first))})
    for base, events in function.attributes.items():
        # What is assigned to ``self.name`` is the object's own from then on.
        own = is_object(base, function)
        is_object_or_class = owner_of(base, function) is not None or base.endswith(CLASS)
        if own or not (is_object_or_class or is_imported(base, function)):
            effect = HELD if any(map(is_in_place, events)) else FIELDS
            found.join({base: effect, **through(base, origins, effect)})
        for event in events:
            if is_in_place(event) or not own:
                plain = is_in_place(event) and not event.is_deep
                names = attributes_of((f"{base}.{event.name}",), function)
                effect = Effect() if plain else replace(INSIDE, anew=not is_in_place(event))
                found.join(dict.fromkeys(names, effect))
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
