"""Registries of environment variables."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.errors import DeclarationError

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.tables.model import Table

    Build = Callable[..., Table]
    Texts = Callable[..., list[list[str]]]

TEXT = """\
import json
import os
from typing import TYPE_CHECKING, Any, Callable

if TYPE_CHECKING:
    APP_HOST: str = "localhost"
    APP_PORT: int = 8000
    APP_DEBUG: "bool" = False
    APP_LEVEL: str = "INFO"
    APP_SIZES: list[int] = []
    APP_KEY: str
    APP_RETRIES: int = 3


def env_list(name: str, default: str) -> Callable[[], list[int]]:
    def read() -> list[int]:
        raw = os.getenv(name, default)
        return [int(part) for part in raw.split(",") if part]
    return read


def env_level() -> str:
    value = os.getenv("APP_LEVEL")
    if value is None:
        return "INFO"
    return value.upper()


environment_variables: dict[str, Callable[[], Any]] = {
    # ==== Network ====
    # Where to listen.
    "APP_HOST": lambda: os.environ.get("APP_HOST", "localhost").strip(),
    "APP_PORT": lambda: int(os.getenv("APP_PORT", "8000")),  # the port
    # ==== Debug ====
    "APP_DEBUG": lambda: os.getenv("APP_DEBUG", "0").lower() in ("1", "true"),
    "APP_LEVEL": env_level,
    "APP_SIZES": env_list("APP_SIZES", "1,2"),
    "APP_KEY": lambda: os.environ["APP_KEY"],
    "APP_RETRIES": lambda: max(1, int(os.getenv("APP_RETRIES", "5"))),
    "APP_HOME": lambda: os.path.expanduser(os.getenv("APP_HOME", "~")),
}
"""


def test_types_and_defaults_are_joined(texts: Texts) -> None:
    columns = "key, type, declared_default, effective_default, doc, group"
    assert texts(TEXT, "environment_variables", columns=columns) == [
        ["APP_HOST", "str", "localhost", "localhost", "Where to listen.", "Network"],
        ["APP_PORT", "int", "8000", "8000", "the port", "Network"],
        ["APP_DEBUG", "bool", "False", "False", "", "Debug"],
        ["APP_LEVEL", "str", "INFO", "INFO", "", "Debug"],
        ["APP_SIZES", "list[int]", "[]", "1, 2", "", "Debug"],
        ["APP_KEY", "str", "", 'os.environ["APP_KEY"]', "", "Debug"],
        ["APP_RETRIES", "int", "3", "5", "", "Debug"],
        [
            "APP_HOME",
            "",
            "",
            'os.path.expanduser(os.getenv("APP_HOME", "~"))',
            "",
            "Debug",
        ],
    ]


def test_contradictions_are_reported_and_nothing_else(build: Build) -> None:
    table = build(TEXT, "environment_variables")
    assert [str(item) for item in table.diagnostics] == [
        "m.py:37:5: APP_SIZES: the annotation declares the default [], the registry gives 1, 2",
        "m.py:39:5: APP_RETRIES: the annotation declares the default 3, the registry gives 5",
    ]


def test_a_list_of_an_empty_string_is_no_empty_list(build: Build) -> None:
    text = (
        "import os\nSPLIT: list[str] = []\n"
        "ENV = {'SPLIT': lambda: os.getenv('SPLIT', '').split(',')}\n"
    )
    table = build(text, "ENV")
    assert table.rows[0].cells["effective_default"].text == '[""]'
    [said] = table.diagnostics
    assert str(said).endswith('the annotation declares the default [], the registry gives [""]')


def test_expressions_can_be_shown(texts: Texts) -> None:
    found = texts(
        TEXT, "environment_variables", columns="key, expression", where="key == 'APP_PORT'"
    )
    assert found == [["APP_PORT", 'int(os.getenv("APP_PORT", "8000"))']]


def test_a_registry_without_annotations(build: Build) -> None:
    text = "import os\nENV = {'A': lambda: os.getenv('A', 'x'), 'B': lambda: os.getenv('B')}\n"
    table = build(text, "ENV")
    assert [column.name for column in table.columns] == ["key", "effective_default"]
    assert [row.cells["effective_default"].text for row in table.rows] == ["x", "None"]


def test_what_only_running_can_tell_is_an_error_where_values_are_needed(build: Build) -> None:
    with pytest.raises(DeclarationError, match=r"m\.py:38:24: can't evaluate 'os\.environ"):
        build(TEXT, "environment_variables", where="key == 'APP_KEY'", strict="")


def test_a_registry_that_has_to_be_asked_for(texts: Texts, build: Build) -> None:
    text = (
        "import os\ndef flag(name, default): return bool(int(os.getenv(name, default)))\n"
        "ENV = {'A': lambda: flag('A', '1'), 'B': lambda: flag('B', '0')}\nLIST = [1]\n"
    )
    assert texts(text, "ENV", shape="env") == [["A", "True"], ["B", "False"]]
    with pytest.raises(DeclarationError, match=r"m\.py:4:8: expected a mapping of variables"):
        build(text, "LIST", shape="env")


def test_a_registry_may_read_through_functions_of_the_module(texts: Texts) -> None:
    source = (
        "import os\n"
        "def env_bool(name, default=False): return os.getenv(name, str(default)) == 'True'\n"
        "def choice(name, default, choices):\n"
        "    def read():\n"
        "        value = os.getenv(name)\n"
        "        return default if value is None else value\n"
        "    return read\n"
        "X = {\n    'A': lambda: env_bool('A', True),\n    'B': choice('B', 'b', ['b', 'c']),\n}\n"
    )
    assert texts(source, "X") == [["A", "True"], ["B", "b"]]
    unread = source.replace("os.getenv", "asked")
    assert texts(unread, "X")[1] == ["B", "choice('B', 'b', ['b', 'c'])"]
    assert texts("import os\nX = {'A': f('A'), 'B': g('B'), 'C': 1}\n", "X")[0] == ["A", "f('A')"]
