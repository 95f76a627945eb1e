"""Which names of a scope may be changed through another name, because both hold one object.

Plain aliases (``Y = X``) are joined here; items that are written by name (``[X]``) are followed
exactly elsewhere. What is left is decided here, on the safe side, without evaluating anything.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.reading.syntax import arguments, dotted, global_named
from sphinxext_runtime_ref.source.scopes.holdings import NOTHING, Holding, Mode, sources
from sphinxext_runtime_ref.source.scopes.scope import DEFINING, LOOPS, REBINDING, UNNAMED, Action
from sphinxext_runtime_ref.source.scopes.vocabulary import BUILTINS, COLLECTIONS, KEEPING, MAKERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sphinxext_runtime_ref.source.scopes.branches import Choice
    from sphinxext_runtime_ref.source.scopes.scope import Event, Scope

CHANGES = frozenset({Action.SET, Action.REMOVE, Action.CALL, Action.AUGMENT, Action.GIVEN})
FRESH = (
    *(ast.Constant, ast.JoinedStr, ast.List, ast.Tuple, ast.Dict, ast.Set, ast.ListComp),
    *(ast.SetComp, ast.DictComp, ast.BinOp, ast.UnaryOp, ast.Compare, ast.Lambda),
)
MOST_LOOKED_AT = 200_000
"""Names and changes that are compared; of more than that, any may change any."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change that a name may suffer without being named.

    :param always: whether its value is wrong even when nothing in it can change: it was made of
        something that changes later.
    """

    event: Event
    always: bool


def find_shared(scope: Scope) -> None:
    """Find out which names of a scope are names of one object, or share parts of it."""
    _join_aliases(scope)
    by_name = {name: [*events] for name, events in scope.events.items()}
    for name, events in scope.looped.items():
        by_name.setdefault(scope.aliases.get(name, name), []).extend(events)
    scope.shared = _shared_names(scope, by_name, list(_changes(by_name)))
    fields = [(scope.aliases.get(name, name), event) for name, event in _fields(scope)]
    scope.touched = {name: Change(event, always=False) for name, event in fields}
    pending = [(name, event, Mode.DEEP) for name, event in fields]
    scope.touched |= _shared_names(scope, by_name, pending)


def _changes(by_name: Mapping[str, list[Event]]) -> Iterator[tuple[str, Event, Mode]]:
    for name, events in by_name.items():
        for event in filter(_is_shared, events):
            is_deep = event.is_deep or not event.is_known
            yield name, event, Mode.DEEP if is_deep else Mode.OWN


def _fields(scope: Scope) -> Iterator[tuple[str, Event]]:
    """Give the names of objects of which attributes may be changed."""
    yield from ((UNNAMED, event) for event in scope.looped.get(UNNAMED, ()))
    for name, events in scope.attributes.items():
        bound = {event.action for event in scope.home_of(name).events.get(name, ())}
        if bound and not bound & {*DEFINING, Action.IMPORT}:
            yield from ((name, event) for event in events)


def _join_aliases(scope: Scope) -> None:
    """Give the changes made through ``Y`` of ``Y = X`` to ``X``."""
    for name, events in list(scope.events.items()):
        first, *changes = events
        is_whole = first.action is Action.ASSIGN and not first.unpack
        if not isinstance(first.value, ast.Name) or not is_whole:
            continue
        target = scope.aliases.get(first.value.id, first.value.id)
        others = scope.events.get(target, [])
        bound = [event for event in others if event.action in REBINDING]
        once = len(bound) == 1 and bound[0].position < first.position and not first.choices
        changed = len(others) > 1 or bool(changes)
        if once and changed and not any(event.action in REBINDING for event in changes):
            merged = sorted([*others, *changes], key=lambda event: event.position)
            scope.events[target] = merged
            scope.events[name] = [first]
            scope.aliases[name] = target


def _shared_names(
    scope: Scope, by_name: dict[str, list[Event]], pending: list[tuple[str, Event, Mode]]
) -> dict[str, Change]:
    """Give the names whose value may change through another name, with the change."""
    if not pending:
        return {}
    holdings, made_of = _holdings(by_name, scope)
    found: dict[str, Change] = {}
    seen: set[tuple[str, Event, Mode]] = set()
    while pending:
        name, event, mode = pending.pop()
        if (name, event, mode) in seen or name not in holdings:
            continue
        seen.add((name, event, mode))
        if len(seen) > MOST_LOOKED_AT:
            return {other: Change(event, always=True) for other in holdings}
        # A change that is not followed says so itself.
        own = {name, name if event.is_known else scope.aliases.get(event.name, event.name)}
        for other in sources(holdings[name], mode):
            if other not in own:
                found.setdefault(other, Change(event, always=False))
            pending.append((other, event, Mode.DEEP))
        for other in made_of.get(name, ()):
            holding = holdings[other]
            is_stale = holding.is_stale(name, event, mode)
            if other not in own and (is_stale or name in holding.items):
                found |= {other: Change(event, always=True)} if is_stale else {}
                pending.append((other, event, Mode.CONTENT))
    return found


def _holdings(
    by_name: dict[str, list[Event]], scope: Scope
) -> tuple[dict[str, Holding], dict[str, list[str]]]:
    """Give what each name is made of, and by name what is made of it."""
    holdings = {name: _holding(name, events, scope) for name, events in by_name.items()}
    for holding in [*holdings.values()]:
        for name in (*holding.items, *holding.derived):
            holdings.setdefault(name, NOTHING)
    made_of: dict[str, list[str]] = {}
    for name, holding in holdings.items():
        for part in {*holding.items, *holding.derived, *holding.same}:
            made_of.setdefault(part, []).append(name)
    return holdings, made_of


def is_in_place(event: Event) -> bool:
    """Tell whether a statement may change an object: ``+=`` of text and numbers never does."""
    if event.action is Action.AUGMENT and not event.keys:
        return not _is_scalar(event.value)
    return event.action in CHANGES


def _is_shared(event: Event) -> bool:
    """Tell whether a change may be one of other names' values too."""
    if any(map(_is_main, event.choices)):
        return False
    # What a loop does is looked at statement by statement.
    is_loop = isinstance(event.node, LOOPS)
    return is_in_place(event) or (event.action is Action.LOOP and not is_loop)


