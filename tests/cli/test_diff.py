"""``diff`` between revisions, and ``coverage`` of documents."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.folders import git

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., subprocess.CompletedProcess[str]]
    Validate = Callable[[Any, str], None]

LIMITS = "rt/limits.py:LIMITS"


@pytest.fixture
def history(runtime_tree: Path) -> Path:
    """The tree with a tagged commit, a second one, and a change that is not committed."""
    git(runtime_tree, "init", "-q")
    git(runtime_tree, "add", "-A")
    git(runtime_tree, "commit", "-qm", "one")
    git(runtime_tree, "tag", "v1")
    codecs = runtime_tree / "rt/codecs.py"
    text = codecs.read_text().replace('("fp8",)', '("fp8", "e4m3")')
    text = text.replace("(FP16, FP8)", "(FP16, FP8, INT8)")
    codecs.write_text(
        text.replace("KV_CODECS", 'INT8 = KVCodec("int8", (), torch.int8)\nKV_CODECS')
    )
    git(runtime_tree, "commit", "-qam", "two")
    (runtime_tree / "rt/limits.py").write_text("# moved\nLIMITS = {'batch': 4, 'width': 2}\n")
    return runtime_tree


def test_diff_against_the_files_as_they_are(history: Path, run: Run) -> None:
    done = run("diff", "v1", "--root", str(history))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "kv-codec-table:\n"
        "  + INT8\n"
        "  ~ FP8\n"
        "      aliases: 'fp8' -> 'fp8, e4m3'\n"
        "limit-table:\n"
        "  + width\n"
        "  - depth\n"
    )


def test_diff_between_two_revisions_checks_nothing_out(history: Path, run: Run) -> None:
    before = (history / "rt/limits.py").read_text()
    done = run("diff", "v1", "HEAD")
    assert done.stdout.startswith("kv-codec-table:\n  + INT8\n")
    assert "limit-table" not in done.stdout
    assert (history / "rt/limits.py").read_text() == before
    assert run("diff", "HEAD", "HEAD", "--exit-code").returncode == 0
    assert run("diff", "HEAD", "HEAD").stdout == "nothing changed\n"
    assert run("diff", "v1", "HEAD", "--exit-code").returncode == 1


def test_diff_as_json_and_markdown(history: Path, run: Run, validate: Validate) -> None:
    data = json.loads(run("diff", "v1", "--format", "json", "--table", "kv-codec-table").stdout)
    validate(data, "diff")
    assert data == {
        "before": "v1",
        "after": "working tree",
        "tables": [
            {
                "name": "kv-codec-table",
                "added": [{"id": "INT8", "source": data["tables"][0]["added"][0]["source"]}],
                "removed": [],
                "changed": [
                    {
                        "id": "FP8",
                        "source": data["tables"][0]["changed"][0]["source"],
                        "cells": [{"column": "aliases", "before": "fp8", "after": "fp8, e4m3"}],
                    }
                ],
            }
        ],
    }
    assert data["tables"][0]["added"][0]["source"].startswith("rt/codecs.py:17:")
    done = run("diff", "v1", "--format", "markdown", "--output", "notes.md")
    assert done.stdout == ""
    assert (history / "notes.md").read_text() == (
        "# Changes from `v1` to `working tree`\n"
        "\n"
        "## kv-codec-table\n"
        "\n"
        "Added: `INT8`.\n"
        "\n"
        "| Changed | Column | Before | After |\n"
        "| --- | --- | --- | --- |\n"
        "| `FP8` | aliases | `fp8` | `fp8, e4m3` |\n"
        "\n"
        "## limit-table\n"
        "\n"
        "Added: `width`.\n"
        "\n"
        "Removed: `depth`.\n"
    )


def test_a_declaration_that_is_new_is_added_as_a_whole(history: Path, run: Run) -> None:
    (history / "rt/new.py").write_text("NEW = ('a', 'b')\nOTHER = {'x': 1}\n")
    git(history, "add", "-A")
    git(history, "commit", "-qm", "three")
    done = run("diff", "v1", "HEAD", "--table", "rt/new.py:NEW")
    assert done.stdout == "rt/new.py:NEW:\n  + a\n  + b\n"
    with (history / "rt/limits.py").open("a") as stream:
        stream.write("MORE = {'y': 1}\n")
    done = run("diff", "HEAD", "--table", "rt/limits.py:MORE")
    assert done.stdout == "rt/limits.py:MORE:\n  + y\n"
    done = run("diff", "v1", "HEAD", "--table", "rt/none.py:NONE")
    assert done.returncode == 2
    assert "--table rt/none.py:NONE: it exists in neither revision" in done.stderr


def test_a_project_with_tables_of_its_own_needs_no_other(history: Path, run: Run) -> None:
    (history / "pyproject.toml").write_text(
        "[tool.runtime-ref.tables.limit-table]\nsource = 'rt/limits.py:LIMITS'\n"
        "[tool.runtime-ref.tables.late-table]\nsource = 'rt/late.py:LATE'\n"
    )
    done = run("diff", "v1")
    assert done.stdout == "limit-table:\n  + width\n  - depth\n"
    assert done.stderr == "warning: late-table: rt/late.py:LATE exists in neither revision\n"
    (history / "pyproject.toml").unlink()
    done = run("diff", "v1")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: none of the configured tables exists in either revision")


def test_a_revision_that_cannot_be_read_is_told(history: Path, run: Run) -> None:
    done = run("diff", "v9")
    assert done.returncode == 2
    assert "can't read the git revision 'v9'" in done.stderr
    (history / "rt/moe.py").write_text("STAGE_BINDINGS = 3\nFP4_STAGE_BINDINGS = {}\n")
    done = run("diff", "v1", "--table", "moe-binding-table")
    assert done.returncode == 1
    assert done.stderr.startswith(
        "rt/moe.py:1:18: error: at working tree: moe-binding-table: expected"
    )
    assert "left out" not in done.stderr


def test_a_table_that_cannot_be_read_does_not_hide_the_others(history: Path, run: Run) -> None:
    (history / "rt/moe.py").write_text("STAGE_BINDINGS = 3\nFP4_STAGE_BINDINGS = {}\n")
    git(history, "commit", "-qam", "broken")
    git(history, "checkout", "-q", "v1", "--", "rt/moe.py")
    done = run("diff", "HEAD", "--root", str(history))
    assert done.returncode == 1
    (said,) = done.stderr.splitlines()
    assert said.startswith("rt/moe.py:1:18: error: at HEAD: moe-binding-table: expected")
    assert said.endswith("; the table is left out")
    assert done.stdout == "nothing changed\n"
    (history / "rt/limits.py").write_text("LIMITS = {'batch': 5, 'width': 2}\n")
    done = run("diff", "HEAD", "--table", "limit-table", "--table", "moe-binding-table")
    assert (done.returncode, done.stderr) == (1, f"{said}\n")
    assert done.stdout == "limit-table:\n  ~ batch\n      value: '4' -> '5'\n"


def test_a_name_that_is_no_table_gets_a_near_one(history: Path, run: Run) -> None:
    for wrong in ("limit", "limits_table"):
        done = run("diff", "v1", "--table", wrong, "--root", str(history))
        assert done.returncode == 2
        assert done.stderr == (
            f"error: --table {wrong}: it exists in neither revision; did you mean 'limit-table'?\n"
        )


def test_coverage_tells_what_is_missing_and_what_is_stale(
    runtime_tree: Path, run: Run, validate: Validate
) -> None:
    guide = "# Guide\n\n- `batch`\n- `depth`\n- `elsewhere`\n"
    (runtime_tree / "docs/guide.md").write_text(guide)
    (runtime_tree / "rt/limits.py").write_text("LIMITS = {'batch': 4, 'depth': 2, 'rows': 1}\n")
    done = run("coverage", LIMITS, "docs/guide.md")
    assert done.returncode == 1
    missing, stale = done.stdout.splitlines()
    assert missing.startswith("rt/limits.py:1:")
    assert missing.endswith(": rows is not documented")
    assert stale == "docs/guide.md:5:4: elsewhere is not declared"
    assert done.stderr == (
        "rt/limits.py:LIMITS: 2 of 3 names documented, 1 missing, 1 not declared\n"
    )
    data = json.loads(run("coverage", LIMITS, "docs", "--format", "json", "-q").stdout)
    validate(data, "coverage")
    assert [item["name"] for item in data["missing"]] == ["rows"]
    assert data["stale"] == [
        {"name": "elsewhere", "place": "docs/guide.md:5:4", "suggestion": None}
    ]
    markdown = run("coverage", LIMITS, "docs", "--format", "markdown").stdout
    assert "| `elsewhere` | `docs/guide.md:5:4` |  |\n" in markdown


def test_coverage_accepts_a_name_that_is_listed_on_purpose(
    runtime_tree: Path, run: Run, validate: Validate
) -> None:
    (runtime_tree / "docs/guide.md").write_text("# Guide\n\n- `batch`\n- `depth`\n- `rows`\n")
    asked = ("coverage", "limit-table", "docs/guide.md", "--exclude", "rows=was | removed")
    done = run(*asked)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "limit-table: 2 of 2 names documented, 1 listed on purpose\n"
    data = json.loads(run(*asked, "--format", "json", "-q").stdout)
    validate(data, "coverage")
    assert data["listed"] == [{"name": "rows", "reason": "was | removed"}]
    markdown = run(*asked, "--format", "markdown").stdout
    assert r"| `rows` | was \| removed |" in markdown


def test_coverage_is_good_when_the_rest_is_excluded_with_a_reason(
    runtime_tree: Path, run: Run
) -> None:
    exclude = ("--exclude", "depth=internal")
    done = run("coverage", "limit-table", *exclude, "--root", str(runtime_tree))
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "limit-table: 1 of 2 names documented, 1 excluded\n"
    done = run("coverage", "limit-table", *exclude, "--exclude", "batch=why")
    assert done.returncode == 1
    assert done.stdout == "the exclusion of batch is not needed\n"
