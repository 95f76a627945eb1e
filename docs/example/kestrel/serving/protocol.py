"""Bodies of requests and answers."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from pydantic import BaseModel, Field


class Usage(TypedDict):
    """Tokens that a request took."""

    prompt_tokens: int
    completion_tokens: int
    cached_tokens: NotRequired[int]


class SamplingParams(BaseModel):
    """How the next token is chosen."""

    temperature: float = Field(1.0, ge=0.0, le=2.0, description="0 always takes the likeliest.")
    top_p: float = Field(1.0, gt=0.0, le=1.0, description="Share of the probability kept.")
    max_tokens: int = Field(..., ge=1, description="Longest answer.")
    stop: list[str] = Field(default_factory=list, description="Texts that end the answer.")
