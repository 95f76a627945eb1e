"""Parsers of answers in other notations."""

from __future__ import annotations

from kestrel.parsers import register_parser


@register_parser("kite_xml")
class KiteXmlParser:
    """Calls as XML elements, arguments as attributes."""


@register_parser("pythonic")
class PythonicParser:
    """Calls as a list of Python calls, read by ``ast`` and never run."""
