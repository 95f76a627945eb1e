"""Decoding, parsing and reading of source files, hostile ones too."""

from __future__ import annotations

import os
import re
import time
from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.errors import DeclarationError, MissingDeclarationError
from sphinxext_runtime_ref.source.limits import Limits
from sphinxext_runtime_ref.source.symbols import evaluate, lookup
from sphinxext_runtime_ref.source.tree import SourceTree
from sphinxext_runtime_ref.source.values import Sequence

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("X = 'é'\n".encode(), "'é'"),
        (b"\xef\xbb\xbfX = '\xc3\xa9'\n", "'é'"),
        (b"# -*- coding: latin-1 -*-\nX = '\xe9'\n", "'é'"),
        (b"#!/bin/python\n# vim: set fileencoding=cp1252 :\nX = '\x80'\n", "'€'"),
        (b"X = (\r\n 'a',\r\n)\r\n", "('a')"),
        (b"X = (\r 'a',\r)\r", "('a')"),
        ("\x0cX = '\u2028'\n".encode(), "'\\u2028'"),
        (b"X = '''a\\\n\tb'''", "'a\\tb'"),
        (b"X = '\\d'\n", "'\\\\d'"),
    ],
)
def test_encodings_and_newlines_follow_python(
    read: Callable[..., str], data: bytes, text: str
) -> None:
    assert read({"m.py": data}) == text


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"X = 1\nY = '\xc3\xa9\xff'\n", "m.py:2:7: can't be decoded: byte 0xff is not utf-8"),
        (b"X = '\xff'\n", "m.py:1:6: can't be decoded: byte 0xff is not utf-8"),
        (b"X = 1\rY = '\xff'\r", "m.py:2:6: can't be decoded: byte 0xff is not utf-8"),
        (b"X = 1\r\nY = '\xff'\r\n", "m.py:2:6: can't be decoded"),
        (b"\xef\xbb\xbfX = 1\nY = '\xff'\n", "m.py:2:6: can't be decoded: byte 0xff is not"),
        (b"# coding: nonsense\nX = 1\n", "m.py:1: can't be decoded: unknown encoding: nonsense"),
        (b"# coding: hex\nX = 1\n", "m.py:1: can't be decoded"),
        (b"# coding: utf-8\nX = '\xe9'\n", "m.py:2:6: can't be decoded"),
        (b"X = 1\n\nY = '\0'\n", "m.py:3:6: not valid Python: the file contains null bytes"),
        (b"X = 1\nT = {\n", "m.py:2:5: not valid Python: '{' was never closed"),
        (b"X = 'a\n", "m.py:1:5: not valid Python: unterminated string literal"),
        (b")\n", "m.py:1:1: not valid Python: unmatched ')'"),
        (b"if a: X = 0\n" + b"elif a: X = 1\n" * 1500, "m.py: nested too deeply"),
        (b"class X[T: = 1\n", "newer syntax needs that Python"),
        (b"X = " + b"(" * 5000 + b")" * 5000, "m.py"),
        (b"X = " + b"-" * 200_000 + b"1", "m.py"),
        (b"X = " + b"a." * 100_000 + b"b", "m.py"),
        (b"X = " + b"a." * 1_500 + b"b", "m.py:1:5: 'X.y': nested deeper than the limit of 100"),
        (b"X = " + b"9" * 10_000 + b"\n", "m.py:1"),
        (b"def f():\n" + b"".join(b" " * i + b"if 1:\n" for i in range(1, 150)), "m.py"),
    ],
)
def test_what_can_not_be_read_is_an_error_with_its_place(
    tree: Callable[..., SourceTree], data: bytes, message: str
) -> None:
    made = tree({"m.py": data})
    begun = time.process_time()
    with pytest.raises(DeclarationError) as caught:
        lookup(made, made.module("m.py"), "X.y")
    assert message in str(caught.value)
    assert str(caught.value).startswith("m.py")
    assert time.process_time() - begun < 5


