"""Arguments of parsers as rows, against what argparse itself makes of the same source."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING, Any

import pytest

from sphinxext_runtime_ref.errors import DeclarationError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sphinxext_runtime_ref.tables.model import Table

    Build = Callable[..., Table]
    Texts = Callable[..., list[list[str]]]

PROGRAMS = {
    "set_defaults": """\
p = argparse.ArgumentParser()
p.set_defaults(early=1, own=2)
p.add_argument("--early")
p.add_argument("--own", default=3)
p.add_argument("--late", default=4, help="late is %(default)s")
p.add_argument("--flag", action="store_true", dest="turned")
p.add_argument("--none", default=5)
g = p.add_argument_group("More")
g.add_argument("--grouped")
p.set_defaults(late=6, turned=True, none=None)
g.set_defaults(grouped=7)
""",
    "argument_default": """\
p = argparse.ArgumentParser(argument_default="d")
p.set_defaults(b="set")
p.add_argument("--a")
p.add_argument("--b")
p.add_argument("--c", default=None)
p.add_argument("--flag", action="store_true")
p.add_argument("rest", nargs="*")
p.add_argument_group("More").add_argument("--d")
""",
    "suppressed": """\
p = argparse.ArgumentParser(prog="tool", argument_default=argparse.SUPPRESS)
p.add_argument("--a", help="of %(prog)s, %(dest)s")
p.add_argument("--hidden", help=argparse.SUPPRESS)
p.add_argument("--b", default=argparse.SUPPRESS)
p.add_argument("--c", default=3)
""",
    "actions": """\
p = argparse.ArgumentParser()
p.add_argument("--version", action="version", version="1")
p.add_argument("-g", "--graph", action=argparse.BooleanOptionalAction)
p.add_argument("--many", action="append", required=True)
p.add_argument("-v", action="count", default=0)
p.add_argument("--info", action="help")
p.add_argument("in-file")
""",
    "parents": """\
COMMON = argparse.ArgumentParser(add_help=False)
COMMON.add_argument("--common", default=1, help="common is %(default)s")
COMMON.add_argument_group("Logs").add_argument("--log")
COMMON.set_defaults(own="common")
def base():
    b = argparse.ArgumentParser(add_help=False)
    b.add_argument("--based")
    return b
def make():
    local = argparse.ArgumentParser(add_help=False)
    local.add_argument("--local")
    p = argparse.ArgumentParser(parents=[COMMON, base(), local])
    p.add_argument("--own")
    p.set_defaults(common=2)
    return p
p = make()
""",
    "commands": """\
def add_common(parser, extra=None):
    parser.add_argument("--common")
    parser.set_defaults(func="none")
def add_walk(commands):
    walk = commands.add_parser("walk", prog="walker")
    walk.add_argument("--far", help="how far %(prog)s goes")
    return walk
def make():
    p = argparse.ArgumentParser("tool")
    p.add_argument("--fast", help="main %(prog)s")
    commands = p.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="Run it.")
    run.add_argument("--fast", help="faster %(prog)s")
    run.set_defaults(func="run")
    add_common(extra=1, parser=run)
    remote = commands.add_parser("remote").add_subparsers()
    for name in ("add", "remove"):
        part = remote.add_parser(name)
        part.add_argument("name", help="for %(prog)s")
        add_common(part)
    walk = add_walk(commands)
    for one in (run, walk):
        one.add_argument("--both")
    exclusive = run.add_argument_group("Modes").add_mutually_exclusive_group()
    exclusive.add_argument("--on", action="store_true")
    add_common(commands.add_parser("last"))
    return p
p = make()
""",
    "parents of commands": """\
def make():
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--verbose", action="store_true")
    p = argparse.ArgumentParser(prog="tool")
    sub = p.add_subparsers()
    run = sub.add_parser("run", parents=[shared])
    run.add_argument("--speed", default=1)
    sub.add_parser("walk", parents=[shared]).set_defaults(verbose=3)
    return p
p = make()
""",
    "classes": """\
class Parser(argparse.ArgumentParser):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.add_argument("--inner", default=1)
class Cli:
    def __init__(self):
        self.parser = Parser(prog="tool")
        self.parser.add_argument("--outer", help="%(prog)s")
        self.add_more(self.parser)
    def add_more(self, parser):
        parser.add_argument("--more")
        parser.set_defaults(inner=2)
def make():
    p = Parser()
    p.add_argument("--own")
    p.set_defaults(inner=3)
    return p
p = make()
""",
    "loops": """\
def add(parser):
    parser.add_argument("--added")
