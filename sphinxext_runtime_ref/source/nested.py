"""The calls in a statement that run with it, besides the one that it may consist of."""

from __future__ import annotations

import ast
from bisect import bisect_left
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.effects import decorations
from sphinxext_runtime_ref.source.scope import FunctionNode

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_NOT_ONCE = (
    *(ast.IfExp, ast.BoolOp, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
    *(ast.If, ast.For, ast.AsyncFor, ast.While, ast.Try, ast.TryStar, ast.Match),
)
_COMPOUND = (
    *(ast.If, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith, ast.Try, ast.TryStar),
    *(ast.Match, ast.ExceptHandler, ast.match_case),
)
_BODIES = (ast.stmt, ast.ExceptHandler, ast.match_case)


class Mentions:
    """The lines of a module that name one of its functions, but for those that define them.

    To walk all statements would take as long as to parse them, and few call one.
    """

    def __init__(self, text: str, statements: Iterable[ast.stmt]) -> None:
        """Find the lines.

        :param text: of the module.
        :param statements: of the module.
        """
        places = sorted(
            place for name in set(_functions(statements)) for place in _places(text, name)
        )
        self._lines: list[int] = []
        line, reached = 1, 0
        for place in places:
            line += text.count("\n", reached, place)
            reached = place
            self._lines.append(line)

    def within(self, node: ast.stmt) -> bool:
        """Tell whether a statement may call a function of the module."""
        decorators = getattr(node, "decorator_list", ())
        first = min([node.lineno, *(one.lineno for one in decorators)])
        at = bisect_left(self._lines, first)
        return at < len(self._lines) and self._lines[at] <= (node.end_lineno or node.lineno)


def _functions(statements: Iterable[ast.AST]) -> Iterator[str]:
    """Give the names of the functions that statements define in the module's own scope."""
    for statement in statements:
        if isinstance(statement, FunctionNode):
            yield statement.name
        elif isinstance(statement, _COMPOUND):
            yield from _functions(ast.iter_child_nodes(statement))


def _places(text: str, name: str) -> Iterator[int]:
    place = text.find(name)
    while place >= 0:
        end = place + len(name)
        before, after = text[max(place - 1, 0) : place], text[end : end + 1]
        part_of_another = before.isalnum() or after.isalnum() or "_" in (before, after)
        if not part_of_another and before != "." and text[max(place - 4, 0) : place] != "def ":
            yield place
        place = text.find(name, end)


def nested_calls(statement: ast.stmt, mentions: Mentions) -> Iterator[tuple[ast.Call, bool]]:
    """Give the calls in the order in which they run, each with whether it runs once for sure.

    Decorators are calls too. What is in the body of a class runs with it; that of a function, a
    lambda, a loop or a branch does not.

    :param mentions: of the module; statements without one are passed over.
    """
    if not mentions.within(statement):
        return
    # a statement that is one call is read with what its own kind of call changes
    read = isinstance(statement, ast.Assign | ast.AnnAssign | ast.Expr | ast.Return)
    whole = getattr(statement, "value", None) if read else None
    own = {id(whole), id(getattr(whole, "func", None))}
    pending: list[tuple[ast.AST, bool, ast.expr | None]] = [(statement, True, None)]
    found: list[tuple[ast.Call, bool]] = []
    # from the last to the first, as calls run after those in their arguments
    while pending:
        node, once, owner = pending.pop()
        if isinstance(node, ast.Call) and id(node) not in own:
            found.append((node, once))
        if isinstance(node, FunctionNode | ast.ClassDef):
            named = _named(node, owner)
            found += [(call, once) for call in reversed([*decorations(node, named)])]
            own.update(map(id, node.decorator_list))
            owner = named
        parts = _heads(node) if owner is None or isinstance(node, FunctionNode) else _parts(node)
        head = node is statement and not isinstance(node, ast.While)
        once = once and (head or not isinstance(node, _NOT_ONCE))
        for part in parts if not isinstance(node, ast.Lambda) else ():
            if isinstance(part, ast.stmt) and not mentions.within(part):
                continue
            # what the places of an assignment call runs after its value
            late = isinstance(node, ast.Assign) and part is not node.value
            pending.append((part, once and not late, owner))
    yield from reversed(found)


def _named(node: ast.ClassDef | FunctionNode, owner: ast.expr | None) -> ast.expr:
    if owner is None:
        return ast.copy_location(ast.Name(node.name, ast.Load()), node)
    return ast.copy_location(ast.Attribute(owner, node.name, ast.Load()), node)


def _heads(node: ast.AST) -> Iterator[ast.AST]:
    """Give the parts of a statement that run with it, without the bodies that it has."""
    return (part for part in _parts(node) if not isinstance(part, _BODIES))


def _parts(node: ast.AST) -> Iterator[ast.AST]:
    """Give the parts of a node in the order in which they run."""
    match node:
        case ast.Dict():
            pairs = zip(node.keys, node.values, strict=True)
            return (part for pair in pairs for part in pair if part is not None)
        case ast.Assign():
            return iter((node.value, *node.targets))
        case _:
            return ast.iter_child_nodes(node)
