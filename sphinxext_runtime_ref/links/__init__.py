"""Local links, their anchors and their verdicts."""
