"""Input that was made to harm: always an answer, and soon."""

from __future__ import annotations

import errno
import os
import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sphinxext_runtime_ref.links.judging.check import MAX_TEXT
from sphinxext_runtime_ref.links.markup import rst
from sphinxext_runtime_ref.links.markup.documents import read_links
from sphinxext_runtime_ref.links.markup.headings import page_ids
from sphinxext_runtime_ref.links.markup.markdown import decode, render
from sphinxext_runtime_ref.links.markup.survey import survey
from sphinxext_runtime_ref.links.running.run import check_documents, find_problems
from sphinxext_runtime_ref.links.suggest import near
from sphinxext_runtime_ref.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

SIZE = 120_000
PATTERNS = [
    "[", "[[", "![", "](", "[](", "[x](<", "[a][", "[a]: ", "[a]: b\n", "[^1]", "[^1]: ",
    "`", "``` ", "``", "`x <", "`x <a>`_ ", "_`", "*", "_", "*a _b ", "~", "$", "|", "|x|",
    "<", "<a ", "<a '", '<a x="', "<a x='<", "<!--", "<!", "<?", "<h1>", "<h1 x='", "</h1>",
    "<img srcset='", "<script>", "<style>", "<textarea>", "<a href=x>", "<div>\n",
    "<!-- runtime-ref: ignore -->", "> ", "- ", "1. ", "#", "# a\n", "|a|\n|-|\n", "---\n",
    "a\n=\n", "&", "&#", "\\", "\\u", "http://", "http://a)", "\t", "\r", "\0", "é", '"',
    "-:a", "a-", "|`a ", "* - .. image:: a\n", ".. ", ".. _a: b\n", "::\n\n ",
    ".. raw:: html\n\n  <", '{"cells": [',
]  # fmt: skip


@pytest.mark.parametrize("name", ["a.md", "a.html", "a.rst", "a.ipynb"])
def test_repetition_costs_no_more_than_its_length(name: str) -> None:
    slow = []
    for pattern in PATTERNS:
        for prefix in ("", "<div>\n", "[x]: y\n\n"):
            text = prefix + pattern * (SIZE // len(pattern))
            begun = time.process_time()
            read_links(name, text.encode())
            if name == "a.md":
                page_ids(survey(decode(text.encode()))[1])
            if name == "a.rst":
                text = f"{text}\n{'=' * len(text)}\n"
                rst.page(text.encode()).read_names()
            spent = time.process_time() - begun
            if spent > 2:
                slow.append((prefix, pattern, round(spent, 1)))
    assert not slow


@pytest.mark.parametrize(("name", "megabytes"), [("a.md", 10), ("a.html", 3), ("a.rst", 3)])
def test_a_very_long_line(name: str, megabytes: int) -> None:
    text = "é [x](a.md) <a href=b.md> `x <c.md>`_ " * (megabytes * 2**20 // 38)
    begun = time.process_time()
    links = read_links(name, text.encode()).links
    assert time.process_time() - begun < 20
    assert len(links) >= text.count("é")
    assert text[links[-1].column - 1 :].startswith(links[-1].uri)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=300), st.sampled_from(["a.md", "a.html", "a.rst", "a.ipynb"]))
def test_any_bytes_are_read(data: bytes, name: str) -> None:
    for link in read_links(name, data).links:
        assert link.line >= 1
        assert link.column >= 1
    page_ids(render(decode(data)))
    rst.page(data).read_names()


def test_documents_that_would_fill_the_memory_are_refused(tmp_path: Path) -> None:
    with (tmp_path / "large.md").open("wb") as stream:
        stream.truncate(MAX_TEXT + 1)
    (tmp_path / "a.md").write_text("[x](large.md) [y](large.md#z)", encoding="utf-8")
    results = [
        result.message
        for result in check_documents(tmp_path, ["a.md", "large.md"], Settings())
        if result.status == "broken"
    ]
    assert results == [
        "'large.md#z': large.md has no such heading or id",
        "this document is to be checked, but its links are not read: larger than 12 MB",
    ]


def test_strange_files_in_the_tree(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / "loop.md").symlink_to("loop.md")
    (tmp_path / "folder.md").mkdir()
    (tmp_path / "deep").symlink_to(".")
    (tmp_path / "a.md").write_text(
        "[x](pipe.md#x) [y](loop.md#x) [z](folder.md#x) [w](deep/deep/deep/a.md#nope) [v](pipe.md)",
        encoding="utf-8",
    )
    names = ["a.md", "pipe.md", "loop.md", "folder.md", "gone.md"]
    results = [
        (result.link.path, result.link.uri, str(result.kind), result.info)
        for result in check_documents(tmp_path, names, Settings())
        if result.status == "broken"
    ]
    missing = "this document is to be checked, but"
    assert results == [
        ("a.md", "pipe.md#x", "target", "is neither a file nor a folder"),
        ("a.md", "loop.md#x", "target", "the symbolic link loop.md leads nowhere"),
        ("a.md", "folder.md#x", "anchor", "leads to a folder without a README that has headings"),
        (
            "a.md",
            "deep/deep/deep/a.md#nope",
            "anchor",
            "deep/deep/deep/a.md has no such heading or id",
        ),
        ("a.md", "pipe.md", "target", "is neither a file nor a folder"),
        ("folder.md", "", "document", f"{missing} it can't be read: not a regular file"),
        ("gone.md", "", "document", f"{missing} there is no such file"),
        ("loop.md", "", "document", f"{missing} the symbolic link loop.md leads nowhere"),
        ("pipe.md", "", "document", f"{missing} is neither a file nor a folder"),
    ]


def test_files_without_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.md").write_text("[x](b.md#x)", encoding="utf-8")
    (tmp_path / "b.md").write_text("# X", encoding="utf-8")
    really_open = os.open

    def refuse(path: str, flags: int) -> int:
        if path.endswith("b.md"):  # nothing is unreadable for root, who may run this test
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
        return really_open(path, flags)

    monkeypatch.setattr("os.open", refuse)
    (result,) = check_documents(tmp_path, ["a.md"], Settings())
    assert "can't be read: Permission denied" in result.message


def test_a_file_that_vanishes_while_it_is_looked_at(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("[x](b.md#x)", encoding="utf-8")
    (tmp_path / "b.md").write_text("# X", encoding="utf-8")
    results = find_problems(tmp_path, ["a.md", "b.md"], Settings())
    assert next(results).working == 1
    (tmp_path / "b.md").unlink()
    (lost,) = next(results).results
    assert "it can't be read: No such file or directory" in lost.message


def test_many_names_are_compared_in_bounded_time() -> None:
    names = [f"{number:040x}" for number in range(50_000)]
    begun = time.process_time()
    assert near("x" * 40, names) is None
    assert near("x" * 10_000, names) is None
    assert time.process_time() - begun < 2


def test_only_the_first_names_are_compared_by_their_letters() -> None:
    names = [*("-" * number for number in range(1, 2000)), "a_long_name", "another_name"]
    assert near("a_long_nome", names) == "a_long_name"
    assert near("another_nome", names) is None
    assert near("ANOTHER-NAME", names) == "another_name"
