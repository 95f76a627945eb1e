"""Where warnings say that a finding is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

TYPES = "show_warning_types = True\n"


def test_a_maintained_document_that_is_missing(project: Callable[..., Any]) -> None:
    made = project(
        {"docs/index.md": "# Top\n", "NOTES.md": "# Notes\n"},
        TYPES + "runtime_ref_maintained_docs = ['NOTE.md']\n",
    )
    [warning] = made.build().warnings
    line = len(made.docs.joinpath("conf.py").read_text().splitlines())
    said = f"WARNING: {made.root / 'NOTE.md'}: this document is to be checked"
    assert warning.startswith(f"{said}, but there is no such file; ")
    assert f"runtime_ref_maintained_docs names it at docs/conf.py:{line}" in warning
    given = made.build(runtime_ref_maintained_docs="NOTE.md").warnings
    assert [line.startswith(said) for line in given] == [True]
    assert "::" not in given[0]


def test_documents_outside_of_the_root_have_plain_paths(project: Callable[..., Any]) -> None:
    made = project(
        {
            "docs/index.md": "# Top\n\n[gone](gone.md)\n\n[gone](gone.txt)\n",
            "code/readme.txt": "",
        },
        TYPES + "runtime_ref_root = '../code'\n",
    )
    warnings = made.build().warnings
    assert warnings
    for warning in warnings:
        assert warning.startswith(f"{made.docs / 'index.md'}:")
        assert "/../" not in warning


def test_a_link_of_a_substitution_is_where_that_is_used(project: Callable[..., Any]) -> None:
    conf = (
        TYPES + "myst_enable_extensions = ['substitution']\nmyst_substitutions = {\n"
        "    'one': '[a](gone.md) ![b](gone.png)',\n"
        "    'two': '[c](lost.md)',\n"
        "    'good': '[d](page.md) ![e](pic.png) [f](#top)',\n}\n"
    )
    text = (
        "# Top\n\n{{ one }}\n\nText\n\n{{ two }} {{ good }}\n\nA paragraph\nwith {{ one }}\n\n"
        "- {{ 'x' + two }}\n"
    )
    pages = {"docs/page.md": "---\norphan:\n---\n# Page\n", "docs/pic.png": b"x"}
    made = project({"docs/index.md": text, **pages}, conf)
    found = [warning.partition("/docs/")[2][:30] for warning in made.build().warnings]
    assert found == [
        "index.md:3: WARNING: 'gone.md'",
        "index.md:3: WARNING: 'gone.png",
        "index.md:7: WARNING: 'lost.md'",
        "index.md:10: WARNING: 'gone.md",
        "index.md:10: WARNING: 'gone.pn",
        "index.md:12: WARNING: 'lost.md",
    ]
