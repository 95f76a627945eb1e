"""Tile sizes by architecture and element type, and what a device can do."""

from __future__ import annotations

TILES = {
    ("sm70", "fp16"): (128, 64, 32),
    ("sm70", "int8"): (128, 128, 32),
    ("sm80", "fp16"): (128, 128, 32),
    ("sm80", "bf16"): (128, 128, 32),
    ("sm90", "fp8"): (128, 256, 64),
}

# Dense peak rates in TFLOP/s and memory bandwidth in GB/s.
PEAK = {
    "V100": {"fp16": 125, "bandwidth": 900},
    "A100": {"fp16": 312, "bf16": 312, "bandwidth": 2_039},
    "H100": {"fp16": 989, "bf16": 989, "fp8": 1_979, "bandwidth": 3_352},
}
