"""Jupyter notebooks: the Markdown cells and their places in the file."""

from __future__ import annotations

import json
from bisect import bisect_right
from typing import TYPE_CHECKING, Any

from sphinxext_runtime_ref.links.documents import DocumentLinks
from sphinxext_runtime_ref.links.json_text import JsonString, raw_length, strings
from sphinxext_runtime_ref.links.markdown_links import read_text
from sphinxext_runtime_ref.links.model import Hyperlink
from sphinxext_runtime_ref.links.positions import Positions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence


def read(path: str, data: bytes) -> DocumentLinks:
    """Read the links of the Markdown cells of a notebook, with their lines in its file."""
    text = data.decode("utf-8-sig", "replace")
    cells = _load(text)
    if isinstance(cells, str):
        return DocumentLinks((), fault=cells)
    wanted = {number for number, cell in enumerate(cells) if cell.get("cell_type") == "markdown"}
    place = _placer(text)
    links: list[Hyperlink] = []
    comments: list[int] = []
    labels: list[str] = []
    for parts in _sources(text, wanted):
        source = "".join(part.text for part in parts)
        found = read_text(source)
        locate = _locator(source, parts, text, place)
        labels += found.labels
        comments += (locate(offset)[0] for offset in found.comments)
        links += (
            Hyperlink(path, *locate(one.offset), one.uri, one.form, one.title)
            for one in found.occurrences
        )
    return DocumentLinks(tuple(links), tuple(comments), tuple(labels))


def markdown_cells(data: bytes) -> list[str]:
    """Give the source of the Markdown cells of a notebook; none where it is no notebook."""
    cells = _load(data.decode("utf-8-sig", "replace"))
    if isinstance(cells, str):
        return []
    return [_joined(cell.get("source")) for cell in cells if cell.get("cell_type") == "markdown"]


def _joined(source: object) -> str:
    if isinstance(source, list):
        return "".join(part for part in source if isinstance(part, str))
    return source if isinstance(source, str) else ""


def _load(text: str) -> list[dict[str, Any]] | str:
    """Give the cells, or why there are none."""
    try:
        notebook = json.loads(text)
    except json.JSONDecodeError as fault:
        return f"is no notebook: line {fault.lineno}, column {fault.colno}: {fault.msg}"
    except RecursionError:
        return "is no notebook: nested too deeply"
    cells = notebook.get("cells") if isinstance(notebook, dict) else None
    if not isinstance(cells, list) or not all(isinstance(cell, dict) for cell in cells):
        return "is no notebook of format 4: expected a list of 'cells'"
    return cells


def _sources(text: str, wanted: set[int]) -> Iterator[list[JsonString]]:
    """Give the strings that make up the source of each wanted cell."""
    parts: list[JsonString] = []
    current = -1
    for string in strings(text):
        keys = string.keys
        if len(keys) < 3 or keys[0] != "cells" or keys[2] != "source" or keys[1] not in wanted:
            continue
        if keys[1] != current and parts:
            yield parts
            parts = []
        current = int(keys[1])
        parts.append(string)
    if parts:
        yield parts


def _placer(text: str) -> Callable[[int], tuple[int, int]]:
    positions = Positions(text.encode())
    if text.isascii():
        return positions.place
    return lambda offset: positions.place(len(text[:offset].encode()))


def _locator(
    source: str,
    parts: Sequence[JsonString],
    text: str,
    place: Callable[[int], tuple[int, int]],
) -> Callable[[int], tuple[int, int]]:
    """Make the function from a byte of a cell's source to a place in the notebook's file."""
    data = source.encode("utf-8", "replace")
    starts, length = [], 0
    for part in parts:
        starts.append(length)
        length += len(part.text)

    def locate(offset: int) -> tuple[int, int]:
        index = len(data[:offset].decode("utf-8", "replace"))
        number = bisect_right(starts, index) - 1
        part = parts[number]
        return place(part.offset + raw_length(text, part.offset, index - starts[number]))

    return locate
