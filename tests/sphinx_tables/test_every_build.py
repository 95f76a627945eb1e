"""Findings are said in every build, also where nothing is read or written again."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

SOURCE = """\
TWICE = {"a": 1, "b": 2, "a": 3}
LIMITS = {"retries": 3}
NAMES = [
    "one"
    "two",
    "three",
]
PARSERS = {}


def register():
    PARSERS["x"] = 1
"""
PAGES = {
    "role": ("See {runtime:own}`retrie`.", "there is no own 'retrie'"),
    "where": (
        "```{declaration-table} t.py:LIMITS\n:where: key == 'x'\n:no-index:\n```",
        "where \"key == 'x'\" is true for none of 1 rows",
    ),
    "keys": (
        "```{declaration-table} t.py:LIMITS\n:keys: one, two\n:no-index:\n```",
        "option 'keys': no row has a part that 'two' could name",
    ),
    "twice": ("```{declaration-table} t.py:TWICE\n```", "duplicate key 'a'"),
    "joined": ("```{declaration-table} t.py:NAMES\n```", "implicit concatenation"),
    "empty": ("```{declaration-table} t.py:PARSERS\n```", "'PARSERS' is empty in the source"),
    "own": ("```{own-table}\n```", "own-table: the columns changed: gone vanished"),
    "gone": ("```{declaration-table} t.py:GONE\n```", "'GONE' is not declared"),
    "source": ("See {source}`t.py#GONE`.", "'t.py#GONE'"),
    "away": ("![](../../x.png)", "'../../x.png': leads out of the root"),
}
CONF = """\
runtime_ref_check_links = False
runtime_ref_tables = {'own-table': {'source': 't.py:LIMITS', 'required': ['key', 'gone']}}
"""


@pytest.fixture
def made(project: Callable[..., Any]) -> Any:
    """Give a project with a document for each kind of finding, and one that has none."""
    listed = "\n".join((*PAGES, "good"))
    files = {f"docs/{name}.md": f"# Top\n\n{text}\n" for name, (text, _) in PAGES.items()}
    index = f"# Top\n\n```{{toctree}}\n{listed}\n```\n"
    good = "# Good\n\n```{declaration-table} t.py:LIMITS\n```\n"
    return project({"t.py": SOURCE, "docs/index.md": index, "docs/good.md": good, **files}, CONF)


def expect(warnings: list[str]) -> None:
    """Check that each finding is there once, at its document."""
    for name, (_, said) in PAGES.items():
        [warning] = [line for line in warnings if f"{name}.md:" in line]
        assert said in warning
    assert len(warnings) == len(PAGES)


@pytest.mark.parametrize(("builder", "jobs"), [("html", 1), ("html", 2), ("dummy", 1), ("text", 2)])
def test_each_finding_is_said_once_in_every_build(made: Any, builder: str, jobs: int) -> None:
    builds = [made.build(builder, jobs=jobs) for _ in range(3)]
    for build in builds:
        expect(build.warnings)
    last = re.findall(r"reading sources\.\.\. \[ *\d+%\] (\S+)", builds[-1].stdout)
    assert {"good", "where", "role"}.isdisjoint(last)


def test_another_builder_says_them_as_well(made: Any) -> None:
    made.build("html", out="one")
    (made.root / "two").mkdir()
    (made.root / ".one-doctrees").rename(made.root / ".two-doctrees")
    expect(made.build("dummy", out="two").warnings)


def test_what_is_mended_is_not_said_any_more(made: Any) -> None:
    made.build()
    made.write({"t.py": SOURCE.replace('"a": 3', '"c": 3'), "docs/role.md": "# Top\n"})
    for build in (made.build(), made.build()):
        assert len(build.warnings) == len(PAGES) - 2
        assert not [line for line in build.warnings if "twice.md" in line or "role.md" in line]
    (made.docs / "empty.md").unlink()
    assert not [line for line in made.build().warnings if "empty.md:" in line]


def test_a_row_that_appears_ends_the_warnings_of_what_refers_to_it(made: Any) -> None:
    made.build()
    made.write({"t.py": SOURCE.replace('"retries"', '"retrie"')})
    for build in (made.build(), made.build()):
        assert not [line for line in build.warnings if "role.md" in line]
    assert "#own-retrie" in made.build().html("role.html")


def test_warnings_as_errors_fail_an_unchanged_build(
    project: Callable[..., Any], sphinx_build: Callable[..., Any]
) -> None:
    page = f"# Top\n\n{PAGES['twice'][0]}\n"
    made = project({"t.py": SOURCE, "docs/index.md": page}, "runtime_ref_check_links = False\n")
    for _ in range(2):
        done = sphinx_build(made.root, "-q", "-W", "--keep-going", "docs", "out")
        assert (done.returncode, done.stderr.count("duplicate key 'a'")) == (1, 1)
