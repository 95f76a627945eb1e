"""The dump of all tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from sphinxext_runtime_ref.errors import ConfigError, DeclarationError
from sphinxext_runtime_ref.settings import DEFAULT_SOURCES, settings_from
from sphinxext_runtime_ref.tables.catalogue import catalogue_from
from sphinxext_runtime_ref.tables.runtime import EVIDENCE, runtime_report

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sphinxext_runtime_ref.source.tree import SourceTree

    Lay = Callable[[Mapping[str, str]], SourceTree]

FILES = {
    "codecs.py": """\
from dataclasses import dataclass
import torch
@dataclass(frozen=True)
class KVCodec:
    name: str
    aliases: tuple[str, ...]
    storage_dtype: torch.dtype
    element_dtype: torch.dtype | None = None
    quantized: bool = False
FP16 = KVCodec("auto", ("auto",), torch.float16)
BF16 = KVCodec("bf16", (), torch.bfloat16)
KV_CODECS = (FP16, BF16)
""",
    "routes.py": """\
from dataclasses import dataclass
from codecs_of_app import FP16, BF16
@dataclass
class RouteSpec:
    name: str
    stage: str
    codecs: frozenset = frozenset((FP16, BF16))
    max_chunk: int | None = None
def _build_specs(x): ...
ROUTE_SPECS = _build_specs([("b a", "decode", {"max_chunk": 4}), ("c", "prefill", {})])
""",
    "codecs_of_app.py": "from codecs_here import FP16, BF16\n",
    "codecs_here.py": "import torch\nFP16 = torch.x()\nBF16 = torch.y()\n",
    "bindings.py": """\
STAGE_BINDINGS = {"w2": {"b": ("op", "W2", "l", "a"), "a": ("op", "W2", "l", "a")}}
FP4_STAGE_BINDINGS = {("nvfp4", "w1", "x"): ("op4", "W1", "l", "a")}
""",
    "config.py": """\
from dataclasses import dataclass
@dataclass
class Part:
    def compute_hash(self): ...
@dataclass
class Config:
    part: Part
