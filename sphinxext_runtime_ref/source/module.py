"""A Python module as it is kept: its text, and its tree without the bodies of functions."""

from __future__ import annotations

import ast
import inspect
import itertools
import posixpath
import sys
from bisect import bisect_right
from functools import cached_property
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import DeclarationError
from sphinxext_runtime_ref.location import Location
from sphinxext_runtime_ref.source.mutation.nested import Mentions
from sphinxext_runtime_ref.source.reading.comments import read_banners, read_comments
from sphinxext_runtime_ref.source.reading.text import (
    SourceText,
    decode,
    parse,
    refuse_dense,
    uncollected,
)
from sphinxext_runtime_ref.source.scopes.bindings import scope_of
from sphinxext_runtime_ref.source.scopes.scope import COMPOUND, FunctionNode

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinxext_runtime_ref.source.reading.comments import Banner, Comment
    from sphinxext_runtime_ref.source.scopes.scope import Scope


_Stretch = tuple[int, int, int, int]
"""Where syntax trees begin and end: lines, and columns in bytes."""
_DISPLAYS = (
    *(ast.List, ast.Tuple, ast.Set, ast.Dict),
    *(ast.ListComp, ast.SetComp, ast.DictComp),
)
_WITH_BODIES = (ast.ClassDef, *COMPOUND)


def module_from(path: str, data: bytes, tokens: int) -> Module:
    """Read a module.

    :param tokens: how many it may have.
    :raises DeclarationError: when it can't be decoded or parsed.
    """
    text = decode(path, data)
    refuse_dense(path, text, tokens)
    try:
        with uncollected():
            tree = parse(path, text)
            _empty_functions(tree.body)
    except RecursionError:
        raise DeclarationError("nested too deeply", Location(path)) from None
    return Module(path, text, tree)


def _empty_functions(body: list[ast.stmt]) -> None:
    """Drop what functions do: it is most of a tree, and many kept trees slow down the parser."""
    for node in body:
        if isinstance(node, FunctionNode):
            doc = node.body[:1] if ast.get_docstring(node, clean=False) is not None else []
            node.body = doc
            continue
        if not isinstance(node, _WITH_BODIES):
            continue
        for name in ("body", "orelse", "finalbody"):
            _empty_functions(getattr(node, name, []))
        for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
            _empty_functions(part.body)


class Module:
    """A module below the root.

    :param path: POSIX path relative to the root.
    """

    def __init__(self, path: str, text: str, tree: ast.Module) -> None:
        """Take the decoded text and the emptied tree; see :func:`module_from`."""
        self.path = path
        self.text = SourceText(path, text)
        self.tree = tree
        self._written: dict[ast.stmt, Mapping[_Stretch, ast.expr]] = {}

    @cached_property
    def scope(self) -> Scope:
        """The names of the module."""
        return scope_of(self, self.tree)

    @cached_property
    def walruses(self) -> list[int]:
        """The lines that may have a ``:=``."""
        lines = self.text.lines if ":=" in self.text.text else ()
        return [number for number, line in enumerate(lines, 1) if ":=" in line]

    @cached_property
    def mentions(self) -> Mentions:
        """The lines that name functions of the module."""
        gain_keys = "defaultdict" in self.text.text
        return Mentions(self.text.lines, self.tree.body, gain_keys=gain_keys)

    @cached_property
    def comments(self) -> Mapping[int, Comment]:
        """The comments by line."""
        return read_comments(self.text.text)

    @cached_property
    def banners(self) -> list[Banner]:
        """The banners of sections, in order."""
        return read_banners(self)

    @cached_property
    def docs(self) -> Mapping[tuple[int, int], str]:
        """The strings right after assignments, by line and column of the assignment."""
        docs: dict[tuple[int, int], str] = {}
        pending: list[ast.AST] = [self.tree]
        while pending:
            node = pending.pop()
            body = [part for part in ast.iter_child_nodes(node) if isinstance(part, ast.stmt)]
            pending += [part for part in body if isinstance(part, _WITH_BODIES)]
            for first, second in itertools.pairwise(body):
                if isinstance(first, ast.Assign | ast.AnnAssign) and _is_string(second):
                    place = self.location(first)
                    text = second.value.value  # type: ignore[attr-defined]  # a string
                    docs[place.line, place.column] = inspect.cleandoc(text)
        return docs

    @property
    def is_package(self) -> bool:
        """Tell whether the file is a package's ``__init__.py``."""
        return posixpath.basename(self.path) == "__init__.py"

    @property
    def doc(self) -> str:
        """The module's docstring."""
        return ast.get_docstring(self.tree) or ""

    def location(self, node: ast.expr | ast.stmt | ast.keyword | ast.arg) -> Location:
        """Give the stretch of a node."""
        return self.text.location(node)

    def function(self, node: FunctionNode) -> FunctionNode:
        """Give a function of the emptied tree with its body."""
        first = min([node.lineno, *[item.lineno for item in node.decorator_list]])
        lines = self.text.lines[first - 1 : node.end_lineno]
        indented = node.col_offset > 0
        source = "\n".join(["if 1:", *lines] if indented else lines)
        tree = parse(self.path, source)
        ast.increment_lineno(tree, first - 1 - indented)
        inner = tree.body[0]
        found = inner.body[0] if isinstance(inner, ast.If) else inner
        if not isinstance(found, FunctionNode):
            raise DeclarationError("expected a function", self.location(node))
        return found

    def expression_at(self, place: Location) -> ast.expr | None:
        """Give the expression at a place, if the tree has one there outside of lambdas' bodies."""
        after = bisect_right(self.tree.body, place.line, key=_line)
        if not after or not place.end_line:
            return None
        statement = self.tree.body[after - 1]
        if statement not in self._written:
            self._written[statement] = _expressions(statement)
        return self._written[statement].get(self.text.stretch(place))

    def assigns_display(self, place: Location) -> bool:
        """Tell whether the statement at a place assigns a display or a comprehension."""
        try:
            (statement,) = parse(self.path, inspect.cleandoc(self.text.cut(place))).body
        except (DeclarationError, ValueError):
            return False
        return isinstance(statement, ast.Assign | ast.AnnAssign) and isinstance(
            statement.value, _DISPLAYS
        )

    def full_tree(self) -> ast.Module:
        """Parse the module again, with the bodies of functions."""
        return parse(self.path, self.text.text)


def _line(node: ast.stmt) -> int:
    return node.lineno


def _expressions(statement: ast.stmt) -> Mapping[_Stretch, ast.expr]:
    found: dict[_Stretch, ast.expr] = {}
    pending: list[ast.AST] = [statement]
    while pending:
        for node in ast.iter_child_nodes(pending.pop()):
            if isinstance(node, ast.expr):
                last = node.end_lineno or node.lineno, node.end_col_offset or 0
                found.setdefault((node.lineno, node.col_offset, *last), node)
            if not isinstance(node, ast.Lambda):
                pending.append(node)
    return found


def _is_string(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def is_standard(name: str) -> bool:
    """Tell whether a dotted name begins with a module of the standard library."""
    return name.partition(".")[0] in sys.stdlib_module_names
