"""The published schemas of what the command line prints."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from tests.folders import write

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDER = Path(__file__).parents[2] / "docs/reference/schemas"


@pytest.fixture
def validate() -> Callable[[Any, str], None]:
    """Validate data against ``docs/reference/schemas/<name>.schema.json``."""
    registry: Registry[Any] = Registry().with_resources(
        (path.name, Resource.from_contents(json.loads(path.read_text(encoding="utf-8"))))
        for path in FOLDER.glob("*.json")
    )

    def check(data: Any, name: str) -> None:
        schema = json.loads((FOLDER / f"{name}.schema.json").read_text(encoding="utf-8"))
        Draft202012Validator.check_schema(schema)
        Draft202012Validator(schema, registry=registry).validate(data)

    return check


CODECS = """\
from dataclasses import dataclass

import torch


@dataclass(frozen=True)
class KVCodec:
    name: str
    aliases: tuple[str, ...]
    storage_dtype: torch.dtype
    element_dtype: torch.dtype | None = None
    quantized: bool = False


FP16 = KVCodec("auto", ("auto", "float16"), torch.float16)
FP8 = KVCodec("fp8", ("fp8",), torch.uint8, torch.float8_e4m3fn, quantized=True)
KV_CODECS: tuple[KVCodec, ...] = (FP16, FP8)
"""
ROUTES = """\
from dataclasses import dataclass

from rt.codecs import FP8, FP16

_NATIVE_CODECS = frozenset((FP16,))
_ALL_CODECS = _NATIVE_CODECS | {FP8}


@dataclass(frozen=True)
class RouteSpec:
    name: str
    stage: str
    codecs: frozenset = _ALL_CODECS
    max_chunk: int | None = None
    sizes: tuple[int, ...] = ()


ROUTE_SPECS: dict[str, RouteSpec] = _build_specs(
    [
        ("prefill_b prefill_a", "prefill", {"sizes": (16, 32)}),
        ("decode", "decode", {"codecs": _NATIVE_CODECS, "max_chunk": 8}),
    ]
)
"""
BINDINGS = """\
STAGE_BINDINGS = {"w13": {"dense": ("gemm", "W13", "dense", "FP16")}}
FP4_STAGE_BINDINGS = {("nvfp4", "w2", "qpn"): ("nv_qpn_out", "w2", "slots", "FP32")}
"""
CONFIG = """\
from dataclasses import dataclass, field


class Base:
    def compute_hash(self): ...


@dataclass
class Cache(Base):
    size: int = 1


@dataclass
class Engine:
    cache: Cache = field(default_factory=Cache)
    spare: "Cache | None" = None

    def __post_init__(self): ...
"""
PROJECT = """\
[tool.runtime-ref]
reference-page = "docs/reference page.md"
maintained-docs = ["README.md", "docs/*.md"]

[tool.runtime-ref.sources]
codecs = "rt/codecs.py"
routes = "rt/routes.py"
bindings = "rt/moe.py"
configurations = "rt.config.Engine"

[tool.runtime-ref.tables.limit-table]
source = "rt/limits.py:LIMITS"
title = "Limits"
"""


@pytest.fixture
def runtime_tree(tmp_path: Path) -> Path:
    """A project with all four tables and one of its own; nothing in it can be imported."""
    files = {
        "pyproject.toml": PROJECT,
        "README.md": "# Read me\n\n[codecs](rt/codecs.py#L15)\n",
        "docs/guide.md": "# Guide\n\n- `batch`\n",
        "rt/__init__.py": "import nowhere_to_be_found\n",
        "rt/codecs.py": CODECS,
        "rt/routes.py": ROUTES,
        "rt/moe.py": BINDINGS,
        "rt/config.py": CONFIG,
        "rt/limits.py": 'LIMITS = {"batch": 4, "depth": 1 << 4}\n',
    }
    write(tmp_path, files)
    return tmp_path
