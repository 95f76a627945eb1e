"""What there is in the file system, for names that anybody may have written.

:meth:`pathlib.Path.is_file` and its kin raise for a name that is too long, that a folder without
permission hides or, in older Pythons, that leads in circles; here such a name is no file.
"""

from __future__ import annotations

import os
from pathlib import Path


def is_file(path: Path | str) -> bool:
    """Tell whether there is a regular file."""
    return os.path.isfile(path)  # noqa: PTH113 - see above


def is_folder(path: Path) -> bool:
    """Tell whether there is a folder."""
    return os.path.isdir(path)  # noqa: PTH112 - see above


def exists(path: Path | str) -> bool:
    """Tell whether there is anything, symbolic links followed."""
    return os.path.exists(path)  # noqa: PTH110 - see above


def real(path: Path) -> Path:
    """Give the absolute path without symbolic links, as far as they can be followed."""
    return Path(os.path.realpath(path))


def top_level(folder: Path) -> Path | None:
    """Give the top of the git work tree around a folder, or ``None`` outside of one."""
    for candidate in (folder, *folder.parents):
        if exists(candidate / ".git"):
            return candidate
    return None