def _is_main(choice: Choice) -> bool:
    """Tell whether an alternative runs in the main program alone, which a declaration is not."""
    return choice.branch.conditions[choice.alternative].startswith("if __name__ ==")


def _is_scalar(node: ast.expr | None) -> bool:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub | ast.Mod):
        return _is_scalar(node.left) or _is_scalar(node.right)
    return isinstance(node, ast.Constant | ast.JoinedStr)


def _holding(name: str, events: list[Event], scope: Scope) -> Holding:
    aliases = scope.aliases
    items: set[str] = set()
    derived: dict[str, int] = {}
    same: set[str] = set()
    fresh = True
    for event in events:
        value = own_part(event)
        if value is None:
            continue
        is_item = bool(event.unpack) and value is event.value
        if event.action is Action.ASSIGN:
            fresh = (
                fresh and _is_fresh(value) and not (is_item and isinstance(event.unpack[-1], int))
            )
            if isinstance(value, ast.Name) and name not in aliases and not is_item:
                same.add(value.id)
        elif event.action is Action.OTHER:
            fresh = False
        others: set[str] = set()
        if event.action is Action.CALL and isinstance(value, ast.Call):
            for argument in arguments(value):
                _collect(argument, items if _keeps(value) else others, others, scope)
        else:
            _collect(value, others if is_item else items, others, scope)
        if event.action is Action.GIVEN and isinstance(value, ast.Call):
            others -= set(_definitions(value, scope))
        for other in others:
            derived.setdefault(aliases.get(other, other), event.position)
    derived.pop(name, None)
    canonical = {aliases.get(item, item) for item in items} - {name}
    return Holding(frozenset(canonical), derived, frozenset(same), fresh)


def _definitions(call: ast.Call, scope: Scope) -> Iterator[str]:
    """Give the functions and classes that a call is given or made by: nothing changes in them."""
    maker = call.func if isinstance(call.func, ast.Call) else call
    for node in (maker.func, *maker.args, *call.args):
        events = scope.events.get(node.id, ()) if isinstance(node, ast.Name) else ()
        if events and all(event.action in DEFINING for event in events):
            yield node.id  # type: ignore[attr-defined]  # a name, since it has events


def _keeps(call: ast.Call) -> bool:
    """Tell whether a method keeps its argument itself, not what is in it."""
    return isinstance(call.func, ast.Attribute) and call.func.attr in KEEPING


def own_part(event: Event) -> ast.expr | None:
    """Give the expression that a name gets of an assignment to several."""
    value = event.value
    for index in event.unpack:
        if not isinstance(value, ast.Tuple | ast.List) or isinstance(index, slice):
            break
        # items after an unpacked one are counted from the end
        way = value.elts[index:] if index < 0 else value.elts[: index + 1]
        wanted = -index if index < 0 else index + 1
        if len(way) < wanted or any(isinstance(one, ast.Starred) for one in way):
            break
        value = value.elts[index]
    return value


def _is_fresh(node: ast.expr) -> bool:
    if isinstance(node, ast.Call):
        function = node.func
        name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        return name in MAKERS
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        return _is_fresh(node.value)
    return isinstance(node, FRESH)


def _collect(node: ast.expr, items: set[str], derived: set[str], scope: Scope) -> None:
    """Sort the names in an expression: items of displays, and all others.

    What is in an imported module is one name with the module's: others there are other objects.
    """
    pending: list[tuple[ast.AST, bool]] = [(node, True)]
    while pending:
        part, is_item = pending.pop()
        if isinstance(part, ast.Name):
            if part.id not in BUILTINS or part.id in scope.home_of(part.id).events:
                (items if is_item else derived).add(part.id)
            continue
        if isinstance(part, ast.expr) and (by_text := global_named(part)):
            derived.add(by_text)
            continue
        if isinstance(part, ast.Call) and dotted(part.func) in COLLECTIONS:
            # The type itself is nothing that a change of the collection could reach.
            pending += [(item, False) for item in (*part.args, *part.keywords)]
            continue
        name = dotted(part) if isinstance(part, ast.Attribute) else None
        if name and _is_imported(name.partition(".")[0], scope):
            derived.add(name)
            continue
        keeps = is_item and isinstance(part, ast.List | ast.Tuple | ast.Dict | ast.Set)
        if isinstance(part, ast.Dict) and None in part.keys:
            keeps = False
        pending += [(inner, keeps) for inner in ast.iter_child_nodes(part)]


def _is_imported(name: str, scope: Scope) -> bool:
    events = scope.events.get(name, ())
    return bool(events) and all(event.action is Action.IMPORT for event in events)
