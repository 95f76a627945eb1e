"""Configuration values: defaults, then ``pyproject.toml``, then ``conf.py``; validated once."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.util import logging

from sphinxext_runtime_ref.errors import ConfigError, Kind
from sphinxext_runtime_ref.extension.config_places import PREFIX, UNSET, Places
from sphinxext_runtime_ref.project_file import ProjectFile, load
from sphinxext_runtime_ref.settings import (
    DEFAULT_SOURCES,
    DEFINITIONS,
    Settings,
    settings_from,
)
from sphinxext_runtime_ref.validators import unknown_key

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

LOGGER = logging.getLogger(__name__)


def setup_config(app: Sphinx) -> None:
    """Register every setting as ``runtime_ref_<name>``."""
    for name, definition in DEFINITIONS.items():
        # Our own validator says what is wrong; Sphinx's check of types would say it twice.
        app.add_config_value(PREFIX + name, UNSET, definition.rebuild, types=Any)


def read_settings(config: Config, confdir: Path) -> tuple[Settings, Places]:
    """Give the validated settings of a build, and where they are set.

    An invalid value is one ``runtime_ref.config`` warning and has its default, and so is a name
    that ``conf.py`` sets and nothing knows. Dictionaries of both files are merged by key. A
    relative ``root`` is made absolute.
    """
    project = _from_project_file(confdir)
    places = Places(config, confdir / "conf.py", project.path)
    _warn_unknown(config, places, confdir / "conf.py")
    values = dict(project.values)
    for name, value in _from_conf(config, confdir, places).items():
        before = values.get(name)
        if isinstance(before, Mapping) and isinstance(value, Mapping):
            values[name] = {**before, **value}
        else:
            values[name] = value
    return settings_from(values, partial(warn_setting, places)), places


def warn_setting(places: Places, name: str, message: str) -> None:
    """Say that a setting is invalid, where it is set."""
    warn_config(*places.fault(name, message))


def warn_config(message: str, location: str | None = None) -> None:
    """Say that a configuration value is invalid."""
    LOGGER.warning("%s", message, type="runtime_ref", subtype=Kind.CONFIG.value, location=location)


def _warn_unknown(config: Config, places: Places, path: Path) -> None:
    """Warn of names like our own that no extension knows: Sphinx says nothing of them."""
    for line, name, _ in places.assigned:
        if name.startswith(PREFIX) and name not in config:
            near = get_close_matches(name.removeprefix(PREFIX), DEFINITIONS, n=1)
            hint = f"; did you mean {PREFIX + near[0]!r}?" if near else ""
            warn_config(f"unknown value {name!r}{hint}", f"{path}:{line}")


def _from_project_file(confdir: Path) -> ProjectFile:
    try:
        project = load(confdir)
    except (ConfigError, OSError) as fault:
        warn_config(str(fault))
        return ProjectFile(None, confdir)
    for diagnostic in project.faults:
        warn_config(str(diagnostic))
    return project


def _from_conf(config: Config, confdir: Path, places: Places) -> dict[str, object]:
    values: dict[str, object] = {}
    for name in DEFINITIONS:
        value = config[PREFIX + name]
        if value == UNSET:
            continue
        if PREFIX + name in config.overrides and isinstance(value, str):
            value = _from_command_line(name, value)
        if name == "sources":
            value = _known_sources(value, places)
        if name == "root" and isinstance(value, (str, Path)) and str(value):
            value = str(confdir / value)
        values[name] = value
    return values


def _known_sources(value: object, places: Places) -> object:
    """Leave out keys that name no table, with a warning: the others hold."""
    if not isinstance(value, Mapping):
        return value
    known = tuple(DEFAULT_SOURCES)
    for key in value:
        if key not in known:
            warn_setting(places, "sources", unknown_key(key, known))
    return {key: item for key, item in value.items() if key in known}


def _from_command_line(name: str, text: str) -> object:
    # "sphinx-build -D" gives text only, and writes lists with commas and truth as 0 and 1.
    default = DEFINITIONS[name].default
    if isinstance(default, bool):
        return {"0": False, "1": True}.get(text, text)
    if isinstance(default, tuple):
        return [item.strip() for item in text.split(",") if item.strip()]
    return text
