"""Options of the model itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from .base import BaseConfig, ResolvedConfig

LoadFormat = Literal["auto", "safetensors", "pt", "dummy"]


@dataclass
class RopeConfig(BaseConfig):
    """Rotary position embedding."""

    theta: float = 10_000.0
    scaling: Literal["none", "linear", "yarn"] = "none"
    factor: float = 1.0


@dataclass
class LoraConfig(BaseConfig):
    """Adapters that are merged on the fly."""

    max_rank: int = 16
    max_adapters: int = 4


@dataclass
class MultiModalConfig(BaseConfig):
    """Inputs that are not text."""

    image_limit: int = 1
    audio_limit: int = 0

    def compute_hash(self) -> str:
        """Leave the limits out: they never reach a kernel."""
        return ""


@dataclass
class ModelConfig(ResolvedConfig):
    """The checkpoint and how to read it."""

    model: str
    """Name or path of the checkpoint."""
    load_format: LoadFormat = "auto"
    max_model_len: int | None = None
    rope: RopeConfig = field(default_factory=RopeConfig)
    lora: LoraConfig | None = None
    multimodal: Annotated[MultiModalConfig, "only for models that take images"] = field(
        default_factory=MultiModalConfig
    )

    def resolve_fields(self) -> None:
        """Read what the checkpoint's own configuration says."""
