"""The catalogue: named tables, a project's own, and what is said of bad definitions."""

from __future__ import annotations

from typing import Any

import pytest

from sphinxext_runtime_ref.errors import ConfigError
from sphinxext_runtime_ref.settings import Settings, settings_from
from sphinxext_runtime_ref.tables.catalogue import Catalogue, catalogue_from
from sphinxext_runtime_ref.tables.registry import NAMED, SHAPES, find_shape


def refuse(name: str, message: str) -> None:
    raise ConfigError(f"{name}: {message}")


def catalogue(**settings: Any) -> Catalogue:
    return catalogue_from(settings_from(settings, refuse), refuse)


def test_the_named_tables_have_their_default_sources() -> None:
    found = {item.name: (item.object_type, item.source) for item in catalogue().with_source()}
    assert found == {
        "config-owner-table": ("config", "vllm.config.vllm.VllmConfig"),
        "kv-codec-table": ("codec", "vllm/v1/attention/kv_codecs.py"),
        "route-table": ("route", "vllm/v1/attention/backends/flash_v100/routing.py"),
        "moe-binding-table": (
            "binding",
            "vllm/model_executor/layers/fused_moe/sm70/declarations.py",
        ),
    }
    assert catalogue().names()[-1] == "declaration-table"


def test_sources_can_be_set() -> None:
    assert catalogue(sources={"routes": "r.py"}).get("route-table").source == "r.py"


def test_a_definition_has_sensible_names() -> None:
    item = catalogue(tables={"env-table": {"source": "envs.py:ENV"}}).get("env-table")
    assert (item.object_type, item.title, item.section) == ("env", "Env table", "")
    assert (item.choices.shape, item.choices.columns) == ("", ())


def test_an_unknown_table_is_named_with_the_near_ones() -> None:
    with pytest.raises(ConfigError, match="no table 'route-tabel'; did you mean 'route-table'"):
        catalogue().get("route-tabel")


@pytest.mark.parametrize(
    ("name", "definition", "message"),
    [
        ("Env", {"source": "a.py:B"}, "Env: expected a directive name of small letters"),
        ("route-table", {"source": "a.py:B"}, "route-table: the name is taken"),
        ("declaration-coverage", {"source": "a.py:B"}, "the name is taken"),
        ("x", {"source": "a"}, "x: source: expected 'path/to/file.py:SYMBOL'"),
        ("x", {"source": "a.py:B", "object_type": "A B"}, "x: object_type: expected small letters"),
        ("x", {"source": "a.py:B", "columns": ["a as "]}, "has no header after 'as'"),
        ("x", {"source": "a.py:B", "sort": "-"}, "'-' names no column"),
        (
            "x",
            {"source": "a.py:B", "shape": "enmu"},
            "x: shape: there is no shape 'enmu'; did you mean 'enum'",
        ),
        (
            "x",
            {"source": "a.py:B", "formats": {"a": "bold"}},
            "x: formats: a: expected one of auto",
        ),
    ],
)
def test_a_bad_definition_is_refused(name: str, definition: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        catalogue(tables={name: definition})


def test_other_definitions_survive_a_bad_one() -> None:
    said: list[str] = []
    settings = settings_from(
        {"tables": {"Bad": {"source": "a.py:B"}, "good": {"source": "a.py:B"}}}, refuse
    )
    found = catalogue_from(settings, lambda name, message: said.append(f"{name}: {message}"))
    assert "good" in found.names()
    assert "Bad" not in found.names()
    assert said[0].startswith("tables: Bad: expected a directive name")


def test_lifecycle_methods_come_from_the_settings() -> None:
    assert catalogue().lifecycle_methods == Settings().lifecycle_methods


@pytest.mark.parametrize("name", [*SHAPES, *NAMED])
def test_each_shape_can_be_had(name: str) -> None:
    found = catalogue(tables={"x": {"source": "a.py:B", "shape": name}}).get("x")
    assert found.choices.shape == name
    assert callable(find_shape(name))
