"""Shapes by name: this package's own, each loaded when it is asked for, and those of plug-ins."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import ConfigError, NoClassError
from sphinxext_runtime_ref.tables.origins import OptionError
from sphinxext_runtime_ref.tables.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from importlib.metadata import EntryPoint

    from sphinxext_runtime_ref.tables.elements import Elements
    from sphinxext_runtime_ref.tables.shapes.context import Context

    Shape = Callable[[Context], Elements]

ENTRY_POINT_GROUP = "sphinxext_runtime_ref.tables"
"""Installed packages add shapes here: a function that takes a context and gives elements."""

NAMED: Mapping[str, str] = MappingProxyType(
    {
        "codecs": "named.codecs:read_codecs",
        "routes": "named.routes:read_routes",
        "bindings": "named.bindings:read_bindings",
        "configurations": "named.owners:read_owners",
    }
)
"""The shapes of the named tables: modules of this package and functions in them."""
SHAPES: Mapping[str, str] = MappingProxyType(
    {
        "records": "shapes.values:read_sequence",
        "mapping": "shapes.values:read_mapping",
        "nested": "shapes.values:read_nested",
        "tuples": "shapes.values:read_sequence",
        "enum": "shapes.enums:read_enum",
        "fields": "shapes.fields:read_fields",
        "env": "shapes.environment:read_environment",
        "calls": "shapes.calls:read_calls",
        "decorators": "shapes.decorators:read_decorators",
        "constants": "shapes.constants:read_constants",
        "literal": "shapes.values:read_sequence",
        "argparse": "shapes.arguments:read_arguments",
        "items": "shapes.values:read_sequence",
        "classes": "shapes.classes:read_classes",
    }
)
"""What the option ``shape`` takes, beside the shapes of plug-ins."""
_OWN: Mapping[str, str] = {"": "shapes.auto:read_auto", **SHAPES, **NAMED}


def require_shape(name: str) -> None:
    """Refuse a name that no shape has; nothing of this package is loaded.

    :raises ConfigError: when there is none, or a plug-in's can't be loaded.
    """
    if name not in _OWN:
        _load(_plug_in(name))


def find_shape(name: str) -> Shape:
    """Give a shape by its name; ``""`` is the one that decides by the value.

    :raises ConfigError: when there is none, or a plug-in's can't be loaded.
    """
    if name not in _OWN:
        return _load(_plug_in(name))
    module, _, function = _OWN[name].partition(":")
    own: Shape = getattr(import_module(f"{__package__}.{module}"), function)
    return own


def _plug_in(name: str) -> EntryPoint:
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow to load, and few use it

    added = {point.name: point for point in entry_points(group=ENTRY_POINT_GROUP)}
    if name not in added:
        hint = did_you_mean(name, [*SHAPES, *added])
        raise ConfigError(f"there is no shape {name!r}{hint}")
    return added[name]


def _load(point: EntryPoint) -> Shape:
    try:
        loaded: Shape = point.load()
    except (ImportError, AttributeError) as fault:
        raise ConfigError(f"shape {point.name!r} can't be loaded: {fault}") from fault
    return loaded


def read_elements(context: Context) -> Elements:
    """Read a declaration in the shape that the options name, or that its value has.

    :raises ConfigError: when there is no such shape.
    :raises DeclarationError: when the declaration is missing, can't be read or has another shape.
    """
    shape = context.choices.shape
    try:
        elements = find_shape(shape)(context)
    except NoClassError as fault:
        if shape not in SHAPES:
            raise
        text = f"{fault.message}, which {shape!r} reads; without the option, the value decides"
        raise OptionError("shape", text, fault.location) from None
    return replace(elements, diagnostics=tuple(dict.fromkeys(elements.diagnostics)))
