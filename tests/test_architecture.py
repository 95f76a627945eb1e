"""Imports point down only: the house keeps its floors."""

from __future__ import annotations

import ast
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import sphinxext_runtime_ref

PACKAGE = Path(sphinxext_runtime_ref.__file__).parent
NAME = PACKAGE.name
BASE = {
    "location",
    "errors",
    "settings",
    "validators",
    "atomic",
    "repository",
    "globs",
    "paths",
    "git",
    "printable",
    "spelling",
    "__init__",
}
FILES = sorted(PACKAGE.rglob("*.py"))
ALLOWED: dict[str, set[str]] = {
    "location": set(),
    "errors": {"location"},
    "validators": {"errors", "globs"},
    "atomic": set(),
    "paths": set(),
    "git": set(),
    "printable": set(),
    "globs": {"errors"},
    "spelling": {"errors"},
    "settings": {"errors", "validators"},
    "repository": {"errors", "paths", "git"},
    "toml_keys": {"location"},
    "project_file": {"toml_keys", "settings", "validators", "errors", "location", "paths"},
    "source": BASE,
    "tables": BASE | {"source"},
    "links": BASE,
    "reports": BASE | {"links", "tables", "source"},
    "extension": BASE | {"project_file", "source", "tables", "links", "reports"},
    "cli": BASE | {"project_file", "source", "tables", "links", "reports"},
    "__main__": {"cli"},
    "__init__": {"extension"},
}
"""What each room may import besides itself; ``__init__`` stands for the version."""
FLOORS = {
    "source": ["reading", "scopes", "mutation", "evaluation", "types", "operations"],
    "links": ["tree", "markup", "judging", "running"],
}
"""Of rooms that have several, from the ground up."""
NO_SPHINX = {"sphinx", "docutils", "myst_parser"}


def room(path: Path) -> str:
    parts = path.relative_to(PACKAGE).parts
    return parts[0].removesuffix(".py")


def imports(path: Path) -> set[str]:
    """Every module that a file imports, anywhere in it, for types too."""
    package = (NAME, *path.relative_to(PACKAGE).parent.parts)
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            module = ".".join(filter(None, (base, node.module)))
            found.update(f"{module}.{alias.name}" for alias in node.names)
    return found


def test_every_room_has_its_place_in_the_house() -> None:
    assert {room(path) for path in FILES} <= set(ALLOWED)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_imports_point_down(path: Path) -> None:
    here = room(path)
    for module in imports(path):
        parts = module.split(".")
        if parts[0] == NAME:
            target = parts[1] if len(parts) > 1 and (PACKAGE / parts[1]).exists() else None
            target = target or (parts[1] if (PACKAGE / f"{parts[1]}.py").exists() else "__init__")
            assert target == here or target in ALLOWED[here], f"{here} imports {module}"
        elif here not in {"extension", "__init__"}:
            assert parts[0] not in NO_SPHINX, f"imports {module}"


def imports_at_run_time(path: Path) -> set[str]:
    """As :func:`imports`, without those for type checkers."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body = []
    return {
        f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


@pytest.mark.parametrize(
    ("home", "floor"), [(home, floor) for home, floors in FLOORS.items() for floor in floors]
)
def test_imports_point_down_within_a_room(home: str, floor: str) -> None:
    above = FLOORS[home][FLOORS[home].index(floor) + 1 :]
    for path in (PACKAGE / home / floor).glob("*.py"):
        for module in imports_at_run_time(path):
            assert not module.startswith(tuple(f"{NAME}.{home}.{one}." for one in above)), path


def test_no_module_needs_itself_by_way_of_others() -> None:
    names = {
        path: ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts) for path in FILES
    }
    modules = {name.removesuffix(".__init__"): path for path, name in names.items()}
    # of the package itself, which imports the extension when Sphinx asks, others take the version
    needs = {
        module: {name if name in modules else name.rpartition(".")[0] for name in found}
        for module, path in modules.items()
        if module != NAME and (found := imports_at_run_time(path))
    }
    TopologicalSorter(needs).prepare()  # raises CycleError


def test_no_modules_of_the_source_import_each_other_at_run_time() -> None:
    modules = {
        ".".join((NAME, *path.relative_to(PACKAGE).with_suffix("").parts)): path
        for path in (PACKAGE / "source").rglob("*.py")
    }
    graph = {
        name: {
            module
            for found in imports_at_run_time(path)
            for module in (found, found.rpartition(".")[0])
            if module in modules
        }
        for name, path in modules.items()
    }
    assert len(graph[f"{NAME}.source.worlds"]) > 3
    TopologicalSorter(graph).prepare()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_no_file_outgrows_one_idea(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) < 300


@pytest.mark.parametrize(
    "late", ["source", "tables.build", "tables.shapes", "links.running", "extension.links.github"]
)
def test_a_start_of_sphinx_does_not_load_what_only_some_builds_need(late: str) -> None:
    code = f"import sys, {NAME}.extension; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    loaded = done.stdout.split()
    assert f"{NAME}.extension.links" in loaded
    assert [name for name in loaded if f"{name}.".startswith(f"{NAME}.{late}.")] == []
