"""Links to a symbol of a source file: the message names the role that can do it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

TEXT = "src/x.py is shown as text and has only lines (L10, L10-L20)"
CONF = "show_warning_types = True\nruntime_ref_maintained_docs = ['README.md']\n"
FILES = {
    "src/x.py": "class Codec:\n    def stores(self): ...\n",
    "src/x.c": "int stores;\n",
    "README.md": "# R\n",
    "docs/index.md": "# Top\n\n```{toctree}\nb\n```\n",
    "docs/b.rst": "B\n=\n",
}


@pytest.mark.parametrize(
    ("document", "written", "role"),
    [
        ("docs/index.md", "[x](../src/x.py#Codec.stores)", "{source}`src/x.py#Codec.stores`"),
        ("docs/b.rst", "`x <../src/x.py#Codec>`__", ":source:`src/x.py#Codec`"),
    ],
)
def test_a_link_to_a_symbol_is_told_of_the_role(
    project: Callable[..., Any], document: str, written: str, role: str
) -> None:
    made = project({**FILES, document: f"{FILES[document]}\n{written}\n"}, CONF)
    [warning] = made.build().warnings
    assert warning.endswith(f"{TEXT}; {role} links to the symbol [runtime_ref.anchor]")


@pytest.mark.parametrize(
    ("document", "written"),
    [
        ("docs/index.md", "[x](../src/x.py#gone)"),
        ("docs/index.md", "[x](../src/x.py#a-stores)"),
        ("docs/index.md", "[x](../src/x.c#stores)"),
        ("README.md", "[x](src/x.py#stores)"),
    ],
)
def test_where_no_role_can_link_none_is_named(
    project: Callable[..., Any], document: str, written: str
) -> None:
    made = project({**FILES, document: f"{FILES[document]}\n{written}\n"}, CONF)
    [warning] = made.build().warnings
    assert warning.endswith(
        "is shown as text and has only lines (L10, L10-L20) [runtime_ref.anchor]"
    )
