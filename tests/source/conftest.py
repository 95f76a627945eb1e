"""Fixtures: small trees of sources, and values as short text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.source.symbols import evaluate
from sphinxext_runtime_ref.source.tree import SourceTree
from sphinxext_runtime_ref.source.values import (
    Call,
    Literal,
    Mapping,
    Record,
    Sequence,
    SequenceType,
    Symbol,
    Unevaluated,
)
from tests.folders import write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from collections.abc import Mapping as Map
    from pathlib import Path
    from typing import Any

    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.values import Value

BRACKETS = {
    SequenceType.TUPLE: "()",
    SequenceType.LIST: "[]",
    SequenceType.SET: "{}",
    SequenceType.FROZENSET: "<>",
}


def shown(value: Value) -> str:
    """Give a value as text: symbols as ``$name``, unevaluated ones as ``?source``."""
    match value:
        case Literal():
            return value.text or repr(value.value)
        case Sequence():
            brackets = BRACKETS[value.type]
            return brackets[0] + ", ".join(map(shown, value.items)) + brackets[1]
        case Mapping():
            return "{" + ", ".join(f"{shown(k)}: {shown(v)}" for k, v in value.items) + "}"
        case Symbol():
            return f"${value.text}"
        case Record():
            fields = (f"{f.name}{'=' if f.given else '~'}{shown(f.value)}" for f in value.fields)
            return f"{value.type}({', '.join(fields)})"
        case Call():
            return f"!{value.source}"
        case _:
            return f"?{value.source}"


def parts_of(value: Value) -> Iterator[Value]:
    """Give a value and all that is in it."""
    yield value
    inner: tuple[Value, ...] = ()
    match value:
        case Sequence():
            inner = value.items
        case Mapping():
            inner = tuple(part for item in value.items for part in item)
        case Record():
            inner = tuple(item.value for item in value.fields)
        case Call():
            inner = tuple(item.value for item in value.arguments)
        case Symbol(value=known) if known is not None:
            inner = (known,)
    for part in inner:
        yield from parts_of(part)


def check_places(tree: SourceTree, value: Value) -> None:
    """Each part of a value knows where it stands, and what it is called where it is defined."""
    for part in parts_of(value):
        written = _text_at(tree, part.location)
        assert written or not part.location.line
        if isinstance(part, Call | Unevaluated):
            assert written.lstrip("*") == part.source.lstrip("*")
        if isinstance(part, Symbol) and ":" in part.identity:
            assert part.definition is not None
            assert part.identity.startswith(f"{part.definition.path}:")
            assert part.identity.rpartition(":")[2].rpartition(".")[2] in _text_at(
                tree, part.definition
            )


def _text_at(tree: SourceTree, place: Location) -> str:
    return tree.module(place.path).text.cut(place)


@pytest.fixture
def parts() -> Callable[[Value], Iterator[Value]]:
    """Give a value and all that is in it."""
    return parts_of


@pytest.fixture
def text_of() -> Callable[[Value], str]:
    """Give a value as text."""
    return shown


@pytest.fixture
def tree(tmp_path: Path) -> Callable[..., SourceTree]:
    """Make a tree of files; text or bytes by path, options as of :class:`SourceTree`."""

    def make(files: str | Map[str, str | bytes], **options: Any) -> SourceTree:
        if isinstance(files, str):
            files = {"m.py": files}
        write(tmp_path, files)
        return SourceTree(tmp_path, **options)

    return make


@pytest.fixture
def read(tree: Callable[..., SourceTree]) -> Callable[..., str]:
    """Evaluate a name of ``m.py``: each variant as text, with its condition."""

    def values(files: str | Map[str, str | bytes], name: str = "X", **options: Any) -> str:
        made = tree(files, **options)
        path, _, dotted = name.rpartition(":")
        variants = evaluate(made, made.module(path or "m.py"), dotted)
        for variant in variants:
            check_places(made, variant.value)
        return " / ".join(
            shown(variant.value) + (f" | {variant.condition}" if variant.condition else "")
            for variant in variants
        )

    return values
