"""Names outside of the root whose value is known or assumed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.assume import TYPE_CHECKING_NAMES
from sphinxext_runtime_ref.source.values import Literal, Sequence, SequenceType, Unevaluated

if TYPE_CHECKING:
    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.evaluation.evaluator import Evaluator
    from sphinxext_runtime_ref.source.values import Value

VERSION_PARTS = ("major", "minor", "micro", "releaselevel", "serial")
SYSTEMS = {"win32": "Windows", "darwin": "Darwin", "linux": "Linux"}


def value(ev: Evaluator, dotted: str, place: Location) -> Value | None:
    """Give the value of ``sys.version_info`` and its kin, ``None`` for any other name.

    ``sys.platform`` and what follows from it is known only where the project declares it.
    """
    assumed = ev.tree.assumptions
    if dotted.startswith("sys.version_info"):
        given = (*assumed.python, *(("final", 0) if len(assumed.python) == 3 else ()))
        others = len(VERSION_PARTS) - len(given)
        parts: tuple[Value, ...] = (
            *(Literal(part, place) for part in given),
            *[Unevaluated(dotted, "not all of the version is assumed", place)] * others,
        )
        if dotted == "sys.version_info":
            return Sequence(SequenceType.TUPLE, parts, place)
        return dict(zip(VERSION_PARTS, parts, strict=True)).get(dotted.rpartition(".")[2])
    if dotted in TYPE_CHECKING_NAMES:
        return Literal(ev.tree.assumptions.of(dotted, checking=ev.is_checking), place)
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
