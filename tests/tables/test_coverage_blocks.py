"""Coverage directives in documents are blanked, and nothing else is."""

from __future__ import annotations

import pytest

from sphinxext_runtime_ref.tables.coverage_blocks import without_blocks

FENCED = "a\n```{declaration-coverage} x.py:T\n- one: why\n```\nb\n"
LONG = "````{declaration-coverage} x.py:T\n```\n- one: why\n````\nb\n"
COLONS = "a\n:::{declaration-coverage} x.py:T\n- one: why\n:::\nb"
RST = "a\n\n.. declaration-coverage:: x.py:T\n\n   one: why\n\nb\n"
OPEN = "a\n```{declaration-coverage} x.py:T\n- one: why\n"
INNER = "- item\n\n  .. declaration-coverage:: x.py:T\n\n     one: why\n\n  b\n"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (FENCED, ["a", "", "", "", "b"]),
        (LONG, ["", "", "", "", "b"]),
        (COLONS, ["a", "", "", "", "b"]),
        (RST, ["a", "", "", "", "", "", "b"]),
        (OPEN, ["a", ""]),
        (INNER, ["- item", "", "", "", "", "", "  b"]),
        ("no `declaration-coverage` here\n- one\n", ["no `declaration-coverage` here", "- one"]),
        ("```{note}\none\n```\n", ["```{note}", "one", "```"]),
    ],
)
def test_blocks_are_blanked_in_place(text: str, kept: list[str]) -> None:
    assert without_blocks(text).splitlines() == kept
