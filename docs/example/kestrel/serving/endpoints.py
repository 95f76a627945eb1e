"""Endpoints of the HTTP server."""

from __future__ import annotations

from typing import NamedTuple


class Endpoint(NamedTuple):
    """One path that the server answers."""

    path: str
    methods: tuple[str, ...] = ("GET",)
    streaming: bool = False
    debug: bool = False


ENDPOINTS = [
    # ---- Generation ----
    Endpoint("/v1/completions", ("POST",), streaming=True),
    Endpoint("/v1/chat/completions", ("POST",), streaming=True),  # tools and images too
    Endpoint("/v1/embeddings", ("POST",)),
    # ---- Operation ----
    Endpoint("/health"),  # 200 as soon as a request can be taken in
    Endpoint("/metrics"),
    Endpoint("/v1/models"),
    # ---- Debugging ----
    Endpoint("/debug/routes", debug=True),
    Endpoint("/debug/cache", ("GET", "DELETE"), debug=True),
]
