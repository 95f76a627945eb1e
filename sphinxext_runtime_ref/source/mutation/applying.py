"""Functions of the standard library that call what they are given: ``map``, ``sorted``."""

from __future__ import annotations

import ast

from sphinxext_runtime_ref.source.reading.syntax import dotted, last_name

PARTIAL = frozenset({"partial", "functools.partial"})
"""Functions that make something which calls the first argument."""
APPLYING = frozenset(
    {
        *("map", "filter", "reduce", "functools.reduce"),
        *(f"{of}{name}" for of in ("", "itertools.") for name in ("starmap", "takewhile")),
        *(f"{of}{name}" for of in ("", "itertools.") for name in ("dropwhile", "filterfalse")),
    }
)
"""Functions that call the first argument."""
COMPARING = frozenset({"sorted", "min", "max", "groupby", "itertools.groupby"})
"""Functions that call the argument ``key``, as the method ``sort`` does."""


def without_partial(call: ast.Call) -> ast.Call:
    """Give the call that ``functools.partial`` will make, as far as its arguments are known."""
    if dotted(call.func) not in PARTIAL or not call.args:
        return call
    return ast.copy_location(ast.Call(call.args[0], call.args[1:], call.keywords), call)


def is_applying(call: ast.Call) -> bool:
    """Tell whether a call calls a function that it is given for all items of something."""
    return _is_sort(call) or dotted(call.func) in APPLYING | COMPARING


def applied(call: ast.Call) -> list[ast.expr | None]:
    """Give the function that such a call calls, ``None`` for none, and what it gets items of."""
    if _is_sort(call) or dotted(call.func) in COMPARING:
        items = [call.func.value] if isinstance(call.func, ast.Attribute) else []
        key = next((item.value for item in call.keywords if item.arg == "key"), None)
        return [key, *items, *call.args]
    function, *given = call.args or (None,)
    # functools.reduce() gives what it is given last, or what the function returned, first
    more = (given[1:] or given) if last_name(call.func) == "reduce" else []
    return [function, *more, *given]


def _is_sort(call: ast.Call) -> bool:
    is_method = isinstance(call.func, ast.Attribute) and call.func.attr == "sort"
    return is_method and any(item.arg == "key" for item in call.keywords)


def with_partial(before: ast.Call | None, call: ast.Call) -> ast.Call:
    """Give a call with the arguments that ``functools.partial`` has given before."""
    if before is None:
        return call
    return ast.Call(call.func, [*before.args[1:], *call.args], [*before.keywords, *call.keywords])
