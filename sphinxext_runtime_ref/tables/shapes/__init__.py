"""Shapes: ways to read a declaration as rows."""
