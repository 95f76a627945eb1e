"""The reference pages: made from the code, and complete."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from bs4 import BeautifulSoup

from sphinxext_runtime_ref.cli.parser import COMMANDS
from sphinxext_runtime_ref.errors import Kind
from sphinxext_runtime_ref.settings import DEFINITIONS, NAMES

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Build, Project

DOCS = Path(__file__).parents[2] / "docs"
CONF = """
extensions.append('reference')
myst_enable_extensions = ['attrs_block', 'colon_fence', 'deflist', 'fieldlist']
suppress_warnings = ['myst', 'ref', 'runtime_ref', 'toc']
"""


@pytest.fixture
def build(project: Callable[..., Project], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Build]:
    """Build the reference pages, after changes to some, with nothing else around them."""
    monkeypatch.syspath_prepend(str(DOCS / "_ext"))

    def call(changes: Callable[[str, str], str] = lambda _, text: text) -> Build:
        pages = {
            f"docs/{path.name}": changes(path.name, path.read_text(encoding="utf-8"))
            for path in (DOCS / "reference").glob("*.md")
        }
        return project(pages, CONF).build("html", show_warning_types=True)

    return call


def missing(build: Build) -> list[str]:
    """Give the warnings of things that no page documents."""
    return [
        line.partition("WARNING: ")[2] for line in build.warnings if "is not documented" in line
    ]


def test_everything_is_documented(build: Callable[..., Build]) -> None:
    built = build()
    assert missing(built) == []
    settings = built.html("configuration.html")
    assert all(f'id="confval-runtime_ref_{name}"' in settings for name in NAMES)
    assert all(f"runtime_ref.{kind}" in built.html("warnings.html") for kind in Kind)
    commands = built.html("commands.html")
    assert all(f'id="cmdoption-runtime-ref-{item.name}' in commands for item in COMMANDS)


@pytest.mark.parametrize(
    ("page", "entry", "said"),
    [
        ("configuration.md", "{setting} ignore\n", "configuration value runtime_ref_ignore"),
        ("warnings.md", "{warning-entry} case\n", "warning subtype runtime_ref.case"),
        ("table-options.md", "{table-option} where\n", "option where of declaration-table"),
        ("commands.md", "{command} links\n", "command runtime-ref links"),
    ],
)
def test_what_no_page_documents_is_a_warning(
    build: Callable[..., Build], page: str, entry: str, said: str
) -> None:
    def remove(name: str, text: str) -> str:
        assert name != page or entry in text
        return text.replace(entry, "{admonition} Gone\n") if name == page else text

    assert missing(build(remove)) == [f"{said} is not documented [reference.missing]"]


def test_a_setting_shows_its_type_default_and_help(build: Callable[..., Build]) -> None:
    text = build().html("configuration.html")
    entry = text.partition('id="confval-runtime_ref_line_anchors"')[2].partition('id="confval-')[0]
    for part in ("str", "'range'", "line anchors must exist"):
        assert part in entry


def test_a_setting_says_whether_a_change_reads_all_documents(build: Callable[..., Build]) -> None:
    text = build().html("configuration.html")
    for name, definition in DEFINITIONS.items():
        entry = text.partition(f'id="confval-runtime_ref_{name}"')[2].partition('id="confval-')[0]
        assert ("re-reads all documents" in entry) is (definition.rebuild == "env"), name


def test_the_usage_of_the_program_names_the_command(build: Callable[..., Build]) -> None:
    text = build().html("commands.html")
    usage = BeautifulSoup(text, "html.parser").select("pre")[0].get_text()
    assert " ".join(usage.split()).endswith("[--root DIR] COMMAND ...")
