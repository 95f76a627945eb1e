"""Every word that readers see is in every catalogue that the package brings."""

from __future__ import annotations

import ast
import gettext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from babel.messages.pofile import read_po

import sphinxext_runtime_ref
from sphinxext_runtime_ref.tables.catalogue import NAMED

if TYPE_CHECKING:
    from collections.abc import Callable

PACKAGE = Path(sphinxext_runtime_ref.__file__).parent
LOCALE = PACKAGE / "locale"
LANGUAGES = sorted(path.parent.parent.name for path in LOCALE.rglob("*.mo"))


def messages() -> set[str]:
    """Give the texts that ``messages.py`` marks for translation, and those of the catalogue."""
    tree = ast.parse((PACKAGE / "extension/messages.py").read_text(encoding="utf-8"))
    marked = {
        node.args[0].value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "_"
        and isinstance(node.args[0], ast.Constant)
    }
    headers = {header for definition in NAMED for header in definition.headers.values()}
    return {str(text) for text in marked} | headers | {item.object_type for item in NAMED}


def test_a_language_is_shipped() -> None:
    assert LANGUAGES == ["de"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogues_are_complete_and_compiled(language: str) -> None:
    folder = LOCALE / language / "LC_MESSAGES"
    with (folder / "sphinxext_runtime_ref.po").open("rb") as stream:
        written = {str(item.id): item.string for item in read_po(stream) if item.id}
    assert messages() <= set(written)
    assert all(written.values())
    with (folder / "sphinxext_runtime_ref.mo").open("rb") as stream:
        compiled = gettext.GNUTranslations(stream)
    assert {text: compiled.gettext(text) for text in written} == written


def test_the_template_has_the_same_messages() -> None:
    with (LOCALE / "sphinxext_runtime_ref.pot").open("rb") as stream:
        assert messages() <= {str(item.id) for item in read_po(stream)}


def test_a_german_page_has_german_words(
    project: Callable[..., Any], sources: dict[str, str], conf: str
) -> None:
    made = project({**sources, "docs/index.md": "# Top\n\n```{kv-codec-table}\n```\n"}, conf)
    build = made.build(language="de")
    assert build.warnings == []
    html = build.html()
    assert 'data-filter="Zeilen filtern"' in html
    assert 'title="Link zu dieser Zeile"' in html
    assert 'aria-label="ja"' in html
    assert "<p>Quelle</p>" in html
    assert "FP16 (Codec)" in build.html("genindex.html") or "Codec" in build.html("genindex.html")


def test_gettext_takes_the_caption_and_leaves_the_cells(
    project: Callable[..., Any], sources: dict[str, str], conf: str
) -> None:
    text = "# Top\n\n```{kv-codec-table}\n:caption: Our codecs\n```\n"
    build = project({**sources, "docs/index.md": text}, conf).build("gettext")
    assert build.warnings == []
    pot = (build.out / "index.pot").read_text(encoding="utf-8")
    assert 'msgid "Our codecs"' in pot
    assert "FP16" not in pot
    assert "torch" not in pot
    assert "Symbol" not in pot


def test_a_region_is_called_as_the_caption_is_translated(
    project: Callable[..., Any], sources: dict[str, str], conf: str
) -> None:
    text = "# Top\n\n```{kv-codec-table}\n:caption: Our *codecs*\n```\n"
    catalogue = 'msgid "Our *codecs*"\nmsgstr "Unsere *Codecs*"\n'
    files = {"docs/index.md": text, "docs/de/LC_MESSAGES/index.po": catalogue}
    more = "locale_dirs = ['.']\n"
    build = project({**sources, **files}, conf + more).build(language="de")
    assert build.warnings == []
    assert 'aria-label="Unsere Codecs"' in build.html()
