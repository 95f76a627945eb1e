"""The options of a table, and what is said of bad ones."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinxext_runtime_ref.errors import ConfigError
from sphinxext_runtime_ref.tables.choices import ColumnChoice, SortKey, parse_options
from sphinxext_runtime_ref.tables.model import Format
from sphinxext_runtime_ref.tables.options import OPTIONS, OptionType, Strictness, split_list


def test_all_options_are_read() -> None:
    choices = parse_options(
        {
            "columns": 'symbol as Codec, key[0], value as "In, out"\nname',
            "sort": "-n, name",
            "where": "fast and n > 2",
            "group": "stage",
            "shape": "mapping",
            "keys": "stage, mode",
            "fields": "binding, covers",
            "strictness": "skip",
            "join": "docs.py:DOCS",
            "follow": "value",
            "label": "name",
            "format": "name=code, key[0]=text",
            "show-defaults": "",
        }
    )
    assert choices.columns == (
        ColumnChoice("symbol", "Codec"),
        ColumnChoice("key[0]"),
        ColumnChoice("value", "In, out"),
        ColumnChoice("name"),
    )
    assert choices.sort == (SortKey("n", descending=True), SortKey("name"))
    assert choices.keys == ("stage", "mode")
    assert choices.strictness is Strictness.SKIP
    assert choices.formats == (("name", Format.CODE), ("key[0]", Format.TEXT))
    assert choices.show_defaults


@pytest.mark.parametrize(
    "text",
    ["[key, 'value[0] as First, one', doc]", ' [ "key",\nvalue[0] as "First, one", doc, ]\n'],
)
def test_a_list_may_be_in_brackets_as_yaml_writes_it(text: str) -> None:
    names = [item.partition(" ")[0] for item in split_list(text)]
    assert names == ["key", "value[0]", "doc"]
    assert parse_options({"sort": "[-key, 'doc']"}).sort == (
        SortKey("key", descending=True),
        SortKey("doc"),
    )


def test_strict_is_short_for_strictness() -> None:
    assert parse_options({"strict": ""}).strictness is Strictness.STRICT
    assert parse_options({}).strictness is None


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"colums": "a"}, r"unknown table option 'colums'; did you mean 'columns'\?"),
        ({"where": " "}, "option 'where' is empty: expected EXPRESSION"),
        ({"where": "n >"}, "^where 'n >' is no expression: invalid syntax$"),
        ({"where": "n = 3"}, "^where 'n = 3' is no expression: '==' compares, '=' assigns$"),
        ({"where": "f and n ="}, "^where 'f and n =' is no expression: '==' compares, '=' assi"),
        ({"where": "a) or (b"}, r"^where 'a\) or \(b' is no expression: unmatched '\)'$"),
        ({"where": "n " * 2501}, "^where an expression may have 5000 characters, not more$"),
        ({"strictness": "lax"}, "expected one of strict, source, skip, got 'lax'"),
        ({"strictness": "skip", "strict": ""}, "contradict each other"),
        ({"columns": "a as "}, "empty|no header"),
        ({"columns": "a as ''"}, "'a as ''' has no header|no header"),
        ({"sort": "-"}, "'-' names no column"),
        ({"sort": "- key"}, r"option 'sort': expected .* no space after a '-', got '- key'"),
        ({"columns": "- key - doc"}, r"'columns': expected NAME .* with commas between the items"),
        ({"format": "code"}, "expected NAME=FORMAT, got 'code'"),
        ({"format": "a=bold"}, "expected one of auto, code, .*, got 'bold'"),
    ],
)
def test_a_bad_option_is_named_with_what_was_expected(
    options: dict[str, str], message: str
) -> None:
    with pytest.raises(ConfigError, match=message):
        parse_options(options)


def test_every_option_says_what_it_is_for() -> None:
    for option in OPTIONS:
        assert option.help.endswith(".")
        assert bool(option.metavar) == (option.type is not OptionType.FLAG)


@given(st.text())
def test_any_list_is_split(text: str) -> None:
    items = split_list(text)
    assert all(item == item.strip() and item for item in items)
    assert split_list("\n".join(items)) is not None
