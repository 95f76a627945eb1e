"""Tables in ``only`` blocks: a row that a build does not show is no target in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from bs4 import BeautifulSoup

if TYPE_CHECKING:
    from collections.abc import Callable

SOURCE = "T = {'a': 1}\n"
CONF = "runtime_ref_sources = {}\nproject = 'Tables'\nauthor = 'us'\nshow_warning_types = True\n"
BLOCK = """\
Top
===

.. only:: draft

   .. only:: html

      .. declaration-table:: t.py:T

"""
HIDDEN = "T.a'; index.rst has it in 'only:: draft' in 'only:: html', which this build leaves out"


def test_a_row_that_is_left_out_is_in_no_index_and_inventory(project: Callable[..., Any]) -> None:
    build = project({"t.py": SOURCE, "docs/index.rst": BLOCK}, CONF).build()
    assert build.warnings == []
    assert "T.a" not in build.html("genindex.html")
    assert "T.a" not in (build.out / "searchindex.js").read_text(encoding="utf-8")
    assert b"T.a" not in (build.out / "objects.inv").read_bytes()
    assert not (build.out / "_source/t.py.html").exists(), "no page refers to it"


def test_links_to_a_row_that_is_left_out_are_broken(project: Callable[..., Any]) -> None:
    text = BLOCK + ":runtime:row:`T.a`\n\n`x <#row-T.a>`__\n"
    build = project({"t.py": SOURCE, "docs/index.rst": text}, CONF).build()
    role, link = build.warnings
    assert "docs/index.rst:10: WARNING: there is no row '" + HIDDEN in role
    assert "docs/index.rst:12: WARNING: '#row-T.a': this document has no such" in link
    assert "[runtime_ref.anchor]" in link


def test_other_tags_show_it_again(project: Callable[..., Any]) -> None:
    files = {
        "t.py": SOURCE,
        "docs/index.rst": BLOCK + ".. toctree::\n\n   other\n",
        "docs/other.rst": "Other\n=====\n\n:runtime:row:`T.a`\n\n`x <index.rst#row-T.a>`__\n",
    }
    tags = "import os\nif os.environ.get('DRAFT'):\n    tags.add('draft')\n"
    made = project(files, CONF + tags)
    assert len(made.build().warnings) == 2
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DRAFT", "1")
        build = made.build()
    assert build.warnings == []
    page = BeautifulSoup(build.html("other.html"), "html.parser")
    assert len(page.select("a[href='index.html#row-T.a']")) == 2
    assert "index.html#row-T.a" in build.html("genindex.html")
    assert len(made.build().warnings) == 2


@pytest.mark.parametrize("builder", ["html", "latex", "text", "man", "locallinks", "gettext"])
def test_each_format_may_have_a_table_of_its_own(project: Callable[..., Any], builder: str) -> None:
    text = "Top\n===\n\n"
    for name in ("html", "latex"):
        text += f".. only:: {name}\n\n   .. declaration-table:: t.py:T\n\n"
    text += ":runtime:row:`T.a`\n"
    build = project({"t.py": SOURCE, "docs/index.rst": text}, CONF).build(builder)
    assert build.warnings == []
    if builder == "latex":
        link = "hyperref[\\detokenize{index:row-T.a-2}]"
        assert link in (build.out / "tables.tex").read_text(encoding="utf-8")
    elif builder == "html":
        assert 'href="#row-T.a"' in build.html()


def test_rows_that_two_blocks_show_are_said(project: Callable[..., Any]) -> None:
    text = "Top\n===\n\n"
    for name in ("html", "not draft"):
        text += f".. only:: {name}\n\n   .. declaration-table:: t.py:T\n\n"
    [warning] = project({"t.py": SOURCE, "docs/index.rst": text}, CONF).build().warnings
    assert "docs/index.rst:10: WARNING: row 'T.a': also shown in this document, at" in warning


def test_a_fault_in_the_expression_shows_the_row(project: Callable[..., Any]) -> None:
    text = BLOCK.replace("draft", "draft and (", 1) + ":runtime:row:`T.a`\n"
    build = project({"t.py": SOURCE, "docs/index.rst": text}, CONF).build()
    assert "index.rst:4: WARNING: exception while evaluating only directive" in build.warnings[0]
    assert not any("T.a" in line for line in build.warnings)
    assert 'href="#row-T.a"' in build.html()
