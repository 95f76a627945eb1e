"""Routes of the attention backend: which kernel takes which shape of work.

A route is admitted by its declaration first and by what is compiled in second, so that the
table below can be read without a GPU at hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import kestrel_native

from kestrel.attention.codecs import BF16, FP8_E4M3, FP8_E5M2, FP16, INT8, KVCodec

RouteStage = Literal["decode", "verify", "mixed_decode", "prefill", "metadata", "any"]

_NATIVE_CODECS = frozenset((FP16, FP8_E4M3, FP8_E5M2))
_ALL_CODECS = _NATIVE_CODECS | {BF16, INT8}
_FP8_CODECS = frozenset((FP8_E4M3, FP8_E5M2))


@dataclass(frozen=True)
class RouteSpec:
    """What a route accepts; an empty tuple accepts everything."""

    name: str
    stage: RouteStage
    codecs: frozenset[KVCodec] = _NATIVE_CODECS
    head_dims: tuple[int, ...] = ()
    gqa_ratios: tuple[int, ...] = ()
    page_alignment: int = 1
    page_sizes: tuple[int, ...] = ()
    min_chunk: int = 0
    max_chunk: int | None = None
    fallback: bool = False
    observer: bool = False
    xqa: bool = False

    def accepts(self, codec: KVCodec, head_dim: int) -> bool:
        """Say whether the declared shape admits a codec and a head size."""
        return codec in self.codecs and (not self.head_dims or head_dim in self.head_dims)


def _build_specs(declarations):
    specs = {}
    for names, stage, options in declarations:
        for name in names.split():
            if name in specs:
                raise ValueError(f"route {name!r} is declared twice")
            specs[name] = RouteSpec(name, stage, **options)
    return specs


ROUTE_SPECS: dict[str, RouteSpec] = _build_specs(
    [
        # ---- Decode ----
        (
            "decode_xqa_paged",
            "decode",
            {"head_dims": (128, 256), "gqa_ratios": (4, 6, 8), "xqa": True},
        ),
        (
            "decode_xqa_paged_long",
            "decode",
            {"head_dims": (256,), "gqa_ratios": (6, 8), "min_chunk": 4096, "xqa": True},
        ),
        (
            "decode_e4m3_compact",
            "decode",
            {
                "codecs": frozenset((FP8_E4M3,)),
                "head_dims": (256,),
                "gqa_ratios": (6,),
                "page_alignment": 16,
            },
        ),
        ("decode_split_kv decode_split_kv_reduce", "decode", {"head_dims": (64, 128, 256)}),
        ("decode_sliding_window", "decode", {"page_sizes": (16, 32)}),
        ("decode_paged_prefill decode_dense_cache", "decode", {}),
        ("decode_int8_reference", "decode", {"codecs": frozenset((INT8,)), "fallback": True}),
        ("decode_scalar_paged", "decode", {"fallback": True}),
        ("decode_dense_reference", "decode", {"codecs": _ALL_CODECS, "fallback": True}),
        # ---- Verification of drafted tokens ----
        (
            "verify_xqa_small_query",
            "verify",
            {"head_dims": (256,), "gqa_ratios": (6, 8), "xqa": True},
        ),
        (
            "verify_grouped_fp16 verify_grouped_fp16_pad",
            "verify",
            {"codecs": frozenset((FP16,)), "head_dims": (256,), "page_alignment": 16},
        ),
        (
            "verify_grouped_e4m3",
            "verify",
            {"codecs": frozenset((FP8_E4M3,)), "head_dims": (256,), "page_alignment": 16},
        ),
        ("verify_tree_dense", "verify", {}),
        (
            "verify_tree_reference verify_scalar",
            "verify",
            {"codecs": _ALL_CODECS, "fallback": True},
        ),
        # ---- Decode rows inside a prefill batch ----
        (
            "mixed_rows_xqa",
            "mixed_decode",
            {"head_dims": (256,), "gqa_ratios": (4, 6, 8), "xqa": True},
        ),
        (
            "mixed_rows_grouped_e4m3",
            "mixed_decode",
            {"codecs": frozenset((FP8_E4M3,)), "head_dims": (256,), "page_alignment": 16},
        ),
        ("mixed_rows_grouped", "mixed_decode", {"codecs": frozenset((FP16,))}),
        ("mixed_rows_scalar", "mixed_decode", {"fallback": True}),
        # ---- Prefill ----
        (
            (
                "prefill_dense_flash prefill_paged_flash "
                "prefill_prefix_contiguous prefill_prefix_anchored"
            ),
            "prefill",
            {},
        ),
        (
            "prefill_split_d256 prefill_prefix_split_d256 prefill_gather_split_d256",
            "prefill",
            {"codecs": frozenset((FP16,)), "head_dims": (256,)},
        ),
        (
            "prefill_gqa_long",
            "prefill",
            {
                "codecs": frozenset((FP16,)),
                "head_dims": (256,),
                "gqa_ratios": (6,),
                "min_chunk": 64,
                "max_chunk": 8192,
            },
        ),
        (
            "prefill_gqa_fp32 prefill_gqa_fp32_tail",
            "prefill",
            {
                "codecs": frozenset((FP16,)),
                "head_dims": (256,),
                "gqa_ratios": (6,),
                "min_chunk": 8_000,
                "max_chunk": 8192,
            },
        ),
        (
            "prefill_fp8_bridge prefill_fp8_bridge_tail",
            "prefill",
            {"codecs": _FP8_CODECS, "head_dims": (128, 256)},
        ),
        ("prefill_e5m2_bridge", "prefill", {"codecs": frozenset((FP8_E5M2,))}),
        ("prefill_chunk_short", "prefill", {"max_chunk": 63}),
        ("prefill_bf16_convert", "prefill", {"codecs": frozenset((BF16,))}),
        ("prefill_safe", "prefill", {"codecs": _ALL_CODECS, "fallback": True}),
        # ---- Metadata: what is counted, not what is run ----
        (
            "metadata_empty_batch metadata_capture_small metadata_capture_tree",
            "metadata",
            {"codecs": _ALL_CODECS, "observer": True},
        ),
        (
            "metadata_graph_replay",
            "metadata",
            {"codecs": _ALL_CODECS, "page_sizes": (784,), "observer": True},
        ),
        # ---- Any stage ----
        ("unsupported draft_unsupported", "any", {"codecs": _ALL_CODECS, "fallback": True}),
    ]
)


def available(name: str) -> bool:
    """Say whether the kernel behind a route is compiled in."""
    return kestrel_native.has_op(name) and name in ROUTE_SPECS
