"""Who asked for what: what is wrong with a table may be so because of the configuration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import DeclarationError
from sphinxext_runtime_ref.settings import DEFAULT_SOURCES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.tables.catalogue import Catalogue, TableDefinition


class OptionError(DeclarationError):
    """An option asks for what the declaration does not have.

    :param option: its name.
    """

    def __init__(self, option: str, message: str, location: Location | None = None) -> None:
        """Begin the message with the option."""
        super().__init__(f"option {option!r}: {message}", location)
        self.option = option


def option_origin(
    catalogue: Catalogue, definition: TableDefinition, given: Mapping[str, str], option: str
) -> str:
    """Give the end of a message about an option, where a project's definition has set it.

    :param given: the options that were asked for.
    """
    if option in given or definition.section:
        return ""
    key = {"format": "formats"}.get(option, option)
    place = catalogue.place("tables", definition.name, key)
    return f"; {definition.name} sets {option!r}{f' at {place}' if place else ''}"


def source_origin(catalogue: Catalogue, definition: TableDefinition) -> str:
    """Give the end of a message about a source that is not there, by who named it."""
    if not definition.section:
        place = catalogue.place("tables", definition.name, "source")
        return f"; {definition.name} has this source from {place or 'the configuration'}"
    if definition.source == DEFAULT_SOURCES.get(definition.section):
        return (
            f"; this is the default source: set the key {definition.section!r} of "
            "runtime_ref_sources, or of [tool.runtime-ref.sources] in pyproject.toml, to "
            "another one, or to '' for no such table"
        )
    place = catalogue.place("sources", definition.section)
    where = f" at {place}" if place else " of runtime_ref_sources"
    return f"; {definition.name} has this source from the key {definition.section!r}{where}"
