"""Options of speculative decoding."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Optional

from .base import ResolvedConfig

if TYPE_CHECKING:
    from .model import ModelConfig
    from .parallel import ParallelConfig


@dataclass
class DraftConfig(ResolvedConfig):
    """The model that proposes tokens."""

    model_config: "ModelConfig | None" = None
    parallel_config: Optional["ParallelConfig"] = None


@dataclass
class SpeculativeConfig(ResolvedConfig):
    """How tokens are proposed and verified."""

    method: Literal["ngram", "draft", "tree"] = "ngram"
    num_tokens: int = 4
    draft: "DraftConfig | None" = None

    def bind_consumers(self, engine: object) -> None:
        """Tell the scheduler how many tokens a step may verify."""
