"""``runtime-ref links``: which documents, which form, which exit code."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft7Validator

from tests.folders import git, write

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., subprocess.CompletedProcess[str]]
    Validate = Callable[[Any, str], None]

SUMMARY = "links: 3 checked, 1 broken (1 missing target)\n"
MODULE = [sys.executable, "-m", "sphinxext_runtime_ref"]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Two documents, one of them with a broken link, and a file that git ignores."""
    files = {
        "a.md": "[x](gone.md) [y](docs/b.rst)\n",
        "docs/b.rst": "`a <../a.md>`_\n",
        "build/c.md": "[z](nowhere.md)\n",
        ".gitignore": "build/\n",
    }
    write(tmp_path, files)
    git(tmp_path, "init", "-q")
    return tmp_path


def check_text(report: str) -> None:
    assert report == "a.md:1:5: target: 'gone.md': no such file or folder\n"


def check_jsonl(report: str) -> None:
    rows = [json.loads(line) for line in report.splitlines()]
    assert [row["status"] for row in rows if row["kind"] or row["filename"] != "a.md"] == [
        "broken",
        "working",
    ]


def check_json(report: str) -> None:
    assert json.loads(report)["counts"]["broken"] == 1


def check_sarif(report: str) -> None:
    schema = json.loads((Path(__file__).parent / "data/sarif-2.1.0.json").read_text())
    log = json.loads(report)
    Draft7Validator(schema).validate(log)
    [result] = log["runs"][0]["results"]
    assert result["ruleId"] == "runtime_ref.target"


def check_junit(report: str) -> None:
    assert ET.fromstring(report).get("failures") == "1"


def check_github(report: str) -> None:
    assert report == (
        "::error file=a.md,line=1,col=5,title=runtime-ref target::"
        "'gone.md': no such file or folder\n"
    )


def check_gitlab(report: str) -> None:
    [row] = json.loads(report)
    assert row["location"] == {"path": "a.md", "lines": {"begin": 1}}


FORMATS = {
    "text": check_text,
    "jsonl": check_jsonl,
    "json": check_json,
    "sarif": check_sarif,
    "junit": check_junit,
    "github": check_github,
    "gitlab": check_gitlab,
}


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_goes_to_the_screen_or_to_a_file(tree: Path, run: Run, name: str) -> None:
    done = run("links", ".", "--format", name)
    assert (done.returncode, done.stderr) == (1, SUMMARY)
    FORMATS[name](done.stdout)
    (tree / "out").mkdir()
    filed = run("links", ".", "--format", name, "--output", "out/report", "--quiet")
    assert (filed.returncode, filed.stdout, filed.stderr) == (1, "", "")
    assert (tree / "out/report").read_text(encoding="utf-8") == done.stdout


@pytest.mark.parametrize(
    ("paths", "stdin", "summary"),
    [
        (["."], "", "3 checked, 1 broken"),
        (["docs"], "", "1 checked, 0 broken"),
        (["docs/b.rst", "a.md", "a.md"], "", "3 checked, 1 broken"),
        (["**/*.rst"], "", "1 checked, 0 broken"),
        (["build/c.md"], "", "1 checked, 1 broken"),
        (["-"], "a.md\ndocs/b.rst\n", "3 checked, 1 broken"),
        (["-"], ".gitignore\ndocs/b.rst\n\n", "1 checked, 0 broken"),
        (["-"], "", "0 checked, 0 broken"),
        (["-", "build/c.md"], "docs\r\n", "2 checked, 1 broken"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_documents_are_found_as_they_are_named(
    tree: Path, run: Run, paths: list[str], stdin: str, summary: str
) -> None:
    done = run("links", *paths, cwd=tree, stdin=stdin)
    assert f"links: {summary}" in done.stderr
    assert done.returncode == int("0 broken" not in summary)


def test_paths_are_relative_to_the_current_folder_and_reports_to_the_root(
    tree: Path, run: Run
) -> None:
    (tree / "docs/d.md").write_text("[x](e.md)\n")
    done = run("links", "d.md", cwd=tree / "docs")
    assert done.stdout.startswith("docs/d.md:1:5: target: 'e.md': ")
    done = run("links", "docs/d.md", "--root", str(tree / "docs"))
    assert done.stdout.startswith("d.md:1:5: target: 'e.md': ")
    done = run("links", "../a.md", "--root", ".", cwd=tree / "docs")
    assert done.returncode == 2
    assert "outside of the root" in done.stderr


def test_annotations_name_files_from_the_top_of_the_repository(tree: Path, run: Run) -> None:
    (tree / "docs/d.md").write_text("[x](e.md)\n")
    done = run("links", "docs/d.md", "--root", "docs", "--format", "github")
    assert done.stdout.startswith("::error file=docs/d.md,line=1,")
    done = run("links", "docs/d.md", "--root", "docs", "--format", "gitlab")
    assert json.loads(done.stdout)[0]["location"]["path"] == "docs/d.md"
    done = run("links", "docs/d.md", "--root", "docs", "--format", "jsonl")
    assert json.loads(done.stdout)["filename"] == "d.md"


def test_the_maintained_documents_are_the_default(tree: Path, run: Run) -> None:
    (tree / "pyproject.toml").write_text(
        "[tool.runtime-ref]\nmaintained-docs = ['a.md', 'docs/*.rst', 'NOTES.md']\n"
    )
    done = run("links", cwd=tree)
    assert done.returncode == 1
    first, second = done.stdout.splitlines()
    assert first.startswith("NOTES.md: document: ")
    assert second.startswith("a.md:1:5: target: ")


def test_only_a_terminal_has_colours(tree: Path) -> None:
    def output(**variables: str) -> bytes:
        plain = {name: value for name, value in os.environ.items() if "COLOR" not in name}
        return subprocess.run(
            [*MODULE, "links", "a.md"],
            cwd=tree,
            env={**plain, **variables},
            check=False,
            capture_output=True,
            timeout=60,
        ).stdout

    assert b"\x1b[" not in output()
    assert b"\x1b[31mtarget\x1b[0m" in output(FORCE_COLOR="1")
    assert b"\x1b[" not in output(FORCE_COLOR="1", NO_COLOR="1")
