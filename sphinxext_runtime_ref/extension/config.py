"""Configuration values: defaults, then ``pyproject.toml``, then ``conf.py``; validated once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.util import logging

from sphinxext_runtime_ref.errors import ConfigError, Kind
from sphinxext_runtime_ref.project_file import load
from sphinxext_runtime_ref.settings import NAMES, Settings, definition, settings_from

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

PREFIX = "runtime_ref_"
UNSET = "<not set>"
"""What a value that ``conf.py`` does not set is, so that the project file's can hold.

A text, since Sphinx takes values from its command line only where the default is one.
"""

LOGGER = logging.getLogger(__name__)


def setup_config(app: Sphinx) -> None:
    """Register every setting as ``runtime_ref_<name>``."""
    for name in NAMES:
        _, _, _, rebuild = definition(name)
        # Our own validator says what is wrong; Sphinx's check of types would say it twice.
        app.add_config_value(PREFIX + name, UNSET, rebuild, types=Any)


def read_settings(config: Config, confdir: Path) -> Settings:
    """Give the validated settings of a build.

    An invalid value is one ``runtime_ref.config`` warning and has its default. A relative
    ``root`` is made absolute.
    """
    values = {**_from_project_file(confdir), **_from_conf(config, confdir)}

    def warn(name: str, message: str) -> None:
        warn_config(f"{PREFIX}{name}: {message}")

    return settings_from(values, warn)


def warn_config(message: str) -> None:
    """Say that a configuration value is invalid."""
    LOGGER.warning("%s", message, type="runtime_ref", subtype=Kind.CONFIG.value)


def _from_project_file(confdir: Path) -> dict[str, object]:
    try:
        project = load(confdir)
    except (ConfigError, OSError) as fault:
        warn_config(str(fault))
        return {}
    for diagnostic in project.faults:
        warn_config(str(diagnostic))
    return dict(project.values)


def _from_conf(config: Config, confdir: Path) -> dict[str, object]:
    values: dict[str, object] = {}
    for name in NAMES:
        value = config[PREFIX + name]
        if value == UNSET:
            continue
        if PREFIX + name in config.overrides and isinstance(value, str):
            value = _from_command_line(name, value)
        if name == "root" and isinstance(value, (str, Path)) and str(value):
            value = str(confdir / value)
        values[name] = value
    return values


def _from_command_line(name: str, text: str) -> object:
    # "sphinx-build -D" gives text only, and writes lists with commas and truth as 0 and 1.
    default = definition(name)[1]
    if isinstance(default, bool):
        return {"0": False, "1": True}.get(text, text)
    if isinstance(default, tuple):
        return [item.strip() for item in text.split(",") if item.strip()]
    return text
