"""``runtime-ref links``: names that begin with a dash, and repositories inside of another one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.folders import git, write

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., subprocess.CompletedProcess[str]]


def commit(folder: Path, files: dict[str, str]) -> Path:
    write(folder, files)
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "x")
    return folder


@pytest.fixture
def outer(tmp_path: Path) -> Path:
    """Make a repository with a submodule, which has a file that git ignores."""
    inner = {
        "docs/a.md": "[up](../b.md) [x](gone.md)\n",
        "b.md": "# B\n",
        ".gitignore": "built.md\n",
    }
    commit(tmp_path / "origin", inner)
    config = "[tool.runtime-ref]\nrequire-tracked = true\nmaintained-docs = ['lib', 'lib/docs/*']\n"
    folder = commit(tmp_path / "outer", {"README.md": "# R\n", "pyproject.toml": config})
    git(folder, "-c", "protocol.file.allow=always", "submodule", "add", "-q", "../origin", "lib")
    git(folder, "commit", "-q", "-m", "x")
    (folder / "lib/built.md").write_text("[x](gone.md)\n")
    return folder


@pytest.mark.parametrize(
    "names", [["lib"], ["lib/docs"], ["README.md", "lib"], ["lib/**/*.md"], ["lib/docs/*.md"], []]
)
def test_a_submodule_that_is_named_is_checked(outer: Path, run: Run, names: list[str]) -> None:
    done = run("links", *names, cwd=outer)
    assert done.stdout == "lib/docs/a.md:1:19: target: 'gone.md': no such file or folder\n"
    assert done.stderr == "links: 2 checked, 1 broken (1 missing target)\n"


def test_a_submodule_is_no_part_of_the_folder_around_it(outer: Path, run: Run) -> None:
    assert run("links", ".", cwd=outer).stderr == "links: 0 checked, 0 broken\n"


def test_a_pattern_leads_into_another_repository_as_a_name_does(outer: Path, run: Run) -> None:
    for pattern in ("../origin/docs/*.md", "../origin/docs/a.md"):
        done = run("links", pattern, cwd=outer)
        assert done.stdout == "docs/a.md:1:19: target: 'gone.md': no such file or folder\n"
    (outer / "sub").mkdir()
    assert run("links", "../../origin/docs/*.md", cwd=outer / "sub").stdout == done.stdout
    assert "matches no document" in run("links", "../origin/*.txt", cwd=outer).stderr


@pytest.mark.parametrize(
    ("words", "checked"),
    [
        (["--", "-a.md"], ["-a.md"]),
        (["--", "-folder"], ["-folder/c.md"]),
        (["-q", "--", "b.md", "-a.md", "-q"], ["-a.md", "-q", "b.md"]),
        (["b.md", "--format", "text", "--", "--", "-a.md"], ["--", "-a.md", "b.md"]),
    ],
)
def test_words_after_two_dashes_are_names(
    tmp_path: Path, run: Run, words: list[str], checked: list[str]
) -> None:
    broken = "[x](gone.md)\n"
    names = ("-a.md", "b.md", "-folder/c.md", "-q", "--")
    commit(tmp_path, dict.fromkeys(names, broken))
    done = run("links", *words)
    assert [line.partition(":")[0] for line in done.stdout.splitlines()] == checked
    assert done.returncode == 1


def test_a_source_may_begin_with_a_dash(tmp_path: Path, run: Run) -> None:
    commit(tmp_path, {"-m.py": "X = {'a': 1}\n"})
    done = run("dump", "--format", "csv", "--", "-m.py:X")
    assert (done.stdout, done.stderr) == ("key,value\na,1\n", "")
