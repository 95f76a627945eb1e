"""Documents in another language: their links come from catalogues of the project."""

from __future__ import annotations

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
def german(project: Callable[..., Project]) -> Project:
    made = project(FILES, CONF)
    folder = made.root / "docs/locale/de/LC_MESSAGES"
    folder.mkdir(parents=True)
    for name, messages in GERMAN.items():
        catalogue = Catalog(locale="de")
        for text, translation in messages.items():
            catalogue.add(text, translation)
        with (folder / f"{name}.po").open("wb") as stream:
            write_po(stream, catalogue)
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


def test_gettext_offers_text_and_leaves_rows_alone(german: Any) -> None:
    build = german.build("gettext")
    offered = "".join(path.read_text(encoding="utf-8") for path in build.out.glob("*.pot"))
    for messages in GERMAN.values():
        assert all(f'"{text}"' in offered for text in messages)
    assert 'msgid "FP16"' not in offered
    assert "Quelle" not in offered
