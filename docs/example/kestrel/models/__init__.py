"""Models that the runtime can load."""
