"""Calls in the order in which they run, with the variables that they are on, get and give."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.location import Location
from sphinxext_runtime_ref.source import call_sites
from sphinxext_runtime_ref.source.invocations import invocations_at
from sphinxext_runtime_ref.source.reading.syntax import dotted, one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinxext_runtime_ref.source.call_sites import Site, Turn
    from sphinxext_runtime_ref.source.invocations import Invocation
    from sphinxext_runtime_ref.source.module import Module
    from sphinxext_runtime_ref.source.tree import SourceTree

Part = str | Location
"""A variable by its dotted name, or what the call at a place gives."""


@dataclass(frozen=True, slots=True, eq=False)
class Use:
    """A call.

    :param called: the callee as a dotted name, ``""`` for any other expression.
    :param name: the last part of the callee.
    :param receiver: what its method is called on; other expressions as they are written.
    :param target: what the result is assigned to.
    :param given: the variables and calls among its arguments, those in a list included, each with
        the position or keyword of the argument.
    :param within: dotted name of the class or function around it.
    :param looped: the variables of the ``for`` statements around it that go over some others, with
        the line of the statement.
    """

    called: str
    name: str
    receiver: Part | None
    target: str
    given: tuple[tuple[int | str, Part], ...]
    within: str
    looped: dict[str, tuple[int, tuple[str, ...]]]
    location: Location
    site: Site

    def parts(self, keyword: str) -> tuple[Part, ...]:
        """Give the variables and calls in one argument."""
        return tuple(part for name, part in self.given if name == keyword)

    def invocations(self, tree: SourceTree) -> tuple[Invocation, ...]:
        """Give what it is called with, once for each turn of its loops."""
        module = self.site.context.scope.module
        return tuple(invocations_at(tree, module, self.site, self.name))

    def turns(self, tree: SourceTree) -> dict[Turn, str]:
        """Give the turns of its loops in which it happens at all, each with the condition."""
        found: dict[Turn, str] = {}
        for call in self.invocations(tree):
            found[call.turn] = call.around if call.turn in found else call.condition
        return found


def uses_in(module: Module, within: str) -> list[Use]:
    """Give the calls in a function or class with all that is in it, in the order of evaluation.

    :param within: its dotted name, ``""`` for all of the module.
    """
    found = [
        _use(site, site.call, module)
        for site in call_sites.calls(module, "")
        if site.call is not None and is_inside(site.context.scope.qualname, within)
    ]
    return sorted(found, key=lambda use: (use.location.end_line, use.location.end_column))


def is_inside(name: str, within: str) -> bool:
    """Tell whether a dotted name is another one, or something in it."""
    return not within or name == within or name.startswith(f"{within}.")


def _use(site: Site, call: ast.Call, module: Module) -> Use:
    function = call.func
    receiver: Part | None = None
    if isinstance(function, ast.Attribute):
        on = function.value
        receiver = _part(on, module) or one_line(module.text.segment(on))
    named = function.attr if isinstance(function, ast.Attribute) else dotted(function)
    return Use(
        dotted(function) or "",
        named or "",
        receiver,
        site.target,
        tuple(_given(call, module)),
        site.context.scope.qualname,
        {loop.target.id: (loop.lineno, names) for loop in site.loops if (names := _names(loop))},  # type: ignore[attr-defined]  # a name
        module.location(call),
        site,
    )


def _names(loop: ast.For) -> tuple[str, ...]:
    """Give the variables over which a loop goes: ``for parser in (run, walk)``."""
    if not isinstance(loop.target, ast.Name) or not isinstance(loop.iter, ast.Tuple | ast.List):
        return ()
    names = [dotted(item) for item in loop.iter.elts]
    return tuple(name for name in names if name) if all(names) else ()


def _part(node: ast.expr, module: Module) -> Part | None:
    return module.location(node) if isinstance(node, ast.Call) else dotted(node)


def _given(call: ast.Call, module: Module) -> Iterator[tuple[int | str, Part]]:
    given: list[tuple[int | str, ast.expr]] = [*enumerate(call.args)]
    given += [(item.arg or "**", item.value) for item in call.keywords]
    for name, node in given:
        for inner in node.elts if isinstance(node, ast.List | ast.Tuple) else (node,):
            part = _part(inner.value if isinstance(inner, ast.Starred) else inner, module)
            if part is not None:
                yield name, part
