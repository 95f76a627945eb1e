"""Jupyter notebooks: the Markdown cells and their places in the file."""

from __future__ import annotations

import json
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from sphinxext_runtime_ref.links.markup.ignores import lines_with_text
from sphinxext_runtime_ref.links.markup.json_text import JsonString, raw_length, strings
from sphinxext_runtime_ref.links.markup.markdown_links import read_text
from sphinxext_runtime_ref.links.markup.pieces import Pieces
from sphinxext_runtime_ref.links.model import DocumentLinks, Hyperlink
from sphinxext_runtime_ref.location import Positions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def read(path: str, data: bytes) -> DocumentLinks:
    """Read the links of the Markdown cells of a notebook, with their lines in its file."""
    text = data.decode("utf-8-sig", "replace")
    cells = _load(text)
    if isinstance(cells, str):
        return DocumentLinks((), fault=cells)
    wanted = {number for number, cell in enumerate(cells) if cell.get("cell_type") == "markdown"}
    positions = Positions(text)
    links: list[Hyperlink] = []
    comments: dict[int, int] = {}
    labels: list[str] = []
    for parts in _sources(text, wanted):
        places = _Places(parts, text, positions)
        found = read_text(places.text)
        labels += found.labels
        comments.update(map(places.comment, found.comments))
        links += (one.link(path, places.place) for one in found.occurrences)
    return DocumentLinks(tuple(links), comments, tuple(labels))


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


class _Places:
    """Places in a notebook's file for the bytes of one cell's source."""

    def __init__(self, parts: Sequence[JsonString], file: str, positions: Positions) -> None:
        self._positions = positions
        self._pieces = Pieces(
            [(part.text, part.offset) for part in parts],
            lambda _, offset, start, end: raw_length(file, offset, end - start),
        )
        self.text = self._pieces.text
        self._lines = [0, *accumulate(len(line) + 1 for line in self.text.split("\n"))]
        self._bytes = Positions(self.text.encode("utf-8", "replace"))

    def place(self, offset: int) -> tuple[int, int]:
        line, column = self._bytes.place(offset)
        return self._place(self._lines[line - 1] + column - 1)

    def comment(self, offset: int) -> tuple[int, int]:
        """Give the line of an ignore comment, and the next one that has text in the cell."""
        line, _ = self._bytes.place(offset)
        following = lines_with_text(self.text.split("\n"), [line])[line]
        after = self._place(self._lines[min(following, len(self._lines) - 1) - 1])
        return self.place(offset)[0], after[0]

    def _place(self, index: int) -> tuple[int, int]:
        return self._positions.place(self._pieces.source_offset(index))
