"""Paired runs: two things are measured in turn, so that a busy machine slows down both."""

from __future__ import annotations

import gc
import os
import statistics
import subprocess
import sysconfig
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


PROGRAM = str(Path(sysconfig.get_path("scripts"), "runtime-ref"))
"""The command as it is installed beside this Python."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One run.

    :param wall: seconds on the clock.
    :param cpu: seconds of all processors, child processes included.
    :param memory: MiB of the largest process.
    """

    wall: float
    cpu: float
    memory: float


@dataclass(frozen=True, slots=True)
class Result:
    """Several runs of one thing; numbers are medians."""

    name: str
    samples: tuple[Sample, ...]

    @property
    def wall(self) -> float:
        """Give the median of the wall times."""
        return statistics.median(s.wall for s in self.samples)

    @property
    def cpu(self) -> float:
        """Give the median of the processor times."""
        return statistics.median(s.cpu for s in self.samples)

    @property
    def memory(self) -> float:
        """Give the largest of the memory figures."""
        return max(s.memory for s in self.samples)


def ratio(ours: Result, theirs: Result) -> float:
    """Give the median of the ratios of paired wall times."""
    pairs = zip(ours.samples, theirs.samples, strict=True)
    return statistics.median(a.wall / b.wall for a, b in pairs)


def environment(**more: str) -> dict[str, str]:
    """Give the environment of a process as users have it: compiled modules are kept."""
    kept = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, **more}


def run_command(
    command: Sequence[str | Path], cwd: Path, env: Mapping[str, str] | None = None
) -> Sample:
    """Run a program to its end and measure it; its exit code does not matter.

    :raises RuntimeError: when a signal or a usage error ended it, so that nothing was measured.
    """
    begin = time.perf_counter()
    with subprocess.Popen(
        [*map(str, command)],
        cwd=cwd,
        env=environment() if env is None else env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stderr is not None
        errors = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - begin
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode < 0 or b"Traceback" in errors or b"usage:" in errors.lower():
        raise RuntimeError(f"{command[0]} was not measured:\n{errors.decode(errors='replace')}")
    return Sample(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def run_function(function: Callable[[], object]) -> Sample:
    """Call a function in this process and measure it, with no garbage left from before."""
    gc.collect()
    begin, cpu = time.perf_counter(), time.process_time()
    function()
    return Sample(time.perf_counter() - begin, time.process_time() - cpu, 0)


def paired(
    runs: dict[str, Callable[[], Sample]], repeats: int, *, warm_up: bool = True
) -> dict[str, Result]:
    """Measure several things in turn, again and again.

    :param runs: by name; each makes one run.
    :param warm_up: whether a first round fills the caches of the file system unmeasured.
    """
    samples: dict[str, list[Sample]] = {name: [] for name in runs}
    if warm_up:
        for run in runs.values():
            run()
    for _ in range(repeats):
        for name, run in runs.items():
            samples[name].append(run())
    return {name: Result(name, tuple(found)) for name, found in samples.items()}
