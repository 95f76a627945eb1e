"""Configuration: one class an owner, all reachable from :class:`EngineConfig`."""

from .cache import CacheConfig, OffloadConfig, TierConfig
from .compilation import CompilationConfig, GraphConfig, PassConfig
from .engine import EngineConfig
from .model import LoraConfig, ModelConfig, MultiModalConfig, RopeConfig
from .observability import LoggingConfig, MetricsConfig, TracingConfig
from .parallel import ExpertParallelConfig, ParallelConfig, TransportConfig
from .scheduler import AdmissionConfig, SchedulerConfig
from .speculative import DraftConfig, SpeculativeConfig

__all__ = [
    "AdmissionConfig",
    "CacheConfig",
    "CompilationConfig",
    "DraftConfig",
    "EngineConfig",
    "ExpertParallelConfig",
    "GraphConfig",
    "LoggingConfig",
    "LoraConfig",
    "MetricsConfig",
    "ModelConfig",
    "MultiModalConfig",
    "OffloadConfig",
    "ParallelConfig",
    "PassConfig",
    "RopeConfig",
    "SchedulerConfig",
    "SpeculativeConfig",
    "TierConfig",
    "TracingConfig",
    "TransportConfig",
]
