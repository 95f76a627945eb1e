"""The example of a shape of one's own works as the page says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "reference/extending.md").read_text(encoding="utf-8")


def test_the_shape_of_the_example_is_found_by_its_entry_point(tmp_path: Path) -> None:
    package = tmp_path / "installed"
    (package / "lines-1.dist-info").mkdir(parents=True)
    shutil.copy(DOCS / "example/plugin/line_shape.py", package)
    group, point = re.findall(r'^\[project\.entry-points\."(.+)"\]\n(.+)$', PAGE, re.MULTILINE)[0]
    entry_points = f"[{group}]\n{point.replace(chr(34), '')}\n"
    (package / "lines-1.dist-info/entry_points.txt").write_text(entry_points, encoding="utf-8")
    (package / "lines-1.dist-info/METADATA").write_text("Name: lines\nVersion: 1\n")
    source = re.findall(r"^(PERMISSIONS = .*?)^```", PAGE, re.DOTALL | re.MULTILINE)[0]
    (tmp_path / "permissions.py").write_text(source, encoding="utf-8")
    command = [sys.executable, "-m", "sphinxext_runtime_ref", "dump", "permissions.py:PERMISSIONS"]
    command += ["--root", ".", "--shape", "lines", "--fields", "permission, meaning"]
    done = subprocess.run(
        [*command, "--columns", "permission, meaning, source", "--format", "csv"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(package)},
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stderr == ""
    assert done.stdout.splitlines()[1:] == [
        "read,look at everything,permissions.py:2",
        "write,change what is not locked,permissions.py:3",
        "admin,the rest,permissions.py:4",
    ]
