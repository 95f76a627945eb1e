"""How time and memory grow with the number of documents."""

from __future__ import annotations

import statistics
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.links import OURS, tools
from benchmarks.measure import Result
from benchmarks.trees import SHAPES, generate

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


@dataclass(frozen=True, slots=True)
class Fit:
    """A line through measured points.

    :param base: at no documents.
    :param slope: for each document.
    :param quality: R², 1 for points that are on the line.
    """

    base: float
    slope: float
    quality: float

    def at(self, documents: int) -> float:
        """Give what the line says of a number of documents."""
        return self.base + self.slope * documents


def line(xs: Sequence[float], ys: Sequence[float]) -> Fit:
    """Fit a line by least squares."""
    slope, base = statistics.linear_regression(xs, ys)
    quality = statistics.correlation(xs, ys) ** 2 if len(set(ys)) > 1 else 1.0
    return Fit(base, slope, quality)


def measure(sizes: Sequence[int], repeats: int) -> dict[int, Result]:
    """Check a generated tree of each size, cold."""
    results = {}
    for size in sizes:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            generate(folder, replace(SHAPES["usual"], documents=size))
            run = tools(folder)[OURS]
            run()
            results[size] = Result(OURS, tuple(run() for _ in range(repeats)))
    return results


def fits(results: dict[int, Result]) -> dict[str, Fit]:
    """Fit time and memory."""
    quantities: dict[str, Callable[[Result], float]] = {
        "seconds": lambda result: result.wall,
        "MiB": lambda result: result.memory,
    }
    sizes = list(results)
    return {name: line(sizes, [of(results[n]) for n in sizes]) for name, of in quantities.items()}
