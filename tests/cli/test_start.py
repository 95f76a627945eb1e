"""What a short run must not load."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

LISTING = """
import sys
from sphinxext_runtime_ref.cli import main
code = main(sys.argv[1:])
print(*sorted(sys.modules), file=sys.stderr)
sys.exit(code)
"""
HEAVY = {
    "asyncio",
    "concurrent.futures",
    "docutils",
    "hashlib",
    "json",
    "logging",
    "multiprocessing",
    "pyromark",
    "regex",
    "sphinx",
    "subprocess",
    "tempfile",
    "tomllib",
    "urllib.request",
}


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_the_frame_loads_nothing_that_a_command_needs(option: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LISTING, option],
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    loaded = set(done.stderr.split())
    assert "argparse" in loaded
    assert not loaded & HEAVY
    own = {name for name in loaded if name.startswith("sphinxext_runtime_ref.")}
    assert own == {
        "sphinxext_runtime_ref.cli",
        "sphinxext_runtime_ref.cli.parser",
        "sphinxext_runtime_ref.errors",
    }


def test_a_short_check_of_links_loads_little(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# A\n\n[x](b.md#b)\n")
    (tmp_path / "b.md").write_text("# B\n")
    done = subprocess.run(
        [sys.executable, "-c", LISTING, "links", "a.md"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    summary, listing = done.stderr.splitlines()
    assert summary == "links: 1 checked, 0 broken"
    assert not set(listing.split()) & (HEAVY - {"pyromark"})
    assert not [name for name in listing.split() if ".source" in name or ".tables" in name]
