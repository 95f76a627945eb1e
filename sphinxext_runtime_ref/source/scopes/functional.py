"""Classes and functions that an expression makes: ``namedtuple("Row", "name size")``, a lambda.

Each is read as the statement that it stands for.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, TypeGuard

from sphinxext_runtime_ref.source.reading.syntax import dotted
from sphinxext_runtime_ref.source.scopes.scope import Action

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinxext_runtime_ref.source.scopes.scope import Scope

    Fields = list[ast.stmt]

ENUMS = frozenset({"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"})
FLAGS = frozenset({"Flag", "IntFlag"})
TYPING = frozenset({"typing", "typing_extensions"})


class Computed(ast.Constant):
    """A constant that is not written in the source."""


def class_made(name: str, node: ast.expr | None, scope: Scope) -> ast.ClassDef | None:
    """Give the class statement that a call stands for; ``None`` for any other expression.

    :param name: of the class.
    :param scope: that of the call; what is imported in it tells what is called.
    """
    if not isinstance(node, ast.Call) or any(isinstance(arg, ast.Starred) for arg in node.args):
        return None
    module, _, function = _imported(node.func, scope).rpartition(".")
    options = {item.arg: item.value for item in node.keywords if item.arg}
    if len(options) < len(node.keywords) or not 1 < len(node.args) + ("names" in options) <= 3:
        return None
    spec = node.args[1] if len(node.args) > 1 else options["names"]
    bases, decorators, keywords = [node.func], list[ast.expr](), list[ast.keyword]()
    body: Fields | None = None
    if module == "collections" and function == "namedtuple" and "rename" not in options:
        body = _names_alone(spec, options.get("defaults"))
    elif module in TYPING and function == "NamedTuple":
        body = _typed(spec)
    elif module in TYPING and function == "TypedDict" and isinstance(spec, ast.Dict):
        body, keywords = _keyed(spec), node.keywords
    elif module == "dataclasses" and function == "make_dataclass":
        made = options.pop("bases", None)
        bases = made.elts if isinstance(made, ast.Tuple | ast.List) else []
        decorators = [ast.copy_location(ast.Call(node.func, [], node.keywords), node)]
        body = _typed(spec) if made is None or bases else None
    elif module == "enum" and function in ENUMS and not {"type", "boundary"} & set(options):
        body = _members(function, spec, options.get("start"))
    if body is None:
        return None
    return ast.copy_location(ast.ClassDef(name, bases, keywords, body, decorators), node)


def function_made(name: str, node: ast.Lambda) -> ast.FunctionDef:
    """Give the function statement that ``name = lambda: ...`` stands for."""
    result = ast.copy_location(ast.Return(node.body), node.body)
    return ast.copy_location(ast.FunctionDef(name, node.args, [result], []), node)


def _imported(node: ast.expr, scope: Scope) -> str:
    """Give the dotted name that an import gives a function, ``""`` for any other."""
    first, _, rest = (dotted(node) or "").partition(".")
    events = scope.home_of(first).events.get(first, [])
    alias = events[-1].alias if events else None
    if alias is None or any(event.action is not Action.IMPORT for event in events):
        return ""
    if isinstance(events[-1].node, ast.ImportFrom):
        return f"{events[-1].node.module}.{alias.name}" if not rest else ""
    return f"{alias.name}.{rest}"


def _is_text(node: ast.expr | None) -> TypeGuard[ast.Constant]:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _texts(node: ast.expr | None) -> list[ast.Constant] | None:
    """Give the names of ``"a b"``, ``"a, b"`` or ``["a", "b"]``, each with its place."""
    match node:
        case ast.Constant(value=str() as text):
            names = text.replace(",", " ").split()
            return [ast.copy_location(ast.Constant(name), node) for name in names]
        case ast.Tuple(elts=items) | ast.List(elts=items):
            found = [item for item in items if _is_text(item)]
            return found if len(found) == len(items) else None
        case _:
            return None


def _field(name: ast.Constant, kind: ast.expr, default: ast.expr | None = None) -> ast.stmt:
    target = ast.copy_location(ast.Name(str(name.value), ast.Store()), name)
    return ast.copy_location(ast.AnnAssign(target, kind, default, 1), name)


def _untyped(name: ast.Constant, default: ast.expr | None = None) -> ast.stmt:
    return _field(name, ast.copy_location(ast.Constant(""), name), default)


def _names_alone(spec: ast.expr, defaults: ast.expr | None) -> Fields | None:
    names = _texts(spec)
    match defaults:
        case None | ast.Constant(value=None):
            last: Sequence[ast.expr] = []
        case ast.Tuple(elts=items) | ast.List(elts=items):
            last = items
        case ast.BinOp(
            ast.Tuple(elts=[item]) | ast.List(elts=[item]), ast.Mult(), ast.Constant(int() as count)
        ) if count <= len(names or ()):
            last = [item] * count
        case _:
            return None
    if names is None or len(last) > len(names):
        return None
    first = len(names) - len(last)
    return [
        _untyped(name, last[at - first] if at >= first else None) for at, name in enumerate(names)
    ]


def _typed(spec: ast.expr) -> Fields | None:
    """Give the fields of ``[("a", int), ("b", str, "x"), "c"]``."""
    if not isinstance(spec, ast.List | ast.Tuple):
        return None
    fields: Fields = []
    for item in spec.elts:
        match item:
            case ast.Tuple(elts=[ast.Constant(str()) as name, kind, *default]) if len(default) < 2:
                fields.append(ast.copy_location(_field(name, kind, *default), item))
            case ast.Constant(value=str()):
                fields.append(_untyped(item))
            case _:
                return None
    return fields


def _keyed(node: ast.Dict) -> Fields | None:
    """Give the fields of ``{"a": int}``."""
    pairs = _pairs(node)
    if pairs is None:
        return None
    return [ast.copy_location(_field(name, kind), place) for name, kind, place in pairs]


def _pairs(node: ast.expr) -> list[tuple[ast.Constant, ast.expr, ast.expr]] | None:
    """Give the texts of ``{"A": 1}`` or ``[("A", 1)]``, each with its value and the place of both.

    ``None`` where anything else is in it.
    """
    found: list[tuple[ast.expr, ast.expr, ast.expr]]
    match node:
        case ast.Dict(keys=items):
            pairs = zip(items, node.values, strict=True)
            found = [(name, value, _both(name, value)) for name, value in pairs if name]
        case ast.List(elts=items) | ast.Tuple(elts=items):
            tuples = (item for item in items if isinstance(item, ast.Tuple | ast.List))
            found = [(*item.elts, item) for item in tuples if len(item.elts) == 2]  # type: ignore[misc]  # two of them
        case _:
            return None
    named = [(name, value, place) for name, value, place in found if _is_text(name)]
    return named if len(named) == len(items) else None


def _both(name: ast.expr, value: ast.expr) -> ast.expr:
    """Give the place of a key with its value."""
    place = ast.copy_location(ast.Tuple([], ast.Load()), name)
    place.end_lineno, place.end_col_offset = value.end_lineno, value.end_col_offset
    return place


def _members(function: str, spec: ast.expr, start: ast.expr | None) -> Fields | None:
    pairs = _pairs(spec)
    return [_member(*pair) for pair in pairs] if pairs else _counted(function, spec, start)


def _counted(function: str, spec: ast.expr, start: ast.expr | None) -> Fields | None:
    names = _texts(spec)
    first = getattr(start, "value", None) if start else 1
    if names is None or not isinstance(first, int) or (start and function in FLAGS):
        return None
    made: Fields = []
    for at, name in enumerate(names):
        value: int | str = 1 << at if function in FLAGS else first + at
        value = str(name.value).lower() if function == "StrEnum" else value
        made.append(_member(name, ast.copy_location(Computed(value), name), name))
    return made


def _member(name: ast.Constant, value: ast.expr, place: ast.expr) -> ast.stmt:
    target = ast.copy_location(ast.Name(str(name.value), ast.Store()), place)
    return ast.copy_location(ast.Assign([target], value), place)
