"""Reading sources and tables, by code that is loaded with the first of them.

A start of Sphinx shall not wait for what a build with nothing to read never uses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sphinxext_runtime_ref.extension.state import State
    from sphinxext_runtime_ref.source.tree import SourceTree
    from sphinxext_runtime_ref.tables.model import Table

# ruff: noqa: PLC0415


def tree_at(root: Path, assume: Mapping[str, object], revision: str | None = None) -> SourceTree:
    """Give the sources below a root.

    :param assume: the setting of that name.
    :param revision: of git; ``None`` for the files as they are.
    """
    from sphinxext_runtime_ref.source.assume import assumptions_from
    from sphinxext_runtime_ref.source.reading.git_tree import GitTree
    from sphinxext_runtime_ref.source.tree import SourceTree

    files = root if revision is None else GitTree(root, revision)
    return SourceTree(files, assumptions_from(assume))


def read_table(
    state: State, table: str, source: str | None, options: Mapping[str, str], tree: SourceTree
) -> Table:
    """Read the table that a directive asks for.

    :param table: its name in the catalogue.
    :param source: where its declaration is; ``None`` for the definition's own.
    :raises RuntimeRefError: as :func:`~sphinxext_runtime_ref.tables.build.build_table` does.
    """
    from sphinxext_runtime_ref.tables.build import Request, build_table

    return build_table(tree, state.catalogue, Request(table, source, options))
