"""The process that is fuzzed; :mod:`tests.fuzz.__main__` starts it and reads what it counts."""

from __future__ import annotations

import os
import signal
import sys
import time
import warnings
from pathlib import Path

import atheris

SECONDS = 10
"""Of processor time for one input: one that waits because the machine is busy is not slow."""


class TooSlowError(BaseException):
    """An input took too long; nothing in the package may catch this."""


def _stop(*_: object) -> None:
    raise TooSlowError


def main(name: str, folder: str, seconds: str, *options: str) -> None:
    """Fuzz a target until it has computed for some seconds."""
    with atheris.instrument_imports(include=["sphinxext_runtime_ref"]):
        # what is loaded here is measured
        from tests.fuzz.targets import TARGETS  # noqa: PLC0415
        from tests.fuzz.work import COUNTS  # noqa: PLC0415
    warnings.simplefilter("error")
    run = TARGETS[name].run
    work = Path(folder, "tree")
    work.mkdir(exist_ok=True)
    limit = float(seconds)
    counts = os.open(Path(folder, "counts"), os.O_CREAT | os.O_WRONLY | os.O_TRUNC)
    inputs = 0
    signal.signal(signal.SIGPROF, _stop)

    def one_input(data: bytes) -> None:
        nonlocal inputs
        inputs += 1
        used = time.process_time()
        os.pwrite(counts, COUNTS.pack(inputs, used), 0)
        if used > limit:
            os._exit(0)
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        try:
            run(work, data)
        except BaseException:
            Path(folder, "failed").write_bytes(data)
            raise
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    atheris.Setup([sys.argv[0], *options], one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main(*sys.argv[1:])
