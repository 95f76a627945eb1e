"""Live editing: sphinx-autobuild refreshes a table when its source file changes."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import time
from http.client import HTTPException
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.request import ProxyHandler, build_opener

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.conftest import Project

HOW_TO = Path(__file__).parents[2] / "docs/how-to/live.md"
SOURCE = "LIMITS = {\n    'rows': 4,\n}\n"
PAGE = "# Limits\n\n```{declaration-table} src/limits.py:LIMITS\n```\n"
DEADLINE = 180
pytestmark = pytest.mark.skipif(
    find_spec("sphinx_autobuild") is None,
    reason="needs the extra 'ecosystem'; .ci/run has a step with it",
)


@pytest.fixture
def served(project: Callable[..., Project]) -> Iterator[tuple[Project, str]]:
    """Run the command of the how-to page, on a free port."""
    made = project({"src/limits.py": SOURCE, "docs/index.md": PAGE})
    found = re.search(r"^sphinx-autobuild (.+)$", HOW_TO.read_text(encoding="utf-8"), re.MULTILINE)
    assert found
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "sphinx_autobuild", "--port", str(port), *found[1].split()]
    with (made.root / "log.txt").open("w") as log:
        process = subprocess.Popen(command, cwd=made.root, stdout=log, stderr=subprocess.STDOUT)
        try:
            yield made, f"http://127.0.0.1:{port}/"
        finally:
            process.terminate()
            process.wait(timeout=30)


def wait_for(made: Project, address: str, wanted: str, unwanted: str) -> None:
    """Ask for the page until it shows one text, and not another."""
    opener = build_opener(ProxyHandler({}))
    page = ""
    end = time.monotonic() + DEADLINE
    while time.monotonic() < end:
        try:
            with opener.open(address, timeout=5) as answer:
                page = answer.read().decode()
        except (OSError, HTTPException):  # not up yet, or just writing the page
            page = ""
        if wanted in page and unwanted not in page:
            return
        time.sleep(0.1)
    pytest.fail(f"no {wanted!r} on the page:\n{(made.root / 'log.txt').read_text()}")


def test_a_changed_source_file_refreshes_its_table(served: tuple[Project, str]) -> None:
    made, address = served
    wait_for(made, address, "rows", "columns")
    made.write({"src/limits.py": SOURCE.replace("'rows': 4", "'columns': 17")})
    wait_for(made, address, "columns", ">rows<")
    log = (made.root / "log.txt").read_text()
    assert "Traceback" not in log
