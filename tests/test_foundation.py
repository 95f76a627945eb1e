"""Locations, atomic files and the shared settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.atomic import write_text
from sphinxext_runtime_ref.location import Location
from sphinxext_runtime_ref.settings import DEFINITIONS, NAMES, Settings, settings_from

if TYPE_CHECKING:
    from pathlib import Path

INVALID: dict[str, object] = {
    "root": "",
    "sources": {"nonsense": "x.py"},
    "source_url": "ftp://x/y",
    "source_revision": 3,
    "source_pages": "yes",
    "lifecycle_methods": "resolve",
    "tables": {"t": {"shape": "enum"}},
    "assume": {"python": "three"},
    "reference_page": 1,
    "check_links": 1,
    "check_github": None,
    "rewrite_links": "on",
    "maintained_docs": "README.md",
    "require_tracked": 0,
    "ignore": ["("],
    "ignore_documents": [3],
    "line_anchors": "loose",
    "reports": ["pdf"],
    "report_dir": "",
}


def test_every_setting_has_an_invalid_case() -> None:
    assert set(INVALID) == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_an_invalid_value_is_named_and_has_its_default(name: str) -> None:
    said: list[tuple[str, str]] = []
    settings = settings_from({name: INVALID[name]}, lambda *args: said.append(args))
    assert [where for where, _ in said] == [name]
    assert "expected" in said[0][1] or "regular expression" in said[0][1]
    assert getattr(settings, name) == DEFINITIONS[name].default


@pytest.mark.parametrize("name", NAMES)
def test_every_default_is_valid(name: str) -> None:
    default, validate, text, _ = DEFINITIONS[name]
    assert validate(default) == default
    assert text.endswith(".")


def test_settings_are_read_only_and_show_their_values() -> None:
    settings = Settings(ignore=("gone/",))
    with pytest.raises(AttributeError, match="can't be changed"):
        settings.ignore = ()  # type: ignore[misc]
    with pytest.raises(AttributeError, match="can't be changed"):
        del settings.ignore
    with pytest.raises(TypeError, match="unknown settings: ignored"):
        Settings(ignored=())  # type: ignore[call-arg]
    assert "ignore=('gone/',)" in repr(settings)
    assert settings == Settings(ignore=("gone/",)) != Settings()


def test_sources_are_laid_over_the_defaults() -> None:
    settings = settings_from({"sources": {"codecs": "x.py"}}, lambda *_: pytest.fail("invalid"))
    assert settings.sources["codecs"] == "x.py"
    assert settings.sources["routes"] == Settings().sources["routes"]


@pytest.mark.parametrize(
    ("location", "text"),
    [
        (Location("a.py"), "a.py"),
        (Location("a.py", 3), "a.py:3"),
        (Location("a.py", 3, 9, 4, 1), "a.py:3:9"),
    ],
)
def test_locations_read_like_a_compiler_message(location: Location, text: str) -> None:
    assert str(location) == text


def test_a_failed_write_leaves_the_old_file_and_no_other(tmp_path: Path) -> None:
    target = tmp_path / "page.md"
    write_text(target, "old\r\n")
    with pytest.raises(UnicodeEncodeError):
        write_text(target, "\ud800")
    assert target.read_bytes() == b"old\r\n"
    write_text(target, "new\n")
    assert [path.name for path in tmp_path.iterdir()] == ["page.md"]
    assert target.read_text() == "new\n"
