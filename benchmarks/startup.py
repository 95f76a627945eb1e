"""What the extension adds to the start of Sphinx, and how fast the command is up."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.measure import paired, run_command

if TYPE_CHECKING:
    from benchmarks.measure import Result

WITHOUT, WITH = "extensions = ['myst_parser']\n", "extensions = ['myst_parser', '{}']\n"
EXTENSION = "sphinxext_runtime_ref"
COMPILED = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
"""The environment of a machine that keeps compiled modules, as users' machines do."""
PYTHON = "python -c 'import ast, tokenize, argparse'"
COMMAND = "runtime-ref --version"


def starts(repeats: int) -> dict[str, Result]:
    """Measure the start of the command beside that of Python with what any such tool needs."""
    here = Path()
    modules = [sys.executable, "-c", "import ast, tokenize, argparse"]
    command = [sys.executable, "-m", EXTENSION, "--version"]
    return paired(
        {
            PYTHON: lambda: run_command(modules, here, COMPILED),
            COMMAND: lambda: run_command(command, here, COMPILED),
        },
        repeats,
    )


def added_to_sphinx(repeats: int) -> float:
    """Give the milliseconds of imports that the extension adds to a build of one empty page."""
    _imports(WITH.format(EXTENSION))
    differences = []
    for _ in range(repeats):
        without, with_it = _imports(WITHOUT), _imports(WITH.format(EXTENSION))
        differences.append(with_it - without)
    return statistics.median(differences)


def _imports(conf: str) -> float:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "conf.py").write_text(conf, encoding="utf-8")
        Path(folder, "index.md").write_text("# Page\n", encoding="utf-8")
        command = [
            sys.executable,
            "-X",
            "importtime",
            "-m",
            "sphinx",
            "-q",
            "-b",
            "dummy",
            ".",
            "o",
        ]
        done = subprocess.run(
            command, cwd=folder, env=COMPILED, check=True, capture_output=True, text=True
        )
    own = [line.split("|")[0].partition("import time:")[2] for line in done.stderr.splitlines()]
    return sum(int(text) for text in own if text.strip().isdigit()) / 1000
