"""Kestrel, a small made-up inference runtime.

The documentation builds its tables from this package. It is never imported: half of what it
needs (``torch``, ``kestrel_native``) is not installed where the documentation is built.
"""
