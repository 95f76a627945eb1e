"""``runtime-ref fix``: what is certain is mended, what is not is left alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.cli.fix.sections import renamed_heading
from tests.folders import git, write

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., subprocess.CompletedProcess[str]]

TEXT = "".join(f"Line {number} of the text.\n" for number in range(6))


@pytest.fixture
def commit(tmp_path: Path) -> Callable[[dict[str, str | bytes]], None]:
    """Write files and commit everything."""
    git(tmp_path, "init", "-q")

    def make(files: dict[str, str | bytes]) -> None:
        write(tmp_path, files)
        git(tmp_path, "add", "-A")
        git(tmp_path, "commit", "-qm", "change")

    return make


def test_a_moved_file_is_followed_through_every_move(
    tmp_path: Path, commit: Callable[..., None], run: Run
) -> None:
    commit({"a.md": "[x](old.md#line) ![p](old.md?raw=1)\n", "old.md": f"# Line\n{TEXT}"})
    git(tmp_path, "mv", "old.md", "middle.md")
    commit({})
    (tmp_path / "deep").mkdir()
    git(tmp_path, "mv", "middle.md", "deep/new name.md")
    done = run("fix", "a.md")
    assert (done.returncode, done.stderr) == (0, "links: 2 fixed, 0 left\n")
    assert done.stdout == (
        "a.md:1:5: 'old.md#line' -> 'deep/new%20name.md#line' (old.md moved)\n"
        "a.md:1:23: 'old.md?raw=1' -> 'deep/new%20name.md?raw=1' (old.md moved)\n"
    )
    assert (tmp_path / "a.md").read_text() == (
        "[x](deep/new%20name.md#line) ![p](deep/new%20name.md?raw=1)\n"
    )
    assert run("links", "a.md").returncode == 0


def test_a_file_that_moved_without_git_s_knowledge_is_followed(
    tmp_path: Path, commit: Callable[..., None], run: Run
) -> None:
    commit({"a.md": "[x](old.md)\n", "old.md": TEXT})
    (tmp_path / "old.md").unlink()
    write(tmp_path, {"new.md": f"{TEXT}One more.\n"})
    index = (tmp_path / ".git/index").read_bytes()
    assert run("fix", "a.md").stdout == "a.md:1:5: 'old.md' -> 'new.md' (old.md moved)\n"
    assert (tmp_path / ".git/index").read_bytes() == index


def test_a_root_below_the_repository_s_top_has_its_own_paths(
    tmp_path: Path, commit: Callable[..., None], run: Run
) -> None:
    commit({"sub/a.md": "[x](old.md) [y](m.py#L2)\n", "sub/old.md": TEXT, "sub/m.py": "a\nbcd\n"})
    git(tmp_path, "mv", "sub/old.md", "sub/new.md")
    commit({"sub/m.py": "bcd\n"})
    done = run("fix", "a.md", "--root", ".", cwd=tmp_path / "sub")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "sub/a.md").read_text() == "[x](new.md) [y](m.py#L1)\n"


def test_the_links_of_a_moved_document_are_written_from_its_new_place(
    tmp_path: Path, commit: Callable[..., None], run: Run
) -> None:
    commit({"docs/a.md": f"[x](b.md) [y](./c/) [z](/docs/b.md)\n{TEXT}", "docs/b.md": "# B\n"})
    commit({"docs/c/d.md": "# D\n"})
    (tmp_path / "guide").mkdir()
    git(tmp_path, "mv", "docs/a.md", "guide/a.md")
    commit({})
    assert run("fix", "guide").returncode == 0
    first = (tmp_path / "guide/a.md").read_text().splitlines()[0]
    assert first == "[x](../docs/b.md) [y](../docs/c/) [z](/docs/b.md)"


def test_a_folder_that_moved_as_a_whole_is_followed(
    tmp_path: Path, commit: Callable[..., None], run: Run
) -> None:
    commit({"a.md": "[x](lib/) [y](lib/one.md)\n", "lib/one.md": TEXT, "lib/sub/two.md": TEXT * 2})
    (tmp_path / "src").mkdir()
    git(tmp_path, "mv", "lib", "src/lib")
    commit({})
    assert run("fix", "a.md").returncode == 0
    assert (tmp_path / "a.md").read_text() == "[x](src/lib/) [y](src/lib/one.md)\n"


def test_a_file_that_was_only_deleted_is_left_and_told(
    tmp_path: Path, commit: Callable[..., None], run: Run
) -> None:
    commit({"a.md": "[x](gone.md)\n", "gone.md": TEXT, "sub/gone.md": "# Other\n"})
    (tmp_path / "gone.md").unlink()
    commit({})
    done = run("fix", "a.md")
    assert done.returncode == 1
    assert done.stdout == ""
    assert "a.md:1:5: target: 'gone.md': " in done.stderr
    assert done.stderr.endswith("links: 0 fixed, 1 left\n")
    assert (tmp_path / "a.md").read_text() == "[x](gone.md)\n"


def test_a_renamed_heading_is_known_by_its_section(
    tmp_path: Path, commit: Callable[..., None], run: Run
) -> None:
    commit({"a.md": "[x](b.md#set-up) [y](c.md#use) [z](b.md#gone)\n"})
    commit({"b.md": "# B\n\n## Set up\n\nInstall it.\n\n## More\n\nM\n\n## Gone\n\nOld.\n"})
    commit({"b.md": "# B\n\n## More\n\nM\n\nInstallation\n---\n\nInstall it.\n"})
    commit({"c.md": "# C\n\n## Use\n\n### More\n"})
    commit({"c.md": "# C\n\n## Usage\n\n### More\n"})
    done = run("fix", "a.md")
    assert done.returncode == 1
    assert (tmp_path / "a.md").read_text() == (
        "[x](b.md#installation) [y](c.md#usage) [z](b.md#gone)\n"
    )
    assert "'b.md#gone': " in done.stderr


def test_two_sections_with_the_same_text_are_a_choice() -> None:
    before = b"# B\n\n## Set up\n\nInstall it.\n"
    now = b"# B\n\n## One\n\nInstall it.\n\n## Two\n\nInstall it.\n"
    assert renamed_heading([before], now, "set-up") is None
    assert (
        renamed_heading([before], now.replace(b"Install it.\n\n##", b"No.\n\n##"), "set-up")
        == "two"
    )
    assert renamed_heading([before], b"# B\n", "set-up") is None
    assert renamed_heading([], now, "set-up") is None


def test_headings_without_a_text_are_known_by_their_neighbours_only() -> None:
    before = b"# A\n\n## One\n\n## Two\n\n## Three\n"
    assert renamed_heading([before], b"# A\n\n## One\n\n## 2\n\n## Three\n", "two") == "2"
    assert renamed_heading([before], b"# A\n\n## 1\n\n## 2\n\n## Three\n", "two") is None


def test_lines_are_found_again_where_they_went(
    tmp_path: Path, commit: Callable[..., None], run: Run
) -> None:
    source = "one = 1\ntwo = 2\n\n\ndef stores():\n    return one\n"
    commit({"a.md": "[x](m.py#L5-L6) [y](m.py#L2)\n", "m.py": source})
    commit({"m.py": "def stores():\n    return one\n"})
    done = run("fix", "a.md")
    assert (tmp_path / "a.md").read_text() == "[x](m.py#L1-L2) [y](m.py#L2)\n"
    assert done.returncode == 0


def test_pinned_lines_follow_their_text(tmp_path: Path, run: Run) -> None:
    write(
        tmp_path,
        {
            "pyproject.toml": "[tool.runtime-ref]\nline-anchors = 'pinned'\n",
            "a.md": '[x](m.py#L1 "def stores") [y](m.py#L2 "twice")\n',
            "m.py": "import os\ndef loads(): ...\ntwice\ntwice\ndef stores(): ...\n",
        },
    )
    done = run("fix", "a.md")
    assert done.returncode == 1
    assert (tmp_path / "a.md").read_text() == ('[x](m.py#L5 "def stores") [y](m.py#L2 "twice")\n')


def test_capitals_and_separators_need_no_git(tmp_path: Path, run: Run) -> None:
    write(
        tmp_path,
        {
            "a.md": "[x](readme.md) [y](README.md#set_up) [z](README.md#optian)\n",
            "README.md": "# R\n\n## Set up\n\n## Option\n",
        },
    )
    assert run("fix", "a.md").returncode == 1
    text = (tmp_path / "a.md").read_text()
    assert text == "[x](README.md) [y](README.md#set-up) [z](README.md#optian)\n"


def test_two_files_that_differ_in_capitals_are_a_choice(tmp_path: Path, run: Run) -> None:
    write(tmp_path, {"a.md": "[x](readme.md)\n", "README.md": "# R\n", "Readme.md": "# R\n"})
    assert run("fix", "a.md").returncode == 1
    assert (tmp_path / "a.md").read_text() == "[x](readme.md)\n"


def test_a_diff_writes_nothing(tmp_path: Path, run: Run) -> None:
    write(tmp_path, {"a.md": "[x](readme.md)", "README.md": "# R\n"})
    done = run("fix", "--diff", "a.md")
    assert done.returncode == 1
    assert done.stdout == (
        "--- a/a.md\n+++ b/a.md\n@@ -1 +1 @@\n-[x](readme.md)\n\\ No newline at end of file\n"
        "+[x](README.md)\n\\ No newline at end of file\n"
    )
    assert done.stderr == "links: 1 would be fixed, 0 left\n"
    assert (tmp_path / "a.md").read_text() == "[x](readme.md)"


def test_a_fixed_document_needs_no_second_run(
    tmp_path: Path, commit: Callable[..., None], run: Run
) -> None:
    commit({"a.md": "[x](old.md#The_Line) [y](old.md#line)\n", "old.md": f"# The line\n{TEXT}"})
    git(tmp_path, "mv", "old.md", "a&lt;b.md")
    done = run("fix", "a.md")
    assert done.stdout == (
        "a.md:1:5: 'old.md#The_Line' -> 'a%26lt;b.md#the-line' (old.md moved, spelling)\n"
        "a.md:1:26: 'old.md#line' -> 'a%26lt;b.md#line' (old.md moved)\n"
    )
    assert run("fix", "a.md").stderr.splitlines()[-1] == "links: 0 fixed, 1 left"


def test_names_that_no_file_can_have_are_left(
    tmp_path: Path, commit: Callable[..., None], run: Run
) -> None:
    commit({"old.md": TEXT})
    git(tmp_path, "mv", "old.md", "new.md")
    links = f"[x](%00.md) [y]({'a/' * 3000}b.md) [z](old.md)"
    write(tmp_path, {"a.md": f"{links}\n"})
    done = run("fix", "a.md")
    assert "'old.md' -> 'new.md' (old.md moved)" in done.stdout
    assert done.stderr.endswith("links: 1 fixed, 2 left\n")
    assert done.returncode == 1
