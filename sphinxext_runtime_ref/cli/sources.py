"""The tables that a command reads."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.cli.context import config_fault
from sphinxext_runtime_ref.cli.output import tell
from sphinxext_runtime_ref.errors import ConfigError, Diagnostic
from sphinxext_runtime_ref.paths import is_file, real
from sphinxext_runtime_ref.project_file import key_place
from sphinxext_runtime_ref.source.assume import assumptions_from
from sphinxext_runtime_ref.source.reading.files import WorkingTree
from sphinxext_runtime_ref.source.tree import SourceTree
from sphinxext_runtime_ref.tables.build import Request
from sphinxext_runtime_ref.tables.catalogue import GENERAL, Catalogue, catalogue_from

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sphinxext_runtime_ref.cli.context import Context
    from sphinxext_runtime_ref.source.reading.files import Files
    from sphinxext_runtime_ref.tables.model import Table


def source_tree(context: Context, files: Files | None = None) -> SourceTree:
    """Give the tree of sources below the root, or another one under the same assumptions."""
    assumptions = assumptions_from(context.settings.assume)
    return SourceTree(files or WorkingTree(context.root), assumptions)


def catalogue_of(context: Context) -> Catalogue:
    """Give the tables of the configuration.

    :raises ConfigError: when a definition is invalid.
    """

    def refuse(name: str, message: str) -> None:
        raise config_fault(context.project, name, message)

    def place(setting: str, *keys: str) -> str:
        found = key_place(context.project, setting, *keys) if context.project else None
        return str(found) if found else ""

    return replace(catalogue_from(context.settings, refuse), place=place)


def request_for(
    source: str, catalogue: Catalogue, options: Mapping[str, str], root: Path | None = None
) -> Request:
    """Ask for a table by its name, or for the one of ``path/to/file.py:SYMBOL``.

    :param root: the folder that paths are relative to; with it, a path that is not there may
        also be relative to the current folder, as shells complete it.
    :raises ConfigError: when it looks like a table's name and is none (near ones are named), or
        leads out of the root.
    """
    if source in catalogue.names() and source != GENERAL:
        return Request(source, options=options)
    if "-" in source and not any(mark in source for mark in ":/."):
        catalogue.get(source)
    return Request(GENERAL, _from_root(source, root) if root else source, options)


def _from_root(source: str, root: Path) -> str:
    name, mark, symbol = source.partition(":")
    given = Path(name)
    here = real(given)
    is_plain = is_file(root / name) and not given.is_absolute()
    climbs = given.is_absolute() or ".." in given.parts
    if is_plain or not (climbs or is_file(here)):
        return source
    if here.is_relative_to(root):
        return f"{here.relative_to(root).as_posix()}{mark}{symbol}"
    if climbs:
        raise ConfigError(
            f"{name}: outside of the root {root}; name the folder above both with --root"
        )
    return source


def warner() -> Callable[[Diagnostic], None]:
    """Give a function that says what reading found worth saying, the same thing once."""
    said: set[Diagnostic] = set()

    def warn(diagnostic: Diagnostic) -> None:
        if diagnostic not in said:
            said.add(diagnostic)
            place = f"{diagnostic.location}: " if diagnostic.location else ""
            tell(f"{place}warning: {diagnostic.message}")

    return warn


def warn_of(table: Table) -> None:
    """Say what reading a table found worth saying, and how many rows it left out."""
    warn = warner()
    for diagnostic in table.diagnostics:
        warn(diagnostic)
    if table.skipped:
        warn(Diagnostic(table.left_out, table.location))
