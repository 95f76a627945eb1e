"""Files that are no documents: whether a link shows one as source, or copies it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import DocumentError
from sphinxext_runtime_ref.links.judging.lines import LineRange, is_line_anchor, parse
from sphinxext_runtime_ref.links.judging.sphinx_rules import relative
from sphinxext_runtime_ref.links.urls import unquote
from sphinxext_runtime_ref.paths import is_file

if TYPE_CHECKING:
    from pathlib import Path

    from sphinxext_runtime_ref.extension.links.targets import Targets
    from sphinxext_runtime_ref.links.judging.sphinx_rules import Target


TEXT = frozenset(
    {".c", ".cc", ".cfg", ".cpp", ".cu", ".cuh", ".go", ".h", ".hpp", ".ini", ".ipynb", ".java"}
    | {".js", ".json", ".md", ".proto", ".py", ".pyi", ".rs", ".rst", ".sh", ".toml", ".ts"}
    | {".txt", ".yaml", ".yml"}
)
"""Endings of files that are text for sure, so that nobody has to open them."""


def is_download(targets: Targets, target: Target) -> bool:
    """Tell whether a file is copied into the output instead of being shown as source.

    Text with a fragment is shown, since a copy has no lines or headings; so is text outside of
    the documents' own folder.
    """
    state, path = targets.state, target.name
    if state.repository is None and not state.settings.source_pages:
        return True
    inside = path.startswith(f"{targets.source}/") if targets.source else True
    if inside and target.fragment in {"", "top"}:
        return True
    return not is_text(targets.files.root / path)


def is_text(path: Path) -> bool:
    """Tell whether a file is text, by the start of it where its name does not tell."""
    if not is_file(path):
        return False
    if path.suffix in TEXT:
        return True
    try:
        with path.open("rb") as stream:
            return path.suffix != ".pdf" and b"\0" not in stream.read(8000)
    except OSError:
        return False


def lines_of(targets: Targets, target: Target) -> tuple[int, int]:
    """Give the first and last line that a link to a file names, 0 where it names none there is.

    A heading of a Markdown file that is no document is the line of that heading.
    """
    path, fragment = target.name, unquote(target.fragment)
    if not fragment:
        return 0, 0
    try:
        if not is_line_anchor(fragment):
            line = targets.anchors.line_of(path, fragment) or 0
            return line, line
        place, lines = parse(fragment), targets.anchors.lines(path) or ()
    except DocumentError:
        return 0, 0
    if isinstance(place, LineRange) and place.last <= len(lines):
        return place.first, place.last
    return 0, 0


def from_source(targets: Targets, path: str) -> str:
    """Give a path relative to the source folder, as Sphinx names files."""
    return relative(path, targets.source)
