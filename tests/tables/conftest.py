"""Fixtures: small source trees and the tables that are made of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.settings import settings_from
from sphinxext_runtime_ref.source.tree import SourceTree
from sphinxext_runtime_ref.tables.build import Request, build_table
from sphinxext_runtime_ref.tables.catalogue import GENERAL, catalogue_from
from tests.folders import write

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from sphinxext_runtime_ref.tables.model import Table

    Build = Callable[..., Table]


def refuse(name: str, message: str) -> None:
    raise AssertionError(f"{name}: {message}")


@pytest.fixture
def lay(tmp_path: Path) -> Callable[[Mapping[str, str]], SourceTree]:
    """Write files below a root and give the tree of it."""

    def make(files: Mapping[str, str]) -> SourceTree:
        write(tmp_path, files)
        return SourceTree(tmp_path)

    return make


@pytest.fixture
def build(lay: Callable[[Mapping[str, str]], SourceTree]) -> Build:
    """Make a table: of a module's text and a symbol, or of files and a whole request."""

    def make(
        files: str | Mapping[str, str],
        source: str | None = None,
        *,
        table: str = GENERAL,
        settings: Mapping[str, object] | None = None,
        **options: str,
    ) -> Table:
        if isinstance(files, str):
            files, source = {"m.py": files}, f"m.py:{source}" if source is not None else None
        catalogue = catalogue_from(settings_from(settings or {}, refuse), refuse)
        return build_table(lay(files), catalogue, Request(table, source, options))

    return make


@pytest.fixture
def texts(build: Build) -> Callable[..., list[list[str]]]:
    """Give the display texts of the shown columns of a table."""

    def make(*args: object, **options: str) -> list[list[str]]:
        table = build(*args, **options)
        return [
            [row.cells[c.name].text if c.name in row.cells else "" for c in table.columns]
            for row in table.rows
        ]

    return make
