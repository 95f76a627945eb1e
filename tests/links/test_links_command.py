"""``runtime-ref links`` from end to end."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.folders import git, write

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a few documents outside of any clone."""
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    monkeypatch.setenv("RUNTIME_REF_CACHE_DIR", str(tmp_path / ".cache"))
    (tmp_path / "sub").mkdir()
    (tmp_path / "README.md").write_text("# R\n\n[a](sub/a.md)\n", encoding="utf-8")
    (tmp_path / "sub/a.md").write_text("[r](../README.md#r)\n[x](gone.md)\n", encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text("[tool.runtime-ref]\n", encoding="utf-8")
    return tmp_path


def configure(root: Path, text: str) -> None:
    (root / "pyproject.toml").write_text(f"[tool.runtime-ref]\n{text}\n", encoding="utf-8")


@pytest.mark.usefixtures("root")
def test_good_links(run: Run) -> None:
    done = run("links", "README.md")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "links: 1 checked, 0 broken\n"


@pytest.mark.usefixtures("root")
def test_broken_links(run: Run) -> None:
    done = run("links", ".")
    assert done.returncode == 1
    assert done.stdout == "sub/a.md:2:5: target: 'gone.md': no such file or folder\n"
    assert done.stderr == "links: 3 checked, 1 broken (1 missing target)\n"


def test_a_suggestion_is_written_as_seen_from_the_document(run: Run, root: Path) -> None:
    (root / "sub/a.md").write_text("[x](../REDME.md)\n", encoding="utf-8")
    done = run("links", ".")
    message = "'../REDME.md': no such file or folder; did you mean '../README.md'?"
    assert (done.returncode, done.stdout) == (1, f"sub/a.md:1:5: target: {message}\n")


def test_a_path_from_the_root_is_no_file_beside_the_document(run: Run, root: Path) -> None:
    (root / "sub/a.md").write_text("[x](/a.md)\n[y](/README.md)\n", encoding="utf-8")
    done = run("links", ".")
    message = "'/a.md': no such file or folder; did you mean '/sub/a.md'?"
    assert (done.returncode, done.stdout) == (1, f"sub/a.md:1:5: target: {message}\n")


@pytest.mark.usefixtures("root")
def test_quiet(run: Run) -> None:
    done = run("links", "-q", "README.md")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.usefixtures("root")
def test_json_lines_have_every_link(run: Run) -> None:
    done = run("links", "--root", ".", "--format", "jsonl", "sub", "README.md")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(row["filename"], row["lineno"], row["column"], row["status"]) for row in rows] == [
        ("README.md", 3, 5, "working"),
        ("sub/a.md", 1, 5, "working"),
        ("sub/a.md", 2, 5, "broken"),
    ]
    keys = "filename lineno status code uri info column kind target suggestion"
    assert list(rows[2]) == keys.split()


@pytest.mark.usefixtures("root")
def test_a_list_of_documents_on_the_standard_input(run: Run) -> None:
    done = run("links", "-", stdin="README.md\nsub/a.md\n")
    assert done.stderr == "links: 3 checked, 1 broken (1 missing target)\n"


