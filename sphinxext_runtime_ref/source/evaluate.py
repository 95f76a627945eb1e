"""Evaluation of a declaration, or of one expression over given names."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import (
    UNPARSABLE,
    DeclarationError,
    EvaluationError,
    LimitError,
)
from sphinxext_runtime_ref.location import Location
from sphinxext_runtime_ref.source.conditions import condition_of
from sphinxext_runtime_ref.source.equality import key
from sphinxext_runtime_ref.source.evaluation.evaluator import Context
from sphinxext_runtime_ref.source.module import Module
from sphinxext_runtime_ref.source.reading.text import parse
from sphinxext_runtime_ref.source.tree import SourceTree
from sphinxext_runtime_ref.source.worlds import evaluator

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sphinxext_runtime_ref.errors import Diagnostic
    from sphinxext_runtime_ref.source.conditions import World
    from sphinxext_runtime_ref.source.limits import Meter
    from sphinxext_runtime_ref.source.values import Value
    from sphinxext_runtime_ref.source.worlds import Outcome

_ASSIGNS = re.compile(r"(?<![=!<>:])=(?!=)")

MOST_CHARACTERS = 5000
"""Length of an expression that somebody wrote into a document."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A value of a declaration.

    :param condition: the undecided branches under which it has this value: ``if X``,
        ``except ImportError``; ``""`` when it always has; see :func:`~.conditions.condition_of`.
    :param location: where the name itself is bound to it; ``None`` for something without a place.
    :param worlds: those in which it has this value.
    :param every: all worlds that there are.
    """

    value: Value
    condition: str = ""
    location: Location | None = None
    worlds: tuple[World, ...] = ((),)
    every: tuple[World, ...] = ((),)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The values of a declaration, and what reading it found worth saying.

    :param location: where the name is bound; ``None`` for something without a place.
    :param is_class: whether the name is that of a class.
    :param nature: what the name is where it has no value of its own: ``a function``; else ``""``.
    """

    variants: tuple[Variant, ...]
    diagnostics: tuple[Diagnostic, ...] = ()
    location: Location | None = None
    is_class: bool = False
    nature: str = ""

    def __iter__(self) -> Iterator[Variant]:
        """Give the variants."""
        return iter(self.variants)

    def __len__(self) -> int:
        """Count the variants."""
        return len(self.variants)

    def __getitem__(self, index: int) -> Variant:
        """Give one variant."""
        return self.variants[index]


Found = tuple["Value", tuple["Location | None", "Location | None"]]
"""A value, where it is bound, and where its name is made that of something bound elsewhere."""


def evaluation_from(outcomes: list[Outcome[Found]]) -> Evaluation:
    """Give the variants: one for each value, with the condition under which it is the value."""
    diagnostics = {str(item): item for outcome in outcomes for item in outcome.diagnostics}
    found: dict[str, list[Outcome[Found]]] = {}
    for outcome in outcomes:
        same = repr(key(outcome.result[0])) if len(outcomes) > 1 else ""
        found.setdefault(same, []).append(outcome)
    variants = tuple(map(_variant, found.values()))
    _, (definition, _) = outcomes[0].result
    return Evaluation(variants, tuple(diagnostics.values()), definition)


def _variant(same: list[Outcome[Found]]) -> Variant:
    worlds, every = tuple(outcome.world for outcome in same), same[0].every
    value, (definition, own) = same[0].result
    return Variant(value, condition_of(worlds, every), own or definition, worlds, every)


def evaluate_text(
    expression: str,
    lookup: Callable[[str], Value | None],
    meter: Meter | None = None,
) -> Value:
    """Evaluate an expression over names that somebody else knows, within the same bounds.

    :param lookup: gives the value of a name, ``None`` when there is none.
    :param meter: for several evaluations that are to keep within the bounds of one.
    :raises EvaluationError: when it can't be parsed or has no value; names the expression.
    """
    source, node = parse_text(expression)
    module = Module(_PLACE, source, ast.Module([], []))
    used = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    frame = {name: value for name in used for value in [lookup(name)] if value is not None}
    ev = evaluator(SourceTree(_NoFiles()), meter=meter)
    try:
        return ev.known(node, Context(module.scope).bind(frame))
    except RecursionError:
        raise LimitError(f"{expression!r} is nested too deeply") from None
    except LimitError as fault:
        raise LimitError(f"{expression!r}: {fault.message}") from None
    except DeclarationError as fault:
        raise EvaluationError(f"{expression!r}: {fault.message}") from None


def parse_text(expression: str) -> tuple[str, ast.expr]:
    """Parse an expression, and give its text on one line as well.

    :raises EvaluationError: when it is none, or too long.
    """
    if len(expression) > MOST_CHARACTERS:
        raise EvaluationError(f"an expression may have {MOST_CHARACTERS} characters, not more")
    source = expression.replace("\r", " ").replace("\n", " ").strip()
    try:
        body = parse(_PLACE, source).body
    except DeclarationError as fault:
        raise EvaluationError(_no_expression(expression, fault.message)) from None
    if len(body) != 1 or not isinstance(body[0], ast.Expr):
        raise EvaluationError(_no_expression(expression, ""))
    return source, body[0].value


_PLACE = "<expression>"


def _no_expression(expression: str, reason: str) -> str:
    if _ASSIGNS.search(expression):
        return f"{expression!r} is no expression: '==' compares, '=' assigns"
    # Which Python reads it matters for source files, not for what somebody just wrote.
    own = reason.removeprefix(f"{UNPARSABLE}: ").partition(" (read with")[0]
    return f"{expression!r} is no expression" + (f": {own}" if own else "")


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

    def python_files(self, _: str = "") -> Iterator[str]:
        return iter(())
