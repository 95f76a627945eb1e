"""Line anchors."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinxext_runtime_ref.errors import Kind
from sphinxext_runtime_ref.links.judging.lines import (
    LineRange,
    check,
    is_line_anchor,
    parse,
    split_lines,
    text_of,
)
from sphinxext_runtime_ref.links.tree.files import Fault

LINES = ["a = 1", "", "é = 3"]


@pytest.mark.parametrize(
    "fragment", ["L1", "L3", "L1-L3", "L1-3", "L2-L2", "L1C1-L3C6", "L2C1", "L3C6"]
)
def test_good_ranges(fragment: str) -> None:
    assert check(LINES, fragment) is None


@pytest.mark.parametrize(
    ("fragment", "info", "suggestion"),
    [
        ("L4", "the file has 3 lines", None),
        ("L2-L4", "the file has 3 lines", None),
        ("L999999999999", "the file has 3 lines", None),
        ("L1000000000000", "has a line number that no file reaches", None),
        ("L1-L1000000000000", "has a line number that no file reaches", None),
        ("L3-L1", "has its end before its start", "L1-L3"),
        ("L2C3-L2C1", "has its end before its start", "L2C1-L2C3"),
        ("L3C5-L1C2", "has its end before its start", "L1C2-L3C5"),
        ("L0", "counts from 0; lines and columns count from 1", None),
        ("L1C0", "counts from 0; lines and columns count from 1", None),
        ("L1-L0", "counts from 0; lines and columns count from 1", None),
        ("L3C7", "line 3 has 5 characters", None),
        ("L1C1-L2C2", "line 2 has no characters", None),
        ("L1-", "is no line range (expected L10, L10-L20 or L10C5-L20C3)", None),
        ("L1:2", "is no line range (expected L10, L10-L20 or L10C5-L20C3)", None),
        ("L١", None, None),
    ],
)
def test_bad_ranges(fragment: str, info: str | None, suggestion: str | None) -> None:
    if info is None:
        assert not is_line_anchor(fragment)
        return
    assert is_line_anchor(fragment)
    assert check(LINES, fragment) == Fault(Kind.LINES, info, suggestion)


def test_an_empty_file_has_no_lines() -> None:
    assert check([], "L1") == Fault(Kind.LINES, "the file has no lines")


def test_one_line_and_one_character_are_told_in_the_singular() -> None:
    assert check(["a"], "L2") == Fault(Kind.LINES, "the file has 1 line")
    assert check(["a"], "L1C3") == Fault(Kind.LINES, "line 1 has 1 character")
    assert check(["x"], "L2") == Fault(Kind.LINES, "the file has 1 line")


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", []),
        (b"a", ["a"]),
        (b"a\n", ["a"]),
        (b"a\r\nb", ["a", "b"]),
        (b"a\n\n", ["a", ""]),
        (b"a\x0cb\xe2\x80\xa8c\rd\n", ["a\x0cb\u2028c\rd"]),
        (b"\xef\xbb\xbfa", ["a"]),
        ("a\né".encode("utf-16"), ["a", "é"]),
        (b"caf\xe9", ["caf\ufffd"]),
    ],
)
def test_lines_of_a_file(data: bytes, lines: list[str]) -> None:
    text = text_of(data)
    assert text is not None
    assert split_lines(text) == lines


def test_a_null_byte_makes_a_file_binary() -> None:
    assert text_of(b"GIF\0") is None
    assert text_of(b"x" * 7999 + b"\0") is None
    assert text_of(b"x" * 8000 + b"\0") is not None


@given(st.integers(1, 9), st.integers(1, 9), st.integers(0, 9), st.integers(0, 9))
def test_a_range_is_read_as_it_is_written(first: int, last: int, start: int, end: int) -> None:
    wanted = LineRange(first, last, start, end)
    found = parse(str(wanted))
    if (first, start) == (last, end) or first < last or (first == last and start <= end):
        assert isinstance(found, LineRange)
        assert (found.first, found.last) == (first, last)
    elif first > last:
        assert isinstance(found, Fault)


@given(
    st.lists(st.text(alphabet="ab", max_size=3), max_size=5), st.integers(0, 7), st.integers(0, 7)
)
def test_only_lines_that_exist_are_good(lines: list[str], first: int, last: int) -> None:
    good = 1 <= first <= last <= len(lines)
    assert (check(lines, f"L{first}-L{last}") is None) == good
