"""Calls, decorators and arguments of parsers as rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.errors import ConfigError, DeclarationError

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.tables.model import Table

    Build = Callable[..., Table]
    Texts = Callable[..., list[list[str]]]

STATES = """\
def bool_state(name, default, *, help): ...
def int_state(name, default, *, help): ...

# ---- Debugging ----
# Looks for NaN.
debug_nans = bool_state(
    name="app_debug_nans", default=False,
    help="Check every "
         "operation.")
seed = int_state("app_seed", 0, help="Offset.")
log = bool_state("app_log", True, help="Log.")
"""


def test_assigned_calls_are_named(texts: Texts) -> None:
    assert texts(STATES, "bool_state", shape="calls") == [
        ["debug_nans", "app_debug_nans", "False", "Check every operation."],
        ["log", "app_log", "True", "Log."],
    ]


def test_a_glob_of_names_takes_them_all_in_order(texts: Texts) -> None:
    found = texts(STATES, "*_state", shape="calls", columns="symbol, default, function, doc, group")
    assert found == [
        ["debug_nans", "False", "bool_state", "Looks for NaN.", "Debugging"],
        ["seed", "0", "int_state", "", "Debugging"],
        ["log", "True", "bool_state", "", "Debugging"],
    ]


def test_calls_in_functions_loops_and_branches(texts: Texts) -> None:
    text = """\
from lib import register
import flags

def setup():
    for name in ("a", "b"):
        register(name, f"pkg.{name}", size=1)
    if flags.MORE:
        register("c", "pkg.c", extra())
"""
    assert texts(text, "register", shape="calls") == [
        ["a", "pkg.a", "1", "", ""],
        ["b", "pkg.b", "1", "", ""],
        ["c", "pkg.c", "", "extra()", "if flags.MORE"],
    ]


def test_arguments_are_what_they_are_where_the_call_is(texts: Texts) -> None:
    text = """\
from lib import extra, register
size = "module"
MODE = 1
register(MODE)
if extra:
    MODE = 2
register(MODE)
STATE = None

def setup(size, more=None):
    register(size)
    name = "before"
    register(name)
    if more is not None:
        name = "after"
        register(name)
        for _ in extra:
            register(name)
            name = register(name)

def once():
    global STATE
    if STATE is None:
        STATE = "set"
    else:
        register("again")
"""
    assert texts(text, "register", shape="calls", columns="arg[0], condition") == [
        ["1", ""],
        ["2", "if extra"],
        ["1", "if not extra"],
        ["size", ""],
        ["before", ""],
        ["after", "if more is not None"],
        ["name", "if more is not None"],
        ["name", "if more is not None"],
        ["again", "if not (STATE is None)"],
    ]


def test_calls_in_functions_of_branches(texts: Texts) -> None:
    text = """\
from lib import flag, register
if flag:
    def setup(name):
        if name:
            register("a")
        if flag:
            register("b")
else:
    register("c")
