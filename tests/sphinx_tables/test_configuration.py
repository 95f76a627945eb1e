"""Where settings come from: defaults, the project file, ``conf.py``, the command line."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.settings import Settings

TYPES = "show_warning_types = True\n"  # the default only since Sphinx 8
END = " [runtime_ref.config]"
DOC = {"docs/index.md": "# Top\n"}


def settings_of(build: Any) -> Settings:
    settings: Settings = build.env.domains["runtime"].state.settings
    return settings


def test_the_project_file_lies_over_the_defaults(project: Callable[..., Any]) -> None:
    made = project(
        {
            **DOC,
            "pyproject.toml": (
                '[tool.runtime-ref]\nsource-revision = "v9"\ncheck_links = false\n'
                'report-dir = "from-project"\n'
            ),
        },
        "runtime_ref_report_dir = 'from-conf'\nruntime_ref_check_links = True\n",
    )
    build = made.build("dummy")
    assert build.warnings == []
    settings = settings_of(build)
    assert settings.source_revision == "v9"
    assert settings.report_dir == "from-conf"
    assert settings.check_links is True, "conf.py wins, also where it has the default"


def test_an_invalid_value_warns_once_and_has_its_default(project: Callable[..., Any]) -> None:
    made = project(DOC, TYPES + "runtime_ref_source_pages = 'yes'\nruntime_ref_ignore = 'x'\n")
    build = made.build("dummy")
    conf = made.docs / "conf.py"
    assert build.warnings == [
        f"{conf}:5: WARNING: runtime_ref_source_pages: expected True or False, got 'yes'{END}",
        f"{conf}:6: WARNING: runtime_ref_ignore: expected a list, got 'x'{END}",
    ]
    assert settings_of(build).source_pages is True


def test_a_fault_in_the_project_file_has_its_place(project: Callable[..., Any]) -> None:
    text = "[tool.runtime-ref]\nsource_pagess = true\n"
    made = project({**DOC, "pyproject.toml": text}, TYPES)
    [warning] = made.build("dummy").warnings
    assert (
        "pyproject.toml:2:1: unknown key 'source_pagess'; did you mean 'source-pages'?" in warning
    )
    assert warning.endswith("[runtime_ref.config]")


def test_a_changed_project_file_reads_all_documents_again(project: Callable[..., Any]) -> None:
    made = project(DOC)
    assert made.build("dummy").warnings == []
    made.write({"pyproject.toml": '[tool.runtime-ref]\nsource_revision = "v9"\n'})
    assert "0 added, 1 changed, 0 removed" in made.build("dummy").stdout
    assert "0 added, 0 changed, 0 removed" in made.build("dummy").stdout


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("source_pages", "0", False),
        ("lifecycle_methods", "a, b", ("a", "b")),
        ("source_revision", "x", "x"),
    ],
)
def test_values_from_the_command_line(
    project: Callable[..., Any], name: str, text: str, value: object
) -> None:
    build = project(DOC).build("dummy", **{f"runtime_ref_{name}": text})
    assert build.warnings == []
    assert getattr(settings_of(build), name) == value


def test_a_root_that_is_not_there_is_said(project: Callable[..., Any]) -> None:
    build = project(DOC).build("dummy", runtime_ref_root="nowhere")
    [warning] = build.warnings
    assert "runtime_ref_root: expected a folder that exists, got" in warning


def test_a_bad_repository_is_said(project: Callable[..., Any]) -> None:
    build = project(DOC).build("dummy", runtime_ref_source_url="https://code.example.org/x")
    [warning] = build.warnings
    assert "runtime_ref_source_url: can't tell how 'code.example.org' addresses files" in warning


def test_an_unknown_name_is_said_with_its_line(project: Callable[..., Any]) -> None:
    conf = TYPES + "if True:\n    runtime_ref_check_link = False\nruntime_ref_x = 1\n"
    made = project(DOC, conf + "def runtime_ref_helper():\n    runtime_ref_inner = 1\n")
    first, second = made.build("dummy").warnings
    assert first.startswith(f"{made.docs / 'conf.py'}:6: WARNING: unknown value ")
    assert "'runtime_ref_check_link'; did you mean 'runtime_ref_check_links'?" in first
    assert first.endswith("[runtime_ref.config]")
    assert ":7: WARNING: unknown value 'runtime_ref_x' [runtime_ref.config]" in second


def test_dictionaries_of_both_files_are_merged(project: Callable[..., Any]) -> None:
    text = """\
