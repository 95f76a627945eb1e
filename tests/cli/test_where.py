"""Commands in other folders, without git, and where nothing is configured."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.settings import DEFAULT_SOURCES

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., subprocess.CompletedProcess[str]]


def test_a_source_may_be_named_from_the_current_folder(runtime_tree: Path, run: Run) -> None:
    (runtime_tree / "rt/rt").mkdir()
    (runtime_tree / "rt/rt/limits.py").write_text("LIMITS = {'inner': 1}\n")
    (runtime_tree / "pyproject.toml").write_text("[tool.runtime-ref]\nroot = '.'\n")
    here = runtime_tree / "rt"
    wanted = "key,value\nbatch,4\ndepth,16\n"
    absolute = f"{runtime_tree}/rt/limits.py:LIMITS"
    for source in ("limits.py:LIMITS", "../rt/limits.py:LIMITS", "rt/limits.py:LIMITS", absolute):
        assert run("dump", source, "--format", "csv", cwd=here).stdout == wanted
    done = run("coverage", "limits.py:LIMITS", "../docs", cwd=here)
    assert done.stdout == "rt/limits.py:1:23: depth is not documented\n"
    assert done.stderr == "rt/limits.py:LIMITS: 1 of 2 names documented, 1 missing\n"
    done = run("dump", "../../elsewhere.py:X", cwd=here)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"outside of the root {runtime_tree}" in done.stderr


def test_check_finds_the_project_from_below_and_needs_no_git(runtime_tree: Path, run: Run) -> None:
    assert not (runtime_tree / ".git").exists()
    run("write")
    done = run(cwd=runtime_tree / "docs")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("reference page: current; links: ")


@pytest.mark.parametrize("command", ["check", "write", "dump"])
def test_a_page_without_tables_says_what_to_set(tmp_path: Path, run: Run, command: str) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.runtime-ref]\nreference-page = 'page.md'\n")
    done = run(command)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "error: there are no tables: none of the default sources exists below the root; set "
        "tables or sources below [tool.runtime-ref] in pyproject.toml\n"
    )
    assert not (tmp_path / "page.md").exists()


def test_without_configuration_the_tables_that_there_are_are_printed(
    tmp_path: Path, run: Run
) -> None:
    source = tmp_path / DEFAULT_SOURCES["bindings"]
    source.parent.mkdir(parents=True)
    source.write_text("STAGE_BINDINGS = {}\nFP4_STAGE_BINDINGS = {}\n")
    done = run("dump", "--root", str(tmp_path))
    assert done.returncode == 0
    assert list(json.loads(done.stdout)) == ["evidence", "bindings"]
    said = done.stderr.splitlines()
    assert [line.split(": ")[1] for line in said] == [
        *("config-owner-table", "kv-codec-table", "route-table")
    ]
    assert said[1].endswith(
        f"left out, its default source {DEFAULT_SOURCES['codecs']} does not exist; name another "
        "one below [tool.runtime-ref.sources] in pyproject.toml"
    )


def test_a_folder_without_documents_is_told(run: Run) -> None:
    done = run("links", ".")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == ("warning: there are no documents to check\nlinks: 0 checked, 0 broken\n")


@pytest.mark.parametrize("arguments", [("links", "."), ("links",), ("coverage", "a.py:A", ".")])
def test_a_folder_that_cannot_be_listed_is_told(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.runtime-ref]\nmaintained-docs = ['.']\n")
    (tmp_path / "a.md").write_text("`x`\n")
    (tmp_path / "a.py").write_text("A = {'x': 1}\n")
    # a path that is longer than the system takes
    name = "n" * 200
    monkeypatch.chdir(tmp_path)
    for _ in range(25):
        os.mkdir(name)  # noqa: PTH102 - below the current folder, whatever its path
        os.chdir(name)
    os.chdir(tmp_path)
    done = run(*arguments)
    assert done.returncode == 0
    said = "the folder can't be listed: File name too long"
    assert [line[-len(said) :] for line in done.stderr.splitlines() if "warning:" in line] == [said]


@pytest.mark.parametrize(
    ("arguments", "output"),
    [
        (["links", "."], None),
        (["links", "a.md"], "a.md"),
        (["links", "."], "a.md"),
        (["links"], "a.md"),
        (["check"], "./a.md"),
        (["dump", "m.py:T"], "./m.py"),
        (["coverage", "m.py:T", "a.md"], "a.md"),
        (["coverage", "m.py:T", "a.md"], "m.py"),
    ],
)
def test_a_report_is_not_written_over_what_is_read(
    tmp_path: Path, run: Run, arguments: list[str], output: str | None
) -> None:
    settings = "[tool.runtime-ref]\nmaintained-docs = ['a.md']\n"
    texts = {"a.md": "# a\n", "m.py": "T = {'a': 1}\n", "pyproject.toml": settings}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    done = run(*arguments, "--output", output or "report.md")
    if output is None:
        assert done.returncode == 0
        return
    assert done.returncode == 2
    assert done.stderr.startswith(f"error: --output {output}: expected another file than the one")
    assert {name: (tmp_path / name).read_text() for name in texts} == texts


def test_check_is_no_way_to_write_the_reference_page(runtime_tree: Path, run: Run) -> None:
    run("write")
    page = runtime_tree / "docs/reference page.md"
    before = page.read_text()
    done = run("check", "--format", "github", "-o", str(page))
    assert (done.returncode, page.read_text()) == (2, before)


def test_a_dash_is_the_standard_output(tmp_path: Path, run: Run) -> None:
    (tmp_path / "a.md").write_text("[x](b.md)\n")
    done = run("links", "a.md", "--output", "-", "--quiet")
    assert done.stdout == "a.md:1:5: target: 'b.md': no such file or folder\n"
    assert [path.name for path in tmp_path.iterdir()] == ["a.md"]
