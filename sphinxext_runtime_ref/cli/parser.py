"""The arguments: sub-commands, and the flags that scripts of older days call.

Only the module of the command that is asked for is imported, so that start-up stays short.
"""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from sphinxext_runtime_ref import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import ModuleType

DESCRIPTION = "Keep docs true to their source code: declaration tables and local links."
EPILOG = (
    "Without a command, the flags --check (the default), --write and --json stand for the "
    "commands check, write and dump. Configuration is read from [tool.runtime-ref] of the "
    "nearest pyproject.toml. Exit codes: 0 good, 1 findings, 2 usage or configuration."
)


class Command(NamedTuple):
    """A sub-command; its module of the same name has ``configure(parser)`` and ``run(args)``."""

    name: str
    help: str

    def module(self) -> ModuleType:
        """Import the command's module."""
        return import_module(f"sphinxext_runtime_ref.cli.{self.name}")


COMMANDS = (
    Command("check", "check the reference page and the links of maintained documents"),
    Command("write", "rewrite the reference page if it is not current"),
    Command("dump", "print all tables, or one declaration, as data"),
    Command("links", "check the links of documents"),
    Command("coverage", "compare the keys of a declaration with documents"),
    Command("diff", "show what changed in tables between two git revisions"),
    Command("fix", "apply unambiguous suggestions to links"),
    Command("completion", "print a completion script for a shell"),
)
FLAGS = {"check": "check", "write": "write", "json": "dump"}
"""Each flag and the command that it stands for."""


def parse(argv: Sequence[str]) -> tuple[Callable[[argparse.Namespace], int], argparse.Namespace]:
    """Give the function that runs the command, and its arguments.

    :raises SystemExit: after ``--help``, ``--version`` or a usage message, as argparse does.
    """
    chosen = _chosen(argv)
    parser = build_parser({chosen.name} if chosen else set())
    arguments = parser.parse_args(argv)
    flag = next((name for name in FLAGS if getattr(arguments, name)), None)
    if chosen and arguments.command == chosen.name:
        if flag:
            parser.error(f"argument --{flag}: not allowed with the command {chosen.name}")
        return chosen.module().run, arguments
    command = _command(FLAGS[flag or "check"])
    again = [command.name, *(["--root", arguments.root] if arguments.root is not None else [])]
    arguments = build_parser({command.name}).parse_args(again)
    return command.module().run, arguments


def build_parser(names: set[str] | None = None) -> argparse.ArgumentParser:
    """Build the parser.

    :param names: commands whose own arguments are wanted; all of them by default.
    """
    parser = argparse.ArgumentParser(
        prog="runtime-ref",
        description=DESCRIPTION,
        epilog=EPILOG,
        allow_abbrev=False,
        formatter_class=_formatter,
    )
    parser.add_argument("-V", "--version", action="version", version=f"%(prog)s {__version__}")
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument("--check", action="store_true", help="the command check")
    mode.add_argument("--write", action="store_true", help="the command write")
    mode.add_argument("--json", action="store_true", help="the command dump")
    _add_root(parser, None)
    commands = parser.add_subparsers(title="commands", dest="command", metavar="COMMAND")
    for command in COMMANDS:
        own = commands.add_parser(
            command.name,
            help=command.help,
            description=command.help[0].upper() + command.help[1:] + ".",
            allow_abbrev=False,
            formatter_class=_formatter,
        )
        # A value given before the command must survive the command's own default.
        _add_root(own, argparse.SUPPRESS)
        if names is None or command.name in names:
            command.module().configure(own)
    return parser


def _formatter(prog: str) -> argparse.HelpFormatter:
    return argparse.HelpFormatter(prog, max_help_position=28)


def _add_root(parser: argparse.ArgumentParser, default: str | None) -> None:
    parser.add_argument(
        "--root",
        metavar="DIR",
        default=default,
        help="folder that links and sources may use (default: as configured, else the git "
        "top level)",
    )


def _chosen(argv: Sequence[str]) -> Command | None:
    words = iter(argv)
    for word in words:
        if word == "--root":
            next(words, None)
        elif not word.startswith("-"):
            return next((command for command in COMMANDS if command.name == word), None)
    return None


def _command(name: str) -> Command:
    return next(command for command in COMMANDS if command.name == name)
