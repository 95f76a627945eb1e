"""``runtime-ref links``: what is not checked, what is skipped, and which repository it is."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.folders import git, write

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., subprocess.CompletedProcess[str]]


def clone(folder: Path, files: dict[str, str]) -> Path:
    write(folder, files)
    git(folder, "init", "-q")
    return folder


BUILT = {
    "a Sphinx build": {"docs/_build/.buildinfo": "x", "docs/_build/p.html": '<a href="gone">'},
    "a build of make": {
        "docs/_build/html/.buildinfo": "x",
        "docs/_build/html/sub/p.html": '<a href="gone">',
    },
    "a published site": {
        "site/objects.inv": "x",
        "site/searchindex.js": "x",
        "site/p.html": '<a href="gone">',
    },
}


@pytest.mark.parametrize("files", BUILT.values(), ids=BUILT)
@pytest.mark.parametrize("tracked", [True, False], ids=["git", "no git"])
def test_what_sphinx_built_is_no_document(
    tmp_path: Path, run: Run, files: dict[str, str], *, tracked: bool
) -> None:
    clone(tmp_path, {"docs/index.md": "# Docs\n\n[i](#docs)\n", **files})
    if not tracked:
        (tmp_path / ".git").rename(tmp_path / "no-git")
    done = run("links", ".")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "links: 1 checked, 0 broken\n"
    page = next(name for name in files if name.endswith(".html"))
    for named in (page, page.rpartition("/")[0], str(tmp_path / page)):
        done = run("links", named)
        assert (done.returncode, f"{page}:1:10: target: 'gone'" in done.stdout) == (1, True)


@pytest.mark.parametrize("name", ["objects.inv", "searchindex.js"])
def test_one_file_of_a_site_does_not_make_one(tmp_path: Path, run: Run, name: str) -> None:
    clone(tmp_path, {f"docs/x/{name}": "x", "docs/x/a.md": "[x](gone.md)\n"})
    assert run("links", "docs").returncode == 1


def test_maintained_documents_are_not_what_sphinx_built(tmp_path: Path, run: Run) -> None:
    config = "[tool.runtime-ref]\nmaintained-docs = ['docs', 'docs/**/*.html']\n"
    files = {"pyproject.toml": config, "docs/a.md": "# A\n\n[a](#a)\n", **BUILT["a Sphinx build"]}
    clone(tmp_path, files)
    done = run("links")
    assert (done.returncode, done.stderr) == (0, "links: 1 checked, 0 broken\n")


def test_places_of_templates_are_not_links_yet(tmp_path: Path, run: Run) -> None:
    files = {
        "toc.html": '<a href="{{ toc_item.url }}">x</a> <a href="gone.html">y</a>\n',
        "page.md": "# P\n\n[a]({{site.baseurl}}/x.md) [b](<{% link x.md %}>) [c](#p)\n",
    }
    clone(tmp_path, files)
    done = run("links", ".")
    assert done.stdout == "toc.html:1:45: target: 'gone.html': no such file or folder\n"
    rows = [
        json.loads(line)
        for line in run("links", "page.md", "--format", "jsonl").stdout.splitlines()
    ]
    assert [(row["status"], row["info"]) for row in rows] == [
        ("unchecked", "a template's place, filled in later"),
        ("unchecked", "a template's place, filled in later"),
        ("working", ""),
    ]


def test_check_skips_links_and_never_the_page(runtime_tree: Path, run: Run) -> None:
    (runtime_tree / "README.md").write_text("[a](gone.md) [b][label]\n", encoding="utf-8")
    assert run("write").returncode == 0
    done = run("check", "--skip", "reference")
    assert done.returncode == 1
    assert done.stderr.startswith("README.md:1:5: target: 'gone.md'")
    assert len(done.stderr.splitlines()) == 1
    done = run("check", "--skip", "reference", "--skip", "target", "--skip", "document")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(" 0 broken, 2 ignored\n")
    (runtime_tree / "docs/reference page.md").unlink()
    assert run("check", "--skip", "document").returncode == 1


def test_findings_of_a_kind_can_be_skipped(tmp_path: Path, run: Run) -> None:
    clone(tmp_path, {"api.md": "[pkg.Class][]\n[x](gone.md)\n[y](#nowhere)\n"})
    done = run("links", ".", "--skip", "reference")
    assert done.returncode == 1
    assert [line.split(":")[3].strip() for line in done.stdout.splitlines()] == ["target", "anchor"]
    assert done.stderr == "links: 3 checked, 2 broken, 1 ignored (1 missing target, 1 anchor)\n"
    every = [word for kind in ("reference", "target", "anchor") for word in ("--skip", kind)]
    done = run("links", ".", *every)
    assert (done.returncode, done.stdout) == (0, "")
    done = run("links", ".", *every, "--format", "jsonl")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["status"] for row in rows] == ["ignored"] * 3
    assert rows[0]["info"].startswith("reference findings are skipped: ")
    done = run("links", ".", "--skip", "refs")
    assert done.returncode == 2
    assert "argument --skip: invalid choice: 'refs'" in done.stderr
    assert "<Kind" not in done.stderr


def test_another_repository_is_checked_as_from_inside(tmp_path: Path, run: Run) -> None:
    here = clone(tmp_path / "here", {"a.md": "[x](gone.md)\n"})
    config = "[tool.runtime-ref]\nignore = ['skipped']\n"
    other = clone(
        tmp_path / "other",
        {"pyproject.toml": config, "docs/b.md": "[top](../README.md) [s](skipped)\n[x](no.md)\n"},
    )
    (other / "README.md").write_text("# R\n")
    for named in (str(other / "docs"), "../other/docs", str(other / "docs/b.md")):
        done = run("links", named, cwd=here)
        assert done.stdout == "docs/b.md:2:5: target: 'no.md': no such file or folder\n"
    done = run("fix", str(other / "docs"), cwd=here)
    assert done.stderr.endswith("links: 0 fixed, 1 left\n")
    done = run("links", ".", str(other / "docs"), cwd=here)
    assert done.returncode == 2
    assert f"outside of the root {here}" in done.stderr


def test_the_format_has_the_name_of_the_setting_too(tmp_path: Path, run: Run) -> None:
    clone(tmp_path, {"a.md": "[x](gone.md)\n"})
    assert run("links", ".", "--format", "txt").stdout == run("links", ".").stdout != ""


@pytest.mark.parametrize("command", [["links", "a.md"], ["dump", "a.py:X"]], ids=" ".join)
def test_no_folder_is_made_up_for_a_report(tmp_path: Path, run: Run, command: list[str]) -> None:
    clone(tmp_path, {"a.md": "# A\n", "a.py": "X = 1\n"})
    done = run(*command, "--output", "nowhere/report")
    assert done.returncode == 2
    assert "nowhere: error: no such folder\n" in done.stderr
    assert not (tmp_path / "nowhere").exists()


def test_a_missing_maintained_document_is_told_in_a_sentence(tmp_path: Path, run: Run) -> None:
    clone(tmp_path, {"pyproject.toml": "[tool.runtime-ref]\nmaintained-docs = ['NOPE.md']\n"})
    said = "document: this document is to be checked, but there is no such file"
    place = "maintained-docs names it at pyproject.toml:2:20"
    assert run("links").stdout == f"NOPE.md: {said}; {place}\n"
