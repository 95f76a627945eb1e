"""Evaluation in every combination of the alternatives that nothing decides."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Generic, TypeVar

from sphinxext_runtime_ref.errors import DeclarationError, EvaluationError, LimitError
from sphinxext_runtime_ref.location import Location
from sphinxext_runtime_ref.source.conditions import Taken
from sphinxext_runtime_ref.source.evaluation.evaluator import Evaluator, UndecidedError
from sphinxext_runtime_ref.source.limits import Meter, placed
from sphinxext_runtime_ref.source.operations.expressions import OPERATIONS
from sphinxext_runtime_ref.source.scopes.redeclared import DoubledError

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.errors import Diagnostic
    from sphinxext_runtime_ref.source.conditions import World
    from sphinxext_runtime_ref.source.module import Module
    from sphinxext_runtime_ref.source.tree import SourceTree

T = TypeVar("T")
_LISTED = 6
"""Number of tests that a message lists."""


@dataclass(frozen=True, slots=True)
class Outcome(Generic[T]):
    """What came out in one world.

    :param every: all worlds that there are, those without a result as well.
    """

    world: World
    result: T
    diagnostics: tuple[Diagnostic, ...]
    every: tuple[World, ...] = ()


def evaluator(tree: SourceTree, world: World = (), meter: Meter | None = None) -> Evaluator:
    """Make an evaluator for one run in one world."""
    return Evaluator(tree, OPERATIONS, world, meter)


def _tests(world: World) -> str:
    """Give the tests that a world had to choose."""
    texts = [*dict.fromkeys(taken.branch.conditions[0] for taken in world)]
    return ", ".join(texts[:_LISTED]) + (", ..." if len(texts) > _LISTED else "")


def in_worlds(
    tree: SourceTree, module: Module, run: Callable[[Evaluator], T], given: World = ()
) -> list[Outcome[T]]:
    """Run in each combination of the alternatives of undecided branches that matter.

    A run that meets an undecided branch is given up, and begun again once for each alternative;
    one without a result is left out unless none has one.

    :param module: the place of faults that have no better one.
    :param given: alternatives that are taken in all worlds; those of the outcomes come on top.
    :raises DeclarationError: when there is no result in any world, or a name is declared twice.
    :raises LimitError: when there are too many combinations.
    """
    meter = Meter(tree.limits)
    pending: list[World] = [()]
    every: list[World] = []
    outcomes: list[Outcome[T]] = []
    fault: DeclarationError | None = None
    while pending:
        world = pending.pop(0)
        ev = evaluator(tree, (*given, *world), meter)
        try:
            result = run(ev)
        except UndecidedError as undecided:
            scope, branch = undecided.scope, undecided.branch
            more = [(*world, Taken(scope, branch, *one)) for one in undecided.possible.items()]
            pending = [*more, *pending]
            if len(pending) + len(outcomes) > tree.limits.variants:
                raise LimitError(
                    f"undecided branches give more than the limit of {tree.limits.variants} "
                    f"variants; declare assumptions to decide them: {_tests(more[0])}",
                    Location(scope.module.path),
                ) from None
        except RecursionError:
            info = "nested deeper than the interpreter's limit of recursion"
            raise LimitError(info, Location(module.path)) from None
        except LimitError as limit:
            raise placed(limit, Location(module.path)) from None
        except DoubledError:
            raise
        except DeclarationError as found:
            fault = fault or found
            every.append((*world, *ev.implied))
        else:
            every.append((*world, *ev.implied))
            outcomes.append(Outcome(every[-1], result, tuple(ev.diagnostics)))
    if not outcomes:
        raise fault or EvaluationError("no value")
    return [replace(outcome, every=tuple(every)) for outcome in outcomes]
