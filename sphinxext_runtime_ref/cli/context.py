"""What every command starts from: the root and the settings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sphinxext_runtime_ref.errors import ConfigError, ProjectFileError
from sphinxext_runtime_ref.location import Location
from sphinxext_runtime_ref.paths import is_folder, real, top_level
from sphinxext_runtime_ref.project_file import load, shown
from sphinxext_runtime_ref.settings import settings_from

if TYPE_CHECKING:
    from argparse import Namespace

    from sphinxext_runtime_ref.settings import Settings


class Context(NamedTuple):
    """The root and the settings of one run.

    :param root: absolute; documents, links and declaration sources are below it.
    """

    root: Path
    settings: Settings


def load_context(arguments: Namespace) -> Context:
    """Read the configuration that holds for ``--root``, or for the current folder.

    :raises ConfigError: when a value is invalid, or the root is not a folder.
    """
    here = real(Path(arguments.root or "."))
    if not is_folder(here):
        raise ConfigError(f"--root {arguments.root}: expected a folder that exists")
    project = load(here)
    if project.faults:
        raise ProjectFileError(project.faults)

    def refuse(name: str, message: str) -> None:
        raise ConfigError(f"{name}: {message}")

    settings = settings_from(project.values, refuse)
    if arguments.root is not None:
        return Context(here, settings)
    if settings.root is not None:
        return Context(_existing(Path(settings.root), project.path), settings)
    return Context(top_level(project.root) or project.root, settings)


def _existing(root: Path, path: Path | None) -> Path:
    resolved = real(root)
    if not is_folder(resolved):
        place = Location(shown(path)) if path else None
        raise ConfigError(f"root: expected a folder that exists, got {str(root)!r}", place)
    return resolved
