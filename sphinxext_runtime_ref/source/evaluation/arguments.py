"""Arguments of calls, evaluated and unpacked."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import EvaluationError
from sphinxext_runtime_ref.source.convert import items_of, no_value
from sphinxext_runtime_ref.source.evaluation.later_changes import refuse_later
from sphinxext_runtime_ref.source.values import Literal, Mapping, Unevaluated

if TYPE_CHECKING:
    from sphinxext_runtime_ref.source.evaluation.evaluator import Context, Evaluator
    from sphinxext_runtime_ref.source.values import Value


@dataclass(frozen=True, slots=True)
class Given:
    """The arguments of a call; a keyword that is given twice is kept twice."""

    positional: tuple[Value, ...]
    keywords: tuple[tuple[str, Value], ...]

    @property
    def named(self) -> dict[str, Value]:
        """The keyword arguments by name."""
        return dict(self.keywords)

    def take(self, *names: str, required: int = 0) -> dict[str, Value]:
        """Bind the arguments to parameter names, as a call of a builtin does.

        :raises EvaluationError: when they do not fit.
        """
        if len(self.positional) > len(names):
            raise EvaluationError(f"takes at most {len(names)} arguments")
        bound = dict(zip(names, self.positional, strict=False))
        for name, value in self.keywords:
            if name in bound or name not in names:
                raise EvaluationError(f"unexpected argument {name!r}")
            bound[name] = value
        for name in names[:required]:
            if name not in bound:
                raise EvaluationError(f"missing argument {name!r}")
        return bound


NONE = Given((), ())


def evaluated(ev: Evaluator, node: ast.Call, context: Context, *, reference: bool = True) -> Given:
    """Evaluate the arguments of a call; one that has no value is kept as its source text.

    :param reference: whether the callee keeps its positional arguments, so that later changes of
        them count; keyword arguments are always kept (``dict(a=x)``).
    :raises EvaluationError: when ``*x`` or ``**x`` can't be unpacked.
    """
    positional: list[Value] = []
    for argument in node.args:
        if isinstance(argument, ast.Starred):
            more = items_of(ev, ev.known(argument.value, context))
            ev.meter.grow(len(positional) + len(more), len(more))
            positional += more
        else:
            positional.append(_one(ev, argument, context, reference=reference))
    keywords: list[tuple[str, Value]] = []
    for item in node.keywords:
        if item.arg is not None:
            keywords.append((item.arg, ev.value(item.value, context)))
            continue
        unpacked = ev.known(item.value, context)
        if not isinstance(unpacked, Mapping):
            raise no_value(unpacked)
        ev.meter.grow(len(keywords) + len(unpacked.items), len(unpacked.items))
        for k, v in unpacked.items:
            if isinstance(k, Unevaluated):
                raise no_value(k)
            if not isinstance(k, Literal) or not isinstance(k.value, str):
                raise EvaluationError("keyword arguments must have names that are strings")
            keywords.append((k.value, v))
    return Given(tuple(positional), tuple(keywords))


def _one(ev: Evaluator, node: ast.expr, context: Context, *, reference: bool) -> Value:
    if reference:
        return ev.value(node, context)
    value = ev.value(node, context.now(node))
    refuse_later(value, context)
    return value
