"""What git tracks below a root."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import ConfigError
from sphinxext_runtime_ref.git import GitError, run_git, split_names

if TYPE_CHECKING:
    from pathlib import Path


def tracked_files(root: Path) -> frozenset[str]:
    """Give the paths in git's index, those of submodules included: POSIX, relative to ``root``.

    :raises ConfigError: when git can't tell.
    """
    try:
        command = ("ls-files", "-z", "--cached", "--recurse-submodules")
        return frozenset(split_names(run_git(root, *command)))
    except GitError as fault:
        raise ConfigError(
            f"require_tracked needs git, which can't list {root}: {fault}; install git and run in "
            "a clone, or turn require_tracked off"
        ) from fault
