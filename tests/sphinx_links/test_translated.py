"""Documents in another language: their links come from catalogues of the project."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Project

FILES = {
    "codecs.py": "from enum import Enum\n\n\nclass Codec(Enum):\n    FP16 = 1\n    BF16 = 2\n",
    "docs/index.md": """# Design

Text.

See {runtime:row}`Codec.FP16`, [the codecs](other.md#all-codecs), [code](../codecs.py#L4-L5) and
{source}`codecs.py#Codec`.

It was [here](../codecs.py#L99) and [there](other.md#gone).

```{toctree}
other
rest
```
""",
    "docs/other.md": """# Other

## All codecs

```{declaration-table} codecs.py:Codec
:caption: Our codecs
:name: codecs
```
""",
    "docs/rest.rst": """Rest
====

See :runtime:row:`Codec.FP16`, `code <../codecs.py#L4>`__ and :ref:`codecs`.
""",
}
GERMAN = {
    "index": {
        "See {runtime:row}`Codec.FP16`, [the codecs](other.md#all-codecs), "
        "[code](../codecs.py#L4-L5) and {source}`codecs.py#Codec`.": (
            "Siehe [Quelltext](../codecs.py#L4-L5), {source}`codecs.py#Codec`, "
            "[die Codecs](other.md#all-codecs) und {runtime:row}`Codec.FP16`."
        ),
        "It was [here](../codecs.py#L99) and [there](other.md#gone).": (
            "Es war [dort](other.md#gone) und [hier](../codecs.py#L99)."
        ),
    },
    "other": {"All codecs": "Alle Codecs", "Our codecs": "Unsere Codecs"},
    "rest": {
        "See :runtime:row:`Codec.FP16`, `code <../codecs.py#L4>`__ and :ref:`codecs`.": (
            "Siehe :ref:`codecs`, `Quelltext <../codecs.py#L4>`__ und :runtime:row:`Codec.FP16`."
        )
    },
}
CONF = "locale_dirs = ['locale']\ngettext_compact = False\nmyst_heading_anchors = 3\n"


@pytest.fixture
def catalogue() -> Callable[..., None]:
    """Write the German catalogue of a document."""

    def write(made: Project, name: str, messages: dict[str, str]) -> None:
        folder = made.root / "docs/locale/de/LC_MESSAGES"
        folder.mkdir(parents=True, exist_ok=True)
        whole = Catalog(locale="de")
        for text, translation in messages.items():
            whole.add(text, translation)
        with (folder / f"{name}.po").open("wb") as stream:
            write_po(stream, whole)

    return write


@pytest.fixture
def german(project: Callable[..., Project], catalogue: Callable[..., None]) -> Project:
    made = project(FILES, CONF)
    for name, messages in GERMAN.items():
        catalogue(made, name, messages)
    return made


def test_links_roles_and_tables_of_translated_pages_lead_where_they_did(german: Any) -> None:
    build = german.build(language="de")
    page = build.html()
    assert "Siehe" in page
    assert 'href="_source/codecs.py.html#L4-L5"' in page
    assert 'href="other.html#all-codecs"' in page
    assert 'href="other.html#row-Codec.FP16"' in page
    other = build.html("other.html")
    assert "Alle Codecs" in other
    assert "Unsere Codecs" in other
    assert "<p>Quelle</p>" in other, "the catalogue of the extension, beside the project's"
    rest = build.html("rest.html")
    assert 'href="_source/codecs.py.html#L4"' in rest
    assert "Unsere Codecs</span></a>" in rest


def test_broken_links_of_translated_pages_are_reported_where_the_text_stands(german: Any) -> None:
    said = german.build(language="de").warnings
    plain = german.build(out="english").warnings
    assert sorted(said) == sorted(plain)
    assert len(said) == 2
    assert all("docs/index.md:8: " in line for line in said)
    assert "'../codecs.py#L99'" in "".join(said)


ANCHORS = """# Code

See [one](../codecs.py#L1) and [two](../codecs.py#L2), also [three](../codecs.py#L3).

It was [there](../codecs.py#L98).
"""


def test_the_lines_that_a_translator_names_are_those_of_the_page(
    project: Callable[..., Any], catalogue: Callable[..., None]
) -> None:
    made = project({"codecs.py": FILES["codecs.py"], "docs/index.md": ANCHORS}, CONF)
    source = ANCHORS.split("\n\n")
    translation = (
        "Siehe [zwei](../codecs.py#L2) und [eins](../codecs.py#L4-L5), auch [drei](../codecs.py)."
    )
    texts = {source[1]: translation, source[2].strip(): "Es war [dort](../codecs.py#L99)."}
    catalogue(made, "index", texts)
    build = made.build(language="de")
    links = re.findall(r'href="([^"#]*codecs.py[^"]*)"[^>]*>(?:<[^>]*>)*([a-z]+)', build.html())
    assert [(text, url.partition(".html")[2]) for url, text in links if text != "dort"] == [
        ("zwei", "#L2"),
        ("eins", "#L4-L5"),
        ("drei", ""),
    ]
    [warning] = build.warnings
    assert "docs/index.md:5: WARNING: '../codecs.py#L99'" in warning


def test_gettext_offers_text_and_leaves_rows_alone(german: Any) -> None:
    build = german.build("gettext")
    offered = "".join(path.read_text(encoding="utf-8") for path in build.out.glob("*.pot"))
    for messages in GERMAN.values():
        assert all(f'"{text}"' in offered for text in messages)
    assert 'msgid "FP16"' not in offered
    assert "Quelle" not in offered
