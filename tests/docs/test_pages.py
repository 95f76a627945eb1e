"""The pages of the documentation and what they are built from."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from sphinxext_runtime_ref.tables.registry import SHAPES

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
EXAMPLE = "docs/example/kestrel"
DIRECTIVE = re.compile(r"^```\{declaration-table\} (\S+)\n((?::[\w-]+:.*\n)*)", re.MULTILINE)


def gallery() -> list[tuple[str, str]]:
    """Give source and options of every table in the gallery."""
    text = (DOCS / "gallery/index.md").read_text(encoding="utf-8")
    return [m for m in DIRECTIVE.findall(text) if m[0].startswith("docs/")]


def test_the_gallery_shows_every_shape_with_its_source() -> None:
    text = (DOCS / "gallery/index.md").read_text(encoding="utf-8")
    numbers = [str(n) for n in range(1, len(SHAPES) + 1)]
    assert re.findall(r"^## (\d+)\. ", text, re.MULTILINE) == numbers
    assert len(gallery()) == text.count("```{literalinclude}") == len(SHAPES)


@pytest.mark.parametrize("page", ["README.md", "docs/index.md", "docs/gallery/index.md"])
def test_the_number_of_shapes_is_that_of_the_catalogue(page: str) -> None:
    assert len(SHAPES) == 14
    text = (ROOT / page).read_text(encoding="utf-8").lower()
    assert re.findall(r"\b(\w+) shapes\b", text)[0] == "fourteen"


def test_the_columns_of_every_shape_are_listed_under_the_word_to_type() -> None:
    text = (DOCS / "reference/columns.md").read_text(encoding="utf-8")
    rows = re.findall(
        r"^\| (`[^|]*`) \| [^|]+ \|$", text.split("The named tables")[0], re.MULTILINE
    )
    assert sorted(re.findall(r"`([^`]+)`", " ".join(rows))) == sorted(SHAPES)


def test_the_gallery_shows_the_options_that_it_uses() -> None:
    text = (DOCS / "gallery/index.md").read_text(encoding="utf-8")
    for source, options in gallery():
        shown = source.removeprefix(f"{EXAMPLE}/")
        block = (
            f"```{{declaration-table}} {shown}\n{options.replace(':no-index:' + chr(10), '')}```"
        )
        assert block in text


def test_every_document_has_good_links(run: Callable[..., Any]) -> None:
    documents = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs"]
    done = run("links", "--root", ".", *documents, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_example_cannot_be_imported() -> None:
    code = "import kestrel.attention.codecs"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=DOCS / "example",
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert "ModuleNotFoundError: No module named 'kestrel_native'" in done.stderr


def test_no_page_is_an_orphan() -> None:
    index = (DOCS / "index.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^([\w/-]+)$", index, re.MULTILINE))
    pages = {
        path.relative_to(DOCS).with_suffix("").as_posix()
        for path in DOCS.rglob("*.md")
        if "_build" not in path.parts and "example" not in path.parts
    }
    assert pages - {"index"} == listed


def test_the_tables_that_compare_tools_are_all_made_by_programs() -> None:
    folder = DOCS / "explanation"
    text = (folder / "comparison.md").read_text(encoding="utf-8")
    assert not re.search(r"^\|", text, re.MULTILINE), "no cell by hand"
    included = re.findall(r"```\{include\} (\S+)", text)
    programs = re.findall(r"python -m (benchmarks\.\w+)", text)
    assert len(included) == len(programs) == 3
    for name, program in zip(included, programs, strict=True):
        assert (ROOT / program.replace(".", "/")).with_suffix(".py").is_file()
        rows = (folder / name).read_text(encoding="utf-8").splitlines()
        cells = [line.count("|") for line in rows if line.startswith("|")]
        assert len(cells) > 8
        assert len(set(cells)) == 1
