"""Links that are broken on purpose."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.errors import ConfigError
from sphinxext_runtime_ref.links.markup.ignores import Patterns, unused_patterns
from sphinxext_runtime_ref.links.running.run import RunOptions, check_documents, find_problems
from sphinxext_runtime_ref.location import Location
from sphinxext_runtime_ref.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

IGNORE = "<!-- runtime-ref: ignore -->"


def rows(root: Path, text: str, settings: Settings) -> list[tuple[int, str, str]]:
    (root / "a.md").write_text(text, encoding="utf-8")
    results = list(check_documents(root, ["a.md"], settings))
    (quick,) = find_problems(root, ["a.md"], settings, RunOptions(workers=1))
    assert quick.results == tuple(r for r in results if r.status in {"broken", "ignored"})
    assert quick.working == sum(r.status == "working" for r in results)
    return [(r.link.line, r.link.uri, r.status) for r in results]


def test_a_comment_stands_for_its_line_or_else_the_next_one(tmp_path: Path) -> None:
    text = f"[x](1) {IGNORE}\n[x](2)\n\n{IGNORE}\n[x](3) [y](4)\n\n{IGNORE}\n\n\n[x](5)\n[x](6)\n"
    assert rows(tmp_path, text, Settings()) == [
        (1, "1", "ignored"),
        (2, "2", "broken"),
        (5, "3", "ignored"),
        (5, "4", "ignored"),
        (10, "5", "ignored"),
        (11, "6", "broken"),
    ]


def test_a_comment_of_several_lines_counts_where_it_ends(tmp_path: Path) -> None:
    text = "<!--\n\nruntime-ref: ignore\n\n-->\n\n<a href='1'>x</a>\n<a href='2'>y</a>\n"
    expected = [(7, "1", "ignored"), (8, "2", "broken")]
    assert rows(tmp_path, text, Settings()) == expected
    (tmp_path / "a.html").write_text(text, encoding="utf-8")
    found = check_documents(tmp_path, ["a.html"], Settings())
    assert [(r.link.line, r.link.uri, r.status) for r in found] == expected


def test_a_comment_in_a_notebook_stands_for_the_next_line_of_its_cell(tmp_path: Path) -> None:
    one = [f"{IGNORE}\n", "\n", "[x](1)\n", "[x](2)"]
    cells = [{"cell_type": "markdown", "source": source} for source in (one, [IGNORE], ["[x](3)"])]
    (tmp_path / "a.ipynb").write_text(json.dumps({"cells": cells}, indent=1), encoding="utf-8")
    found = [(r.link.uri, r.status) for r in check_documents(tmp_path, ["a.ipynb"], Settings())]
    assert found == [("1", "ignored"), ("2", "broken"), ("", "broken"), ("3", "broken")]


def test_what_looks_like_a_comment_in_a_script_is_none(tmp_path: Path) -> None:
    text = f"<script>'{IGNORE}'</script>\n<a href='1'>x</a>\n"
    (tmp_path / "a.html").write_text(text, encoding="utf-8")
    (found,) = check_documents(tmp_path, ["a.html"], Settings())
    assert (found.link.line, found.status) == (2, "broken")


def test_other_comments_of_html_ignore_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<!-- broken -->\n<a href='1'>x</a>\n", encoding="utf-8")
    (found,) = check_documents(tmp_path, ["a.html"], Settings())
    assert (found.link.line, found.status) == (2, "broken")


def test_a_comment_that_ignores_nothing_is_reported(tmp_path: Path) -> None:
    text = f"{IGNORE}\n\n[x](#top) {IGNORE}\n[x](gone)\n"
    assert rows(tmp_path, text, Settings()) == [
        (1, "", "broken"),
        (3, "", "broken"),
        (3, "#top", "working"),
        (4, "gone", "broken"),
    ]


def test_what_is_ignored_keeps_its_reason(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(f"[x](gone) {IGNORE}\n[y](gen/b)\n", encoding="utf-8")
    found = check_documents(tmp_path, ["a.md"], Settings(ignore=("gen/",)))
    assert [(result.status, result.info) for result in found] == [
        ("ignored", "ignored by a comment: no such file or folder"),
        ("ignored", "matches an ignore pattern"),
    ]


def test_patterns_match_from_the_start_of_a_destination(tmp_path: Path) -> None:
    settings = Settings(ignore=("build/", r".*\.gen$"))
    text = "[x](build/a) [y](x/build/b) [z](c.gen) [w](#top) [v](d.gen#x)\n"
    assert rows(tmp_path, text, settings) == [
        (1, "build/a", "ignored"),
        (1, "x/build/b", "broken"),
        (1, "c.gen", "ignored"),
        (1, "#top", "working"),
        (1, "d.gen#x", "broken"),
    ]


def test_patterns_also_ignore_undefined_references(tmp_path: Path) -> None:
    settings = Settings(ignore=(r"vllm\.",))
    assert rows(tmp_path, "[vllm.LLM][] and [x][y]\n", settings) == [
        (1, "vllm.LLM", "ignored"),
        (1, "y", "broken"),
    ]


def test_documents_can_be_left_out(tmp_path: Path) -> None:
    assert rows(tmp_path, "[x](gone)", Settings(ignore_documents=("*.md",))) == []
    assert rows(tmp_path, "[x](gone)", Settings(ignore_documents=("b*", "sub/**"))) != []


def test_patterns_that_match_nothing_are_told(tmp_path: Path) -> None:
    settings = Settings(ignore=("build/", "never/"))
    (tmp_path / "a.md").write_text("[x](build/a)", encoding="utf-8")
    (checked,) = find_problems(tmp_path, ["a.md"], settings)
    found = unused_patterns(settings.ignore, checked.patterns, lambda _: Location("a.toml", 3))
    assert [result.message for result in found] == [
        "the ignore pattern 'never/' matches no link; remove it"
    ]
    assert [result.link.line for result in found] == [3]


def test_a_pattern_cannot_take_forever() -> None:
    with pytest.raises(ConfigError, match=r"took over 1 s .*; write it without nested repeats"):
        Patterns(("(a|a|aa)+$",)).ignore("a" * 60 + "!")
