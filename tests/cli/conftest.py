"""The published schemas of what the command line prints."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDER = Path(__file__).parents[2] / "docs/reference/schemas"


@pytest.fixture
def validate() -> Callable[[Any, str], None]:
    """Validate data against ``docs/reference/schemas/<name>.schema.json``."""
    registry: Registry[Any] = Registry().with_resources(
        (path.name, Resource.from_contents(json.loads(path.read_text(encoding="utf-8"))))
        for path in FOLDER.glob("*.json")
    )

    def check(data: Any, name: str) -> None:
        schema = json.loads((FOLDER / f"{name}.schema.json").read_text(encoding="utf-8"))
        Draft202012Validator.check_schema(schema)
        Draft202012Validator(schema, registry=registry).validate(data)

    return check