""",
    "own.py": "T = {'a': 1}\n",
}
SOURCES = {
    "codecs": "codecs.py",
    "routes": "routes.py",
    "bindings": "bindings.py",
    "configurations": "config.py:Config",
}


def report(
    lay: Lay,
    files: Mapping[str, str],
    unread: list[DeclarationError] | None = None,
    **settings: Any,
) -> tuple[dict[str, Any], list[str]]:
    def refuse(name: str, message: str) -> None:
        raise AssertionError(f"{name}: {message}")

    warned: list[str] = []
    catalogue = catalogue_from(settings_from(settings, refuse), refuse)
    made = runtime_report(
        lay(files), catalogue, lambda item: warned.append(str(item)), unread=unread
    )
    return made, warned


def test_all_sections(lay: Lay) -> None:
    tables = {"own-table": {"source": "own.py:T", "title": "Own", "columns": ["key as Name"]}}
    data, warned = report(lay, FILES, sources=SOURCES, tables=tables)
    assert not warned
    assert list(data) == ["evidence", "codecs", "routes", "configurations", "bindings", "tables"]
    assert data["evidence"] == EVIDENCE
    assert data["codecs"] == [
        {
            "symbol": "FP16",
            "name": "auto",
            "aliases": ["auto"],
            "storage_dtype": "torch.float16",
            "element_dtype": None,
            "quantized": False,
            "source": "codecs.py:10",
        },
        {
            "symbol": "BF16",
            "name": "bf16",
            "aliases": [],
            "storage_dtype": "torch.bfloat16",
            "element_dtype": None,
            "quantized": False,
            "source": "codecs.py:11",
        },
    ]
    assert data["routes"] == [
        {
            "name": name,
            "stage": stage,
            "codecs": ["BF16", "FP16"],
            "max_chunk": chunk,
            "source": "routes.py:10",
        }
        for name, stage, chunk in (("a", "decode", 4), ("b", "decode", 4), ("c", "prefill", None))
    ]
    assert data["configurations"] == [
        {"name": "config.Config", "owners": [], "methods": {}, "source": "config.py:6"},
        {
            "name": "config.Part",
            "owners": ["part"],
            "methods": {"compute_hash": "config.py:4"},
            "source": "config.py:3",
        },
    ]
    assert [(row["family"], row["stage"], row["mode"]) for row in data["bindings"]] == [
        ("awq/fp8", "w2", "a"),
        ("awq/fp8", "w2", "b"),
        ("nvfp4", "w1", "x"),
    ]
    assert data["tables"] == {
        "own-table": {
            "title": "Own",
            "headers": {"key": "Name"},
            "columns": ["key"],
            "rows": [
                {"key": {"text": "a", "kind": "literal", "value": "a", "source": "own.py:1:6"}}
            ],
        }
    }


def test_a_source_that_is_not_there_is_an_error(lay: Lay) -> None:
    beside = {DEFAULT_SOURCES["routes"]: FILES["routes.py"]}
    with pytest.raises(DeclarationError, match=r"kv_codecs\.py: no such file below the root"):
        report(lay, beside)
    gone = {**SOURCES, "codecs": "gone.py"}
    tables = {"own-table": {"source": "own.py:T"}}
    with pytest.raises(DeclarationError, match=r"gone\.py: no such file below the root"):
        report(lay, FILES, sources=gone, tables=tables)


def test_nothing_configured_and_nothing_there_is_told(lay: Lay) -> None:
    with pytest.raises(ConfigError, match=r"there are no tables: none of the default sources"):
        report(lay, {})


def test_a_default_source_that_is_there_can_be_left_out(lay: Lay) -> None:
    beside = {**FILES, DEFAULT_SOURCES["bindings"]: FILES["bindings.py"]}
    tables = {"own-table": {"source": "own.py:T"}}
    data, _ = report(lay, beside, tables=tables)
    assert list(data) == ["evidence", "bindings", "tables"]
    data, _ = report(lay, beside, tables=tables, sources={"bindings": ""})
    assert list(data) == ["evidence", "tables"]
    with pytest.raises(DeclarationError, match=r"kv_codecs\.py: .* or to '' for no such table$"):
        report(lay, beside)
    others = dict.fromkeys(("codecs", "routes", "configurations"), "")
    assert list(report(lay, beside, sources=others)[0]) == ["evidence", "bindings"]
    with pytest.raises(ConfigError, match=r"there are no tables"):
        report(lay, beside, sources={**others, "bindings": ""})


def test_one_configured_source_needs_no_other(lay: Lay) -> None:
    data, warned = report(lay, FILES, sources={"bindings": "bindings.py"})
    assert list(data) == ["evidence", "bindings"]
    assert not warned


def test_a_project_with_tables_of_its_own_needs_no_other(lay: Lay) -> None:
    data, warned = report(lay, FILES, tables={"own-table": {"source": "own.py:T"}})
    assert list(data) == ["evidence", "tables"]
    assert not warned


def test_a_table_of_a_project_may_be_called_as_a_section_is(lay: Lay) -> None:
    data, _ = report(lay, FILES, sources=SOURCES, tables={"codecs": {"source": "own.py:T"}})
    assert [row["symbol"] for row in data["codecs"]] == ["FP16", "BF16"]
    assert list(data["tables"]) == ["codecs"]


def test_all_tables_that_can_not_be_read_are_told_at_once(lay: Lay) -> None:
    unread: list[DeclarationError] = []
    tables = {"own-table": {"source": "own.py:T"}, "gone-table": {"source": "own.py:GONE"}}
    data, _ = report(lay, FILES, unread, sources={"bindings": "gone.py"}, tables=tables)
    assert list(data) == ["evidence", "tables"]
    assert list(data["tables"]) == ["own-table"]
    first, second = map(str, unread)
    assert first.startswith("gone.py: no such file below the root")
    assert second.startswith("own.py: gone-table: ")
