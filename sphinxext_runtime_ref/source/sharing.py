"""Which names of a scope may be changed through another name, because both hold one object.

Aliases (``Y = X``) and items that are written by name (``[X]``) are followed exactly elsewhere.
What is left is decided here, on the safe side, without evaluating anything.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.scope import Action

if TYPE_CHECKING:
    from collections.abc import Iterator

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


def shared_names(scope: Scope) -> dict[str, Event]:
    """Give the names whose object may be changed through another name, with the change."""
    by_name = {name: [*events] for name, events in scope.events.items()}
    for name, events in scope.looped.items():
        by_name.setdefault(scope.aliases.get(name, name), []).extend(events)
    pending = [
        (name, event, _is_deep(event))
        for name, events in by_name.items()
        for event in events
        if event.action in CHANGES
    ]
    if not pending:
        return {}
    holdings = {name: _holding(name, events) for name, events in by_name.items()}
    found: dict[str, Event] = {}
    seen: set[tuple[str, bool]] = set()
    while pending:
        name, event, deep = pending.pop()
        if (name, deep) in seen:
            continue
        seen.add((name, deep))
        for other in _touched(name, holdings, deep=deep):
            if other not in holdings:
                continue
            found.setdefault(other, event)
            pending.append((other, event, True))
    return found


def _is_deep(event: Event) -> bool:
    """Tell whether a change is one of something inside of the named object."""
    direct = event.action in {Action.SET, Action.REMOVE}
    return len(event.keys) > direct


@dataclass(frozen=True, slots=True)
class _Holding:
    """What the values of a name are made of.

    :param items: names written as items of displays, or as the value itself.
    :param derived: names in any other place.
    :param fresh: whether the outermost object is a new one.
    """

    items: frozenset[str]
    derived: frozenset[str]
    fresh: bool


def _touched(name: str, holdings: dict[str, _Holding], *, deep: bool) -> Iterator[str]:
    own = holdings[name]
    if deep or not own.fresh:
        yield from own.items
        yield from own.derived
    for other, holding in holdings.items():
        if other != name and name in holding.derived and (deep or not holding.fresh):
            yield other


def _holding(name: str, events: list[Event]) -> _Holding:
    items: set[str] = set()
    derived: set[str] = set()
    fresh = True
    for event in events:
        value = _own_part(event)
        if value is None:
            continue
        if event.action is Action.ASSIGN:
            fresh = fresh and _is_fresh(value)
        elif event.action is Action.OTHER:
            fresh = False
        if event.action is Action.CALL and isinstance(value, ast.Call):
            for argument in (*value.args, *(item.value for item in value.keywords)):
                _collect(argument, items if _keeps(value) else derived, derived)
        else:
            _collect(value, items, derived)
    return _Holding(frozenset(items - {name}), frozenset(derived - {name}), fresh)


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
