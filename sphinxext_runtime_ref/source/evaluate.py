"""Evaluation of a declaration, or of one expression over given names."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import DeclarationError, EvaluationError, LimitError
from sphinxext_runtime_ref.location import Location
from sphinxext_runtime_ref.source import names
from sphinxext_runtime_ref.source.equality import key
from sphinxext_runtime_ref.source.evaluator import Context, Evaluator, UndecidedError
from sphinxext_runtime_ref.source.expressions import HANDLERS
from sphinxext_runtime_ref.source.limits import Limits, Meter
from sphinxext_runtime_ref.source.module import Module
from sphinxext_runtime_ref.source.text import parse
from sphinxext_runtime_ref.source.tree import SourceTree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sphinxext_runtime_ref.errors import Diagnostic
    from sphinxext_runtime_ref.source.branches import Branch
    from sphinxext_runtime_ref.source.scope import Scope
    from sphinxext_runtime_ref.source.values import Value

    World = dict[Branch, int]


@dataclass(frozen=True, slots=True)
class Variant:
    """A value of a declaration.

    :param condition: the undecided branches under which it has this value: ``if X``,
        ``except ImportError``; several are joined by commas; ``""`` when it always has.
    """

    value: Value
    condition: str = ""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The values of a declaration, and what reading it found worth saying."""

    variants: tuple[Variant, ...]
    diagnostics: tuple[Diagnostic, ...] = ()

    def __iter__(self) -> Iterator[Variant]:
        """Give the variants."""
        return iter(self.variants)

    def __len__(self) -> int:
        """Count the variants."""
        return len(self.variants)

    def __getitem__(self, index: int) -> Variant:
        """Give one variant."""
        return self.variants[index]


@dataclass(frozen=True, slots=True)
class _Outcome:
    world: tuple[tuple[Scope, Branch, int], ...]
    possible: tuple[tuple[int, ...], ...]
    value: Value


def evaluator(
    tree: SourceTree, world: World | None = None, meter: Meter | None = None
) -> Evaluator:
    """Make an evaluator for one run in one world."""
    return Evaluator(tree, HANDLERS, names, world, meter)


def in_worlds(tree: SourceTree, run: Callable[[Evaluator], Value]) -> Evaluation:
    """Evaluate in every combination of the alternatives of undecided branches that matter.

    :raises DeclarationError: when there is no value in any of them.
    :raises LimitError: when there are too many combinations.
    """
    meter = Meter(tree.limits)
    pending: list[tuple[tuple[Scope, Branch, int, tuple[int, ...]], ...]] = [()]
    outcomes: list[_Outcome] = []
    diagnostics: dict[str, Diagnostic] = {}
    fault: DeclarationError | None = None
    while pending:
        world = pending.pop(0)
        ev = evaluator(tree, {branch: chosen for _, branch, chosen, _ in world}, meter)
        try:
            value = run(ev)
        except UndecidedError as open_:
            more = [
                (*world, (open_.scope, open_.branch, choice, open_.possible))
                for choice in open_.possible
            ]
            pending = [*more, *pending]
            if len(pending) + len(outcomes) > tree.limits.variants:
                raise LimitError(
                    f"undecided branches give more than the limit of {tree.limits.variants} "
                    "variants; declare assumptions to decide them"
                ) from None
            continue
        except LimitError:
            raise
        except DeclarationError as found:
            fault = fault or found
            continue
        chosen = tuple((scope, branch, index) for scope, branch, index, _ in world)
        outcomes.append(_Outcome(chosen, tuple(possible for *_, possible in world), value))
        diagnostics.update({str(item): item for item in ev.diagnostics})
    if not outcomes:
        raise fault or EvaluationError("no value")
    variants = tuple(_variants(outcomes))
    return Evaluation(variants, tuple(diagnostics.values()))


def _variants(outcomes: list[_Outcome]) -> Iterator[Variant]:
    """Name the conditions; values that all alternatives of a branch share have none."""
    keys = {repr(key(outcome.value)) for outcome in outcomes}
    if len(keys) == 1 and len(outcomes) > 1:
        yield Variant(outcomes[0].value)
        return
    for outcome in outcomes:
        ordered = sorted(outcome.world, key=lambda item: (item[0].module.path, item[1].position))
        texts = [branch.conditions[index] for _, branch, index in ordered]
        yield Variant(outcome.value, ", ".join(dict.fromkeys(texts)))


def evaluate_text(
    expression: str,
    lookup: Callable[[str], Value | None],
    limits: Limits | None = None,
) -> Value:
    """Evaluate an expression over names that somebody else knows, within the same bounds.

    :param lookup: gives the value of a name, ``None`` when there is none.
    :raises EvaluationError: when it can't be parsed or has no value; names the expression.
    """
    place = "<expression>"
    source = expression.strip()
    try:
        tree = parse(place, f"({source}\n)")
    except DeclarationError as fault:
        raise EvaluationError(f"{expression!r} is no expression: {fault.message}") from None
    body = tree.body
    if len(body) != 1 or not isinstance(body[0], ast.Expr):
        raise EvaluationError(f"{expression!r} is no expression")
    module = Module(place, f"({source}\n)", ast.Module([], []))
    used = {part.id for part in ast.walk(body[0]) if isinstance(part, ast.Name)}
    frame = {name: value for name in used for value in [lookup(name)] if value is not None}
    ev = evaluator(SourceTree(_NoFiles(), limits=limits))
    try:
        return ev.known(body[0].value, Context(module.scope).bind(frame))
    except RecursionError:
        raise LimitError(f"{expression!r} is nested too deeply") from None
    except LimitError as fault:
        raise LimitError(f"{expression!r}: {fault.message}") from None
    except DeclarationError as fault:
        raise EvaluationError(f"{expression!r}: {fault.message}") from None


class _NoFiles:
    """A tree without files: an expression alone reads none."""

    def read(self, path: str, _: int) -> bytes:
        raise DeclarationError("no such file", Location(path))

    def is_file(self, _: str) -> bool:
        return False

    def is_folder(self, _: str) -> bool:
        return False

    def absolute(self, path: str) -> str:
        return path

    def stamp(self, _: str) -> object:
        return None

    def python_files(self) -> Iterator[str]:
        return iter(())
