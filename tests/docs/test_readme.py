"""The README: its commands, its pictures, its examples."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMAND = re.compile(r"python3 -m venv [^\n`]+?(?:_build/html|-m pytest)")


def commands(text: str) -> list[str]:
    """Give the set-up commands in a text, on one line each."""
    joined = re.sub(r"\s*\\\n\s*", " ", text)
    return COMMAND.findall(joined)


def test_continuous_integration_runs_the_two_commands_of_the_readme() -> None:
    script = (ROOT / ".ci/run").read_text(encoding="utf-8")
    assert len(commands(README)) == 2
    assert commands(script) == commands(README)


def test_the_readme_opens_with_three_sentences_and_a_picture_then_the_commands() -> None:
    intro = README.split("## ")[0]
    text, picture, rest = re.split(r"(!\[[^\]]+\]\([^)]+\))", intro, maxsplit=1)
    assert len(re.findall(r"\.(?=\s)", text)) == 3
    assert (ROOT / re.findall(r"\(([^)]+)\)$", picture)[0]).is_file()
    assert commands(rest) == commands(README)


@pytest.mark.parametrize("path", sorted((ROOT / "docs/images").glob("*.png")), ids=lambda p: p.name)
def test_a_picture_is_small_and_shown(path: Path) -> None:
    assert path.stat().st_size < 200_000
    pages = [*(ROOT / "docs").rglob("*.md"), ROOT / "README.md"]
    assert any(path.name in page.read_text(encoding="utf-8") for page in pages)


def test_the_package_page_has_nothing_that_only_the_repository_has() -> None:
    data = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    hook = data["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]
    assert [fragment["path"] for fragment in hook["fragments"]] == ["README.md"]
    page = README
    for change in hook["substitutions"]:
        page = re.sub(change["pattern"], change["replacement"], page)
    removed = {
        "docs/images/table.png",
        "docs/index.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "LICENSE",
    }
    assert all(f"({name})" in README for name in removed)
    left = re.findall(r"(.?)\[[^\]]*\]\((?!https:)([^)]*)\)", page)
    assert left == [("`", "../src/codecs.py#L12")], "only what is shown as code"
    assert page.count("\n\n\n") == README.count("\n\n\n")
