"""Where results go: the standard output, or a file that is whole or absent."""

from __future__ import annotations

import os
import sys
from errno import ENOENT
from pathlib import Path
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TextIO


def emit(text: str, output: str | None = None, named: Iterable[str] = ()) -> None:
    """Write a result to a file, or to the standard output without one.

    :param output: ``-`` stands for the standard output as well.
    :param named: files that are read, and so are never written over.
    :raises ConfigError: when the file is one of those.
    :raises OSError: when the file can't be written or its folder is missing; an old file is then
        untouched.
    """
    if output is None or output in {"-", "/dev/stdout"}:
        sys.stdout.write(text)
        return
    from sphinxext_runtime_ref.atomic import write_bytes  # noqa: PLC0415 - start-up time
    from sphinxext_runtime_ref.paths import is_file, is_folder, real  # noqa: PLC0415 - start-up time

    path = Path(output)
    if real(path) in {real(Path(name)) for name in named}:
        raise ConfigError(f"--output {output}: expected another file than the one that is read")
    if path.is_symlink() and is_file(path):
        # Through a symbolic link, the file itself is written and the link stays one.
        path = real(path)
    if not is_folder(path.parent):
        raise FileNotFoundError(ENOENT, "no such folder", str(path.parent))
    write_bytes(path, text.encode("utf-8", "backslashreplace"))


def tell(text: str) -> None:
    """Say a line to the person at the terminal, apart from the results."""
    sys.stderr.write(f"{text}\n")


def colours(stream: TextIO) -> bool:
    """Tell whether a stream shows colours.

    ``NO_COLOR`` and ``FORCE_COLOR`` decide first (no-color.org, force-color.org).
    """
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"
