"""Tile sizes and peak rates of the kernels."""
