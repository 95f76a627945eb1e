"""What the package promises to run on is what is tested."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
TOX = (ROOT / "tox.ini").read_text(encoding="utf-8")


def corners() -> list[str]:
    """Give the test environments of tox."""
    return re.findall(r"^    (py\S+)$", TOX, re.MULTILINE)


def test_every_python_of_the_classifiers_is_tested() -> None:
    promised = set(re.findall(r"Python :: 3\.(\d+)", "\n".join(PROJECT["classifiers"])))
    assert {re.match(r"py3(\d+)", name)[1] for name in corners()} == promised  # type: ignore[index]


def test_the_oldest_releases_that_are_allowed_are_tested() -> None:
    oldest = next(name for name in corners() if "sphinx74" in name)
    allowed = "\n".join(PROJECT["dependencies"])
    assert "myst4" in oldest
    assert "docutils20" in oldest
    assert all(text in allowed for text in ("sphinx>=7.4", "myst-parser>=4", "docutils>=0.20"))


def test_the_readme_and_the_home_page_say_what_is_supported() -> None:
    pythons = sorted(map(int, re.findall(r"Python :: 3\.(\d+)", "\n".join(PROJECT["classifiers"]))))
    bounds = dict(re.findall(r"([\w-]+)>=([\d.]+)", "\n".join(PROJECT["dependencies"])))
    for page in ("README.md", "docs/index.md"):
        text = " ".join((ROOT / page).read_text(encoding="utf-8").split())
        assert f"Python 3.{pythons[0]} to 3.{pythons[-1]}" in text
        assert f"Sphinx {bounds['sphinx']} or newer" in text
        assert f"MyST-Parser {bounds['myst-parser']} or newer" in text
    assert f"docutils {bounds['docutils']} or newer" in text


def test_continuous_integration_runs_environments_that_exist() -> None:
    script = (ROOT / ".ci/run").read_text(encoding="utf-8")
    named = re.findall(r"corner python3\.\d+ (\S+)", script)
    assert len(named) >= 3
    assert set(named) <= set(corners())


def test_the_changelog_has_an_entry_for_this_version() -> None:
    text = (ROOT / "sphinxext_runtime_ref/__init__.py").read_text(encoding="utf-8")
    version = re.findall(r'__version__ = "(\S+)"', text)[0]
    assert f"\n## {version} " in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
