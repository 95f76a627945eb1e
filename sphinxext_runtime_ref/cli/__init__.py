"""The command line: arguments, configuration, exit codes; everything else is below.

Exit codes: 0 good, 1 findings or a declaration that can't be read, 2 usage, configuration or a
file that can't be read or written, 130 interrupted, 141 the reader of the output went away.
"""

from __future__ import annotations

import gc
import io
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn, TextIO

from sphinxext_runtime_ref.cli.parser import parse
from sphinxext_runtime_ref.errors import (
    ConfigError,
    DocumentError,
    ProjectFileError,
    RuntimeRefError,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

GOOD, FINDINGS, USAGE, INTERRUPTED, CLOSED_PIPE = 0, 1, 2, 130, 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code.

    :param argv: the arguments after the program's name; those of the process by default.
    """
    _open_what_is_closed()
    _never_fail_on_characters()
    try:
        code = _run(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _discard(sys.stdout, sys.stderr)
        return CLOSED_PIPE
    except OSError as fault:
        # Of two names, the second is the target; the first may be a temporary file.
        name = fault.filename2 or fault.filename or "runtime-ref"
        _say(f"{name}: error: {fault.strerror or fault}")
        _discard(sys.stdout)
        return USAGE
    return code


def program() -> NoReturn:
    """Run as the program ``runtime-ref``, which ends with the command.

    Nearly all that a run makes lasts to its end. Python would look for cycles in it again and
    again, and free every object before it ends; together this is a tenth of a run.
    """
    gc.set_threshold(200_000, 30, 30)
    code = main()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):  # main has said what could not be written
            stream.flush()
    os._exit(code)


def _run(argv: Sequence[str]) -> int:
    try:
        run, arguments = parse(argv)
        return run(arguments)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else GOOD
    except RuntimeRefError as fault:
        return report_error(fault)


def report_error(fault: RuntimeRefError) -> int:
    """Print an error as compilers do and give the exit code that belongs to it."""
    faults = fault.faults if isinstance(fault, ProjectFileError) else (fault,)
    for each in faults:
        place = f"{each.location}: " if each.location else ""
        _say(f"{place}error: {each.message}")
    return USAGE if isinstance(fault, (ConfigError, DocumentError)) else FINDINGS


def _say(text: str) -> None:
    print(text, file=sys.stderr)  # noqa: T201 - this is the command line's voice


def _open_what_is_closed() -> None:
    # Of a standard stream that the caller closed, Python makes None; the next file that is opened
    # would take its number.
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115


def _never_fail_on_characters() -> None:
    # A path that is not UTF-8, or a terminal that is not, must not end in a traceback.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _discard(*streams: TextIO) -> None:
    # Python flushes the standard streams once more at exit, and would complain again.
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in streams:
        try:
            os.dup2(nowhere, stream.fileno())
        except io.UnsupportedOperation:
            continue
