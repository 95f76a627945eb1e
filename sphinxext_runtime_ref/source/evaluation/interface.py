"""What the evaluator's core gets from the floor above it; it imports nothing from there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import ast
    from collections.abc import Callable, Mapping

    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.evaluation.arguments import Given
    from sphinxext_runtime_ref.source.evaluation.evaluator import Context, Evaluator
    from sphinxext_runtime_ref.source.scopes.scope import Event, Scope
    from sphinxext_runtime_ref.source.scopes.targets import Target
    from sphinxext_runtime_ref.source.values import Value

    Handler = Callable[[Evaluator, ast.expr, Context], Value]
    Function = Callable[[Evaluator, Given, Location], Value]


class Names(Protocol):
    """How names are followed; modules below use them through the evaluator."""

    def target_of(
        self, ev: Evaluator, node: ast.expr, context: Context, *, reference: bool = True
    ) -> Target:
        """Tell what an expression leads to."""

    def resolve(
        self,
        ev: Evaluator,
        scope: Scope,
        name: str,
        position: int | None,
        *,
        reference: bool = True,
    ) -> Target | None:
        """Tell what one scope binds a name to."""

    def binding(self, ev: Evaluator, scope: Scope, event: Event) -> Target:
        """Tell what one statement binds its name to."""

    def guard(self, ev: Evaluator, key: object, place: Location) -> None:
        """Refuse to follow a name that is already being followed."""


@dataclass(frozen=True, slots=True)
class Operations:
    """What the evaluator's core gets from the floor above it.

    :param handlers: how each kind of expression is evaluated.
    :param functions: those that are known, by what their names resolve to.
    """

    handlers: Mapping[type[ast.expr], Handler]
    names: Names
    functions: Mapping[str, Function]
