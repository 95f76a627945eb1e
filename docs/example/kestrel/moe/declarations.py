"""Bindings of the mixture-of-experts stages to native operators.

Each entry is ``(binding, covers, layout, arithmetic)``: the stem of the operator's name, the
part of the layer that one call covers, how the tokens lie in memory, and what is computed in
which precision.
"""

from __future__ import annotations

# The two older families share their operators' stems.
STAGE_BINDINGS = {
    "w13": {
        "compact": ("single_token_compact_w13", "input+W13", "compact active", "FP16 tiles"),
        "indexed": ("single_token_indexed_w13", "input+W13", "indexed active", "FP16 tiles"),
        "active_dense": ("single_token_dense_w13", "input+W13", "active", "FP16 tiles"),
        "active_grouped": ("active_stage", "W13", "active expert offsets", "FP16 tiles"),
        "dense": ("dense_stage", "W13", "dense expert offsets", "FP16 tiles"),
        "batched": ("gemm", "W13", "dense expert offsets", "grouped tiles"),
        "per_expert_dispatch": ("gemm", "W13", "dense expert offsets", "one call an expert"),
    },
    "w2": {
        "indexed": ("single_token_indexed_stage", "W2", "indexed active", "FP16 tiles"),
        "active_dense": ("single_token_dense_stage", "W2", "active", "FP16 tiles"),
        "active_grouped": ("active_stage", "W2", "active expert offsets", "FP16 tiles"),
        "dense": ("dense_stage", "W2", "dense expert offsets", "FP16 tiles"),
        "batched": ("gemm", "W2", "dense expert offsets", "grouped tiles"),
        "per_expert_dispatch": ("gemm", "W2", "dense expert offsets", "one call an expert"),
    },
}

FP4_STAGE_BINDINGS = {
    ("nvfp4", "w13", "packed"): ("nvfp4_packed_w13", "input+W13", "packed pairs", "FP4 to FP16"),
    ("nvfp4", "w13", "indexed"): (
        "nvfp4_indexed_w13",
        "input+W13",
        "indexed active",
        "FP4 to FP16",
    ),
    ("nvfp4", "w13", "dense"): ("nvfp4_stage", "W13", "dense expert offsets", "FP4 to FP16"),
    ("nvfp4", "w13", "batched"): ("nvfp4_gemm", "W13", "dense expert offsets", "grouped tiles"),
    ("nvfp4", "w2", "packed"): ("nvfp4_packed_w2", "W2", "packed pairs", "FP4 to FP16"),
    ("nvfp4", "w2", "dense"): ("nvfp4_stage", "W2", "dense expert offsets", "FP4 to FP16"),
    ("nvfp4", "w2", "batched"): ("nvfp4_gemm", "W2", "dense expert offsets", "grouped tiles"),
    ("mxfp4", "w13", "packed"): ("mxfp4_packed_w13", "input+W13", "packed pairs", "FP4 to FP16"),
    ("mxfp4", "w13", "dense"): ("mxfp4_stage", "W13", "dense expert offsets", "FP4 to FP16"),
    ("mxfp4", "w13", "batched"): ("mxfp4_gemm", "W13", "dense expert offsets", "grouped tiles"),
    ("mxfp4", "w2", "packed"): ("mxfp4_packed_w2", "W2", "packed pairs", "FP4 to FP16"),
    ("mxfp4", "w2", "dense"): ("mxfp4_stage", "W2", "dense expert offsets", "FP4 to FP16"),
    ("mxfp4", "w2", "batched"): ("mxfp4_gemm", "W2", "dense expert offsets", "grouped tiles"),
}


def native_name(family: str, stage: str, mode: str) -> str:
    """Give the full name of the operator that a binding stands for."""
    stem = STAGE_BINDINGS[stage][mode][0]
    tail = "_per_expert_dispatch_out" if mode == "per_expert_dispatch" else "_out"
    return f"{family}_moe_{stem}_sm70{tail}"