"""
    assert texts(text, "register", shape="calls", columns="arg[0], condition") == [
        ["a", "if flag, if name"],
        ["b", "if flag"],
        ["c", "if not flag"],
    ]


def test_calls_of_a_method_across_files(build: Build) -> None:
    files = {
        "pkg/__init__.py": "",
        "pkg/factory.py": (
            "class Factory:\n    @classmethod\n"
            "    def register(cls, name: str, module: str = 'x', *extra: int) -> None: ...\n"
        ),
        "pkg/a.py": "from pkg.factory import Factory\nFactory.register('one', 'm1', 7)\n",
        "pkg/b.py": "from .factory import Factory\nFactory.register('two')\n",
    }
    table = build(files, "pkg/*.py:Factory.register", shape="calls")
    rows = [{n: c.text for n, c in row.cells.items() if n != "doc"} for row in table.rows]
    assert [(r["name"], r["module"], r["source"]) for r in rows] == [
        ("one", "m1", "pkg/a.py:2"),
        ("two", "x", "pkg/b.py:2"),
    ]
    assert [row.id for row in table.rows] == ["one", "two"]


def test_decorators_across_files(texts: Texts) -> None:
    files = {
        "p/__init__.py": "",
        "p/base.py": "def register(name: str, *, stream: bool = False):\n    return lambda c: c\n",
        "p/a.py": (
            "from p.base import register\n@register('a')\n@other\nclass A:\n    '''First.'''\n"
            "@register('b', stream=True)\ndef make_b(): ...\n"
        ),
        "p/c.py": "from p import base\n@base.register(name='c')\nclass C: ...\n",
    }
    assert texts(files, "p/*.py:register", shape="decorators") == [
        ["a", "False", "A", "First."],
        ["b", "True", "make_b", ""],
        ["c", "False", "C", ""],
    ]


def test_calls_on_an_instance_are_those_of_the_class(texts: Texts) -> None:
    source = (
        "class Registry:\n    def add(self, name, size=1): ...\nclass Other:\n    add = 1\n"
        "REGISTRY = Registry()\nREGISTRY.add('a')\nRegistry().add('b', 2)\nOther().add('c')\n"
        "OTHER = Other()\nOTHER.add('d')\nunknown().add('e')\n"
    )
    assert texts(source, "Registry.add", shape="calls") == [["a", "1"], ["b", "2"]]


def test_a_comment_tells_of_what_has_no_docstring(texts: Texts) -> None:
    source = (
        "def register(name): ...\ndef other(f): ...\n"
        "# Above the first.\n@other\n@register('a')\nclass A: ...\n"
        "@other\n@register('b')  # Beside it.\ndef b(): ...\n"
        "# Above.\n@register('c')\nclass C:\n    '''Doc.'''\n"
        "@register('d')\n# Above the class.\nclass D: ...\n"
        "@register('e')\nclass E: ...\n"
    )
    assert texts(source, "register", shape="decorators", columns="name, doc") == [
        ["a", "Above the first."],
        ["b", "Beside it."],
        ["c", "Doc."],
        ["d", "Above the class."],
        ["e", ""],
    ]


LOOSE = """\
from elsewhere import opts
def register(name, size=1, fast=False, *more, key=2, **rest): ...
register("a", **opts)
register("b", *opts, 3)
register("c", 5, **{"fast": True})
register("d", 1, True, key=3, **opts)
register("e", **opts, **dict(key=4), **opts)
outside("a", x=1)
outside("b", **opts)
outside(*opts, y=2)
def make(p):
    p.add_argument("--a", **opts)
    p.add_argument("--b", type=int, help="B.")
    p.add_argument("--c", **{"type": str, "default": "x"})
    p.add_argument("--d", default=1, **opts)
    p.add_argument(*opts, help="E.")
"""


@pytest.mark.parametrize(
    ("symbol", "shape", "rows"),
    [
        (
            "register",
            "calls",
            [
                ["a", "**opts", "**opts", "**opts", ""],
                ["b", "*opts, 3", "*opts, 3", "2", ""],
                ["c", "5", "True", "2", ""],
                ["d", "1", "True", "3", "**opts"],
                ["e", "**opts, **opts", "**opts, **opts", "4", ""],
            ],
        ),
        (
            "outside",
            "calls",
            [["a", "1", ""], ["b", "**opts", "**opts"], ["*opts", "", "2"]],
        ),
        (
            "make",
            "argparse",
            [
                ["--a", "**opts", "**opts", "**opts"],
                ["--b", "int", "None", "B."],
                ["--c", "str", "x", ""],
                ["--d", "**opts", "1", "**opts"],
                ["*opts", "", "*opts", "E."],
            ],
        ),
    ],
)
def test_what_unknown_arguments_may_hold_is_not_taken_for_a_default(
    texts: Texts, symbol: str, shape: str, rows: list[list[str]]
) -> None:
    assert texts(LOOSE, symbol, shape=shape) == rows


def test_unknown_arguments_are_an_error_where_all_is_to_be_known(
    texts: Texts,
) -> None:
    with pytest.raises(DeclarationError, match=r"m\.py:12:29: can't evaluate '\*\*opts'"):
        texts(LOOSE, "make", shape="argparse", strict="")


PARSER = """\
import argparse

MODES = ["fast", "safe"]

def make_parser():
    parser = argparse.ArgumentParser()
    # ---- Input ----
    parser.add_argument("path", help="What to read.")
    parser.add_argument("more", nargs="*")
    parser.add_argument("last", nargs="?")
    parser.add_argument("-m", "--mode", choices=MODES, default=MODES[0], help="How.")
    group = parser.add_argument_group("Output")
    group.add_argument("--dry-run", action="store_true")
    group.add_argument("--no-color", dest="color", action="store_false", help="Plain.")
    group.add_argument("--limit", type=int, required=True)
    return parser

def other(parser):
    parser.add_argument("--other", type=float)
"""


def test_arguments_with_the_defaults_that_argparse_has(texts: Texts) -> None:
    assert texts(PARSER, "make_parser", shape="argparse") == [
        ["path", "", "", "", "", "", "What to read."],
        ["more", "", "[]", "", "", "", ""],
        ["last", "", "None", "", "", "", ""],
        ["-m, --mode", "", "fast", "fast, safe", "", "", "How."],
        ["--dry-run", "", "False", "", "", "store_true", ""],
        ["--no-color", "", "True", "", "", "store_false", "Plain."],
        ["--limit", "int", "", "", "True", "", ""],
    ]
    assert texts(PARSER, "", shape="argparse", columns="name, doc")[-3:] == [
        ["color", "Plain."],
        ["limit", ""],
        ["other", ""],
    ]


HELPED = """\
import argparse
from elsewhere import debug

