"""Fixed limits."""

from __future__ import annotations

KIB = 1 << 10
MIB = KIB << 10


class Limits:
    """What one request may ask for."""

    #: Tokens in prompt and answer together.
    MAX_TOKENS = 131_072
    #: Alternative answers to one prompt.
    MAX_CHOICES = 8
    #: Bytes in the body of a request.
    MAX_BODY = 64 * MIB
    #: Sequences that end an answer.
    MAX_STOPS = 16
    #: Mask of the sampling flags.
    FLAG_MASK = 0xFF
    #: Seconds before a request is given up.
    TIMEOUT = 600.0
