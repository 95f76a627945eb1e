"""A small source tree in the shapes of the named tables, and documents that show it."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import pytest
from bs4 import BeautifulSoup

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

CODECS = '''\
from dataclasses import dataclass

import missing_native
import torch


@dataclass(frozen=True)
class KVCodec:
    """One storage format."""

    name: str
    aliases: tuple[str, ...]
    storage_dtype: torch.dtype
    element_dtype: torch.dtype | None = None
    quantized: bool = False

    def stores(self):
        return self.element_dtype


FP16 = KVCodec("auto", ("auto", "float16"), torch.float16)
BF16 = KVCodec("bfloat16", ("bfloat16",), torch.bfloat16)
FP8 = KVCodec("fp8", ("fp8",), torch.uint8, torch.float8_e4m3fn, quantized=True)

KV_CODECS: tuple[KVCodec, ...] = (FP16, BF16, FP8)
'''

ROUTES = """\
from dataclasses import dataclass

from pkg.codecs import BF16, FP16, FP8, KVCodec

_NATIVE_CODECS = frozenset((FP16, FP8))
_ALL_CODECS = _NATIVE_CODECS | {BF16}


@dataclass(frozen=True)
class RouteSpec:
    name: str
    stage: str
    codecs: frozenset[KVCodec] = _ALL_CODECS
    head_dims: tuple[int, ...] = ()
    page_alignment: int = 1
    xqa: bool = False


def _build_specs(declarations):
    return {}


ROUTE_SPECS: dict[str, RouteSpec] = _build_specs(
    [
        ("decode_xqa_paged", "decode", {"head_dims": (128, 256), "xqa": True}),
        ("decode_a decode_b", "decode", {"codecs": frozenset((FP8,))}),
        ("prefill_dense", "prefill", {"codecs": _NATIVE_CODECS, "page_alignment": 16}),
    ]
)
"""

BINDINGS = """\
STAGE_BINDINGS = {
    "w13": {
        "dense": ("dense_stage", "W13", "dense expert offsets", "FP16 tiles"),
        "per_expert_dispatch": ("gemm", "W13", "dense expert offsets", "one call"),
    },
    "w2": {"dense": ("dense_stage", "W2", "dense expert offsets", "FP16 tiles")},
}
FP4_STAGE_BINDINGS = {
    ("nvfp4", "w13", "packed"): ("nvfp4_packed", "input+W13", "packed pairs", "FP4 to FP16"),
}
"""

CONFIG = '''\
from dataclasses import dataclass


@dataclass
class CacheConfig:
    """Sizes of the cache."""

    block_size: int = 16

    def compute_hash(self):
        return "x"


@dataclass
class EngineConfig:
    """Everything."""

    cache: CacheConfig
    spare: "CacheConfig | None" = None

    def __post_init__(self):
        pass
'''

LIMITS = '''\
"""Limits by name."""

LIMITS = {
    # Tokens in one batch.
    "batch_tokens": 8192,
    "retries": 3,
    "strict": True,
    "mask": 0x10,
}
'''

SOURCES: Mapping[str, str] = MappingProxyType(
    {
        "pkg/__init__.py": "",
        "pkg/codecs.py": CODECS,
        "pkg/routing.py": ROUTES,
        "pkg/moe.py": BINDINGS,
        "pkg/config.py": CONFIG,
        "pkg/limits.py": LIMITS,
    }
)

CONF = """\
show_warning_types = True
myst_enable_extensions = ['colon_fence']
runtime_ref_check_links = False
runtime_ref_sources = {
    'codecs': 'pkg/codecs.py',
    'routes': 'pkg/routing.py',
    'bindings': 'pkg/moe.py',
    'configurations': 'pkg.config.EngineConfig',
}
"""

ALL = """\
# All

```{kv-codec-table}
```

```{route-table}
```

```{moe-binding-table}
```

```{config-owner-table}
```

```{declaration-table} pkg/limits.py:LIMITS
```
"""


@pytest.fixture
def sources() -> dict[str, str]:
    """Give the files of the source tree by path."""
    return dict(SOURCES)


@pytest.fixture
def conf() -> str:
    """Give the lines of ``conf.py`` that name the sources."""
    return CONF


@pytest.fixture
def all_tables() -> str:
    """Give a Markdown document with every table."""
    return ALL


@pytest.fixture
def show(project: Callable[..., Any], sources: dict[str, str], conf: str) -> Callable[..., Any]:
    """Build one Markdown page and give its parsed HTML and its warnings."""

    def build(text: str, more: str = "", **files: str) -> tuple[Any, list[str]]:
        made = project({**sources, **files, "docs/index.md": f"# Top\n\n{text}\n"}, conf + more)
        result = made.build()
        return BeautifulSoup(result.html(), "html.parser"), result.warnings

    return build


@pytest.fixture
def texts() -> Callable[[Any, int], list[str]]:
    """Give the texts of a row's cells, without the marks that link to it."""

    def read(tag: Any, row: int) -> list[str]:
        cells = tag.find_all("tr")[row].find_all(["th", "td"])
        for mark in tag.select(".headerlink"):
            mark.decompose()
        return [" ".join(cell.get_text().split()) for cell in cells]

    return read