def test_a_list_from_git_has_quoted_names(run: Run, root: Path) -> None:
    names = ["é 字.md", 'a"b\\c\td.md']
    write(root, dict.fromkeys(names, "[x](gone.md)\n"))
    git(root, "init", "-q")
    git(root, "add", *names)
    done = subprocess.run(
        ["git", "ls-files"], cwd=root, capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.count('"\n') == 2
    done = run("links", "-", stdin=done.stdout)
    assert done.stderr == "links: 2 checked, 2 broken (2 missing targets)\n"


def test_paths_are_relative_to_the_current_folder(run: Run, root: Path) -> None:
    done = run("links", "a.md", "../README.md", cwd=root / "sub")
    assert done.stdout == "sub/a.md:2:5: target: 'gone.md': no such file or folder\n"


def test_the_maintained_documents_are_the_default(run: Run, root: Path) -> None:
    configure(root, 'maintained-docs = ["README.md", "CONTRIBUTING.md"]')
    done = run("links")
    assert done.returncode == 1
    assert (
        "CONTRIBUTING.md: document: this document is to be checked, but there is no such file; "
        "maintained-docs names it at pyproject.toml:2:33\n" in done.stdout
    )
    assert "links: 2 checked, 1 broken (1 document)" in done.stderr


def test_a_report_goes_to_a_file(run: Run, root: Path) -> None:
    (root / "out").mkdir()
    done = run("links", ".", "-o", "out/report.txt")
    assert (done.returncode, done.stdout) == (1, "")
    assert "gone.md" in (root / "out/report.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["gone.md"], "gone.md: no such file or folder"),
        ([".."], "outside of the root"),
        (["--jobs", "0", "."], "argument --jobs/-j: expected a number above 0, got '0'"),
        (["--format", "xml", "."], "invalid choice: 'xml'"),
    ],
)
@pytest.mark.usefixtures("root")
def test_usage_errors(run: Run, arguments: list[str], message: str) -> None:
    done = run("links", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_configured_patterns_are_used_and_unused_ones_told(run: Run, root: Path) -> None:
    configure(root, 'ignore = [\n  # of [another], "tool"\n  "gone",\n  \'never\',\n]')
    done = run("links", ".")
    assert done.returncode == 1
    assert done.stdout == (
        "pyproject.toml:5:3: ignore: the ignore pattern 'never' matches no link; remove it\n"
    )
    partly = run("links", "README.md")
    assert (partly.returncode, partly.stdout) == (0, "")


def test_a_pattern_without_end_is_a_configuration_error(run: Run, root: Path) -> None:
    configure(root, "ignore = ['(g|o|go)+$']")
    (root / "README.md").write_text("[x](" + "go" * 40 + "!)", encoding="utf-8")
    done = run("links", ".")
    assert (done.returncode, done.stdout) == (2, "")
    assert "ignore: the pattern '(g|o|go)+$' took over 1 s" in done.stderr


def many(root: Path, count: int = 80) -> None:
    for number in range(count):
        (root / f"sub/p{number}.md").write_text(
            "[r](../README.md#r) [g](gone.md)\n", encoding="utf-8"
        )


def test_later_runs_and_other_numbers_of_processes_say_the_same(run: Run, root: Path) -> None:
    many(root)
    outputs = [
        (done.returncode, done.stdout, done.stderr)
        for done in (
            run("links", "."),
            run("links", "."),
            run("links", ".", "--no-cache"),
            run("links", ".", "--no-cache", "-j", "3"),
            run("links", ".", "-j", "2"),
        )
    ]
    assert outputs == [outputs[0]] * 5
    assert outputs[0][2] == "links: 163 checked, 81 broken (81 missing targets)\n"
    assert len(list((root / ".cache").iterdir())) == 1
    assert (root / ".cache").stat().st_mode & 0o777 == 0o700


def test_a_pattern_is_unused_once_the_document_that_used_it_changed(
    run: Run, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # below the root, a new cache would be a new name, and all would be read again
    monkeypatch.setenv("RUNTIME_REF_CACHE_DIR", f"{root}-cache")
    many(root)
    configure(root, 'ignore = ["old/"]')
    (root / "a.md").write_text("[x](old/a.md)\n", encoding="utf-8")
    unused = "pyproject.toml:2:11: ignore: the ignore pattern 'old/' matches no link; remove it\n"
    assert unused not in run("links", ".").stdout
    (root / "a.md").write_text("# A\n", encoding="utf-8")
    assert unused in run("links", ".").stdout


def test_no_cache_is_kept_when_none_is_wanted(run: Run, root: Path) -> None:
    many(root)
    run("links", ".", "--no-cache")
    run("links", "README.md")
    assert not (root / ".cache").exists()


def test_a_cache_that_cannot_be_written_is_no_failure(spawn: Run, root: Path) -> None:
    many(root)
    (root / ".cache").write_text("a file, not a folder", encoding="utf-8")
    done = spawn("links", ".")
    assert done.returncode == 1
    assert "81 broken" in done.stderr
    assert "the cache was not written" in done.stderr
    assert "--no-cache" in done.stderr


def test_markdown_needs_neither_sphinx_nor_docutils(root: Path) -> None:
    code = (
        "import sys\n"
        "for name in ('sphinx', 'docutils', 'myst_parser', 'markdown_it', 'regex'):\n"
        "    sys.modules[name] = None\n"
        "from sphinxext_runtime_ref.cli import main\n"
        "sys.exit(main(['links', '.']))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (1, "links: 3 checked, 1 broken (1 missing target)\n")


def test_names_that_are_not_utf8(run: Run, root: Path) -> None:
    name = os.fsdecode(b"n\xe9.md")
    (root / name).write_text("[x](gone.md) [y](n%E9.md)", encoding="utf-8")
    done = run("links", "--format", "jsonl", ".")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(row["filename"], row["status"]) for row in rows if row["filename"] == name] == [
        (name, "broken"),
        (name, "working"),
    ]
    assert "n\\udce9.md:1:5: target" in run("links", ".").stdout
