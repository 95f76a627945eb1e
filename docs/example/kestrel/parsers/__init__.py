"""Parsers of tool calls in a model's answer."""

from __future__ import annotations

from collections.abc import Callable

_PARSERS: dict[str, type] = {}


def register_parser(name: str, *, streaming: bool = True) -> Callable[[type], type]:
    """Make a parser known under a name."""

    def decorate(cls: type) -> type:
        _PARSERS[name] = cls
        return cls

    return decorate
