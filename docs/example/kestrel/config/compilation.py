"""Options of compiled graphs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .base import BaseConfig


@dataclass
class PassConfig(BaseConfig):
    """Which rewrites of the graph run."""

    fuse_norm_quant: bool = True
    fuse_attention: bool = False
    remove_noops: bool = True

    def hash_options(self) -> dict[str, Any]:
        """Give the passes that are on."""
        return {name: value for name, value in vars(self).items() if value}


@dataclass
class GraphConfig(BaseConfig):
    """Captured device graphs."""

    capture_sizes: list[int] = field(default_factory=lambda: [1, 2, 4, 8, 16, 32])
    full_decode: bool = False

    def graph_options(self) -> dict[str, Any]:
        """Give the options that a captured graph depends on."""
        return {"sizes": tuple(self.capture_sizes), "full": self.full_decode}


@dataclass
class CompilationConfig(BaseConfig):
    """How the model is compiled."""

    level: int = 3
    pass_config: PassConfig = field(default_factory=PassConfig)
    graph: GraphConfig = field(default_factory=GraphConfig)

    def capture_inputs(self) -> list[int]:
        """Give the batch sizes to capture."""
        return sorted(self.graph.capture_sizes)
