"""What runs with a statement of a module besides its own kind of change.

Calls in its expressions, decorators, and the bodies of classes.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_left
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.mutation.bodies import (
    FIRST_ARGUMENT,
    changed_items,
    is_field,
    may_call,
)
from sphinxext_runtime_ref.source.mutation.callees import CONSTRUCTORS
from sphinxext_runtime_ref.source.reading.syntax import names_in, subscripts
from sphinxext_runtime_ref.source.scopes.scope import COMPOUND, LOOPS, FunctionNode
from sphinxext_runtime_ref.source.scopes.vocabulary import MUTATORS, SETTERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_NOT_ONCE = (
    *(ast.IfExp, ast.BoolOp, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
    *(*LOOPS, ast.If, ast.Try, ast.TryStar, ast.Match),
)
_COMPOUND = (*COMPOUND, ast.ExceptHandler, ast.match_case)
_BODIES = (ast.stmt, ast.ExceptHandler, ast.match_case)
_WORD = re.compile(r"(?:def )?\.?\w+")
"""A name; one that is defined, and one of an attribute, in another form than any other."""
_RUN_BY_CLASSES = (*CONSTRUCTORS, "__call__")


@dataclass(frozen=True, slots=True)
class Part:
    """Something that runs with a statement.

    :param node: a call, a method that is named but not called, a subscript, a class statement, or a
        statement in the body of a class.
    :param once: whether it runs exactly once.
    :param direct: whether it is a call that is all that a statement does.
    :param classes: the class statements around it, outermost first.
    """

    node: ast.expr | ast.stmt
    once: bool = True
    direct: bool = False
    classes: tuple[ast.ClassDef, ...] = ()


class Mentions:
    """The lines of a module that name what may change something when it is called.

    To walk all statements would take as long as to parse them, and few of them call such things.
    """

    def __init__(
        self, lines: Sequence[str], statements: Sequence[ast.stmt], *, gain_keys: bool
    ) -> None:
        """Find the lines.

        :param lines: of the module.
        :param statements: of the module.
        :param gain_keys: whether a dictionary of it may gain a key that is read.
        """
        self.gain_keys = gain_keys
        names = {*_called(statements), *FIRST_ARGUMENT, *SETTERS, "getattr"}
        names |= {f".{name}" for name in (*MUTATORS, *FIRST_ARGUMENT)}
        late = bytearray(len(lines) + 1)
        for first, last in _late(statements):
            late[first : last + 1] = bytes([1]) * (last + 1 - first)
        self._lines = [
            number
            for number, line in enumerate(lines, 1)
            if not late[number] and not names.isdisjoint(_WORD.findall(line))
        ]

    def within(self, node: ast.stmt) -> bool:
        """Tell whether a statement may call such a thing."""
        decorators = getattr(node, "decorator_list", ())
        first = min([node.lineno, *(one.lineno for one in decorators)])
        at = bisect_left(self._lines, first)
        return at < len(self._lines) and self._lines[at] <= (node.end_lineno or node.lineno)


def _late(statements: Iterable[ast.AST]) -> Iterator[tuple[int, int]]:
    """Give the lines of the bodies of functions, which run when they are called."""
    for statement in statements:
        if isinstance(statement, FunctionNode):
            arguments = statement.args
            heads = [statement.returns, *arguments.defaults, *arguments.kw_defaults]
            start = max([statement.lineno, *(one.end_lineno or 0 for one in heads if one)])
            yield start + 1, statement.end_lineno or start
        elif isinstance(statement, (*_COMPOUND, ast.ClassDef)):
            yield from _late(ast.iter_child_nodes(statement))


def _called(statements: Iterable[ast.AST]) -> Iterator[str]:
    """Give the names that a module has for functions of its own; ``.name`` for methods."""
    for statement in statements:
        match statement:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.ClassDef(name=name, body=body):
                own = set(_called(part for part in body if not is_field(part)))
                if own & {*_RUN_BY_CLASSES}:
                    yield name
                yield from own
                yield from (f".{method}" for method in own if not method.startswith((".", "__")))
            case ast.Assign(targets=targets, value=value) if may_call(value):
                yield from (name for target in targets for name in names_in(target))
            case ast.AnnAssign(target=ast.Name(id=name), value=value) if value and may_call(value):
                yield name
            case ast.For(target=ast.Name(id=name), iter=items, body=body) if may_call(
                items
            ) or isinstance(items, ast.Call):
                yield name
                yield from _called(body)
            case _ if isinstance(statement, _COMPOUND):
                yield from _called(ast.iter_child_nodes(statement))


def parts_of(statement: ast.stmt, mentions: Mentions) -> list[Part]:
    """Give what runs with a statement, in the order in which it does.

    Decorators are calls too. What is in the body of a class or of a loop runs with it; that of a
    function, a lambda or a branch does not.

    :param mentions: of the module; statements without one are passed over.
    """
    if not mentions.within(statement) and not isinstance(statement, ast.ClassDef):
        return []
    return _Walk(mentions, statement).found[::-1]


@dataclass(frozen=True, slots=True)
class _Around:
    """What holds for a part: whether it runs once, what contains it, how its class is written."""

    once: bool = True
    in_loop: bool = False
    classes: tuple[ast.ClassDef, ...] = ()
    owner: ast.expr | None = None


class _Walk:
    """Goes from the last part to the first, as calls run after those in their arguments."""

    def __init__(self, mentions: Mentions, statement: ast.stmt) -> None:
        self.mentions = mentions
        self.statement = statement
        self.found: list[Part] = []
        self.direct: set[int] = set()
        self.called: set[int] = set()
        self.pending: list[tuple[ast.AST, _Around]] = [(statement, _Around())]
        while self.pending:
            node, around = self.pending.pop()
            self.node(node, around)

    def add(self, node: ast.expr | ast.stmt, around: _Around, *, direct: bool = False) -> None:
        self.found.append(Part(node, around.once, direct, around.classes))

    def node(self, node: ast.AST, around: _Around) -> None:
        match node:
            case ast.Call():
                if id(node) not in self.called:
                    self.add(node, around, direct=id(node) in self.direct)
                self.called.add(id(node.func))
            case ast.Subscript():
                self.item(node, around)
            case ast.Attribute(attr=name, ctx=ast.Load()) if name in MUTATORS:
                if id(node) not in self.called:
                    self.add(node, replace(around, once=False))
            case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                around = self.definition(node, around)
            case ast.Lambda():
                return
            case ast.stmt():
                self.change(node, around)
            case ast.expr():
                for owner in changed_items(node):
                    changed = ast.copy_location(ast.Attribute(owner, "append", ast.Load()), owner)
                    self.add(changed, replace(around, once=False))
        self.inside(node, around)

    def item(self, node: ast.Subscript, around: _Around) -> None:
        gives = isinstance(subscripts(node)[0], ast.Call)
        if (gives or self.mentions.gain_keys) and id(node) not in self.called:
            self.add(node, around)
        if id(node) in self.called or not isinstance(node.ctx, ast.Load):
            # x[key][name] = value is one change of x
            self.called.add(id(node.value))

    def definition(self, node: ast.ClassDef | FunctionNode, around: _Around) -> _Around:
        named = _named(node, around.owner)
        for decorator in node.decorator_list:
            self.called.add(id(decorator))
            self.add(ast.copy_location(ast.Call(decorator, [named], []), decorator), around)
        if isinstance(node, FunctionNode):
            return around
        self.add(node, around)
        return replace(around, classes=(*around.classes, node), owner=named)

    def change(self, node: ast.stmt, around: _Around) -> None:
        whole = getattr(node, "value", None)
        if isinstance(whole, ast.Call) and not isinstance(node, ast.AugAssign):
            self.direct.add(id(whole))
            if isinstance(whole.func, ast.Attribute):
                # x.setdefault(key, []).append(value) is one change of x
                self.direct.add(id(whole.func.value))
        if around.classes and _is_change(node):
            self.add(node, around)

    def inside(self, node: ast.AST, around: _Around) -> None:
        if node is not self.statement and isinstance(node, _NOT_ONCE):
            around = replace(around, once=False)
        if isinstance(node, LOOPS):
            around = replace(around, in_loop=True)
        for part in _parts(node):
            if not isinstance(part, _BODIES) or self.matters(part, node, around):
                repeated = around.once and _is_repeated(part, node)
                self.pending.append((part, replace(around, once=False) if repeated else around))

    def matters(self, part: ast.AST, of: ast.AST, around: _Around) -> bool:
        """Tell whether a statement in the body of another one may run with it and do something."""
        if isinstance(of, FunctionNode) or not (around.classes or around.in_loop):
            return False
        if not isinstance(part, ast.stmt) or isinstance(part, (*_COMPOUND, ast.ClassDef)):
            return True
        return bool(around.classes and _is_change(part)) or self.mentions.within(part)


def _named(node: ast.ClassDef | FunctionNode, owner: ast.expr | None) -> ast.expr:
    if owner is None:
        return ast.copy_location(ast.Name(node.name, ast.Load()), node)
    return ast.copy_location(ast.Attribute(owner, node.name, ast.Load()), node)


def _is_change(node: ast.AST) -> bool:
    """Tell whether a statement may change something, and does not just bind a name."""
    match node:
        case ast.Assign(targets=targets):
            return not all(isinstance(target, ast.Name) for target in targets)
        case ast.AnnAssign(target=target):
            return not isinstance(target, ast.Name)
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name))):
            return name in MUTATORS
        case _:
            return isinstance(node, ast.AugAssign | ast.Delete)


def _is_repeated(part: ast.AST, node: ast.AST) -> bool:
    """Tell whether a part of a statement runs more than once, or after what it is a part of."""
    match node:
        case ast.Assign(value=value):
            return part is not value
        case ast.For(iter=items) | ast.AsyncFor(iter=items):
            return part is not items
        case _:
            return isinstance(node, ast.While)


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


def unlooped(node: ast.stmt | ast.expr) -> ast.stmt | ast.expr:
    """Give what stands for a statement of which it is not looked at how often it runs."""
    return node.iter if isinstance(node, ast.For) else node