[tool.runtime-ref.tables.a-table]
source = "t.py:A"
[tool.runtime-ref.tables.b-table]
source = "t.py:B"
[tool.runtime-ref.sources]
codecs = "c.py"
[tool.runtime-ref.assume]
platform = "linux"
"""
    made = project(
        {**DOC, "pyproject.toml": text},
        "runtime_ref_tables = {'b-table': {'source': 't.py:OTHER'}}\n"
        "runtime_ref_sources = {'routes': 'r.py'}\nruntime_ref_assume = {'python': '3.12'}\n",
    )
    build = made.build("dummy")
    assert build.warnings == []
    settings = settings_of(build)
    assert {name: table["source"] for name, table in settings.tables.items()} == {
        "a-table": "t.py:A",
        "b-table": "t.py:OTHER",
    }
    assert (settings.sources["codecs"], settings.sources["routes"]) == ("c.py", "r.py")
    assert settings.assume == {"platform": "linux", "python": "3.12"}


def test_one_wrong_source_leaves_the_others(project: Callable[..., Any]) -> None:
    conf = "runtime_ref_sources = {'config': 'x.py:C', 'codecs': 'c.py'}\n"
    text = "# Top\n\n```{config-owner-table}\n```\n"
    build = project({"docs/index.md": text}, TYPES + conf).build("dummy")
    first, second = build.warnings
    assert "runtime_ref_sources: unknown key 'config'; did you mean 'configurations'?" in first
    assert "default source: set the key 'configurations' of runtime_ref_sources, or" in second
    assert settings_of(build).sources["codecs"] == "c.py"


def test_what_python_says_of_conf_py_is_said_once(project: Callable[..., Any]) -> None:
    made = project({"docs/index.md": "# I\n"}, "pattern = '\\d'\n")
    command = [sys.executable, "-W", "always", "-m", "sphinx", "-q", "docs", "out"]
    done = subprocess.run(command, cwd=made.root, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert done.stderr.count("invalid escape sequence") == 1


CONF = """\
runtime_ref_reports = [
    "txt",
    "xml",
]
runtime_ref_source_url = "https://code.example.org/x"
runtime_ref_tables = {
    "format-table": {
        "source": "t.py:T",
        "formats": {"key": "boldd"},
    },
    "shape-table": {
        "source": "t.py:T",
        "shape": "recrods",
    },
    "where-table": {
        "source": "t.py:T", "where": "key ="},
    "Bad": {"source": "t.py:T"},
    "note": {"source": "t.py:T"},
}
if True:
    runtime_ref_sources = {
        "codecs": "c.py",
        "codes": "c.py",
    }
    runtime_ref_root = "nowhere"
