"""Arguments of calls, evaluated and unpacked."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import EvaluationError
from sphinxext_runtime_ref.source.convert import items_of, no_value
from sphinxext_runtime_ref.source.values import Literal, Mapping, Unevaluated

if TYPE_CHECKING:
    from sphinxext_runtime_ref.source.evaluator import Context, Evaluator
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


def evaluated(ev: Evaluator, node: ast.Call, context: Context) -> Given:
    """Evaluate the arguments of a call; one that has no value is kept as its source text.

    :raises EvaluationError: when ``*x`` or ``**x`` can't be unpacked.
    """
    positional: list[Value] = []
    for argument in node.args:
        if isinstance(argument, ast.Starred):
            positional += items_of(ev.known(argument.value, context))
        else:
            positional.append(ev.value(argument, context))
    keywords: list[tuple[str, Value]] = []
    for item in node.keywords:
        if item.arg is not None:
            keywords.append((item.arg, ev.value(item.value, context)))
            continue
        more = ev.known(item.value, context)
        if not isinstance(more, Mapping):
            raise no_value(more)
        for k, v in more.items:
            if isinstance(k, Unevaluated):
                raise no_value(k)
            if not isinstance(k, Literal) or not isinstance(k.value, str):
                raise EvaluationError("keyword arguments must have names that are strings")
            keywords.append((k.value, v))
    return Given(tuple(positional), tuple(keywords))
