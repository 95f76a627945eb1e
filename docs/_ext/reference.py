"""Reference entries made from the code's own definitions, and a check that none is missing.

Each directive takes the name of something that the code defines, writes what the code says of it,
and adds its own content: examples and advice. What the code defines and no page documents is a
warning, so that a new option without documentation breaks the build.
"""

from __future__ import annotations

import argparse
import ast
import inspect
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from sphinxext_runtime_ref.cli.parser import COMMANDS, build_parser
from sphinxext_runtime_ref.errors import Kind
from sphinxext_runtime_ref.extension.config import PREFIX
from sphinxext_runtime_ref.extension.tables.changes_directive import CHANGES
from sphinxext_runtime_ref.extension.tables.coverage_directive import COVERAGE
from sphinxext_runtime_ref.extension.tables.options import PRESENTATION
from sphinxext_runtime_ref.settings import DEFINITIONS, Settings
from sphinxext_runtime_ref.tables.options import OPTIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment
    from sphinx.util.typing import ExtensionMetadata

LOGGER = logging.getLogger(__name__)
TABLE = "declaration-table"
PROGRAM = "runtime-ref"
OPTIONS_OF = {
    TABLE: (*OPTIONS, *PRESENTATION),
    "declaration-coverage": COVERAGE,
    "declaration-changes": CHANGES,
}


class Generated(SphinxDirective):
    """A directive whose result is parsed from generated Markdown."""

    has_content = True
    required_arguments = 1

    def parse(self, lines: Iterable[str]) -> list[nodes.Node]:
        """Parse Markdown lines in place of the directive."""
        holder = nodes.Element()
        block = StringList(list(lines), source=self.get_source_info()[0])
        self.state.nested_parse(block, self.content_offset, holder)
        return holder.children

    def entry(self, directive: str, argument: str, text: str, **options: str) -> list[nodes.Node]:
        """Make a directive that holds a text and this directive's own content."""
        head = [f":{name}: {value}" for name, value in options.items()]
        fence = ":" * 7
        begin = f"{fence}{{{directive}}} {argument}"
        return self.parse([begin, *head, "", *text.splitlines(), "", *self.content, fence])


class SettingEntry(Generated):
    """A configuration value: type, default and meaning from :class:`Settings`."""

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        if name not in DEFINITIONS:
            raise self.error(f"no such setting: {name}")
        default, _, text, rebuild = DEFINITIONS[name]
        kind = Settings.__annotations__[name]
        effect = "\n\nChanging it re-reads all documents." if rebuild else ""
        return self.entry(
            "confval",
            PREFIX + name,
            f"{text}{effect}",
            type=f"`{kind}`",
            default=f"`{plain(default)!r}`",
        )


def plain(value: Any) -> Any:
    """Give a default as one would write it."""
    if isinstance(value, MappingProxyType):
        return dict(value)
    return list(value) if isinstance(value, tuple) else value


class TableOptionEntry(Generated):
    """An option of all table directives, or of the directive whose name comes before."""

    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        directive, name = self.arguments if len(self.arguments) == 2 else (TABLE, self.arguments[0])
        option = next((item for item in OPTIONS_OF[directive] if item.name == name), None)
        if option is None:
            raise self.error(f"no such option of {directive}: {name}")
        argument = f"{name}: {option.metavar}" if option.metavar else name
        return self.entry("rst:directive:option", argument, option.help)


class WarningEntry(Generated):
    """A warning subtype, with the docstring that its member has."""

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        if name not in tuple(Kind):
            raise self.error(f"no such warning subtype: {name}")
        return self.entry("warning-type", f"runtime_ref.{name}", member_docs()[Kind(name).name])


def member_docs() -> dict[str, str]:
    """Give the docstrings of the warning subtypes: read from source, as everything else here."""
    tree = ast.parse(Path(inspect.getfile(Kind)).read_text(encoding="utf-8"))
    body = next(n.body for n in tree.body if isinstance(n, ast.ClassDef) and n.name == "Kind")
    docs = {}
    for member, text in pairwise(body):
        if isinstance(member, ast.Assign) and isinstance(text, ast.Expr):
            docs[ast.unparse(member.targets[0])] = inspect.cleandoc(ast.literal_eval(text.value))
    return docs


