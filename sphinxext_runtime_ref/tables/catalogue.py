"""The catalogue: the tables that have a name, the named four and those that a project defines."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from sphinxext_runtime_ref.errors import ConfigError
from sphinxext_runtime_ref.tables.choices import Choices, one_of, parse_options
from sphinxext_runtime_ref.tables.model import Format
from sphinxext_runtime_ref.tables.registry import require_shape
from sphinxext_runtime_ref.tables.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sphinxext_runtime_ref.settings import Settings

GENERAL = "declaration-table"
"""Name of the table that takes its source from the directive."""

_NAME = re.compile(r"[a-z][a-z0-9]*(?:[-_.+:][a-z0-9]+)*")
_RESERVED = (GENERAL, "declaration-coverage", "declaration-changes", "source")


def no_place(setting: str, *keys: str) -> str:
    """Tell of no key where it stands."""
    del setting, keys
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableDefinition:
    """A table with a name: what its directive shows when no option says otherwise.

    :param name: the directive's name.
    :param object_type: the object type of its rows in the ``runtime`` domain, and their role.
    :param title: heading in reference pages.
    :param source: ``path/to/file.py:SYMBOL``; the named tables have a path or a dotted name;
        ``""`` where the directive has to say it.
    :param section: its key in the dump, ``""`` where it is there by its name below ``tables``.
    :param choices: options as the definition sets them.
    :param headers: headers by column name.
    :param required: columns that must exist; a vanished one is reported.
    :param exact: the exact set of columns; one that appeared or vanished is reported.
    """

    name: str
    object_type: str
    title: str
    source: str
    section: str = ""
    choices: Choices = field(default_factory=Choices)
    headers: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    required: tuple[str, ...] = ()
    exact: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Table definitions by name.

    :param lifecycle_methods: methods that the table of configuration owners links.
    :param place: gives the place of a key of a setting in the configuration, ``""`` for none.
    """

    definitions: Mapping[str, TableDefinition]
    lifecycle_methods: tuple[str, ...] = ()
    place: Callable[..., str] = no_place

    def names(self) -> tuple[str, ...]:
        """Give all names: the named four, the project's own and the general table's."""
        return tuple(self.definitions)

    def get(self, name: str) -> TableDefinition:
        """Give a definition.

        :raises ConfigError: when there is none; the message names near ones.
        """
        try:
            return self.definitions[name]
        except KeyError:
            hint = did_you_mean(name, self.definitions)
            raise ConfigError(f"there is no table {name!r}{hint}") from None

    def with_source(self) -> tuple[TableDefinition, ...]:
        """Give the definitions that name their source: the sections of the dump."""
        return tuple(item for item in self.definitions.values() if item.source)


def _named(
    directive: str, kind: str, title: str, section: str, *, columns: str, **headers: str
) -> TableDefinition:
    return TableDefinition(
        name=directive,
        object_type=kind,
        title=title,
        source="",
        section=section,
        choices=parse_options({"columns": columns, "shape": section, "strictness": "strict"}),
        headers=MappingProxyType(headers),
    )


NAMED: tuple[TableDefinition, ...] = (
    _named(
        "config-owner-table",
        "config",
        "Configuration owners",
        "configurations",
        columns="type, owner_paths, methods",
        methods="Lifecycle / hash methods",
    ),
    _named(
        "kv-codec-table",
        "codec",
        "KV codecs",
        "codecs",
        columns="symbol, name, aliases, storage_dtype, element_dtype, quantized",
        name="Canonical name",
    ),
    _named(
        "route-table",
        "route",
        "Attention route declarations",
        "routes",
        columns="route, stage, codecs, options",
        options="Declared shape / flags",
    ),
    _named(
        "moe-binding-table",
        "binding",
        "MoE stage bindings",
        "bindings",
        columns="family, stage, mode, binding, covers, layout, arithmetic",
        binding="Declared binding",
        native="Native name",
    ),
)
"""The named tables, in the order of the reference page; their sources come from the settings."""


def catalogue_from(settings: Settings, on_error: Callable[[str, str], None]) -> Catalogue:
    """Make the catalogue of a configuration.

    :param on_error: called with the setting's name and a message for each invalid definition,
        which is then left out; raise from it to refuse instead.
    """
    definitions = {
        item.name: replace(item, source=settings.sources.get(item.section, "")) for item in NAMED
    }
    for name, values in settings.tables.items():
        try:
            definitions[name] = _project_table(name, values, definitions)
        except ConfigError as fault:
            on_error("tables", f"{name}: {fault.message}")
    general = TableDefinition(name=GENERAL, object_type="row", title="Declarations", source="")
    everything = MappingProxyType({**definitions, GENERAL: general})
    return Catalogue(everything, settings.lifecycle_methods)


def _project_table(
    name: str, values: Mapping[str, Any], taken: Mapping[str, TableDefinition]
) -> TableDefinition:
    if not _NAME.fullmatch(name):
        raise ConfigError(
            "expected a directive name of small letters, digits and single '-', such as 'env-table'"
        )
    if name in taken or name in _RESERVED:
        raise ConfigError("the name is taken by a directive of this extension")
    if ".py" not in values["source"] and ":" not in values["source"]:
        raise ConfigError(
            f"source: expected 'path/to/file.py:SYMBOL' or 'package.module:SYMBOL', "
            f"got {values['source']!r}"
        )
    kind = values.get("object_type", name.removesuffix("-table"))
    if not re.fullmatch(r"[a-z][a-z0-9_-]*", kind):
        raise ConfigError(f"object_type: expected small letters, digits, '-' and '_', got {kind!r}")
    return TableDefinition(
        name=name,
        object_type=kind,
        title=values.get("title", name.replace("-", " ").replace("_", " ").capitalize()),
        source=values["source"],
        choices=_choices(values),
        headers=values.get("headers", MappingProxyType({})),
        required=values.get("required", ()),
        exact=values.get("exact", ()),
    )


def _choices(values: Mapping[str, Any]) -> Choices:
    texts = ("shape", "strictness", "where", "sort", "group", "join", "follow", "label")
    lists = ("columns", "keys", "fields")
    options = {name: values[name] for name in texts if name in values}
    options |= {name: "\n".join(values[name]) for name in lists if values.get(name)}
    choices = parse_options(options)
    try:
        require_shape(choices.shape)
    except ConfigError as fault:
        raise ConfigError(f"shape: {fault.message}") from None
    formats = values.get("formats", {}).items()
    return replace(
        choices,
        formats=tuple((name, one_of(Format, text, f"formats: {name}")) for name, text in formats),
    )


def merge(base: Choices, over: Choices) -> Choices:
    """Lay a directive's options over those of a definition; both conditions of ``where`` hold."""
    changed = {
        item.name: getattr(over, item.name)
        for item in fields(Choices)
        if getattr(over, item.name) != getattr(Choices(), item.name)
    }
    if base.where and over.where:
        changed["where"] = f"({base.where}) and ({over.where})"
    changed["formats"] = (*base.formats, *over.formats)
    return replace(base, **changed)
