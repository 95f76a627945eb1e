"""The arguments: sub-commands, and the flags that older scripts use.

Only the module of the command that is asked for is imported, so that start-up stays short.
"""

from __future__ import annotations

import argparse
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

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
WIDTH = 80
"""Columns where there is no terminal to ask."""
FLAGS = {"check": "check", "write": "write", "json": "dump"}
"""Each flag and the command that it stands for."""


def parse(argv: Sequence[str]) -> tuple[Callable[[argparse.Namespace], int], argparse.Namespace]:
    """Give the function that runs the command, and its arguments.

    :raises SystemExit: after ``--help``, ``--version`` or a usage message, as argparse does.
    """
    position = _position_of_command(argv)
    if position is None:
        return _parse_flags(argv)
    command = _command(argv[position])
    root = _root_before(command, argv[:position])
    # Options may stand between documents, which a parser of sub-commands itself can't read.
    rest = _named_after_dashes(_attach_signed(argv[position + 1 :]))
    return command.module().run, _parser_of(command, root).parse_intermixed_args(rest)


def _root_before(command: Command, argv: Sequence[str]) -> str | None:
    if not argv:
        return None
    parser = build_parser(whole=False)
    arguments = parser.parse_args(argv)
    if arguments.flag:
        parser.error(f"argument --{arguments.flag}: not allowed with the command {command.name}")
    root: str | None = arguments.root
    return root


def _parser_of(command: Command, root: str | None) -> argparse.ArgumentParser:
    """Build the parser of one command alone, which is sooner done.

    :param root: what ``--root`` says before the command.
    """
    parser = argparse.ArgumentParser(**_options(command))
    _add_root(parser, root)
    command.module().configure(parser)
    return parser


def build_parser(*, whole: bool = True) -> argparse.ArgumentParser:
    """Build the parser.

    :param whole: with each command's own arguments, which only its module knows.
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
    for flag, name in FLAGS.items():
        text = f"same as the command {name}"
        mode.add_argument(f"--{flag}", dest="flag", action="store_const", const=flag, help=text)
    _add_root(parser, None)
    # With a name given, argparse need not make up its usage, which would load its formatter.
    commands = parser.add_subparsers(
        title="commands", dest="command", metavar="COMMAND", prog=parser.prog
    )
    for command in COMMANDS:
        own = commands.add_parser(command.name, help=command.help, **_options(command))
        _add_root(own, None)
        if whole:
            command.module().configure(own)
    return parser


def _parse_flags(
    argv: Sequence[str],
) -> tuple[Callable[[argparse.Namespace], int], argparse.Namespace]:
    given = build_parser(whole=False).parse_args(argv)
    command = _command(FLAGS[given.flag or "check"])
    return command.module().run, _parser_of(command, given.root).parse_args([])


def _options(command: Command) -> dict[str, Any]:
    return {
        "prog": f"runtime-ref {command.name}",
        "description": command.help[0].upper() + command.help[1:] + ".",
        "allow_abbrev": False,
        "formatter_class": _formatter,
    }


def _formatter(prog: str) -> argparse.HelpFormatter:
    return argparse.HelpFormatter(prog, max_help_position=28, width=_columns() - 2)


def _columns() -> int:
    # As shutil.get_terminal_size() does; argparse asks for each argument, and shutil loads slowly.
    given = os.environ.get("COLUMNS", "")
    if given.isdecimal() and int(given):
        return int(given)
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or WIDTH
    except (OSError, ValueError):
        return WIDTH


def _add_root(parser: argparse.ArgumentParser, default: str | None) -> None:
    parser.add_argument(
        "--root",
        metavar="DIR",
        default=default,
        help="folder that links and sources may use (default: as configured, else the git "
        "top level)",
    )


def _attach_signed(argv: Sequence[str]) -> list[str]:
    """Join ``--sort -n`` to ``--sort=-n``: argparse takes a word with ``-`` for an option."""
    joined: list[str] = []
    for word in argv:
        if joined and joined[-1] == "--sort" and word.startswith("-") and word != "--":
            joined[-1] = f"--sort={word}"
        else:
            joined.append(word)
    return joined


def _named_after_dashes(argv: Sequence[str]) -> list[str]:
    """Take every word after ``--`` for a name, as git does.

    Where options may stand between names, argparse forgets that those words are no options.
    """
    end = argv.index("--") if "--" in argv else len(argv)
    names = [f"./{word}" if word[:1] == "-" != word else word for word in argv[end + 1 :]]
    return [*argv[:end], *names]


def _position_of_command(argv: Sequence[str]) -> int | None:
    names = [command.name for command in COMMANDS]
    skip = False
    for position, word in enumerate(argv):
        if not skip and not word.startswith("-"):
            return position if word in names else None
        skip = word == "--root" and not skip
    return None


def _command(name: str) -> Command:
    return next(command for command in COMMANDS if command.name == name)
