"""How the names of a checkpoint's tensors map to ours."""

from __future__ import annotations

# (ours, theirs) or (ours, theirs, part of a fused tensor).
RENAMES = [
    ("qkv_proj", "q_proj", "q"),
    ("qkv_proj", "k_proj", "k"),
    ("qkv_proj", "v_proj", "v"),
    ("gate_up_proj", "gate_proj", 0),
    ("gate_up_proj", "up_proj", 1),
    ("norm", "model.norm"),
    ("embed_tokens", "model.embed_tokens"),
]
