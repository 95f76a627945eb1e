"""What runs with a statement of a module besides its own kind of change.

Calls in its expressions, decorators, and the bodies of classes.
"""

from __future__ import annotations

import ast
from bisect import bisect_left
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.callees import CONSTRUCTORS, PARTIAL
from sphinxext_runtime_ref.source.scope import FunctionNode
from sphinxext_runtime_ref.source.sharing import FIRST_ARGUMENT, MUTATORS
from sphinxext_runtime_ref.source.syntax import dotted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_NOT_ONCE = (
    *(ast.IfExp, ast.BoolOp, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
    *(*_LOOPS, ast.If, ast.Try, ast.TryStar, ast.Match),
)
_COMPOUND = (
    *(*_LOOPS, ast.If, ast.With, ast.AsyncWith, ast.Try, ast.TryStar),
    *(ast.Match, ast.ExceptHandler, ast.match_case),
)
_BODIES = (ast.stmt, ast.ExceptHandler, ast.match_case)
_RUN_BY_CLASSES = (*CONSTRUCTORS, "__call__")


@dataclass(frozen=True, slots=True)
class Part:
    """Something that runs with a statement.

    :param node: a call, a method that is named but not called, a class statement, or a statement
        in the body of a class.
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

    def __init__(self, text: str, statements: Iterable[ast.stmt]) -> None:
        """Find the lines.

        :param text: of the module.
        :param statements: of the module.
        """
        names = {*_called(statements), *FIRST_ARGUMENT}
        names |= {f".{name}" for name in (*MUTATORS, *FIRST_ARGUMENT)}
        places = sorted(place for name in names for place in _places(text, name))
        self._lines: list[int] = []
        line, reached = 1, 0
        for place in places:
            line += text.count("\n", reached, place)
            reached = place
            self._lines.append(line)

    def within(self, node: ast.stmt) -> bool:
        """Tell whether a statement may call such a thing."""
        decorators = getattr(node, "decorator_list", ())
        first = min([node.lineno, *(one.lineno for one in decorators)])
        at = bisect_left(self._lines, first)
        return at < len(self._lines) and self._lines[at] <= (node.end_lineno or node.lineno)


def _called(statements: Iterable[ast.AST]) -> Iterator[str]:
    """Give the names that a module has for functions of its own; ``.name`` for methods."""
    for statement in statements:
        match statement:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.ClassDef(name=name, body=body):
                own = set(_called(body))
                if own & {*_RUN_BY_CLASSES}:
                    yield name
                yield from own
                yield from (f".{method}" for method in own if not method.startswith((".", "__")))
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if _may_call(value):
                yield name
            case _ if isinstance(statement, _COMPOUND):
                yield from _called(ast.iter_child_nodes(statement))


def _may_call(node: ast.expr) -> bool:
    """Tell whether a name of a value may be called to call something else."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) or dotted(node.func) in PARTIAL
    return isinstance(node, ast.Lambda | ast.Name | ast.Attribute)


def _places(text: str, name: str) -> Iterator[int]:
    place = text.find(name)
    while place >= 0:
        end = place + len(name)
        before, after = text[max(place - 1, 0) : place], text[end : end + 1]
        whole = name.startswith(".") or not (before.isalnum() or before in {"_", "."})
        ends = not (after.isalnum() or after == "_")
        if whole and ends and text[max(place - 4, 0) : place] != "def ":
            yield place
        place = text.find(name, end)


def parts_of(statement: ast.stmt, mentions: Mentions) -> list[Part]:
    """Give what runs with a statement, in the order in which it does.

    Decorators are calls too. What is in the body of a class or of a loop runs with it; that of a
    function, a lambda or a branch does not.

    :param mentions: of the module; statements without one are passed over.
    """
    if not mentions.within(statement) and not isinstance(statement, ast.ClassDef):
        return []
    walk = _Walk(mentions)
    walk.pending.append((statement, Part(statement), None))
    walk.run()
    return walk.found[::-1]


class _Walk:
    """Goes from the last part to the first, as calls run after those in their arguments."""

    def __init__(self, mentions: Mentions) -> None:
        self.mentions = mentions
        self.pending: list[tuple[ast.AST, Part, ast.expr | None]] = []
        self.found: list[Part] = []
        self.direct: set[int] = set()
        self.called: set[int] = set()

    def run(self) -> None:
        while self.pending:
            node, around, owner = self.pending.pop()
            match node:
                case ast.Call():
                    self.call(node, around)
                case ast.Attribute(attr=name, ctx=ast.Load()) if name in MUTATORS:
                    if id(node) not in self.called:
                        self.found.append(replace(around, node=node, once=False))
                case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                    owner = self.definition(node, around, owner)
                    if isinstance(node, ast.ClassDef):
                        around = replace(around, classes=(*around.classes, node))
                case ast.Lambda():
                    continue
                case ast.stmt():
                    self.statement(node, around)
            self.inside(node, around, owner)

    def call(self, node: ast.Call, around: Part) -> None:
        self.called.add(id(node.func))
        if id(node) not in self.called:
            self.found.append(replace(around, node=node, direct=id(node) in self.direct))

    def definition(
        self, node: ast.ClassDef | FunctionNode, around: Part, owner: ast.expr | None
    ) -> ast.expr:
        named = _named(node, owner)
        calls = [*decorations(node, named)]
        self.called.update(map(id, node.decorator_list))
        self.found += [replace(around, node=call) for call in reversed(calls)]
        if isinstance(node, ast.ClassDef):
            self.found.append(replace(around, node=node))
        return named

    def statement(self, node: ast.stmt, around: Part) -> None:
        whole = getattr(node, "value", None)
        if isinstance(whole, ast.Call) and not isinstance(node, ast.AugAssign):
            self.direct.add(id(whole))
            if isinstance(whole.func, ast.Attribute):
                # x.setdefault(key, []).append(value) is one change of x
                self.direct.add(id(whole.func.value))
        if around.classes and _is_change(node):
            self.found.append(replace(around, node=node))

    def inside(self, node: ast.AST, around: Part, owner: ast.expr | None) -> None:
        is_head = node is around.node and not around.classes
        once = around.once and (is_head or not isinstance(node, _NOT_ONCE))
        deep = around.classes or isinstance(node, _LOOPS) or not around.once
        for part in _parts(node):
            if isinstance(part, _BODIES) and not (
                deep and not isinstance(node, FunctionNode) and self.matters(part, around)
            ):
                continue
            here = once and not _is_repeated(part, node)
            self.pending.append((part, replace(around, once=here), owner))

    def matters(self, part: ast.AST, around: Part) -> bool:
        if not isinstance(part, ast.stmt) or isinstance(part, (*_COMPOUND, ast.ClassDef)):
            return True
        return bool(around.classes and _is_change(part)) or self.mentions.within(part)


def decorations(node: ast.ClassDef | FunctionNode, own: ast.expr) -> Iterator[ast.Call]:
    """Give the calls that decorators are, in the order in which they run.

    :param own: what names the thing that they decorate.
    """
    for decorator in reversed(node.decorator_list):
        yield ast.copy_location(ast.Call(decorator, [own], []), decorator)


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
