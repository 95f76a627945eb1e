"""Shapes by name, those of plug-ins included, and the one that fits a value by itself."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import ConfigError, NoClassError
from sphinxext_runtime_ref.tables.named.bindings import read_bindings
from sphinxext_runtime_ref.tables.named.codecs import read_codecs
from sphinxext_runtime_ref.tables.named.owners import read_owners
from sphinxext_runtime_ref.tables.named.routes import read_routes
from sphinxext_runtime_ref.tables.origins import OptionError
from sphinxext_runtime_ref.tables.shapes.arguments import read_arguments
from sphinxext_runtime_ref.tables.shapes.auto import read_auto
from sphinxext_runtime_ref.tables.shapes.calls import read_calls
from sphinxext_runtime_ref.tables.shapes.classes import read_classes
from sphinxext_runtime_ref.tables.shapes.constants import read_constants
from sphinxext_runtime_ref.tables.shapes.decorators import read_decorators
from sphinxext_runtime_ref.tables.shapes.enums import read_enum
from sphinxext_runtime_ref.tables.shapes.environment import read_environment
from sphinxext_runtime_ref.tables.shapes.fields import read_fields
from sphinxext_runtime_ref.tables.shapes.values import (
    read_mapping,
    read_nested,
    read_sequence,
)
from sphinxext_runtime_ref.tables.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sphinxext_runtime_ref.tables.elements import Elements
    from sphinxext_runtime_ref.tables.shapes.context import Context

    Shape = Callable[[Context], Elements]

ENTRY_POINT_GROUP = "sphinxext_runtime_ref.tables"
"""Installed packages add shapes here: a function that takes a context and gives elements."""

NAMED: Mapping[str, Shape] = {
    "codecs": read_codecs,
    "routes": read_routes,
    "bindings": read_bindings,
    "configurations": read_owners,
}
SHAPES: Mapping[str, Shape] = {
    "records": read_sequence,
    "mapping": read_mapping,
    "nested": read_nested,
    "tuples": read_sequence,
    "enum": read_enum,
    "fields": read_fields,
    "env": read_environment,
    "calls": read_calls,
    "decorators": read_decorators,
    "constants": read_constants,
    "literal": read_sequence,
    "argparse": read_arguments,
    "items": read_sequence,
    "classes": read_classes,
}
"""What the option ``shape`` takes, beside the shapes of plug-ins."""


def find_shape(name: str) -> Shape:
    """Give a shape by its name; ``""`` is the one that decides by the value.

    :raises ConfigError: when there is none, or a plug-in's can't be loaded.
    """
    if not name:
        return read_auto
    shape = SHAPES.get(name) or NAMED.get(name)
    if shape is not None:
        return shape
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow to load, and few use it

    added = {point.name: point for point in entry_points(group=ENTRY_POINT_GROUP)}
    if name not in added:
        hint = did_you_mean(name, [*SHAPES, *added])
        raise ConfigError(f"there is no shape {name!r}{hint}")
    try:
        loaded: Shape = added[name].load()
    except (ImportError, AttributeError) as fault:
        raise ConfigError(f"shape {name!r} can't be loaded: {fault}") from fault
    return loaded


def read_elements(context: Context) -> Elements:
    """Read a declaration in the shape that the options name, or that its value has."""
    shape = context.choices.shape
    try:
        elements = find_shape(shape)(context)
    except NoClassError as fault:
        if shape not in SHAPES:
            raise
        text = f"{fault.message}, which {shape!r} reads; without the option, the value decides"
        raise OptionError("shape", text, fault.location) from None
    return replace(elements, diagnostics=tuple(dict.fromkeys(elements.diagnostics)))
