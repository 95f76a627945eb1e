"""Options as directives read them, and those that only directives have."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from docutils.parsers.rst import directives

from sphinxext_runtime_ref.tables.options import OPTIONS, Option, OptionType

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

ALIGNMENTS = ("left", "center", "right")
FOLD_LENGTH = 160
"""Length in characters from which HTML folds a cell."""

_LONG = 10
"""Digits of numbers that no table has a use for, and that Python may refuse to read."""

_AROUND = "[] \n"
"""What may stand around a list, as YAML writes it."""


def flag(text: str | None) -> None:
    """Read a flag, which has no value.

    MyST drops whatever value stands after one that docutils' own function reads: ``no``, too.

    :raises ValueError: when there is a value.
    """
    if text and text.strip():
        raise ValueError(
            "a flag takes no value: leave the value out to switch it on, the whole option to "
            "switch it off"
        )


def _widths(text: str | None) -> Any:
    given = (text or "").strip(_AROUND)
    if given in {"auto", "grid"}:
        return given
    parts = given.replace(",", " ").split()
    if not parts or not all(_is_number(part) and int(part) for part in parts):
        raise ValueError("expected 'auto', 'grid' or a number above 0 for each column")
    return [int(part) for part in parts]


def _fold(text: str | None) -> int:
    given = (text or "").strip()
    if not _is_number(given):
        raise ValueError("expected a number of characters, 0 for never")
    return int(given)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < _LONG


def _align(text: str | None) -> tuple[str, ...]:
    words = tuple(re.split(r"[\s,]+", (text or "").strip(_AROUND)))
    for word in words:
        directives.choice(word, ALIGNMENTS)
    return words


def _filterable(text: str | None) -> str:
    return directives.choice(text, ("yes", "no")) if text and text.strip() else "yes"


PRESENTATION: dict[Option, Callable[[str], Any]] = {
    Option(
        "caption", OptionType.TEXT, "TEXT", "Caption, in the document's markup."
    ): directives.unchanged_required,
    Option(
        "name", OptionType.TEXT, "LABEL", "Label of the table, for ``ref`` and ``numref``."
    ): directives.unchanged,
    Option(
        "class", OptionType.TEXT, "NAME ...", "Further classes of the table."
    ): directives.class_option,
    Option(
        "widths",
        OptionType.TEXT,
        "auto | grid | N, ...",
        "Widths of the columns, relative to each other; ``auto`` leaves them to the browser.",
    ): _widths,
    Option(
        "align",
        OptionType.TEXT,
        "left | center | right, ...",
        "One word places the table on the page; a list, a word for each column, places their text.",
    ): _align,
    Option("no-source", OptionType.FLAG, "", "Leave out the column with the source links."): flag,
    Option(
        "no-index",
        OptionType.FLAG,
        "",
        "Show the rows without making them targets: for rows that another table has as well.",
    ): flag,
    Option(
        "filterable",
        OptionType.CHOICE,
        "yes | no",
        "Show a box that filters the rows, in HTML; by default, from twenty rows on.",
        ("yes", "no"),
    ): _filterable,
    Option(
        "fold",
        OptionType.TEXT,
        "N",
        f"Fold cells of more than so many characters, in HTML; by default {FOLD_LENGTH}, 0 never.",
    ): _fold,
    Option(
        "prefix",
        OptionType.TEXT,
        "TEXT",
        "What comes before the names of the rows of ``declaration-table`` in references; by "
        "default the symbol.",
    ): directives.unchanged_required,
}
"""How a table stands in its document: options, each with what reads its text.

They are in the order of the reference documentation, after the options of the table itself.
"""


def table_spec(*, general: bool) -> dict[str, Callable[[str], Any]]:
    """Give what docutils needs to read the options of a table directive.

    :param general: whether rows are named after their source, and so can have a prefix.
    """
    spec = spec_of(OPTIONS, directives.unchanged)
    spec |= {option.name: read for option, read in PRESENTATION.items()}
    if not general:
        del spec["prefix"]
    return spec


def spec_of(
    options: Iterable[Option], read: Callable[[str], Any] = directives.unchanged_required
) -> dict[str, Callable[[str], Any]]:
    """Give what docutils needs to read options that are flags or have a text.

    :param read: reads a text; by default there must be one.
    """
    return {option.name: flag if option.type is OptionType.FLAG else read for option in options}
