"""Addresses of files on repository web sites."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.errors import ConfigError
from sphinxext_runtime_ref.repository import repository

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("url", "file", "lines"),
    [
        (
            "https://github.com/o/r",
            "https://github.com/o/r/blob/v1/a/b.py",
            "https://github.com/o/r/blob/v1/a/b.py#L3-L9",
        ),
        (
            "https://gitlab.com/o/sub/r.git",
            "https://gitlab.com/o/sub/r/-/blob/v1/a/b.py",
            "https://gitlab.com/o/sub/r/-/blob/v1/a/b.py#L3-9",
        ),
        (
            "https://gitlab.example.org/o/r/",
            "https://gitlab.example.org/o/r/-/blob/v1/a/b.py",
            "https://gitlab.example.org/o/r/-/blob/v1/a/b.py#L3-9",
        ),
        (
            "https://bitbucket.org/o/r",
            "https://bitbucket.org/o/r/src/v1/a/b.py",
            "https://bitbucket.org/o/r/src/v1/a/b.py#lines-3:9",
        ),
        (
            "https://git.sr.ht/~o/r",
            "https://git.sr.ht/~o/r/tree/v1/item/a/b.py",
            "https://git.sr.ht/~o/r/tree/v1/item/a/b.py#L3-9",
        ),
        (
            "https://x.org/{revision}/{path}#L{line}-{end}",
            "https://x.org/v1/a/b.py",
            "https://x.org/v1/a/b.py#L3-9",
        ),
    ],
)
def test_each_forge_has_its_own_addresses(url: str, file: str, lines: str, tmp_path: Path) -> None:
    made = repository(url, "v1", tmp_path)
    assert made.file_url("a/b.py") == file
    assert made.file_url("a/b.py", 3, 9) == lines


def test_one_line_and_odd_names(tmp_path: Path) -> None:
    made = repository("https://github.com/o/r", "feature/x", tmp_path)
    assert made.file_url("a b/ü#.py", 3) == (
        "https://github.com/o/r/blob/feature/x/a%20b/%C3%BC%23.py#L3"
    )
    assert made.folder_url("a b") == "https://github.com/o/r/tree/feature/x/a%20b"


def test_lines_of_rendered_files_need_the_plain_view(tmp_path: Path) -> None:
    made = repository("https://github.com/o/r", "main", tmp_path)
    assert made.file_url("README.md", 3) == "https://github.com/o/r/blob/main/README.md?plain=1#L3"
    assert made.file_url("README.md", fragment="use") == (
        "https://github.com/o/r/blob/main/README.md#use"
    )


def test_a_root_below_the_top_level_is_part_of_the_path(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    root = tmp_path / "python"
    root.mkdir()
    made = repository("https://github.com/o/r", "main", root)
    assert made.file_url("a.py") == "https://github.com/o/r/blob/main/python/a.py"


def test_without_git_the_head_is_linked(tmp_path: Path) -> None:
    made = repository("https://github.com/o/r", None, tmp_path)
    assert made.file_url("a.py") == "https://github.com/o/r/blob/HEAD/a.py"


def test_an_unknown_forge_asks_for_a_template(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"'code\.example\.org'.*template such as.*\{path\}"):
        repository("https://code.example.org/o/r", None, tmp_path)