class CommandEntry(Generated):
    """A command: usage, arguments and options from its own parser."""

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        parser = command_parser(name)
        program = f"{PROGRAM} {name}".strip() if name != PROGRAM else PROGRAM
        lines = [f":::{{program}} {program}", ":::", ""]
        lines += ["```text", *usage(parser), "```", ""]
        lines += [parser.description or "", "", *self.content, ""]
        for action in documented(parser):
            lines += [f":::::::{{option}} {signature(action)}", "", help_of(action), ":::::::", ""]
        return self.parse(lines)


def command_parser(name: str) -> argparse.ArgumentParser:
    """Give the parser of a command, or of the program itself."""
    parser = build_parser()
    if name == PROGRAM:
        return parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return action.choices[name]
    raise KeyError(name)


def usage(parser: argparse.ArgumentParser) -> list[str]:
    """Give a parser's usage, the same in terminals of any width and in any Python."""
    formatter = argparse.HelpFormatter(parser.prog, width=88)
    commands = [a for a in parser._actions if isinstance(a, argparse._SubParsersAction)]
    actions = [*documented(parser), *commands]
    formatter.add_usage(parser.usage, actions, parser._mutually_exclusive_groups)
    return formatter.format_help().strip().splitlines()


def documented(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """Give the actions of a parser that users see."""
    kinds = (argparse._HelpAction, argparse._SubParsersAction)
    actions = parser._actions
    return [a for a in actions if not isinstance(a, kinds) and a.help != argparse.SUPPRESS]


def signature(action: argparse.Action) -> str:
    """Give the spelling of an option for Sphinx: every flag with its argument."""
    value = ""
    if action.nargs != 0:
        value = str(action.metavar or "")
        if not value:
            value = "{" + ",".join(map(str, action.choices)) + "}" if action.choices else ""
        value = value or action.dest.upper()
    if not action.option_strings:
        return value
    return ", ".join(f"{flag} {value}".strip() for flag in action.option_strings)


def help_of(action: argparse.Action) -> str:
    """Give an option's help, with what argparse would fill in."""
    return (action.help or "") % {"default": action.default, "prog": PROGRAM}


def missing(env: BuildEnvironment) -> Iterator[str]:
    """Name everything that the code defines and no page documents."""
    std, rst = env.get_domain("std"), env.get_domain("rst")
    known = {(kind, name) for name, _, kind, *_ in [*std.get_objects(), *rst.get_objects()]}
    names = {name for _, name in known}
    for name in DEFINITIONS:
        if ("confval", PREFIX + name) not in known:
            yield f"configuration value {PREFIX}{name}"
    for kind in Kind:
        if ("warning-type", f"runtime_ref.{kind}") not in known:
            yield f"warning subtype runtime_ref.{kind}"
    for directive, options in OPTIONS_OF.items():
        for option in options:
            if ("directive:option", f"{directive}:{option.name}") not in known:
                yield f"option {option.name} of {directive}"
    for command in COMMANDS:
        if not any(name.startswith(f"{PROGRAM}-{command.name}.") for name in names):
            yield f"command {PROGRAM} {command.name}"


def check(_app: Sphinx, env: BuildEnvironment) -> None:
    """Warn of what is missing."""
    for what in missing(env):
        LOGGER.warning("%s is not documented", what, type="reference", subtype="missing")


def setup(app: Sphinx) -> ExtensionMetadata:
    app.add_object_type("warning-type", "warning-type", objname="warning subtype")
    app.add_directive("setting", SettingEntry)
    app.add_directive("table-option", TableOptionEntry)
    app.add_directive("warning-entry", WarningEntry)
    app.add_directive("command", CommandEntry)
    app.connect("env-check-consistency", check)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
