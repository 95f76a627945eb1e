"""The options of a table: one list, which the directives, ``dump`` and the documentation share."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from sphinxext_runtime_ref.tables.model import Format


class OptionType(StrEnum):
    """How an option's text is read."""

    FLAG = "flag"
    """Present or absent; a directive gives it no text."""
    TEXT = "text"
    LIST = "list"
    """Items separated by commas or newlines."""
    CHOICE = "choice"


class Strictness(StrEnum):
    """What happens to an expression that has no value which could be told without running it."""

    STRICT = "strict"
    """It is an error."""
    SOURCE = "source"
    """Its cell shows the source text, marked as such."""
    SKIP = "skip"
    """Its row is left out, and counted in the table's note."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a table.

    :param name: as written, with ``-`` between words.
    :param metavar: what the text stands for in a help text; ``""`` for a flag.
    :param help: one sentence for the command's help and the reference documentation.
    :param choices: the texts that a choice takes.
    """

    name: str
    type: OptionType
    metavar: str
    help: str
    choices: tuple[str, ...] = ()


OPTIONS: tuple[Option, ...] = (
    Option(
        "columns",
        OptionType.LIST,
        "NAME [as HEADER], ...",
        "Columns to show, in order; ``symbol as Codec`` gives one another header.",
    ),
    Option(
        "sort",
        OptionType.LIST,
        "[-]NAME, ...",
        "Columns to sort by, the first one first; ``-`` reverses the order. Digits in text count "
        "as numbers.",
    ),
    Option(
        "where",
        OptionType.TEXT,
        "EXPRESSION",
        "Python expression over the columns, such as ``fast and n > 2``; only rows for which it "
        "is true are shown. It is evaluated without running anything; a symbol is its name.",
    ),
    Option(
        "group",
        OptionType.TEXT,
        "NAME",
        "Column whose text puts rows together, under a heading each; "
        "``group`` itself is the section banner of the source.",
    ),
    Option(
        "shape",
        OptionType.TEXT,
        "SHAPE",
        "How to read the declaration; without it, the value decides.",
    ),
    Option(
        "keys",
        OptionType.LIST,
        "NAME, ...",
        "Names for the parts of tuple keys, or for the levels of nested mappings.",
    ),
    Option(
        "fields",
        OptionType.LIST,
        "NAME, ...",
        "Names for the elements of tuples.",
    ),
    Option(
        "strictness",
        OptionType.CHOICE,
        "LEVEL",
        "What to do with an expression that can't be evaluated: ``strict`` is an error, ``source`` "
        "shows the source text, ``skip`` leaves the row out and counts it.",
        tuple(Strictness),
    ),
    Option("strict", OptionType.FLAG, "", "Short for ``strictness`` ``strict``."),
    Option(
        "join",
        OptionType.LIST,
        "[FILE:]SYMBOL, ...",
        "Further declarations, or one class's annotations, whose columns are added to the rows "
        "with the same key.",
    ),
    Option(
        "follow",
        OptionType.TEXT,
        "NAME",
        "Column of symbols or dotted paths (``pkg.mod:Class``); what each one names adds its "
        "docstring and attributes as columns ``NAME.doc``, ``NAME.ATTRIBUTE``.",
    ),
    Option(
        "label",
        OptionType.TEXT,
        "NAME",
        "Column whose text names each row in links; by default the key, symbol, name or flag.",
    ),
    Option(
        "format",
        OptionType.LIST,
        "NAME=FORMAT, ...",
        "How to show columns in documents: " + ", ".join(f"``{item}``" for item in Format) + ".",
    ),
    Option(
        "show-defaults",
        OptionType.FLAG,
        "",
        "Show the defaults of record fields beside those that the declaration gives.",
    ),
)
_OF_ROWS = ("where", "shape", "keys", "fields", "strictness", "strict", "label")
ROW_OPTIONS = tuple(option for option in OPTIONS if option.name in _OF_ROWS)
"""Those that choose and name rows, for what shows no columns."""


_ITEM = re.compile(r"""(?:[^,\n"'(\[]|"[^"\n]*"|'[^'\n]*'|\([^)\n]*\)|\[[^\]\n]*\]|["'(\[])+""")


_LISTED = re.compile(r"\s*\[(.*)\]\s*", re.DOTALL)
_QUOTED = re.compile(r"""^(["'])(.*)\1$""", re.DOTALL)


def split_list(text: str) -> tuple[str, ...]:
    """Split at commas and newlines that are in neither quotes nor brackets; drop empty items.

    A list in brackets, as YAML writes it, stands for its items, without the quotes of each.
    """
    listed = _LISTED.fullmatch(text)
    items = (m[0].strip() for m in _ITEM.finditer(listed[1] if listed else text))
    if listed:
        items = (_QUOTED.sub(r"\2", item).strip() for item in items)
    return tuple(item for item in items if item)
