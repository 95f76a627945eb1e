"""The root of all configuration."""

from __future__ import annotations

from dataclasses import dataclass, field

from .base import ResolvedConfig
from .cache import CacheConfig
from .compilation import CompilationConfig
from .model import ModelConfig
from .observability import LoggingConfig, MetricsConfig, TracingConfig
from .parallel import ParallelConfig
from .scheduler import SchedulerConfig
from .speculative import SpeculativeConfig


@dataclass
class _ObservedConfig(ResolvedConfig):
    """Fields that every process of the engine has."""

    logging: LoggingConfig = field(default_factory=LoggingConfig)
    metrics: MetricsConfig = field(default_factory=MetricsConfig)
    tracing: TracingConfig | None = None


@dataclass
class EngineConfig(_ObservedConfig):
    """Everything that a running engine was told."""

    model_config: ModelConfig = field(default_factory=ModelConfig)
    cache_config: CacheConfig = field(default_factory=CacheConfig)
    parallel_config: ParallelConfig = field(default_factory=ParallelConfig)
    scheduler_config: SchedulerConfig = field(default_factory=SchedulerConfig)
    compilation_config: CompilationConfig = field(default_factory=CompilationConfig)
    speculative_config: SpeculativeConfig | None = None

    def __post_init__(self) -> None:
        self.resolve()

    def compute_hash(self) -> str:
        """Hash the parts that change compiled code."""
        parts = [self.model_config, self.cache_config, self.compilation_config]
        return self.parallel_config.finalize_hash([part.compute_hash() for part in parts])
