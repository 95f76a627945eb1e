"""The bounded evaluator: expressions to values, without running anything."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import DeclarationError, EvaluationError, LimitError
from sphinxext_runtime_ref.source.evaluation.implications import known_from
from sphinxext_runtime_ref.source.evaluation.later_changes import refuse_later
from sphinxext_runtime_ref.source.limits import ExhaustedError, Meter, placed
from sphinxext_runtime_ref.source.scopes.targets import identity_of
from sphinxext_runtime_ref.source.values import Literal, Mapping, Sequence, Unevaluated

if TYPE_CHECKING:
    import collections.abc
    from collections.abc import Iterable

    from sphinxext_runtime_ref.errors import Diagnostic
    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.conditions import Facts, Taken, World
    from sphinxext_runtime_ref.source.evaluation.interface import Operations
    from sphinxext_runtime_ref.source.evaluation.lookup import Index
    from sphinxext_runtime_ref.source.operations.interpreter import Closure
    from sphinxext_runtime_ref.source.scopes.branches import Branch
    from sphinxext_runtime_ref.source.scopes.scope import Event, Scope
    from sphinxext_runtime_ref.source.scopes.targets import Target
    from sphinxext_runtime_ref.source.tree import SourceTree
    from sphinxext_runtime_ref.source.types.enumerated import Enumerated
    from sphinxext_runtime_ref.source.types.fields import ClassField
    from sphinxext_runtime_ref.source.types.inheritance import ClassInfo
    from sphinxext_runtime_ref.source.values import SequenceType, Value


CIRCULAR = "circular definition"
OPERANDS = (ast.Name, ast.IfExp, ast.BoolOp)
"""Expressions that may give an object which has a name already."""


class UndecidedError(Exception):
    """A branch must be chosen before the evaluation can go on; never seen by a user.

    :param possible: the alternatives that may run, each with what it says of other tests.
    """

    def __init__(
        self, scope: Scope, branch: Branch, possible: collections.abc.Mapping[int, Facts]
    ) -> None:
        """Name the branch."""
        super().__init__()
        self.scope = scope
        self.branch = branch
        self.possible = possible


@dataclass(frozen=True, slots=True)
class Context:
    """Where an expression stands.

    :param position: of its statement; names have the values that they have there, or at the end
        of the scope when it is ``None``.
    :param frame: variables of comprehensions, parameters of functions, names bound by ``:=``.
    :param inner: whether the names of a class body are out of sight.
    :param moment: whether a name stands for its value of this moment, as an operand does; an item
        of a collection is the object itself, with all that later statements change of it.
    """

    scope: Scope
    position: int | None = None
    frame: dict[str, Value] = field(default_factory=dict)
    inner: bool = False
    moment: bool = False

    def now(self, node: ast.expr) -> Context:
        """Give the context in which an operand has the value of this moment."""
        if self.moment or not isinstance(node, OPERANDS):
            return self
        # for each turn of a comprehension, and dataclasses.replace() takes four times as long
        return Context(self.scope, self.position, self.frame, self.inner, moment=True)

    def chosen(self, node: ast.expr) -> Context:
        """Give the context of what a condition chooses: items of a display are no operands."""
        if not self.moment or isinstance(node, OPERANDS):
            return self
        return Context(self.scope, self.position, self.frame, self.inner)

    def bind(self, names: collections.abc.Mapping[str, Value]) -> Context:
        """Give a context in which these names have these values too."""
        frame = {**self.frame, **names}
        return Context(self.scope, self.position, frame, inner=True, moment=self.moment)

    def location(self, node: ast.expr | ast.stmt | ast.arg) -> Location:
        """Give the place of a node."""
        return self.scope.module.location(node)

    def segment(self, node: ast.expr) -> str:
        """Give the source text of a node."""
        return self.scope.module.text.segment(node)


class Evaluator:
    """One evaluation: what it may still use, which branches it takes, what it has found so far.

    :param world: the alternatives that are taken of branches that nothing decides.
    """

    def __init__(
        self,
        tree: SourceTree,
        operations: Operations,
        world: World = (),
        meter: Meter | None = None,
    ) -> None:
        """Begin an evaluation."""
        self.tree = tree
        self.operations = operations
        self.handlers = operations.handlers
        self.names = operations.names
        self.world = world
        self.taken = {taken.branch: taken.alternative for taken in world}
        self.facts = known_from(world)
        self.implied: list[Taken] = []
        self.meter = meter or Meter(tree.limits)
        self.diagnostics: list[Diagnostic] = []
        self.decided: dict[Branch, int] = {}
        self.targets: dict[Event, Target] = {}
        self.resolved: dict[tuple[Scope, str, int | None, bool], Target | None] = {}
        self.active: list[tuple[object, Location]] = []
        self.classes: dict[Scope, ClassInfo] = {}
        self.fields: dict[tuple[Scope, bool], tuple[ClassField, ...]] = {}
        self.finished: dict[Scope, frozenset[str] | None] = {}
        self.closures: dict[str, Closure] = {}
        self.enums: dict[Scope, Enumerated] = {}
        self.indexes: dict[int, Index] = {}
        self.interwoven: dict[tuple[Scope, str, bool], bool] = {}
        self.has_later = False
        self.is_checking = False
        """Whether code is seen as a type checker does: with ``TYPE_CHECKING`` true."""
        self.settled = tree.settled_for(checking=False)
        self._checker: Evaluator | None = None

    @property
    def checker(self) -> Evaluator:
        """An evaluator of the same world that sees code as a type checker does."""
        if self.is_checking:
            return self
        if self._checker is None:
            made = Evaluator(self.tree, self.operations, self.world, self.meter)
            made.is_checking, made.settled = True, self.tree.settled_for(checking=True)
            made.implied, made.diagnostics = self.implied, self.diagnostics
            self._checker = made
        return self._checker

    def follow(
        self,
        node: ast.expr,
        context: Context,
        *,
        reference: bool = True,
        refuse_circular: bool = False,
    ) -> Target | None:
        """Tell what a name or dotted name leads to, ``None`` when that can't be told.

        :param reference: see :func:`~.operations.names.target_of`.
        :param refuse_circular: raise where the name is just being followed.
        :raises ExhaustedError: when no steps are left.
        :raises EvaluationError: for a circular name, where it is refused.
        """
        if not isinstance(node, ast.Name | ast.Attribute):
            return None
        try:
            return self.names.target_of(self, node, context, reference=reference)
        except ExhaustedError:
            raise
        except DeclarationError as fault:
            if refuse_circular and is_circular(fault):
                raise
            return None

    def identity(self, node: ast.expr, context: Context) -> str:
        """Give what a name or dotted name resolves to, ``""`` when that can't be told.

        :raises ExhaustedError: when no steps are left.
        """
        target = self.follow(node, context)
        return identity_of(target) if target is not None else ""

    def evaluate(self, node: ast.expr, context: Context) -> Value:
        """Give the value of an expression.

        :raises EvaluationError: when it has none that can be told.
        """
        meter = self.meter
        meter.step()
        meter.enter()
        try:
            handler = self.handlers.get(type(node))
            if handler is None:
                what = type(node).__name__.lower()
                raise EvaluationError(f"a {what} expression has no static value")
            return handler(self, node, context)
        except LimitError as fault:
            raise placed(fault, context.location(node)) from None
        finally:
            meter.depth -= 1

    def value(self, node: ast.expr, context: Context) -> Value:
        """Give the value of an expression, or its source text with the reason for having none."""
        try:
            return self.evaluate(node, context)
        except ExhaustedError:
            raise
        except DeclarationError as fault:
            result = unevaluated(node, context, fault)
        # Source text is kept for each evaluation of an expression, as in a comprehension.
        try:
            self.meter.characters(len(result.source))
        except LimitError as limit:
            raise placed(limit, context.location(node)) from None
        return result

    def known(self, node: ast.expr, context: Context) -> Value:
        """Give the value of an operand.

        :raises EvaluationError: also when an unevaluated expression was reached through a name.
        """
        value = self.evaluate(node, context.now(node))
        if isinstance(value, Unevaluated):
            raise EvaluationError(value.reason, value.location)
        refuse_later(value, context)
        return value

    def sequence(
        self, kind: SequenceType, items: tuple[Value, ...], place: Location, like: str = ""
    ) -> Sequence:
        """Make a sequence, within bounds."""
        self.meter.items(len(items))
        return self.meter.weigh(Sequence(kind, items, place, like=like))

    def mapping(self, items: Iterable[tuple[Value, Value]], place: Location) -> Mapping:
        """Make a mapping, within bounds; its keys are unique."""
        made = Mapping(tuple(items), place)
        self.meter.items(len(made.items))
        return self.meter.weigh(made)

    def literal(self, value: object, place: Location) -> Literal:
        """Make a computed scalar, within bounds."""
        if isinstance(value, int) and not isinstance(value, bool):
            self.meter.bits(value.bit_length())
        elif isinstance(value, str | bytes):
            self.meter.characters(len(value))
        return Literal(value, place)


def unevaluated(node: ast.expr, context: Context, fault: DeclarationError) -> Unevaluated:
    """Give the source text of an expression with the reason for having no value."""
    place = context.location(node)
    reason = fault.message
    if fault.location is not None and not _within(fault.location, place):
        reason = f"{reason} ({fault.location})"
    return Unevaluated(context.scope.module.text.cut(place), reason, place)


def is_circular(fault: DeclarationError) -> bool:
    """Tell whether a fault is that of a name which is being followed: no part of it has a value.

    The message tells, as it is what remains of a fault that a value without one was made of.
    """
    return fault.message.startswith(CIRCULAR)


def _within(inner: Location, outer: Location) -> bool:
    return inner.path == outer.path and outer.line <= inner.line <= max(outer.line, outer.end_line)
