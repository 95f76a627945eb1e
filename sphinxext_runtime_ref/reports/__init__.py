"""Findings and tables in the formats that other tools read."""
