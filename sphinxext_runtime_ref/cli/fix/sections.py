"""Headings that were renamed: the same section under another name."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.links.judging.lines import split_lines
from sphinxext_runtime_ref.links.markup import markdown
from sphinxext_runtime_ref.links.markup.headings import page_ids
from sphinxext_runtime_ref.links.markup.markdown_links import heading_lines

if TYPE_CHECKING:
    from collections.abc import Iterable

ALIKE = 0.6
"""How much of a section's lines must be the same: half of them and a bit."""
MAX_LINES = 400
"""Lines of a section that are compared."""


def renamed_heading(versions: Iterable[bytes], present: bytes, slug: str) -> str | None:
    """Give the slug that a heading of an earlier version has now.

    :param versions: earlier contents, the latest first.
    :return: ``None`` unless exactly one heading that is new since has the old one's section.
    """
    now = _sections(present)
    for data in versions:
        before = _sections(data)
        if slug not in before:
            continue
        fresh = [name for name in now if name not in before]
        body = before[slug]
        if not body:
            return _in_its_place(list(before), list(now), slug, fresh)
        alike = [name for name in fresh if _likeness(body, now[name]) >= ALIKE]
        return alike[0] if len(alike) == 1 else None
    return None


def _sections(data: bytes) -> dict[str, list[str]]:
    """Give the lines below each heading, up to the next one, by slug and in order."""
    text = markdown.decode(data)
    lines = split_lines(text)
    slugs = page_ids(markdown.render(text)).slugs
    starts = [*heading_lines(data), len(lines) + 1]
    if len(slugs) != len(starts) - 1:
        return {}
    sections = {}
    for number, slug in enumerate(slugs):
        below = lines[starts[number] : starts[number + 1] - 1]
        # The underline of a setext heading is no text of the section.
        sections[slug] = [line.strip() for line in below if line.strip("=- \t")][:MAX_LINES]
    return sections


def _likeness(one: list[str], two: list[str]) -> float:
    return SequenceMatcher(None, one, two, autojunk=False).ratio()


def _in_its_place(before: list[str], now: list[str], slug: str, fresh: list[str]) -> str | None:
    """Without a text to compare, one new heading between the same neighbours is it."""
    matcher = SequenceMatcher(None, before, now, autojunk=False)
    index = before.index(slug)
    for tag, start, end, first, last in matcher.get_opcodes():
        if tag == "replace" and start == index and end == index + 1 and last == first + 1:
            return now[first] if now[first] in fresh else None
    return None
