"""What one ``add_argument`` call says by itself: flags, the attribute, the default."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source import values
from sphinxext_runtime_ref.tables.display import display

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinxext_runtime_ref.source.invocations import Invocation
    from sphinxext_runtime_ref.source.values import Value

_STARS = frozenset({None, "*"})
_STORED = {"store_true": False, "store_false": True}
_UNSTORED = frozenset({"version", "help"})
SUPPRESS = "argparse.SUPPRESS"


def flags_of(call: Invocation) -> tuple[Value, ...]:
    """Give the option strings, or the name of a positional argument.

    ``argparse.BooleanOptionalAction`` adds a ``--no-x`` to each ``--x``.
    """
    flags = [item.value for item in call.arguments if item.keyword in _STARS]
    if not is_named(keywords_of(call).get("action"), "argparse.BooleanOptionalAction"):
        return tuple(flags)
    both: list[Value] = []
    for flag in flags:
        both.append(flag)
        if isinstance(flag, values.Literal) and str(flag.value).startswith("--"):
            both.append(values.Literal(f"--no-{str(flag.value)[2:]}", flag.location))
    return tuple(both)


def keywords_of(call: Invocation) -> dict[str, Value]:
    """Give the arguments by keyword, an unknown ``**x`` as ``"**"``."""
    return {item.keyword or "": item.value for item in call.arguments if item.keyword not in _STARS}


def first_of(call: Invocation, keyword: str) -> Value | None:
    """Give the first argument, by position or by its keyword."""
    first = next((item.value for item in call.arguments if item.keyword is None), None)
    return first or keywords_of(call).get(keyword)


def destination(call: Invocation) -> str:
    """Give the name of the attribute that gets the value."""
    given = keywords_of(call)
    if "dest" in given:
        return display(given["dest"])
    flags = [display(item.value) for item in call.arguments if item.keyword in _STARS]
    if not flags[0].startswith("-"):
        return flags[0]
    long = next((flag for flag in flags if flag.startswith("--")), flags[0])
    return long.lstrip("-").replace("-", "_")


def own_default(call: Invocation) -> Value | None:
    """Give the default that the call or the action gives, ``None`` without any."""
    given = keywords_of(call)
    if "default" in given:
        return given["default"]
    if (loose := loose_of(call)) is not None:
        return loose
    if is_positional(flags_of(call)):
        return _of_positional(text_of(given.get("nargs")), call)
    action = text_of(given.get("action")) if "action" in given else ""
    if text_of(given.get("required")) == "True" or action in _UNSTORED:
        return None
    return values.Literal(_STORED.get(action), call.location)


def loose_of(call: Invocation) -> Value | None:
    """Give the unknown ``**x``, or ``*x``, that may have any argument that is not given."""
    first = next((item for item in call.arguments if item.keyword in _STARS), None)
    flags = first.value if first is not None and first.keyword == "*" else None
    return keywords_of(call).get("**", flags)


def is_positional(flags: Sequence[Value]) -> bool:
    """Tell whether an argument is known by its place."""
    return not display(flags[0]).startswith(("-", "*"))


def _of_positional(count: str, call: Invocation) -> Value | None:
    """Give what argparse stores when an optional positional argument is left out."""
    if count == "*":
        return values.Sequence(values.SequenceType.LIST, (), call.location)
    return values.Literal(None, call.location) if count == "?" else None


def text_of(value: Value | None) -> str:
    """Give the text of a literal, ``""`` for anything else."""
    return display(value) if isinstance(value, values.Literal) else ""


def is_suppressed(value: Value | None) -> bool:
    """Tell whether a help text or a default is ``argparse.SUPPRESS``."""
    return is_named(value, SUPPRESS) or text_of(value) == "==SUPPRESS=="


def is_named(value: Value | None, identity: str) -> bool:
    """Tell whether a value is something from outside of the root."""
    return isinstance(value, values.Symbol) and value.identity == identity
