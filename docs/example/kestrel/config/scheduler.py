"""Options of the scheduler."""

from __future__ import annotations

from dataclasses import dataclass, field

from .base import BaseConfig


@dataclass
class AdmissionConfig(BaseConfig):
    """When a request is taken in and when it has to wait."""

    max_waiting: int = 4_096
    priority_levels: int = 3


@dataclass
class SchedulerConfig(BaseConfig):
    """What runs together in one step."""

    max_num_seqs: int = 256
    max_batched_tokens: int = 8_192
    chunked_prefill: bool = True
    admission: "AdmissionConfig" = field(default_factory=AdmissionConfig)

    def __post_init__(self) -> None:
        if self.max_batched_tokens < self.max_num_seqs:
            raise ValueError("a step must hold a token of every sequence")
