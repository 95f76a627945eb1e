"""Names of the quantization methods."""

from __future__ import annotations

from typing import Literal, get_args

QuantizationMethod = Literal[
    # [Weights only]
    "awq",  # four bits in groups of 128
    "gptq",
    # [Weights and activations]
    "fp8",  # one scale a tensor
    "fbgemm_fp8",
    # [Four bits]
    "nvfp4",  # blocks of 16
    "mxfp4",  # blocks of 32
]

METHODS: list[str] = list(get_args(QuantizationMethod))

# Still read from old checkpoints, never written.
DEPRECATED_METHODS = frozenset({"fbgemm_fp8", "squeezellm", "marlin"})

#: Methods that the mixture-of-experts layers take.
MOE_METHODS = ["awq", "fp8", "nvfp4", "mxfp4"]
