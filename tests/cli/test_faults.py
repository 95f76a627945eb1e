"""Nothing is half-written, whenever a run ends."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., subprocess.CompletedProcess[str]]

WRITER = """
import sys
from pathlib import Path
from sphinxext_runtime_ref.atomic import write_bytes
target = Path(sys.argv[1])
print("ready", flush=True)
while True:
    for letter in b"ab":
        write_bytes(target, bytes([letter]) * 3_000_000)
"""


def test_a_file_is_whole_whenever_its_writer_is_killed(tmp_path: Path) -> None:
    target = tmp_path / "report.json"
    chance = random.Random(1)
    for _ in range(12):
        command = [sys.executable, "-c", WRITER, str(target)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            assert process.stdout
            assert process.stdout.readline() == b"ready\n"
            time.sleep(chance.uniform(0.02, 0.12))
            process.kill()
        if target.exists():
            data = target.read_bytes()
            assert data in {b"a" * 3_000_000, b"b" * 3_000_000}
    assert target.exists()


def test_two_runs_at_once_leave_one_whole_page(runtime_tree: Path, spawn: Run) -> None:
    with ThreadPoolExecutor(4) as pool:
        runs = [pool.submit(spawn, "write", "--root", str(runtime_tree)) for _ in range(4)]
        assert [one.result().returncode for one in runs] == [0] * 4
    assert spawn("check", "--quiet", "--root", str(runtime_tree)).returncode == 0
    names = {path.name for path in (runtime_tree / "docs").iterdir()}
    assert names == {"guide.md", "reference page.md"}
