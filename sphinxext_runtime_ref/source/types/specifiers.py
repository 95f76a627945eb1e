"""What the specifier and the annotation of a field say of it."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Any

from sphinxext_runtime_ref.source.reading.syntax import dotted, one_line
from sphinxext_runtime_ref.source.values import Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinxext_runtime_ref.source.evaluation.evaluator import Context, Evaluator
    from sphinxext_runtime_ref.source.scopes.scope import Event, Scope
    from sphinxext_runtime_ref.source.values import Value

SPECIFIERS = frozenset({"field", "Field", "ib", "attrib", "PrivateAttr"})
DESCRIPTIONS = ("description", "doc", "help")


def specifier_of(ev: Evaluator, node: ast.expr | None, context: Context) -> ast.Call | None:
    """Give the call of ``field(...)``, ``Field(...)`` or ``attr.ib(...)``.

    Several fields may share one by its name: ``LIMIT = Field(...)``.
    """
    if isinstance(node, ast.Name):
        node = _shared(node.id, context.scope)
    if not isinstance(node, ast.Call):
        return None
    name = re.split("[.:]", ev.identity(node.func, context))[-1]
    # A project's own function of such a name wraps the real one and takes the same arguments.
    return node if name in SPECIFIERS else None


def _shared(name: str, scope: Scope) -> ast.expr | None:
    """Give the only value that a class, or else its module, gives a name."""
    events = scope.events.get(name, []) or scope.module.scope.events.get(name, [])
    return events[0].value if len(events) == 1 and not events[0].unpack else None


def options_of(ev: Evaluator, event: Event, context: Context) -> dict[str, ast.expr]:
    """Give the arguments of the field specifier, ``default`` also where none is used."""
    specifier = specifier_of(ev, event.value, context)
    call = specifier
    for part in annotated(ev, event.annotation, context)[1]:
        call = call or specifier_of(ev, part, context)
    options = {item.arg: item.value for item in call.keywords if item.arg} if call else {}
    if specifier is not None and specifier.args:
        options.setdefault("default", specifier.args[0])
    elif specifier is None and event.value is not None:
        options["default"] = event.value
    default = options.get("default")
    if isinstance(default, ast.Constant) and default.value is ...:
        del options["default"]
    elif isinstance(default, ast.Call) and _is_factory(ev, default, context):
        del options["default"]
        options["factory"] = default.args[0]
    elif default is None:
        options.update(_from_method(event.name, context))
    return options


def _is_factory(ev: Evaluator, node: ast.Call, context: Context) -> bool:
    """Tell whether a default is ``attr.Factory(list)``."""
    named = ev.identity(node.func, context) in {"attr.Factory", "attrs.Factory"}
    return named and len(node.args) == 1 and not node.keywords


def _from_method(name: str, context: Context) -> dict[str, ast.expr]:
    """Give the default that a method below ``@name.default`` makes, as attrs has it."""
    scope = context.scope
    for events in scope.events.values():
        for event in events:
            if not isinstance(event.node, ast.FunctionDef):
                continue
            for decorator in event.node.decorator_list:
                if dotted(decorator) == f"{name}.default":
                    *_, last = scope.module.function(event.node).body
                    made = last.value if isinstance(last, ast.Return) else None
                    return {"default": made or decorator}
    return {}


def default_of(
    ev: Evaluator, options: dict[str, ast.expr], context: Context
) -> tuple[Value | None, str, bool]:
    """Give the default, its text, and whether a factory makes it."""
    node = options.get("default")
    factory = None if node else options.get("default_factory", options.get("factory"))
    if node is None and factory is None:
        return None, "", False
    shown = node or (factory.body if isinstance(factory, ast.Lambda) else factory)
    source = one_line(context.segment(shown)) if shown else ""
    if factory is not None and shown is factory:
        source = f"{source}()"
        shown = ast.copy_location(ast.Call(factory, [], []), factory)
    value = ev.value(shown, context) if shown else None
    return value, source, factory is not None


def annotation_text(node: ast.expr, source: str) -> str:
    """Give an annotation as one line, without the quotes of a string annotation."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return one_line(node.value)
    return one_line(source)


def annotated(
    ev: Evaluator, node: ast.expr | None, context: Context
) -> tuple[ast.expr | None, list[ast.expr]]:
    """Give the type and the metadata of ``Annotated[type, *metadata]``, by any name of it."""
    if not isinstance(node, ast.Subscript) or not isinstance(node.slice, ast.Tuple):
        return node, []
    first, *rest = node.slice.elts or [node]
    if not rest or ev.identity(node.value, context).rpartition(".")[2] != "Annotated":
        return node, []
    return first, rest


def described(ev: Evaluator, node: ast.expr, context: Context) -> str:
    """Give the text in the metadata of an annotation: a string, ``Doc("...")``, ``help="..."``."""
    if not isinstance(node, ast.Call):
        return text_of(ev, node, context)
    if (dotted(node.func) or "").rpartition(".")[2] == "Doc" and len(node.args) == 1:
        return text_of(ev, node.args[0], context)
    return _description(ev, {item.arg: item.value for item in node.keywords}, context)


def metadata_text(ev: Evaluator, node: ast.expr | None, context: Context) -> str:
    """Give the text of ``metadata={"help": "..."}``, or of its kin."""
    if not isinstance(node, ast.Dict):
        return ""
    named = {
        key.value: value
        for key, value in zip(node.keys, node.values, strict=True)
        if isinstance(key, ast.Constant)
    }
    return _description(ev, named, context)


def _description(ev: Evaluator, named: Mapping[Any, ast.expr], context: Context) -> str:
    return text_of(ev, next(filter(None, map(named.get, DESCRIPTIONS)), None), context)


def is_constant(node: ast.expr | None, *, value: bool) -> bool:
    """Tell whether an option is written as ``True``, or as ``False``."""
    return isinstance(node, ast.Constant) and node.value is value


def text_of(ev: Evaluator, node: ast.expr | None, context: Context) -> str:
    """Give the text that an expression is, ``""`` for anything else."""
    value = ev.value(node, context) if node is not None else None
    return value.value if isinstance(value, Literal) and isinstance(value.value, str) else ""
