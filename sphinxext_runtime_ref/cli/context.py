"""What every command starts from: the root and the settings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sphinxext_runtime_ref.errors import ConfigError, ProjectFileError
from sphinxext_runtime_ref.paths import is_folder, real, top_level
from sphinxext_runtime_ref.project_file import fault_of, load
from sphinxext_runtime_ref.settings import settings_from

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from sphinxext_runtime_ref.settings import Settings


class Context(NamedTuple):
    """The root and the settings of one run.

    :param root: absolute; documents, links and declaration sources are below it.
    :param project: the file that the settings come from, where there is one.
    """

    root: Path
    settings: Settings
    project: Path | None = None


def load_context(arguments: Namespace, paths: Sequence[str] = ()) -> Context:
    """Read the configuration that holds for ``--root``, or for the current folder.

    :param paths: what is named on the command line. Where all of it is in another repository, the
        configuration of that one holds.
    :raises ConfigError: when a value is invalid, or the root is not a folder.
    """
    here = real(Path(arguments.root or "."))
    if not is_folder(here):
        raise ConfigError(f"--root {arguments.root}: expected a folder that exists")
    context = _context_of(here, arguments.root)
    other = None if arguments.root else _elsewhere(context.root, paths)
    return context if other is None else _context_of(other)


def _context_of(here: Path, given: str | None = None) -> Context:
    project = load(here)
    if project.faults:
        raise ProjectFileError(project.faults)

    def refuse(name: str, message: str) -> None:
        raise ConfigError(f"{name}: {message}")

    settings = settings_from(project.values, refuse)
    if given is not None:
        return Context(here, settings, project.path)
    if settings.root is not None:
        return Context(_existing(settings.root, project.path), settings, project.path)
    return Context(top_level(project.root) or project.root, settings, project.path)


def config_fault(project: Path | None, name: str, message: str) -> ConfigError:
    """Make the error about a setting that is found only when its value is put to use.

    :param project: the file that the settings come from, where there is one.
    """
    if project is None:
        return ConfigError(f"{name}: {message}")
    fault = fault_of(project, name, message)
    return ConfigError(fault.message, fault.location)


def _elsewhere(root: Path, paths: Sequence[str]) -> Path | None:
    """Give a folder in the repository that holds every path, where that is not the root's."""
    tops = set()
    for name in paths:
        path = real(Path(name))
        folder = path if is_folder(path) else path.parent
        top = None if path.is_relative_to(root) or _is_below(root, name) else top_level(folder)
        if top is None or root.is_relative_to(top) or not is_folder(folder):
            return None
        tops.add(top)
        start = folder
    return start if len(tops) == 1 else None


def _is_below(root: Path, name: str) -> bool:
    return Path.cwd().joinpath(name).is_relative_to(root) and ".." not in Path(name).parts


def _existing(root: str, path: Path | None) -> Path:
    resolved = real(Path(root))
    if not is_folder(resolved):
        raise config_fault(path, "root", f"expected a folder that exists, got {root!r}")
    return resolved
