"""The options of tables, as arguments of commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import ConfigError
from sphinxext_runtime_ref.tables.choices import parse_options
from sphinxext_runtime_ref.tables.options import OPTIONS, OptionType

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterable

    from sphinxext_runtime_ref.tables.options import Option

_PREFIX = "table_option_"


def add_table_options(parser: ArgumentParser, options: Iterable[Option] = OPTIONS) -> None:
    """Add an argument for each option, in a group of their own."""
    group = parser.add_argument_group("table options", "as in the directives")
    for option in options:
        # The text is for the documentation too; a terminal shows its literals as they are.
        text = option.help.replace("``", "")
        target = _PREFIX + option.name
        if option.name == "format":
            group.add_argument("--column-format", dest=target, metavar=option.metavar, help=text)
        elif option.type is OptionType.FLAG:
            group.add_argument(
                f"--{option.name}", dest=target, action="store_const", const="", help=text
            )
        else:
            group.add_argument(f"--{option.name}", dest=target, metavar=option.metavar, help=text)


def table_options(arguments: Namespace) -> dict[str, str]:
    """Give the texts of the options that were given, by name.

    :raises ConfigError: when one has a text that it can't have.
    """
    options = {
        name.removeprefix(_PREFIX): text
        for name, text in vars(arguments).items()
        if name.startswith(_PREFIX) and text is not None
    }
    try:
        parse_options(options)
    except ConfigError as fault:
        # The command has another "format".
        message = fault.message.replace("option 'format'", "option 'column-format'")
        raise ConfigError(message) from None
    return options
