"""The command ``runtime-ref links`` beside lychee and rumdl."""

from __future__ import annotations

import os
import shutil
import sysconfig
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.measure import PROGRAM, Result, Sample, environment, paired, ratio, run_command
from benchmarks.trees import SHAPES, Shape, generate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

OURS = "runtime-ref"
WARM = "runtime-ref, again"
LINK_RULES = "MD042,MD051,MD052,MD053,MD057"


@dataclass(frozen=True, slots=True)
class Comparison:
    """All tools on one tree."""

    tree: str
    documents: int
    megabytes: float
    results: dict[str, Result]

    def against(self, other: str, ours: str = OURS) -> float | None:
        """Give our wall time as a ratio of another tool's, if that was measured."""
        if other not in self.results or ours not in self.results:
            return None
        return ratio(self.results[ours], self.results[other])


def tools(folder: Path) -> dict[str, Callable[[], Sample]]:
    """Give the runs of all tools that are installed; ours always is."""
    cache = Path(tempfile.gettempdir(), f"runtime-ref-benchmark-{os.getpid()}")
    ours = [PROGRAM, "links", "--root", ".", "-q", "."]
    env = environment(RUNTIME_REF_CACHE_DIR=str(cache))

    def cold() -> Sample:
        shutil.rmtree(cache, ignore_errors=True)
        return run_command(ours, folder, env)

    runs: dict[str, Callable[[], Sample]] = {
        OURS: cold,
        WARM: lambda: run_command(ours, folder, env),
    }
    if lychee := _program("lychee"):
        command = [lychee, "--offline", "--include-fragments", "--no-progress", "-q", "."]
        runs["lychee"] = lambda: run_command(command, folder)
    if rumdl := _program("rumdl"):
        rules = [rumdl, "check", "--no-cache", "--isolated", "--enable", LINK_RULES, "-q", "."]
        runs["rumdl"] = lambda: run_command(rules, folder)
    return runs


def _program(name: str) -> str | None:
    return shutil.which(name, path=sysconfig.get_path("scripts")) or shutil.which(name)


def compare(folder: Path, name: str, repeats: int) -> Comparison:
    """Run all tools on the Markdown files of a folder, in turn."""
    files = [f for f in folder.rglob("*.md") if f.is_file()]
    size = sum(f.stat().st_size for f in files) / 1e6
    return Comparison(name, len(files), size, paired(tools(folder), repeats))


def generated(sizes: list[int], repeats: int) -> Iterator[Comparison]:
    """Compare on generated trees: every shape at the first size, the usual one at all."""
    shapes = [(name, shape) for name, shape in SHAPES.items()]
    grown = [(f"usual, {n:,} documents", replace(SHAPES["usual"], documents=n)) for n in sizes]
    for name, shape in [*shapes, *grown]:
        with tempfile.TemporaryDirectory() as folder:
            yield _compare_generated(Path(folder), name, shape, repeats)


def _compare_generated(folder: Path, name: str, shape: Shape, repeats: int) -> Comparison:
    generate(folder, shape)
    return compare(folder, name, repeats)
