"""Which parameter of a function gets which argument of a call, as far as they are written."""

from __future__ import annotations

import ast
from itertools import takewhile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinxext_runtime_ref.source.scopes.scope import FunctionNode


def by_name(
    call: ast.Call, node: FunctionNode, *, is_method: bool = False
) -> Iterator[tuple[str, str]]:
    """Give the parameters whose argument, or default, is just a name, each with that name."""
    for parameter, value in arguments_of(call, node, is_method=is_method):
        if isinstance(value, ast.Name):
            yield parameter, value.id


def all_of(
    call: ast.Call, node: FunctionNode, *, is_method: bool = False
) -> Iterator[tuple[str, ast.expr]]:
    """Give the parameters with all that they get: arguments, defaults, and what is unpacked."""
    yield from arguments_of(call, node, is_method=is_method)
    yield from others_of(call, node, is_method=is_method)


def arguments_of(
    call: ast.Call, node: FunctionNode, *, is_method: bool = False
) -> Iterator[tuple[str, ast.expr]]:
    """Give the parameters of a function with their arguments in a call, or their defaults."""
    ordinary = _ordinary(node)
    defaults = dict(zip(ordinary[::-1], node.args.defaults[::-1], strict=False))
    defaults |= {
        item.arg: value
        for item, value in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
        if value
    }
    given = [*zip(ordinary[is_method:], takewhile(_is_one, call.args), strict=False)]
    given += [(item.arg, item.value) for item in call.keywords if item.arg]
    for parameter, value in given:
        defaults.pop(parameter, None)
        yield parameter, value
    yield from defaults.items()


def others_of(
    call: ast.Call, node: FunctionNode, *, is_method: bool = False
) -> Iterator[tuple[str, ast.expr]]:
    """Give the parameters that hold, or may be, some of the other arguments, with each of those.

    One that is unpacked is still starred.
    """
    names = _ordinary(node)[is_method:]
    known = len([*takewhile(_is_one, call.args)])
    more = [node.args.vararg.arg] if node.args.vararg else []
    for at, value in enumerate(call.args):
        for name in more if at < known else (*names[known:], *more):
            if at >= len(names) or at >= known:
                yield name, value
    only = [item.arg for item in node.args.kwonlyargs]
    taken = {item.arg for item in call.keywords}
    for item in call.keywords:
        if item.arg is None:
            free = (name for name in (*names[known:], *only) if name not in taken)
            yield from ((name, ast.Starred(item.value, ast.Load())) for name in free)
        if node.args.kwarg and item.arg not in {*names, *only}:
            yield node.args.kwarg.arg, item.value


def _ordinary(node: FunctionNode) -> list[str]:
    return [item.arg for item in (*node.args.posonlyargs, *node.args.args)]


def _is_one(argument: ast.expr) -> bool:
    return not isinstance(argument, ast.Starred)
