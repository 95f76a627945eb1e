"""Devices that the runtime knows."""

from __future__ import annotations

from enum import Enum, IntEnum, auto


class DeviceKind(Enum):
    """What a model runs on."""

    CUDA = "cuda"
    """NVIDIA devices from Volta on."""
    ROCM = "rocm"
    """AMD devices; no FP4."""
    CPU = "cpu"
    """Any machine; reference kernels only."""
    GPU = "cuda"
    """Alias from before there was a second vendor."""


class Priority(IntEnum):
    """Order in which requests are taken in."""

    URGENT = auto()  #: Health checks and cancelled requests.
    INTERACTIVE = auto()  #: A person is waiting.
    BATCH = auto()  #: Whenever there is room.
