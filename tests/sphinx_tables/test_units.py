"""Parts that have rules of their own: printable text, ids, widths."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinxext_runtime_ref.extension.sources.html import highlighted_lines
from sphinxext_runtime_ref.extension.tables.cells import preview
from sphinxext_runtime_ref.extension.tables.directives import anchor
from sphinxext_runtime_ref.extension.tables.widths import (
    PAGE,
    SPACE,
    Content,
    page_widths,
    text_width,
)
from sphinxext_runtime_ref.printable import on_page

ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()), max_size=60)


@given(ANY_TEXT)
def test_printable_text_fits_every_page(text: str) -> None:
    shown = on_page(text)
    shown.encode("utf-8")
    element = ET.Element("x")
    element.text = shown
    assert ET.fromstring(ET.tostring(element)).text in {shown, shown or None}
    assert on_page(shown) == shown


def test_printable_text_is_otherwise_the_same() -> None:
    assert on_page("a\tb\n✓ \U0001f600") == "a\tb\n✓ \U0001f600"
    assert on_page("\0\x1b\ud800") == "\\x00\\x1b\\ud800"


@given(ANY_TEXT)
def test_ids_need_no_escape(text: str) -> None:
    made = anchor(text)
    assert re.fullmatch(r"[\w.:/+@-]+", made)
    assert anchor(made) == made


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("route-decode_xqa", "route-decode_xqa"),
        ("binding-awq/fp8.w13.dense", "binding-awq/fp8.w13.dense"),
        ("row-a  b", "row-a-b"),
        ("row-Größe", "row-Größe"),
        ("--", "row"),
    ],
)
def test_ids_stay_readable(text: str, made: str) -> None:
    assert anchor(text) == made


SENTENCES = st.lists(st.text("abc", max_size=12), max_size=9).map(" ".join)
COLUMNS = st.lists(
    st.builds(
        Content, header=st.sampled_from(["Name", "Source", "Type"]), texts=st.lists(SENTENCES)
    ),
    min_size=1,
    max_size=5,
)


@given(COLUMNS)
def test_columns_share_a_page_and_hold_their_words(columns: list[Content]) -> None:
    widths = page_widths(columns)
    assert sum(widths) <= PAGE
    for width, column in zip(widths, columns, strict=True):
        words = [len(word) for text in column.texts for word in text.split()]
        assert width >= max([len(column.header), *words]) + SPACE


def test_plain_text_keeps_paths_whole() -> None:
    path = "package/sub/module_with_a_long_name.py:123"
    assert text_width(Content("Source", [path], whole=True)) == len(path) + 2
    assert text_width(Content("Text", ["word " * 40])) == 38


@pytest.mark.parametrize(
    ("text", "length", "shown"),
    [
        ("one two three four five six", 20, "one two"),
        ("x" * 60, 40, "x" * 20),
        ("a\n\nb c d e f g h", 10, "a b"),
    ],
)
def test_previews_end_with_a_word(text: str, length: int, shown: str) -> None:
    assert preview(text, length) == shown


@given(st.text("ab #\"'\n\\{}<>&", max_size=80))
def test_highlighting_keeps_every_line(text: str) -> None:
    source = f'x = """{text}\n'
    rows = highlighted_lines("a.py", source)
    assert len(rows) == source.count("\n")
    for row, line in zip(rows, source.split("\n"), strict=False):
        assert ET.fromstring(f"<a>{row}</a>") is not None
        assert "".join(ET.fromstring(f"<a>{row}</a>").itertext()) == line
