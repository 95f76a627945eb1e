"""Names outside of the root whose value is known or assumed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.values import Literal, Sequence, SequenceType

if TYPE_CHECKING:
    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.evaluator import Evaluator
    from sphinxext_runtime_ref.source.values import Value

VERSION_PARTS = ("major", "minor", "micro", "releaselevel", "serial")
SYSTEMS = {"win32": "Windows", "darwin": "Darwin", "linux": "Linux"}


def value(ev: Evaluator, dotted: str, place: Location) -> Value | None:
    """Give the value of ``sys.version_info`` and its kin, ``None`` for any other name.

    ``sys.platform`` and what follows from it is known only where the project declares it.
    """
    assumed = ev.tree.assumptions
    version = (*assumed.python, 0, 0)[:3]
    parts = (*version, "final", 0)
    if dotted == "sys.version_info":
        items = tuple(Literal(part, place) for part in parts)
        return Sequence(SequenceType.TUPLE, items, place)
    if dotted.startswith("sys.version_info."):
        name = dotted.rpartition(".")[2]
        found = dict(zip(VERSION_PARTS, parts, strict=True)).get(name)
        return None if found is None else Literal(found, place)
    if dotted in {"typing.TYPE_CHECKING", "typing_extensions.TYPE_CHECKING"}:
        return Literal(True, place)
    if dotted == "sys.platform" and assumed.platform:
        return Literal(assumed.platform, place)
    if dotted == "os.name" and assumed.platform:
        return Literal("nt" if assumed.platform == "win32" else "posix", place)
    return None


def result(ev: Evaluator, dotted: str, place: Location) -> Value | None:
    """Give what a call of a function outside of the root returns, ``None`` for any other."""
    platform = ev.tree.assumptions.platform
    if dotted == "platform.system" and platform in SYSTEMS:
        return Literal(SYSTEMS[platform], place)
    return None
