"""Options of the key/value cache."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from .base import BaseConfig, ResolvedConfig

CacheDType = Literal["auto", "bfloat16", "fp8", "fp8_e4m3", "fp8_e5m2", "int8"]
"""Names that the option ``dtype`` takes; each is an alias of a codec."""

GIB = 1 << 30


@dataclass
class TierConfig(BaseConfig):
    """One storage level below GPU memory."""

    name: str
    """Shown in metrics and logs."""
    capacity: int = 64 * GIB
    """Bytes that the tier may hold."""
    path: Path | None = None
    """Folder of a tier on disk; memory is used without one."""


@dataclass
class OffloadConfig(ResolvedConfig):
    """Moving cold blocks out of GPU memory."""

    enabled: bool = False
    """Blocks leave GPU memory when they have not been read for a while."""
    idle_seconds: float = 2.5
    """How long a block stays untouched before it may move."""
    tiers: list[TierConfig] = field(default_factory=list)
    """Where blocks go, fastest first."""


@dataclass
class CacheConfig(ResolvedConfig):
    """How the key/value cache is stored and shared."""

    block_size: int = 16
    """Tokens in a block; a power of two."""
    gpu_memory_utilization: float = 0.90
    """Fraction of GPU memory that the engine may use."""
    dtype: CacheDType = "auto"
    """Storage format of keys and values."""
    prefix_caching: bool = True
    """Requests with a common beginning share blocks."""
    swap_bytes: int = 4 * GIB
    """Host memory for preempted requests."""
    num_blocks: int | None = None
    """Number of blocks; worked out from memory when left open."""
    offload: OffloadConfig = field(default_factory=OffloadConfig)
    """Moving cold blocks out of GPU memory."""

    def __post_init__(self) -> None:
        if self.block_size & (self.block_size - 1):
            raise ValueError("block_size must be a power of two")

    def gib_bytes(self) -> float:
        """Give the size of the cache in GiB."""
        return self.swap_bytes / GIB
