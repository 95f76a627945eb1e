"""What the extension adds to the start of Sphinx, and how fast the command is up."""

from __future__ import annotations

import statistics
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.measure import PROGRAM, environment, paired, run_command

if TYPE_CHECKING:
    from benchmarks.measure import Result

EXTENSION = "sphinxext_runtime_ref"
LOADING = """
import time
import docutils.core, myst_parser.sphinx_ext.main, sphinx.application, sphinx.cmd.build
import docutils.parsers.rst.directives.tables, sphinx.builders.html
begin = time.perf_counter()
import sphinxext_runtime_ref.extension
print(time.perf_counter() - begin)
"""
"""Sphinx itself loads these before it loads any extension, or needs them in every build."""
PYTHON = "python -c 'import ast, tokenize, argparse'"
COMMAND = "runtime-ref --version"


def starts(repeats: int) -> dict[str, Result]:
    """Measure the start of the command beside that of Python with what any such tool needs."""
    here = Path()
    modules = [sys.executable, "-c", "import ast, tokenize, argparse"]
    command = [PROGRAM, "--version"]
    return paired(
        {
            PYTHON: lambda: run_command(modules, here),
            COMMAND: lambda: run_command(command, here),
        },
        repeats,
    )


def added_to_sphinx(repeats: int) -> float:
    """Give the milliseconds that loading the extension adds to a start of Sphinx with MyST."""
    times = []
    for _ in range(repeats + 1):
        done = subprocess.run(
            [sys.executable, "-c", LOADING],
            env=environment(),
            check=True,
            capture_output=True,
            text=True,
        )
        times.append(float(done.stdout))
    return 1000 * statistics.median(times[1:])
