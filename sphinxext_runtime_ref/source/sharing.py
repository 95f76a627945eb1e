"""Which names of a scope may be changed through another name, because both hold one object.

Aliases (``Y = X``) and items that are written by name (``[X]``) are followed exactly elsewhere.
What is left is decided here, on the safe side, without evaluating anything.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.scope import Action

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sphinxext_runtime_ref.source.scope import Event, Scope

CHANGES = frozenset({Action.SET, Action.REMOVE, Action.CALL, Action.AUGMENT})
FRESH = (
    *(ast.Constant, ast.JoinedStr, ast.List, ast.Tuple, ast.Dict, ast.Set, ast.ListComp),
    *(ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.BinOp, ast.UnaryOp, ast.Compare),
    ast.Lambda,
)
MAKERS = frozenset(
    {
        *("list", "dict", "set", "tuple", "frozenset", "sorted", "copy", "deepcopy", "OrderedDict"),
        *("defaultdict", "len", "str", "int", "float", "bool", "sum", "split", "join", "lower"),
        *("upper", "format", "replace", "strip", "keys", "values", "items", "range", "union"),
    }
)
KEEPING = frozenset({"append", "insert", "add", "setdefault"})
"""Methods that keep their argument itself, not what is in it."""


class _Mode(StrEnum):
    OWN = "own"
    """The named object itself changes: its items, not what is in them."""
    DEEP = "deep"
    """Something inside of it changes."""
    CONTENT = "content"
    """Something inside of it changes that has a name of its own, and is followed by that name."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change that a name may suffer without being named.

    :param always: whether its value is wrong even when nothing in it can change: it was made of
        something that changes later.
    """

    event: Event
    always: bool


def shared_names(scope: Scope) -> dict[str, Change]:
    """Give the names whose value may change through another name, with the change."""
    by_name = {name: [*events] for name, events in scope.events.items()}
    for name, events in scope.looped.items():
        by_name.setdefault(scope.aliases.get(name, name), []).extend(events)
    pending = [
        (name, event, _mode(event))
        for name, events in by_name.items()
        for event in events
        if event.action in CHANGES
    ]
    if not pending:
        return {}
    holdings = {name: _holding(name, events, scope.aliases) for name, events in by_name.items()}
    found: dict[str, Change] = {}
    seen: set[tuple[str, Event, _Mode]] = set()
    while pending:
        name, event, mode = pending.pop()
        if (name, event, mode) in seen or name not in holdings:
            continue
        seen.add((name, event, mode))
        for other in _sources(holdings[name], mode):
            found.setdefault(other, Change(event, always=False))
            pending.append((other, event, _Mode.DEEP))
        for other, holding in holdings.items():
            if other != name and holding.is_stale(name, event, mode):
                found[other] = Change(event, always=True)
                pending.append((other, event, _Mode.CONTENT))
            elif other != name and name in holding.items:
                pending.append((other, event, _Mode.CONTENT))
    return found


def _mode(event: Event) -> _Mode:
    direct = event.action in {Action.SET, Action.REMOVE}
    return _Mode.DEEP if len(event.keys) > direct else _Mode.OWN


@dataclass(frozen=True, slots=True)
class _Holding:
    """What the values of a name are made of.

    :param items: names written as items of displays, or as the value itself.
    :param derived: names in any other place, with the position of the first one.
    :param same: names that are the value itself, where they are not followed as aliases.
    :param fresh: whether the outermost object is a new one.
    """

    items: frozenset[str]
    derived: Mapping[str, int]
    same: frozenset[str]
    fresh: bool

    def is_stale(self, name: str, event: Event, mode: _Mode) -> bool:
        """Tell whether the value was made of something before it changed."""
        if name in self.same:
            return True
        position = self.derived.get(name)
        if position is None or (mode is _Mode.OWN and self.fresh):
            return False
        return event.position >= position or event.action is Action.LOOP


def _sources(holding: _Holding, mode: _Mode) -> Iterator[str]:
    """Give the names whose objects a change of the value changes too."""
    if mode is _Mode.DEEP or (mode is _Mode.OWN and not holding.fresh):
        yield from holding.items
        yield from holding.derived


def _holding(name: str, events: list[Event], aliases: Mapping[str, str]) -> _Holding:
    items: set[str] = set()
    derived: dict[str, int] = {}
    same: set[str] = set()
    fresh = True
    for event in events:
        value = _own_part(event)
        if value is None:
            continue
        if event.action is Action.ASSIGN:
            fresh = fresh and _is_fresh(value)
            if isinstance(value, ast.Name) and name not in aliases:
                same.add(value.id)
        elif event.action is Action.OTHER:
            fresh = False
        others: set[str] = set()
        if event.action is Action.CALL and isinstance(value, ast.Call):
            for argument in (*value.args, *(item.value for item in value.keywords)):
                _collect(argument, items if _keeps(value) else others, others)
        else:
            _collect(value, items, others)
        for other in others:
            derived.setdefault(aliases.get(other, other), event.position)
    derived.pop(name, None)
    canonical = {aliases.get(item, item) for item in items} - {name}
    return _Holding(frozenset(canonical), derived, frozenset(same), fresh)


def _keeps(call: ast.Call) -> bool:
    """Tell whether a method keeps its argument itself, not what is in it."""
    return isinstance(call.func, ast.Attribute) and call.func.attr in KEEPING


def _own_part(event: Event) -> ast.expr | None:
    """Give the expression that a name gets of an assignment to several."""
    value = event.value
    for index in event.unpack:
        if not isinstance(value, ast.Tuple | ast.List) or not 0 <= index < len(value.elts):
            break
        value = value.elts[index]
    return value


def _is_fresh(node: ast.expr) -> bool:
    if isinstance(node, ast.Call):
        function = node.func
        name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        return name in MAKERS
    return isinstance(node, FRESH)


def _collect(node: ast.expr, items: set[str], derived: set[str]) -> None:
    """Sort the names in an expression: items of displays, and all others."""
    pending: list[tuple[ast.AST, bool]] = [(node, True)]
    while pending:
        part, is_item = pending.pop()
        if isinstance(part, ast.Name):
            (items if is_item else derived).add(part.id)
            continue
        keeps = is_item and isinstance(part, ast.List | ast.Tuple | ast.Dict | ast.Set)
        if isinstance(part, ast.Dict) and None in part.keys:
            keeps = False
        pending += [(inner, keeps) for inner in ast.iter_child_nodes(part)]
