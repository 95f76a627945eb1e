"""Values from the source are shown as they are written, whatever typography a document has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from bs4 import BeautifulSoup

if TYPE_CHECKING:
    from collections.abc import Callable

CLI = """\
import argparse


def make_parser():
    parser = argparse.ArgumentParser()
    parser.add_argument("--dtype", help='"auto" -- or a type...')
    parser.add_argument("-q", "--no-color", default="it's")
    return parser
"""
PLAIN = """\
PLAIN = {
    # The "usual" one -- mostly...
    "--a": '"x" -- y...',
}
"""
MARKDOWN = """\
```{declaration-table} cli.py:make_parser
:shape: argparse
```

```{declaration-table} plain.py:PLAIN
:columns: key, value, doc
:group: value
```

```{declaration-table} plain.py:PLAIN
:columns: key, value as "Value" -- here, doc
:format: doc=markup
:no-index:
```
"""
RESTRUCTURED = """\
Top
===

.. declaration-table:: cli.py:make_parser
   :shape: argparse

.. declaration-table:: plain.py:PLAIN
   :columns: key, value, doc
   :group: value
"""


@pytest.fixture
def made(project: Callable[..., Any], conf: str) -> Any:
    """Give a project with a document in each markup."""
    return project(
        {
            "cli.py": CLI,
            "plain.py": PLAIN,
            "docs/index.md": "# Top\n\n" + MARKDOWN + "\n```{toctree}\nother\n```\n",
            "docs/other.rst": RESTRUCTURED.replace(":group: value", ":no-index:").replace(
                ":shape: argparse", ":shape: argparse\n   :no-index:"
            ),
        },
        conf,
    )


@pytest.mark.parametrize("page", ["index.html", "other.html"])
def test_quotes_and_dashes_of_values_are_not_changed(made: Any, page: str) -> None:
    build = made.build()
    assert build.warnings == []
    tables = BeautifulSoup(build.html(page), "html.parser").select("table.runtime-ref")
    arguments, plain = (table.get_text() for table in tables[:2])
    for text in ("--dtype", "--no-color", "it's", '"auto" -- or a type...'):
        assert text in arguments
    for text in ("--a", '"x" -- y...', 'The "usual" one -- mostly...'):
        assert text in plain
    flags = [code.get_text() for code in tables[0].select("th code")]
    assert flags == ["--dtype", "-q", "--no-color"]


def test_markup_has_the_documents_typography(made: Any) -> None:
    tables = BeautifulSoup(made.build().html(), "html.parser").select("table.runtime-ref")
    assert "The “usual” one – mostly…" in tables[2].get_text()
    assert '"x" -- y...' in tables[2].get_text()
    [group] = tables[1].select("tr.runtime-ref-group")
    assert group.get_text(strip=True) == '"x" -- y...'
