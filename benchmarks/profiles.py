"""The functions that take most of the time, in a check of a tree and within a build."""

from __future__ import annotations

import pstats
import re
import subprocess
import sys
import tempfile
from cProfile import Profile
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import site
from benchmarks.measure import environment
from benchmarks.trees import SHAPES, generate

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

TOP = 10
PLACES = re.compile(rf".*/(?:{site.EXTENSION}|site-packages|python3\.\d+)/")
"""What the path of a file begins with, and a name in the profile can do without."""


def of_links(shape: str = "usual") -> Iterator[str]:
    """Profile a first run of ``runtime-ref links``, in one process, on a generated tree."""
    with tempfile.TemporaryDirectory() as folder:
        tree, result = Path(folder, "tree"), Path(folder, "profile")
        generate(tree, SHAPES[shape])
        run = ["links", "--jobs", "1", "--no-cache", "--root", str(tree), str(tree)]
        subprocess.run(
            [sys.executable, "-m", "cProfile", "-o", str(result), "-m", site.EXTENSION, *run],
            env=environment(),
            check=False,  # there are broken links
            capture_output=True,
        )
        yield f"runtime-ref links, {SHAPES[shape].documents:,} generated documents ({shape})"
        yield from _top(pstats.Stats(str(result)))


def of_build(docs: Path, builder: str = "html") -> Iterator[str]:
    """Profile what the extension does in a build of a site."""
    profile = Profile()
    with tempfile.TemporaryDirectory() as folder:
        share = site.measure(docs, Path(folder, "out"), builder, {}, profile)
    name = f"{docs.parent.name}/{docs.name}"
    yield f"the extension in an {builder} build of {name}, {share.pages} pages"
    yield from _top(pstats.Stats(profile))


def _top(stats: pstats.Stats) -> Iterator[str]:
    found: Mapping[tuple[str, int, str], tuple[int, int, float, float, object]]
    found = vars(stats)["stats"]
    yield f"{'calls':>10} {'own ms':>9} {'with all ms':>12}  function"
    ordered = sorted(found.items(), key=lambda item: -item[1][2])
    for (file, line, name), (_, calls, own, whole, _) in ordered[:TOP]:
        place = f"{PLACES.sub('', file)}:{line} {name}" if line else name
        yield f"{calls:>10,} {own * 1000:>9.1f} {whole * 1000:>12.1f}  {place}"