"""


def test_each_fault_in_conf_py_has_its_line(project: Callable[..., Any]) -> None:
    made = project(DOC, CONF)
    said = [line for line in made.build("dummy").warnings if "conf.py:" in line]
    first = (made.docs / "conf.py").read_text().index("runtime_ref_reports")
    first = (made.docs / "conf.py").read_text()[:first].count("\n")
    found = {
        int(line.partition("conf.py:")[2].partition(":")[0]) - first: line.partition("WARNING: ")[2]
        for line in said
    }
    assert [(line, found[line].split(": ")[0]) for line in sorted(found)] == [
        (3, "runtime_ref_reports"),
        (5, "runtime_ref_source_url"),
        (9, "runtime_ref_tables"),
        (13, "runtime_ref_tables"),
        (15, "runtime_ref_tables"),
        (17, "runtime_ref_tables"),
        (18, "runtime_ref_tables"),
        (23, "runtime_ref_sources"),
        (25, "runtime_ref_root"),
    ]
    assert "shape-table: shape: there is no shape 'recrods'; did you mean 'records'?" in found[13]
    assert "note: the name is taken by another directive" in found[18]


def test_a_fault_of_a_table_of_the_project_file_has_its_place_there(
    project: Callable[..., Any],
) -> None:
    text = """\
[tool.runtime-ref]
root = "nowhere"
[tool.runtime-ref.tables.a-table]
source = "t.py:T"
where = "key ="
[tool.runtime-ref.tables.b-table]
source = "t.py:T"
shape = "recrods"
"""
    made = project({**DOC, "pyproject.toml": text})
    conf = made.docs / "conf.py"
    conf.write_text(conf.read_text().replace("runtime_ref_root", "root"))
    warnings = made.build("dummy").warnings
    places = ["2:1: root: exp", "3:26: tables.a-table: where", "8:1: tables.b-table.shape: there"]
    for place in places:
        assert [line for line in warnings if f"pyproject.toml:{place}" in line], place
    assert not [line for line in warnings if "runtime_ref_" in line.partition("[")[0]]


def test_a_table_says_where_the_configuration_asks_for_what_is_not_there(
    project: Callable[..., Any],
) -> None:
    text = """\
[tool.runtime-ref.sources]
codecs = "c.py"
[tool.runtime-ref.tables.a-table]
source = "t.py:T"
columns = ["nam"]
[tool.runtime-ref.tables.b-table]
source = "gone.py:T"
"""
    page = "\n".join(
        f"```{{{name}}}\n```" for name in ("a-table", "b-table", "c-table", "kv-codec-table")
    )
    own = "```{a-table}\n:columns: kye\n:no-index:\n```"
    made = project(
        {
            "t.py": "T = {'a': 1}\n",
            "docs/index.md": f"# Top\n\n{page}\n\n{own}\n",
            "pyproject.toml": text,
        },
        "runtime_ref_tables = {'c-table': {\n    'source': 'lost.py:T'}}\n",
    )
    first, second, third, fourth, fifth = made.build("dummy").warnings
    assert "t.py:1:1: option 'columns': no row has a column 'nam'" in first
    assert first.partition(" [")[0].endswith("pyproject.toml:5:1")
    assert "; a-table sets 'columns' at " in first
    assert "gone.py: no such file" in second
    assert "; b-table has this source from " in second
    assert second.partition(" [")[0].endswith("pyproject.toml:7:1")
    assert "; c-table has this source from " in third
    assert third.partition(" [")[0].endswith("docs/conf.py:5")
    assert "; kv-codec-table has this source from the key 'codecs' at " in fourth
    assert fourth.partition(" [")[0].endswith("pyproject.toml:2:1")
    assert "option 'columns': no row has a column 'kye'" in fifth
    assert "sets" not in fifth


def test_a_root_that_nobody_named_is_told_with_the_setting(project: Callable[..., Any]) -> None:
    page = "# Top\n\n```{declaration-table} t.py:T\n```\n\n[up](../x.md)\n"
    made = project({"docs/index.md": page, "t.py": "T = {}\n"})
    conf = made.docs / "conf.py"
    conf.write_text(conf.read_text().replace("runtime_ref_root", "root"))
    first, second = made.build().warnings
    said = "runtime_ref_root can name another folder than that of the documents"
    assert f"no such file below the root {made.docs}; {said}" in first
    said = f"the root is {made.docs}, and runtime_ref_root can name a folder further up"
    assert f"'../x.md': leads out of the root; {said}" in second
