"""How the values of two expressions are related: one is the other, is in it, or holds it."""

from __future__ import annotations

import ast
from enum import StrEnum
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.reading.syntax import names_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MAX_DEPTH = 6
"""Functions that return what others return, as far as they are looked into."""
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)


class Way(StrEnum):
    """How the value of an expression is related to that of a name."""

    ITSELF = "itself"
    INSIDE = "inside"
    """It is, or may be, something in the other one."""
    HOLDING = "holding"
    """It is a new object with the other one in it, or with what is in that."""

    def then(self, further: Way) -> Way:
        """Give the way to what that to which this one leads is related to."""
        return further if self is Way.ITSELF else self


Roots = frozenset[tuple[str, Way]]
"""Names, and attributes as ``name.attribute``."""


def changed(roots: Iterable[tuple[str, Way]], *, deep: bool) -> set[str]:
    """Give the names that have another value when what is made of them changes.

    :param deep: whether something inside of it changes, not only its items.
    """
    return {name for name, way in roots if deep or way is not Way.HOLDING}


def turns(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Give the variables of all comprehensions in a node, each with what it goes through."""
    for part in ast.walk(node):
        yield from turns_of(part)


def turns_of(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Give the variables of a comprehension, each with what it goes through."""
    if isinstance(node, COMPREHENSIONS):
        for turn in node.generators:
            yield from ((name, turn.iter) for name in names_in(turn.target))


def parameters(node: ast.AST) -> list[str]:
    """Give the names of the parameters of a function, in order."""
    given = getattr(node, "args", None)
    if not isinstance(given, ast.arguments):
        return []
    more = (given.vararg, *given.kwonlyargs, given.kwarg)
    return [item.arg for item in (*given.posonlyargs, *given.args, *more) if item is not None]
