"""Codecs of the key/value cache: how an element is stored and what it means."""

from __future__ import annotations

from dataclasses import dataclass

import kestrel_native
import torch


@dataclass(frozen=True)
class KVCodec:
    """One storage format of the key/value cache.

    A codec says what the bytes are. Which kernel reads them is a matter of the routes.
    """

    name: str
    aliases: tuple[str, ...]
    storage_dtype: torch.dtype
    element_dtype: torch.dtype | None = None
    quantized: bool = False

    @property
    def stores(self) -> torch.dtype:
        """Type of the elements that a kernel sees."""
        return self.element_dtype or self.storage_dtype

    @property
    def bits(self) -> int:
        """Width of a stored element in bits."""
        return kestrel_native.itemsize(self.storage_dtype) * 8


# The model's own precision; chosen when nothing is asked for.
FP16 = KVCodec("auto", ("auto", "float16", "half"), torch.float16)

# Accepted for checkpoints that ask for it, converted on the way in.
BF16 = KVCodec("bfloat16", ("bfloat16", "bf16"), torch.bfloat16)

# One byte an element, three bits of mantissa: the better choice for keys.
FP8_E4M3 = KVCodec(
    "fp8_e4m3",
    ("fp8", "fp8_e4m3"),
    torch.uint8,
    torch.float8_e4m3fn,
    quantized=True,
)

# One byte an element, a wider range: safe for values with outliers.
FP8_E5M2 = KVCodec(
    "fp8_e5m2",
    ("fp8_e5m2",),
    torch.uint8,
    element_dtype=torch.float8_e5m2,
    quantized=True,
)

# Scales per head; only the reference kernels read it so far.
INT8 = KVCodec("int8", ("int8", "int8_per_head"), torch.int8, quantized=True)

KV_CODECS: tuple[KVCodec, ...] = (FP16, BF16, FP8_E4M3, FP8_E5M2, INT8)


def resolve_codec(name: str) -> KVCodec:
    """Find the codec that answers to a name."""
    for codec in KV_CODECS:
        if name == codec.name or name in codec.aliases:
            return codec
    raise ValueError(f"unknown codec {name!r}")