def test_source_of_another_language_is_not_taken_for_newer_python(
    tree: Callable[..., SourceTree],
) -> None:
    made = tree({"ops.cpp": "TORCH_LIBRARY(ops, m) { m.def(x); }\n"})
    told = r"ops\.cpp:1:23: not valid Python: .* \(declarations are read from Python files alone\)"
    with pytest.raises(DeclarationError) as caught:
        made.module("ops.cpp")
    assert re.fullmatch(told, str(caught.value))


def test_a_column_is_in_its_line_whatever_python_counts_from(
    tree: Callable[..., SourceTree],
) -> None:
    made = tree('X = """a\n  b""" \\Y\n')
    with pytest.raises(DeclarationError, match="unexpected character after line") as caught:
        made.module("m.py")
    place = caught.value.location
    assert place is not None
    assert place.line == 2
    assert place.column <= len('  b""" \\Y') + 1


def test_columns_count_characters(tree: Callable[..., SourceTree]) -> None:
    made = tree("é, X = 'ü', nope(1)\n")
    module = made.module("m.py")
    place = lookup(made, module, "X").location
    assert (place.line, place.column) == (1, 4)
    assert module.text.cut(place) == "X"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_are_counted_whatever_ends_them(tree: Callable[..., SourceTree], end: str) -> None:
    made = tree(
        {"m.py": end.join(["A = 1", "", "X = (", "    2,", ")", 'T = ["""a', 'b"""]']).encode()}
    )
    module = made.module("m.py")
    place = lookup(made, module, "X").location
    assert place == ("m.py", 3, 1, 5, 2)
    assert module.text.cut(place) == "X = (\n    2,\n)"
    assert module.text.cut(place._replace(end_line=0, end_column=0)) == "X = ("
    assert module.text.cut(place._replace(line=9, end_line=9)) == ""
    value = evaluate(made, module, "T")[0].value
    assert isinstance(value, Sequence)
    assert [getattr(item, "value", None) for item in value.items] == ["a\nb"]


def test_a_dense_file_is_refused_by_its_tokens(tree: Callable[..., SourceTree]) -> None:
    source = "X = [12, é]\n"  # eight tokens, the end of the line included
    assert tree(source, limits=Limits(tokens=8)).module("m.py").path == "m.py"
    with pytest.raises(DeclarationError, match=r"^m\.py: over the limit of 7 tokens for a source"):
        tree(source, limits=Limits(tokens=7)).module("m.py")


def test_a_large_file_is_refused_by_its_size(tree: Callable[..., SourceTree]) -> None:
    made = tree({"m.py": b"X = 1\n" * 200}, limits=Limits(file_size=1000))
    with pytest.raises(DeclarationError, match="1200 bytes are over the limit of 1000 bytes"):
        made.module("m.py")


@pytest.mark.parametrize("path", ["../m.py", "/etc/passwd", "", "a/../../m.py", ".", "m\0.py"])
def test_a_path_out_of_the_root_is_refused(tree: Callable[..., SourceTree], path: str) -> None:
    with pytest.raises(DeclarationError, match="not a path below the root"):
        tree("X = 1\n").module(path)


def test_what_is_no_regular_file_below_the_root_is_refused(tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (tmp_path / "secret.py").write_text("X = 1\n")
    (root / "out.py").symlink_to("../secret.py")
    (root / "in.py").write_text("X = 1\n")
    (root / "link.py").symlink_to("in.py")
    (root / "loop.py").symlink_to("loop.py")
    (root / "folder.py").mkdir()
    os.mkfifo(root / "pipe.py")
    made = SourceTree(root)
    assert made.module("link.py").path == "link.py"
    for name, message in (
        ("out.py", "outside the root"),
        ("pipe.py", "not a regular file"),
        ("folder.py", "is a folder; expected a Python file"),
        ("loop.py", "can't be read|no such file|outside"),
    ):
        with pytest.raises(DeclarationError, match=message):
            made.module(name)
    with pytest.raises(MissingDeclarationError, match=r"gone\.py: no such file below the root"):
        made.module("gone.py")


def test_an_unreadable_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "m.py").write_text("X = 1\n")

    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(DeclarationError, match=r"m\.py: can't be read: Permission denied"):
        SourceTree(tmp_path).module("m.py")
