"""From the arguments of a command to the documents that they mean."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import ConfigError
from sphinxext_runtime_ref.globs import is_glob, matches, plain_start
from sphinxext_runtime_ref.links.tree.files import Files
from sphinxext_runtime_ref.links.tree.kinds import documents_among
from sphinxext_runtime_ref.links.tree.outputs import authored
from sphinxext_runtime_ref.paths import exists, is_folder, real

if TYPE_CHECKING:
    from collections.abc import Iterable


def select(
    root: Path, arguments: Iterable[str], here: Path, files: Files | None = None
) -> list[str]:
    """Give the documents that paths, folders and globs mean, sorted.

    Folders are walked as git sees them (ignored files are left out), or whole where git can't
    tell; folders in them that Sphinx built are passed over. A file that is named is taken whatever
    its ending.

    :param root: absolute and without symbolic links.
    :param here: the folder that arguments are relative to.
    :param files: to share what is known of the tree.
    :return: POSIX paths relative to the root.
    :raises ConfigError: when a path does not exist, leads out of the root or a glob matches
        nothing.
    """
    found: set[str] = set()
    files = files or Files(root)
    for argument in arguments:
        path = _named(here, argument)
        if is_folder(path):
            found.update(_below(files, _inside(root, path, argument)))
        elif exists(path) or path.is_symlink():
            found.add(_inside(root, path, argument))
        elif is_glob(argument):
            found.update(_matching(files, here, argument))
        else:
            raise ConfigError(f"{argument}: no such file or folder")
    return sorted(found)


def begin(files: Files, arguments: Iterable[str], here: Path) -> None:
    """Let git begin to list the folders that :func:`select` will be asked for."""
    for argument in arguments:
        path = _named(here, argument)
        if is_folder(path):
            with suppress(ConfigError):  # select says what is wrong
                files.listing.begin(_inside(files.root, path, argument))


def _named(here: Path, argument: str) -> Path:
    return Path(os.path.abspath(here / argument))  # noqa: PTH100 - links stay as they are named


def _inside(root: Path, path: Path, argument: str) -> str:
    try:
        return _relative(root, path)
    except ValueError:
        pass
    try:
        return _relative(root, real(path))
    except ValueError as fault:
        raise ConfigError(
            f"{argument}: outside of the root {root}; name the folder above both with --root"
        ) from fault


def _relative(root: Path, path: Path) -> str:
    relative = path.relative_to(root).as_posix()
    return "" if relative == "." else relative


def _below(files: Files, folder: str) -> list[str]:
    found = files.listing.below(folder)
    return documents_among(authored(found, folder))


def _matching(files: Files, here: Path, pattern: str) -> list[str]:
    root = files.root
    whole = os.path.relpath(here / pattern, root).replace(os.sep, "/")
    if whole.startswith("../") and not here.is_relative_to(root):
        whole = os.path.normpath(pattern).replace(os.sep, "/")  # with --root, from there
    # the folder that the pattern names is not below the current one where it begins with ".."
    found = [path for path in _below(files, plain_start(whole)) if matches(whole, path)]
    if not found:
        raise ConfigError(f"{pattern}: the pattern matches no document")
    return found