def make():
    p = argparse.ArgumentParser(prog="tool")
    commands = p.add_subparsers()
    for title, names in (("A", ("one", "two")), ("B", ("three",))):
        group = p.add_argument_group(title)
        for name in names:
            group.add_argument(f"--{name}")
    group.add_argument("--last")
    for name in ("run", "walk"):
        base = argparse.ArgumentParser(add_help=False)
        base.add_argument(f"--{name}-base")
        part = commands.add_parser(name, parents=[base])
    for name in ("x", "y", "z"):
        part.add_argument(f"--{name}")
    add(part)
    return p
p = make()
""",
    "another function makes it": """\
def base():
    parser = argparse.ArgumentParser(prog="tool")
    parser.add_argument("--base")
    return parser
def add(parser):
    parser.add_argument("--added", default=1)
    return parser
def make():
    p = base()
    p.add_argument("--own")
    p = add(p)
    p.set_defaults(base=1, added=2)
    return p
p = make()
""",
}


def actual(parser: argparse.ArgumentParser, command: str = "") -> Iterator[tuple[str, ...]]:
    """Give what argparse has of a parser and its subcommands."""
    formatter = parser._get_formatter()
    groups = {id(a): g.title for g in parser._action_groups[2:] for a in g._group_actions}
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, inner in action.choices.items():
                yield from actual(inner, f"{command} {name}".strip())
        elif action.help != argparse.SUPPRESS and "--help" not in action.option_strings:
            flags = ", ".join(action.option_strings) or action.dest
            unset = action.default == argparse.SUPPRESS
            unset = unset or (action.required and action.default is None)
            text = formatter._expand_help(action) if action.help else ""
            if isinstance(action, argparse._HelpAction | argparse._VersionAction):
                text = ""
            default = "" if unset else str(action.default)
            yield (command, flags, action.dest, default, groups.get(id(action)) or "", text)


@pytest.mark.parametrize("name", PROGRAMS)
def test_rows_are_what_argparse_has(build: Build, name: str) -> None:
    program = f"import argparse\n{PROGRAMS[name]}"
    made: dict[str, Any] = {}
    exec(program, made)
    symbol = "make" if "def make" in program else "p"
    table = build(program, symbol, shape="argparse")
    columns = ("command", "flags", "name", "default", "group", "help")
    rows = [
        tuple(row.cells[column].text if column in row.cells else "" for column in columns)
        for row in table.rows
    ]
    assert sorted(rows) == sorted(actual(made["p"]))
    assert table.diagnostics == ()
    assert not [row.id for row in table.rows if row.id.endswith("-2")]


def shown(table: Table, *columns: str) -> list[tuple[str, ...]]:
    return [
        tuple(row.cells[name].text if name in row.cells else "" for name in columns)
        for row in table.rows
    ]


def test_arguments_of_subcommands_have_labels_of_their_own(build: Build) -> None:
    text = f"import argparse\n{PROGRAMS['commands']}"
    table = build(text, "make")
    labels = [row.id for row in table.rows]
    assert [label for label in labels if label.endswith("--fast")] == ["--fast", "run --fast"]
    assert "remote add name" in labels
    assert "remote remove --common" in labels
    assert [column.name for column in table.columns][:2] == ["command", "flags"]


def test_arguments_of_parsers_of_one_table_are_told_apart(build: Build) -> None:
    text = """\
import argparse
def make_a():
    parser = argparse.ArgumentParser(prog="a")
    parser.add_argument("--fast")
    parser.add_argument("--only")
def make_b():
    parser = argparse.ArgumentParser(prog="b")
    parser.add_argument("--fast")
def make_c(parsers, flag):
    parsers["one"].add_argument("--fast")
    parsers["two"].add_argument("--fast")
    if flag:
        parsers["two"].add_argument("--slow", default=1)
    else:
        parsers["two"].add_argument("--slow", default=2)
"""
    assert [row.id for row in build(text, "", shape="argparse").rows] == [
        "a --fast",
        "--only",
        "b --fast",
        'make_c.parsers["one"] --fast',
        'make_c.parsers["two"] --fast',
        # One argument with two sides is no other one.
        "--slow",
        "--slow-2",
    ]


def test_arguments_stand_under_the_branches_of_their_calls_alone(build: Build) -> None:
    text = """\
import argparse
def add(parser, level=0):
    parser.add_argument("--added")
def base(extra=None):
    parser = argparse.ArgumentParser()
    parser = add(parser)
    if extra is not None:
        parser = extra(parser)
    return parser
def serve(extra, alone=False):
    parser = argparse.ArgumentParser()
    level = 1
    if extra:
        level = 2
    if not alone:
        parser = add(parser, level)
    parser.add_argument("--log")
"""
    for symbol, conditions in (("base", [""]), ("serve", ["if not alone", ""])):
        table = build(text, symbol, columns="flags, condition")
        assert [row.cells["condition"].text for row in table.rows] == conditions


def test_a_banner_is_for_the_arguments_below_it_in_its_function(build: Build) -> None:
    text = """\
