"""Options of what the engine tells about itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from .base import BaseConfig


@dataclass
class LoggingConfig(BaseConfig):
    """What is written where."""

    level: Literal["debug", "info", "warning", "error"] = "info"
    json_lines: bool = False


@dataclass
class MetricsConfig(BaseConfig):
    """Counters and histograms."""

    enabled: bool = True
    port: int = 9_400
    route_counters: bool = False
    """Count each attention route; costs about one per cent."""


@dataclass
class TracingConfig(BaseConfig):
    """Spans of single requests."""

    endpoint: str | None = None
    sample_ratio: float = 0.01
    logging: LoggingConfig = field(default_factory=LoggingConfig)
