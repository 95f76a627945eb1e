"""Names that are declared twice at one level: which value was meant can't be told."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import DeclarationError
from sphinxext_runtime_ref.source.reading.syntax import names_in
from sphinxext_runtime_ref.source.scopes.scope import Action

if TYPE_CHECKING:
    from sphinxext_runtime_ref.source.scopes.scope import Event, Scope


class DoubledError(DeclarationError):
    """A name is declared twice: wrong whatever else may run."""


def refuse_doubled(scope: Scope, name: str, events: list[Event], last: int) -> None:
    """Refuse a second declaration that nothing relates to the first.

    :param events: what happens to the name, in order.
    :param last: which of them binds it in the end.
    :raises DoubledError: with both places.
    """
    event = events[last]
    if event.action not in {Action.ASSIGN, Action.CLASS}:
        return
    for other in reversed(events[:last]):
        if other.action is Action.DELETE:
            return
        same_level = other.choices == event.choices
        if same_level and other.action in {Action.ASSIGN, Action.CLASS}:
            if event.value is not None and name in names_in(event.value):
                return
            if event.action is Action.CLASS and _stands_for(other.value, name):
                return
            first = scope.module.location(other.node)
            second = scope.module.location(event.node)
            raise DoubledError(
                f"{name!r} is declared twice, at {first} and at {second}; keep one of them", second
            )


def _stands_for(node: ast.expr | None, name: str) -> bool:
    """Tell whether a value stands for a class that comes later: ``Node = Type["Node"]``."""
    parts = ast.walk(node) if node is not None else ()
    return any(isinstance(part, ast.Constant) and part.value == name for part in parts)
