"""Annotations: the classes below the root that they name."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import DeclarationError
from sphinxext_runtime_ref.source.evaluation import choose
from sphinxext_runtime_ref.source.evaluation.evaluator import Context
from sphinxext_runtime_ref.source.operations import imports
from sphinxext_runtime_ref.source.reading.text import parse_expression
from sphinxext_runtime_ref.source.scopes.scope import Action
from sphinxext_runtime_ref.source.scopes.targets import Bound, ClassTarget, External
from sphinxext_runtime_ref.source.values import Call

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinxext_runtime_ref.source.evaluation.evaluator import Evaluator
    from sphinxext_runtime_ref.source.scopes.scope import Scope

# What these hold is no part of the object that has the annotation.
OPAQUE = frozenset({"Literal", "Callable", "type", "Type", "ClassVar"})
MAX_DEPTH = 20
_IMPORTS = re.compile(r"^[ \t]*(?:from\s+\S+\s+)?import\s+(\([^)]*\)|[^\n]*)", re.MULTILINE)
_DEFINITION = re.compile(r"^class\b|=\s*Literal\[$|=\s*Literal\[[\"'][^\[\]]*$")


@dataclass(frozen=True, slots=True)
class ClassReference:
    """A class below the root that an annotation names.

    :param path: the module that defines the class.
    :param name: its dotted name in the module.
    """

    path: str
    name: str


def class_references(
    ev: Evaluator, node: ast.expr, scope: Scope, below: str = ""
) -> tuple[ClassReference, ...]:
    """Give the classes that an annotation names, each once, in order.

    Unions, ``Optional``, containers, string annotations, the first argument of ``Annotated`` and
    aliases are looked into; ``Callable``, ``Literal`` and ``type`` are not.

    :param below: only classes in this folder are wanted; files that just define others are not
        parsed.
    """
    found = _Walk(ev.checker, below).walk(node, Context(scope), MAX_DEPTH)
    return tuple({(item.path, item.name): item for item in found}.values())


def _union(node: ast.expr) -> list[ast.expr]:
    parts: list[ast.expr] = []
    while isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        parts.append(node.right)
        node = node.left
    return [node, *reversed(parts)]


@dataclass(frozen=True, slots=True)
class _Walk:
    ev: Evaluator
    below: str

    def walk(self, node: ast.expr, context: Context, depth: int) -> Iterator[ClassReference]:
        if depth == 0:
            return
        match node:
            case ast.Constant(value=str() as text):
                inner = parse_expression(text)
                if inner is not None:
                    yield from self.walk(inner, context, depth - 1)
            case ast.BinOp(op=ast.BitOr()):
                for part in _union(node):
                    yield from self.walk(part, context, depth - 1)
            case ast.Tuple() | ast.List():
                for part in node.elts:
                    yield from self.walk(part, context, depth - 1)
            case ast.Subscript():
                yield from self.subscript(node, context, depth)
            case ast.Name() | ast.Attribute():
                yield from self.named(node, context, depth)

    def subscript(
        self, node: ast.Subscript, context: Context, depth: int
    ) -> Iterator[ClassReference]:
        head = self.ev.identity(node.value, context).rpartition(".")[2]
        if head in OPAQUE:
            return
        yield from self.walk(node.value, context, depth - 1)
        inner = node.slice
        if head == "Annotated" and isinstance(inner, ast.Tuple) and inner.elts:
            inner = inner.elts[0]
        yield from self.walk(inner, context, depth - 1)

    def named(
        self, node: ast.Name | ast.Attribute, context: Context, depth: int
    ) -> Iterator[ClassReference]:
        if self.below and isinstance(node, ast.Name) and self.is_elsewhere(node.id, context):
            return
        alias = self.own_alias(node, context)
        if alias is not None:
            yield from self.walk(alias, Context(context.scope.module.scope), depth - 1)
            return
        target = self.ev.follow(node, context)
        if target is None or isinstance(target, External):
            # Annotations are evaluated late: a class may be named above its statement.
            target = self.ev.follow(node, Context(context.scope.module.scope))
        if isinstance(target, ClassTarget):
            scope = target.scope
            path = scope.module.path
            if not self.below or path.startswith(f"{self.below}/"):
                yield ClassReference(path, scope.qualname)
        elif isinstance(target, Bound):
            yield from self.alias(target, depth)

    def own_alias(self, node: ast.expr, context: Context) -> ast.expr | None:
        """Give the expression of an alias in the same module: it need not be evaluated."""
        name = node.id if isinstance(node, ast.Name) else ""
        events = context.scope.module.scope.events.get(name, ())
        if len(events) != 1 or events[0].choices or events[0].action is not Action.ASSIGN:
            return None
        return events[0].value

    def is_elsewhere(self, name: str, context: Context) -> bool:
        """Tell whether a name is imported from a file that itself defines the class."""
        module = context.scope.module
        events = [
            event
            for event in module.scope.events.get(name, ())
            if choose.holds(self.ev, module.scope, event.choices)
        ]
        if len(events) != 1 or not isinstance(events[0].node, ast.ImportFrom):
            return False
        alias = events[0].alias
        path = imports.source_path(self.ev, module, events[0].node)
        if alias is None or not isinstance(path, str) or path.startswith(f"{self.below}/"):
            return False
        return _has_no_other(alias.name, self.ev.tree.peek(path))

    def alias(self, target: Bound, depth: int) -> Iterator[ClassReference]:
        """Look into ``Alias = X | Y``: the expression that is assigned is an annotation too."""
        path, _, name = target.identity.partition(":")
        if isinstance(target.value, Call) and not target.value.identity:
            return
        try:
            module = self.ev.tree.module(path)
        except DeclarationError:
            return
        for event in module.scope.events.get(name, ()):
            if event.action is Action.ASSIGN and event.value is not None:
                yield from self.walk(event.value, Context(module.scope), depth - 1)


def _has_no_other(name: str, text: str) -> bool:
    """Tell whether a module itself defines a class or ``Literal`` and imports nothing so named.

    It answers from the text alone, and says no when in doubt.
    """
    imported = _IMPORTS.findall(text)
    word = re.compile(rf"(?<!\w)(?:{re.escape(name)}(?!\w)|\*)")
    if any(word.search(names) for names in imported):
        return False
    statements = re.findall(
        rf"^(?:class\s+{re.escape(name)}\b|{re.escape(name)}\s*(?::[^=\n]*)?=\s*\S*)",
        text,
        re.MULTILINE,
    )
    return len(statements) == 1 and bool(_DEFINITION.search(statements[0]))
