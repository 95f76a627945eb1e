"""Names of a module that statements reach by text: ``globals()["X"] = 1`` and its kin."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.reading.syntax import names_in, subscripts
from sphinxext_runtime_ref.source.scopes.scope import DEFINING, Action

if TYPE_CHECKING:
    from sphinxext_runtime_ref.source.scopes.scope import Event, Scope

ANY = "*"
"""Stands for any name."""
_WRITTEN = re.compile(r"""['"](\w+)['"]|[(,]\s*(\w+)\s*=(?!=)""")


def is_module(node: ast.expr, scope: Scope) -> bool:
    """Tell whether an expression is the module itself: ``sys.modules[__name__]``, or its name."""
    match node:
        case ast.Subscript(value=ast.Attribute(attr="modules"), slice=ast.Name("__name__")):
            return True
        case ast.Name(id=name):
            home = scope.home_of(name)
            events = home.events.get(name, ())
            values = [event.value for event in events if isinstance(event.value, ast.Subscript)]
            return bool(values) and all(is_module(value, home) for value in values)
        case _:
            return False


def _has_names(node: ast.expr, scope: Scope) -> bool:
    """Tell whether an expression is the dictionary of the names of the module, or of a class."""
    match node:
        case ast.Call(func=ast.Name("globals" | "locals" | "vars"), args=[]):
            return True
        case ast.Call(func=ast.Name("vars"), args=[of]) | ast.Attribute(value=of, attr="__dict__"):
            return is_module(of, scope)
        case _:
            return False


def set_by(call: ast.Call, scope: Scope) -> ast.expr | None:
    """Give what a call of ``setattr`` or ``exec`` gives a value, where it is a name."""
    if getattr(call.func, "id", "") not in {"setattr", "exec"}:
        return None
    names = ast.Call(ast.Name("globals", ast.Load()), [], [])
    match call:
        case ast.Call(func=ast.Name("setattr"), args=[owner, name, _]) if is_module(owner, scope):
            return ast.Subscript(names, name)
        case ast.Call(func=ast.Name("exec"), args=[code]):
            return ast.Subscript(names, code if isinstance(code, ast.Name) else call)
        case _:
            return None


def reached(
    target: ast.expr, action: Action, value: ast.expr | None, scope: Scope
) -> list[tuple[str, Action, tuple[ast.expr, ...]]] | None:
    """Give the names that a statement reaches by text, with what it does and subscripts below.

    :returns: ``None`` for a target that has a name of its own.
    """
    base, keys = subscripts(target)
    if not _has_names(base, scope):
        if not isinstance(base, ast.Attribute) or not is_module(base.value, scope):
            return None
        keys = (ast.Constant(base.attr), *keys)
    if not keys:
        return [(name, Action.OTHER, ()) for name in _given(value)]
    first, *rest = keys
    name = first.value if isinstance(first, ast.Constant) else None
    if not isinstance(name, str):
        return [(ANY, Action.OTHER, (first,))]
    if not rest and action in {Action.SET, Action.REMOVE}:
        action = Action.ASSIGN if action is Action.SET else Action.DELETE
    return [(name, action, tuple(rest))]


def _given(call: ast.expr | None) -> list[str]:
    """Give the names that a call of ``globals().update(...)`` and its kin changes."""
    found: list[str] = []
    for part in (*call.args, *call.keywords) if isinstance(call, ast.Call) else ():
        match part:
            case ast.keyword(arg=str() as name) | ast.Constant(value=str() as name):
                found.append(name)
            case ast.Dict(keys=keys):
                found += [getattr(key, "value", ANY) for key in keys]
            case _:
                found.append(ANY)
    return found or [ANY]


def spread(scope: Scope) -> None:
    """Note what gives any name a value with each name of the module that it may be."""
    for event in scope.events.pop(ANY, ()):
        written = names_written(scope)
        inner = [one for one in scope.looped.get(ANY, ()) if _is_in(one, event)] or [event]
        used = set(names_in(event.node))
        for name, events in scope.events.items():
            if name in used or not _is_value(name, events):
                continue
            if any(_may_be(name, one.keys, event.node, written) for one in inner):
                events.append(replace(event, name=name, action=Action.OTHER, keys=()))
                events.sort(key=lambda one: one.position)


def _is_value(name: str, events: list[Event]) -> bool:
    unchanging = DEFINING | {Action.IMPORT}
    return not name.startswith("__") and all(event.action not in unchanging for event in events)


def _is_in(inner: Event, outer: Event) -> bool:
    last = outer.node.end_lineno or outer.node.lineno
    return outer.node.lineno <= inner.node.lineno <= last


def names_written(scope: Scope) -> set[str]:
    """Give the names that a module has in quotes, or for keywords: those that a text may be.

    A text that is made of parts is rather a new name than one of those that are there.
    """
    return {name for pair in _WRITTEN.findall(scope.module.text.text) for name in pair}


def _may_be(name: str, keys: tuple[ast.expr, ...], statement: ast.AST, written: set[str]) -> bool:
    """Tell whether a text that is not known may be that name."""
    match keys[:1], statement:
        case (ast.JoinedStr(values=parts),), _:
            texts = (getattr(part, "value", None) for part in parts)
            known = (re.escape(text) if isinstance(text, str) else ".*" for text in texts)
            return re.fullmatch("".join(known), name) is not None
        case (ast.Name(key),), ast.For(target=ast.Name(turn), iter=items) if key == turn:
            try:
                return name in ast.literal_eval(items)
            except (ValueError, TypeError):
                return name in written
        case (ast.Call(args=[ast.Constant(value=str() as code)]),), _:
            return name in re.findall(r"\w+", code)
        case _:
            return name in written
