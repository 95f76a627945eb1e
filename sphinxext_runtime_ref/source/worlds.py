"""Evaluation in every combination of the alternatives that nothing decides."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Generic, TypeVar

from sphinxext_runtime_ref.errors import DeclarationError, EvaluationError, LimitError
from sphinxext_runtime_ref.location import Location
from sphinxext_runtime_ref.source import names
from sphinxext_runtime_ref.source.doubled import DoubledError
from sphinxext_runtime_ref.source.evaluator import Evaluator, UndecidedError
from sphinxext_runtime_ref.source.expressions import HANDLERS
from sphinxext_runtime_ref.source.limits import Meter, placed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sphinxext_runtime_ref.errors import Diagnostic
    from sphinxext_runtime_ref.source.branches import Branch
    from sphinxext_runtime_ref.source.module import Module
    from sphinxext_runtime_ref.source.scope import Scope
    from sphinxext_runtime_ref.source.tree import SourceTree

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Taken:
    """The alternative that a world takes of one branch."""

    scope: Scope
    branch: Branch
    alternative: int


@dataclass(frozen=True, slots=True)
class Outcome(Generic[T]):
    """What came out in one world.

    :param world: the alternatives taken, in the order in which they were needed.
    :param everywhere: whether there was a result in every world.
    """

    world: tuple[Taken, ...]
    result: T
    diagnostics: tuple[Diagnostic, ...]
    everywhere: bool = True

    @property
    def condition(self) -> str:
        """The conditions of the world, as they stand in the source, joined by commas."""
        ordered = sorted(
            self.world, key=lambda taken: (taken.scope.module.path, taken.branch.position)
        )
        texts = [taken.branch.conditions[taken.alternative] for taken in ordered]
        return ", ".join(dict.fromkeys(texts))


def evaluator(
    tree: SourceTree, world: Mapping[Branch, int] | None = None, meter: Meter | None = None
) -> Evaluator:
    """Make an evaluator for one run in one world."""
    return Evaluator(tree, HANDLERS, names, world, meter)


def in_worlds(tree: SourceTree, module: Module, run: Callable[[Evaluator], T]) -> list[Outcome[T]]:
    """Run in each combination of the alternatives of undecided branches that matter.

    A run that meets an undecided branch is given up, and begun again once for each alternative;
    one without a result is left out unless none has one.

    :param module: the place of faults that have no better one.
    :raises DeclarationError: when there is no result in any world, or a name is declared twice.
    :raises LimitError: when there are too many combinations.
    """
    meter = Meter(tree.limits)
    pending: list[tuple[Taken, ...]] = [()]
    outcomes: list[Outcome[T]] = []
    fault: DeclarationError | None = None
    while pending:
        world = pending.pop(0)
        ev = evaluator(tree, {taken.branch: taken.alternative for taken in world}, meter)
        try:
            result = run(ev)
        except UndecidedError as undecided:
            scope, branch = undecided.scope, undecided.branch
            more = [(*world, Taken(scope, branch, choice)) for choice in undecided.possible]
            pending = [*more, *pending]
            if len(pending) + len(outcomes) > tree.limits.variants:
                raise LimitError(
                    f"undecided branches give more than the limit of {tree.limits.variants} "
                    "variants; declare assumptions to decide them",
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
        else:
            outcomes.append(Outcome(world, result, tuple(ev.diagnostics)))
    if not outcomes:
        raise fault or EvaluationError("no value")
    return [replace(outcome, everywhere=fault is None) for outcome in outcomes]
