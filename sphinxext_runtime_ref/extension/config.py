"""Configuration values in ``conf.py``, validated once a build."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.util import logging

from sphinxext_runtime_ref.errors import Kind
from sphinxext_runtime_ref.settings import NAMES, Settings, definition, settings_from

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

PREFIX = "runtime_ref_"
LOGGER = logging.getLogger(__name__)


def setup_config(app: Sphinx) -> None:
    """Register every setting as ``runtime_ref_<name>``."""
    for name in NAMES:
        _, default, _, rebuild = definition(name)
        app.add_config_value(PREFIX + name, default, rebuild)


def settings_of(config: Config) -> Settings:
    """Give the validated settings of a build: defaults, then ``conf.py``.

    An invalid value is one ``runtime_ref.config`` warning and has its default.
    """
    values = {name: config[PREFIX + name] for name in NAMES}

    def warn(name: str, message: str) -> None:
        LOGGER.warning("%s%s: %s", PREFIX, name, message, type="runtime_ref", subtype=Kind.CONFIG)

    return settings_from(values, warn)
