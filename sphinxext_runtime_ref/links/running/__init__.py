"""Checking many documents: processes, and what is remembered from run to run."""
