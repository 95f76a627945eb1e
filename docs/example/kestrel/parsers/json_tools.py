"""Parsers of answers in JSON."""

from __future__ import annotations

from kestrel.parsers import register_parser


@register_parser("harrier_json")
class HarrierJsonParser:
    """One JSON object between ``<tool_call>`` marks."""


@register_parser("openapi", streaming=False)
class OpenApiParser:
    """A whole answer that is one JSON document."""
