"""The table of configuration owners."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.errors import ConfigError, DeclarationError

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.tables.model import Table

    Build = Callable[..., Table]

FILES = {
    "app/__init__.py": "",
    "app/other.py": "class Elsewhere: ...\n",
    "app/config/__init__.py": "",
    "app/config/base.py": """\
from dataclasses import dataclass

@dataclass
class Base:
    '''Common part.'''
    trace: "Trace | None" = None

    def resolve(self): ...
    def compute_hash(self): ...

@dataclass
class Trace:
    level: int = 0
    def helper(self): ...
""",
    "app/config/parts.py": """\
from __future__ import annotations
import enum
from typing import Annotated, ClassVar
from dataclasses import dataclass, field
from app.config.base import Base
from app.other import Elsewhere
from pydantic import Field

class Mode(enum.Enum):
    FAST = 1

@dataclass
class Cache(Base):
    '''Cache of pages.

    More.'''
    mode: Mode = Mode.FAST
    elsewhere: Elsewhere | None = None
    def __post_init__(self): ...

@dataclass
class Pass:
    def compute_hash(self): ...

@dataclass
class Model:
    KIND: ClassVar[Pass] = None
    cache: Annotated[Cache, Field(gt=0)] = None
    passes: list[Pass] = field(default_factory=list)
""",
    "app/config/root.py": """\
from dataclasses import dataclass
from typing import Optional
from . import parts
from .parts import Cache

@dataclass
class Root:
    model: parts.Model
    draft: "parts.Model | None" = None
    cache: Optional[Cache] = None
    other: int = 0
    def compute_hash(self): ...
    def __post_init__(self): ...
""",
}


@pytest.fixture
def owners(build: Build) -> Callable[..., Table]:
    def make(
        files: dict[str, str] | None = None,
        source: str = "app.config.root.Root",
        **options: str,
    ) -> Table:
        return build({**FILES, **(files or {})}, source, table="config-owner-table", **options)

    return make


def test_all_owner_paths_are_found(owners: Callable[..., Table]) -> None:
    table = owners()
    assert [[row.cells[c.name].text for c in table.columns] for row in table.rows] == [
        [
            "app.config.base.Trace",
            "cache.trace, draft.cache.trace, model.cache.trace",
            "",
        ],
        [
            "app.config.parts.Cache",
            "cache, draft.cache, model.cache",
            "__post_init__, resolve, compute_hash",
        ],
        ["app.config.parts.Mode", "cache.mode, draft.cache.mode, model.cache.mode", ""],
        ["app.config.parts.Model", "draft, model", ""],
        ["app.config.parts.Pass", "draft.passes, model.passes", "compute_hash"],
        ["app.config.root.Root", "(root)", "compute_hash, __post_init__"],
    ]
    cache = table.rows[1]
    assert (cache.id, cache.cells["doc"].text) == ("Cache", "Cache of pages.")
    assert str(cache.location) == "app/config/parts.py:13:1"
    assert [(name, f"{at.path}:{at.line}") for name, at in cache.cells["methods"].links] == [
        ("__post_init__", "app/config/parts.py:19"),
        ("resolve", "app/config/base.py:8"),
        ("compute_hash", "app/config/base.py:9"),
    ]
    assert table.object_type == "config"


def test_the_methods_are_a_setting(build: Build) -> None:
    table = build(
        FILES,
        "app/config/root.py:Root",
        table="config-owner-table",
        settings={"lifecycle_methods": ["helper"]},
    )
    methods = {row.id: row.cells["methods"].text for row in table.rows}
    assert methods["Trace"] == "helper"
    assert methods["Root"] == ""


def test_a_root_in_a_subfolder_has_the_name_that_one_imports(build: Build) -> None:
    files = {f"src/{path}": text for path, text in FILES.items()}
    for source in ("src/app/config/root.py:Root", "app.config.root.Root"):
        table = build(files, source, table="config-owner-table")
        assert [row.cells["type"].text for row in table.rows][-1] == "app.config.root.Root"
        assert len(table.rows) == 6


def test_classes_that_own_each_other_end(owners: Callable[..., Table]) -> None:
    loop = """\
from dataclasses import dataclass
@dataclass
class Root:
    left: "Node"
@dataclass
class Node:
    parent: "Root | None"
    next: "Node | None"
"""
    table = owners({"app/config/root.py": loop})
    assert {row.id: row.cells["owner_paths"].text for row in table.rows} == {
        "Node": "left, left.next",
        "Root": "left.parent",
    }


def test_too_many_paths_are_refused(owners: Callable[..., Table]) -> None:
    lines = ["from dataclasses import dataclass\n"]
    for i in range(20):
        fields = "".join(f"    f{j}: 'C{j}'\n" for j in range(i + 1, 20)) or "    n: int = 0\n"
        lines.append(f"@dataclass\nclass {'Root' if i == 0 else f'C{i}'}:\n{fields}")
    with pytest.raises(DeclarationError, match="more than 10000 owner paths lead through Root"):
        owners({"app/config/root.py": "".join(lines)})


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (
            "app.config.root.Rot",
            r"app/config/root\.py: 'Rot' is not declared.*did you mean 'Root'\?",
        ),
        ("app.config.rot.Root", "there is no module 'app.config.rot'"),
        ("app/config/root.py:Cache.mode", "'mode'|is no class"),
    ],
)
def test_a_missing_root_is_named(owners: Callable[..., Table], source: str, message: str) -> None:
    with pytest.raises(DeclarationError, match=message):
        owners(source=source)


def test_a_source_without_a_class_is_refused(owners: Callable[..., Table]) -> None:
    with pytest.raises(ConfigError, match="expected the dotted name of the root class"):
        owners(source="app/config/root.py")


def test_an_unparsable_file_on_the_way_is_named(owners: Callable[..., Table]) -> None:
    with pytest.raises(DeclarationError, match=r"app/config/parts\.py:1:\d+: not valid Python"):
        owners({"app/config/parts.py": "class (\n"})
