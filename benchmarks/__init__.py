"""Measurements of speed and memory against other tools: ``python -m benchmarks --help``."""
