"""The reference pages: made from the code, and complete."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from bs4 import BeautifulSoup

from sphinxext_runtime_ref.cli.parser import COMMANDS
from sphinxext_runtime_ref.errors import Kind
from sphinxext_runtime_ref.settings import DEFINITIONS, NAMES
from tests.conftest import CONF, Project

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.conftest import Build

DOCS = Path(__file__).parents[2] / "docs"
MORE = """
extensions.append('reference')
myst_enable_extensions = ['attrs_block', 'colon_fence', 'deflist', 'fieldlist']
suppress_warnings = ['myst', 'ref', 'runtime_ref', 'toc']
"""


def build_reference(root: Path, changes: Mapping[str, str]) -> Build:
    """Build the reference pages with nothing else around them; give some other entries."""
    made = Project(root)
    made.write({"docs/conf.py": f"{CONF}runtime_ref_root = '..'\n{MORE}"})
    for path in (DOCS / "reference").glob("*.md"):
        text = path.read_text(encoding="utf-8")
        if path.name in changes:
            assert changes[path.name] in text
            text = text.replace(changes[path.name], "{admonition} Gone\n")
        made.write({f"docs/{path.name}": text})
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(DOCS / "_ext"))
        return made.build("html", show_warning_types=True)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """Build the reference pages as they are."""
    return build_reference(tmp_path_factory.mktemp("reference"), {})


def missing(build: Build) -> list[str]:
    """Give the warnings of things that no page documents."""
    return [
        line.partition("WARNING: ")[2] for line in build.warnings if "is not documented" in line
    ]


def test_everything_is_documented(built: Build) -> None:
    assert missing(built) == []
    settings = built.html("configuration.html")
    assert all(f'id="confval-runtime_ref_{name}"' in settings for name in NAMES)
    assert all(f"runtime_ref.{kind}" in built.html("warnings.html") for kind in Kind)
    commands = built.html("commands.html")
    assert all(f'id="cmdoption-runtime-ref-{item.name}' in commands for item in COMMANDS)


def test_what_no_page_documents_is_a_warning(tmp_path: Path) -> None:
    removed = {
        "configuration.md": "{setting} ignore\n",
        "warnings.md": "{warning-entry} case\n",
        "table-options.md": "{table-option} where\n",
        "commands.md": "{command} links\n",
    }
    assert sorted(missing(build_reference(tmp_path, removed))) == [
        f"{said} is not documented [reference.missing]"
        for said in (
            "command runtime-ref links",
            "configuration value runtime_ref_ignore",
            "option where of declaration-table",
            "warning subtype runtime_ref.case",
        )
    ]


def test_a_setting_shows_its_type_default_and_help(built: Build) -> None:
    text = built.html("configuration.html")
    entry = text.partition('id="confval-runtime_ref_line_anchors"')[2].partition('id="confval-')[0]
    for part in ("str", "'range'", "line anchors must exist"):
        assert part in entry


def test_a_setting_says_whether_a_change_reads_all_documents(built: Build) -> None:
    text = built.html("configuration.html")
    for name, definition in DEFINITIONS.items():
        entry = text.partition(f'id="confval-runtime_ref_{name}"')[2].partition('id="confval-')[0]
        assert ("re-reads all documents" in entry) is (definition.rebuild == "env"), name


def test_the_usage_of_the_program_names_the_command(built: Build) -> None:
    text = built.html("commands.html")
    usage = BeautifulSoup(text, "html.parser").select("pre")[0].get_text()
    assert " ".join(usage.split()).endswith("[--root DIR] COMMAND ...")