import argparse
# ---- Datasets ----
def check(args):
    # ---- Deprecated ----
    return args
def make():
    parser = argparse.ArgumentParser()
    parser.add_argument("--plain")
    # ---- Network ----
    parser.add_argument("--port")
    parser.add_argument_group("Files").add_argument("--file")
    add(parser)
def add(parser):
    parser.add_argument("--added")
"""
    groups = [("--plain", ""), ("--port", "Network"), ("--file", "Files"), ("--added", "")]
    assert shown(build(text, "make"), "flags", "group") == groups
    # In a table of the whole module, a section of that tells of what is in it.
    groups = [("--plain", "Datasets"), *groups[1:3], ("--added", "Datasets")]
    assert shown(build(text, "", shape="argparse"), "flags", "group") == groups


def test_a_default_that_is_set_in_some_branch_shows_both(build: Build) -> None:
    text = """\
import argparse
from elsewhere import FLAG, opts
def make():
    p = argparse.ArgumentParser()
    p.add_argument("--a", default=1, help="a is %(default)s")
    p.add_argument("--b", **opts)
    p.add_argument("--c", **opts)
    if FLAG:
        p.set_defaults(a=2, b=4)
        p.add_argument("--d")
        p.set_defaults(d=3)
    p.set_defaults(c=5)
    return p
"""
    assert shown(build(text, "make"), "flags", "default", "help") == [
        ("--a", "1; 2 (if FLAG)", "a is 1; 2 (if FLAG)"),
        ("--b", "**opts; 4 (if FLAG)", "**opts"),
        ("--c", "5", "**opts"),
        ("--d", "3", ""),
    ]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("parents=[COMMON, gone])", r"m\.py:5:9: .* parent 'gone' can't be read, and have no rows"),
        ("parents=PARENTS)", r"m\.py:5:9: .* parent 'PARENTS' can't"),
        ("parents=[*PARENTS])", r"m\.py:5:9: .* parent 'PARENTS' can't"),
        ("parents=[gone.make()])", r"m\.py:5:9: .* parent 'gone\.make\(\)' can't"),
        ("); p.set_defaults(**opts)", r"m\.py:5:36: set_defaults\(\*\*opts\) may change defaults"),
    ],
)
def test_what_is_not_known_is_said(build: Build, call: str, message: str) -> None:
    text = f"""\
import argparse
from elsewhere import gone, opts, PARENTS
COMMON = argparse.ArgumentParser()
def make():
    p = argparse.ArgumentParser({call}
    p.add_argument("--own")
    return p
"""
    table = build(text, "make")
    assert ("--own",) in shown(table, "flags")
    (said,) = table.diagnostics
    assert re.search(message, str(said))


def test_parents_of_other_modules_and_parsers_by_their_variable(build: Build) -> None:
    files = {
        "pkg/__init__.py": "",
        "pkg/common.py": (
            "import argparse\nCOMMON = argparse.ArgumentParser(add_help=False)\n"
            "COMMON.add_argument('--common', help='Shared.')\n"
            "def base(kind):\n    made = argparse.ArgumentParser(add_help=False)\n"
            "    made.add_argument('--base', default=1)\n    return made\n"
        ),
        "pkg/cli.py": (
            "import argparse\nfrom pkg import common\nfrom pkg.common import base\n"
            "def fill(p):\n    p.add_argument('--filled')\n"
            "parser = argparse.ArgumentParser(prog='t', parents=[common.COMMON, base('x')])\n"
            "fill(parser)\nsub = parser.add_subparsers()\n"
            "run = sub.add_parser('run')\nrun.add_argument('--fast')\n"
            "other = argparse.ArgumentParser()\nother.add_argument('--other')\n"
        ),
    }
    table = build(files, "pkg/cli.py:parser")
    assert shown(table, "command", "flags", "source") == [
        ("", "--common", "pkg/common.py:3"),
        ("", "--base", "pkg/common.py:6"),
        ("", "--filled", "pkg/cli.py:5"),
        ("run", "--fast", "pkg/cli.py:10"),
    ]
    assert shown(build(files, "pkg/cli.py:run"), "flags") == [("--fast",)]


def test_functions_that_call_each_other_end(build: Build) -> None:
    text = """\
import argparse
def one(p):
    p.add_argument("--one")
    two(p.add_argument_group("G"))
def two(p):
    p.add_argument("--two")
    one(p)
def make():
    return other()
def other():
    p = make()
    p.add_argument("--own")
    return p
"""
    assert shown(build(text, "one"), "flags", "group")[:2] == [("--one", ""), ("--two", "G")]
    assert shown(build(text, "other"), "flags") == [("--own",)]
    with pytest.raises(DeclarationError, match="adds no arguments"):
        build("def f(parser):\n    parser.set_defaults(x=1)\n", "f", shape="argparse")
