"""Options of running on more than one device."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from .base import BaseConfig, ResolvedConfig


@dataclass
class TransportConfig(BaseConfig):
    """How devices talk to each other."""

    backend: Literal["nccl", "gloo", "shared_memory"] = "nccl"
    timeout_seconds: int = 1_800


@dataclass
class ExpertParallelConfig(BaseConfig):
    """Spreading experts over devices."""

    enabled: bool = False
    redundant_experts: int = 0
    transport: "TransportConfig" = field(default_factory=TransportConfig)


@dataclass
class ParallelConfig(ResolvedConfig):
    """Sizes of the parallel groups."""

    tensor_parallel_size: int = 1
    pipeline_parallel_size: int = 1
    data_parallel_size: int = 1
    expert_parallel: ExpertParallelConfig = field(default_factory=ExpertParallelConfig)
    transport: TransportConfig = field(default_factory=TransportConfig)

    @property
    def world_size(self) -> int:
        """Number of devices that one replica takes."""
        return self.tensor_parallel_size * self.pipeline_parallel_size

    def finalize_hash(self, parts: list[str]) -> str:
        """Add what only the launcher knows."""
        return "".join(parts)