class Common:
    @staticmethod
    def paths(parser):
        parser.add_argument("--path")

    @classmethod
    def tuning(cls, group):
        group.add_argument("--tune")
        deeper(group)

def deeper(g):
    g.add_argument("--deep")
    Common.tuning(g)

def apart(options):
    argparse.ArgumentParser().add_argument("--apart")

def never(parser):
    parser.add_argument("--never")

def make_parser(options):
    parser = argparse.ArgumentParser()
    Common.paths(parser)
    parser.add_argument("--own")
    tuning = parser.add_argument_group("Tuning")
    if options:
        Common.tuning(group=tuning)
    if False:
        never(parser)
    apart(options)
    debug(parser)
    print(parser)
"""


def test_arguments_that_other_functions_add_to_the_parser(texts: Texts) -> None:
    assert texts(HELPED, "make_parser", columns="flags, condition") == [
        ["--path", ""],
        ["--own", ""],
        ["--tune", "if options"],
        ["--deep", "if options"],
    ]


@pytest.mark.parametrize(
    ("symbol", "shape", "message"),
    [
        ("nothing", "calls", r"m\.py: nothing calls nothing\(\)"),
        ("nothing", "decorators", r"m\.py: nothing is decorated with @nothing"),
        ("del", "calls", r"m\.py: nothing calls del\(\)"),
        ("nothing", "argparse", r"m\.py: m\.py:nothing adds no arguments to a parser"),
    ],
)
def test_nothing_found_is_an_error(build: Build, symbol: str, shape: str, message: str) -> None:
    with pytest.raises(DeclarationError, match=message):
        build(STATES, symbol, shape=shape)


def test_requests_that_say_too_little(build: Build) -> None:
    with pytest.raises(ConfigError, match=r"m\.py: expected the name that is called after a colon"):
        build(STATES, "", shape="calls")
    with pytest.raises(DeclarationError, match=r"no Python file below the root matches 'p/\*\.py'"):
        build({}, "p/*.py:f", shape="calls")
    with pytest.raises(DeclarationError, match="several files may be meant; say with the option"):
        build({"p/a.py": "X = 1\n"}, "p/*.py:X")


def test_a_decorator_that_is_there_several_times_is_led_to_itself(texts: Texts) -> None:
    text = """\
import click

@click.option("--one", default=1)
# Of the second.
@click.option(
    "--two",
)
def run():
    \"\"\"Run it.\"\"\"

@click.option("--one")
def other():
    \"\"\"Another.\"\"\"
"""
    columns = "arg[0], symbol, doc, source"
    assert texts(text, "click.option", shape="decorators", columns=columns) == [
        ["--one", "run", "Run it.", "m.py:3"],
        ["--two", "run", "Of the second.", "m.py:5"],
        ["--one", "other", "Another.", "m.py:12"],
    ]


def test_a_function_that_only_hands_its_parser_on_has_the_arguments(texts: Texts) -> None:
    text = """\
def _core(p):
    p.add_argument("--one")
    return p
def _more(parser):
    _core(parser)
def by_name(parser):
    parser = _core(parser)
def by_type(p: "argparse.ArgumentParser", other):
    _more(p)
    _core(other)
def other(p):
    _core(p)
"""
    for name in ("by_name", "by_type", "_more"):
        assert texts(text, name, columns="flags") == [["--one"]]
    with pytest.raises(DeclarationError, match="adds no arguments to a parser"):
        texts(text, "other")


def test_what_is_called_is_a_column_for_those_who_ask(build: Build, texts: Texts) -> None:
    text = """\
import env
class Envs:
    A = env.Str("x")
    B = env.Bool()
    C = 3
T = {"a": env.Int(1), "b": env.Str("y", function="own")}
"""
    assert texts(text, "Envs", shape="constants", columns="name, function") == [
        *(["A", "env.Str"], ["B", "env.Bool"], ["C", ""]),
    ]
    where = "function == 'env.Bool'"
    assert texts(text, "Envs", shape="constants", columns="name", where=where) == [["B"]]
    assert texts(text, "T") == [["a", "env.Int(1)"], ["b", 'env.Str("y", function="own")']]
    assert texts(text, "T", columns="key, function") == [["a", "env.Int"], ["b", "own"]]
    tables = {"t-table": {"source": "m.py:T", "exact": ["key", "value", "arg[0]"]}}
    table = build({"m.py": 'T = {"a": made(1)}\n'}, table="t-table", settings={"tables": tables})
    assert table.diagnostics == ()
