"""The options of one table, validated: what its rows and columns are to be."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar

from sphinxext_runtime_ref.errors import ConfigError, EvaluationError
from sphinxext_runtime_ref.tables.model import Format
from sphinxext_runtime_ref.tables.options import OPTIONS, OptionType, Strictness, split_list
from sphinxext_runtime_ref.tables.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Mapping

Choice = TypeVar("Choice", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class ColumnChoice:
    """A column to show, with its header where one was asked for."""

    name: str
    header: str | None = None


@dataclass(frozen=True, slots=True)
class SortKey:
    """A column to sort by."""

    name: str
    descending: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """Validated options of one table; a fresh one asks for nothing."""

    columns: tuple[ColumnChoice, ...] = ()
    sort: tuple[SortKey, ...] = ()
    where: str = ""
    group: str = ""
    shape: str = ""
    keys: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    strictness: Strictness | None = None
    join: tuple[str, ...] = ()
    follow: str = ""
    label: str = ""
    formats: tuple[tuple[str, Format], ...] = ()
    show_defaults: bool = False

    @property
    def column_names(self) -> tuple[str, ...]:
        """Give the columns that are asked for."""
        return tuple(choice.name for choice in self.columns)


def parse_options(options: Mapping[str, str]) -> Choices:
    """Validate raw option texts.

    :param options: by option name; ``-`` and ``_`` are one, a flag that is present has any text.
    :raises ConfigError: for an unknown option, or a text that it can't have.
    """
    raw = {name.replace("_", "-"): text.strip() for name, text in options.items()}
    known = [option.name for option in OPTIONS]
    for name in raw:
        if name not in known:
            raise ConfigError(f"unknown table option {name!r}{did_you_mean(name, known)}")
    _require_texts(raw)
    strictness = _strictness(raw)
    return Choices(
        columns=tuple(_column(item) for item in split_list(raw.get("columns", ""))),
        sort=tuple(_sort_key(item) for item in split_list(raw.get("sort", ""))),
        where=_where(raw.get("where", "")),
        group=raw.get("group", ""),
        shape=raw.get("shape", ""),
        keys=split_list(raw.get("keys", "")),
        fields=split_list(raw.get("fields", "")),
        strictness=strictness,
        join=split_list(raw.get("join", "")),
        follow=raw.get("follow", ""),
        label=raw.get("label", ""),
        formats=tuple(_format(item) for item in split_list(raw.get("format", ""))),
        show_defaults="show-defaults" in raw,
    )


def _require_texts(raw: Mapping[str, str]) -> None:
    for option in OPTIONS:
        if option.type is not OptionType.FLAG and raw.get(option.name) == "":
            raise ConfigError(f"option {option.name!r} is empty: expected {option.metavar}")
        # MyST hands on the list that YAML writes with a dash an item, on one line.
        if option.type is OptionType.LIST and raw.get(option.name, "").startswith("- "):
            raise ConfigError(
                f"option {option.name!r}: expected {option.metavar} with commas between the "
                f"items, and no space after a '-', got {raw[option.name]!r}"
            )


def _where(text: str) -> str:
    if text:
        from sphinxext_runtime_ref.source.evaluate import parse_text  # noqa: PLC0415 - loads much

        try:
            parse_text(text)
        except EvaluationError as fault:
            raise ConfigError(f"where {fault.message}") from None
    return text


def _strictness(raw: Mapping[str, str]) -> Strictness | None:
    text = raw.get("strictness")
    chosen = None if text is None else one_of(Strictness, text, "option 'strictness'")
    if "strict" not in raw:
        return chosen
    if chosen not in {None, Strictness.STRICT}:
        raise ConfigError(f"options 'strict' and 'strictness' {text!r} contradict each other")
    return Strictness.STRICT


def one_of(choices: type[Choice], text: str, what: str) -> Choice:
    """Give the member of an enumeration that a text stands for.

    :param what: what has the text, for the message.
    :raises ConfigError: when there is none.
    """
    if text not in tuple(choices):
        raise ConfigError(f"{what}: expected one of {', '.join(choices)}, got {text!r}")
    return choices(text)


def _column(item: str) -> ColumnChoice:
    renamed = re.fullmatch(r"(.+?)\s+as(?:\s+(.*))?", item)
    if renamed is None:
        return ColumnChoice(item)
    header = (renamed[2] or "").strip()
    if header[:1] in {'"', "'"} and header[-1:] == header[:1] and len(header) > 1:
        header = header[1:-1]
    if not header:
        raise ConfigError(f"option 'columns': {item!r} has no header after 'as'")
    return ColumnChoice(renamed[1], header)


def _sort_key(item: str) -> SortKey:
    name = item.lstrip("-+").strip()
    if not name:
        raise ConfigError(f"option 'sort': {item!r} names no column")
    return SortKey(name, descending=item.startswith("-"))


def _format(item: str) -> tuple[str, Format]:
    name, separator, text = (part.strip() for part in item.rpartition("="))
    if not separator or not name:
        raise ConfigError(f"option 'format': expected NAME=FORMAT, got {item!r}")
    return name, one_of(Format, text, "option 'format'")
