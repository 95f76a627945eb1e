"""Reading and rendering tables beside the mere parsing of the same files."""

from __future__ import annotations

import ast
import io
import tokenize
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.measure import Result, paired, ratio, run_function
from sphinxext_runtime_ref.errors import DeclarationError
from sphinxext_runtime_ref.settings import Settings
from sphinxext_runtime_ref.source.tree import SourceTree
from sphinxext_runtime_ref.tables.build import Request, build_table
from sphinxext_runtime_ref.tables.catalogue import catalogue_from
from sphinxext_runtime_ref.tables.dump import table_to_markdown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from sphinxext_runtime_ref.tables.catalogue import Catalogue

EXAMPLE = {
    "codecs": "docs/example/kestrel/attention/codecs.py",
    "routes": "docs/example/kestrel/attention/routing.py",
    "bindings": "docs/example/kestrel/moe/declarations.py",
    "configurations": "docs/example/kestrel/config/engine.py:EngineConfig",
}
PARSE, PARSE_ALL = "ast.parse", "ast.parse and tokenize"


@dataclass(frozen=True, slots=True)
class Reading:
    """One set of tables, and what it costs to parse the files that they are in.

    :param base: what is compared with: parsing alone, or parsing and tokenizing.
    """

    name: str
    rows: int
    files: int
    base: str
    ours: Result
    parsing: Result

    @property
    def times(self) -> float:
        """Give our time as a ratio of the parsing."""
        return ratio(self.ours, self.parsing)


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """Tables to read, and the files to parse beside it."""

    name: str
    root: Path
    catalogue: Catalogue
    requests: tuple[Request, ...]
    files: tuple[Path, ...]
    tokenizing: bool = True

    def read(self) -> int:
        """Read and render all tables, with nothing kept from before; give the number of rows."""
        tree = SourceTree(self.root)
        tables = [build_table(tree, self.catalogue, request) for request in self.requests]
        return sum(len(table.rows) for table in tables if table_to_markdown(table))

    def parse(self) -> None:
        """Read and parse the files."""
        for path in self.files:
            text = path.read_text(encoding="utf-8")
            ast.parse(text)
            if self.tokenizing:
                list(tokenize.generate_tokens(io.StringIO(text).readline))


def readings(root: Path, sources: Mapping[str, str], repeats: int) -> Iterator[Reading]:
    """Measure the named tables of a tree; those whose source is absent are left out."""
    catalogue = catalogue_from(Settings(sources=sources), _refuse)
    paths = {key: root / source.partition(":")[0] for key, source in sources.items()}
    three = [key for key in ("codecs", "routes", "bindings") if paths[key].is_file()]
    if three:
        task = Task(
            name=", ".join(three),
            root=root,
            catalogue=catalogue,
            requests=tuple(Request(_directive(catalogue, key)) for key in three),
            files=tuple(paths[key] for key in three),
        )
        yield _measure(task, repeats)
    request = Request(_directive(catalogue, "configurations"))
    try:
        table = build_table(SourceTree(root), catalogue, request)
    except DeclarationError:
        return
    task = Task(
        name="configurations",
        root=root,
        catalogue=catalogue,
        requests=(request,),
        files=tuple(sorted((root / table.location.path).parent.glob("*.py"))),
        tokenizing=False,
    )
    yield _measure(task, repeats)


def declaration(root: Path, source: str, repeats: int) -> Reading:
    """Measure one declaration of any shape."""
    task = Task(
        name=source,
        root=root,
        catalogue=catalogue_from(Settings(), _refuse),
        requests=(Request("declaration-table", source),),
        files=(root / source.partition(":")[0],),
    )
    return _measure(task, repeats)


def _directive(catalogue: Catalogue, section: str) -> str:
    return next(item.name for item in catalogue.with_source() if item.section == section)


def _measure(task: Task, repeats: int) -> Reading:
    runs = {"ours": lambda: run_function(task.read), "parsing": lambda: run_function(task.parse)}
    results = paired(runs, repeats)
    base = PARSE_ALL if task.tokenizing else PARSE
    return Reading(
        task.name, task.read(), len(task.files), base, results["ours"], results["parsing"]
    )


def _refuse(name: str, message: str) -> None:
    raise ValueError(f"{name}: {message}")
