"""How a link to a file that is no document is rendered: as a source link, or as a download."""

from __future__ import annotations

import posixpath
from pathlib import Path
from typing import TYPE_CHECKING, cast

from sphinxext_runtime_ref.errors import DocumentError
from sphinxext_runtime_ref.extension.sources.links import source_uri
from sphinxext_runtime_ref.links.judging.lines import LineRange, is_line_anchor, parse
from sphinxext_runtime_ref.links.judging.sphinx_rules import relative
from sphinxext_runtime_ref.links.urls import unquote
from sphinxext_runtime_ref.repository import quoted

if TYPE_CHECKING:
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

    from sphinxext_runtime_ref.extension.links.targets import Targets
    from sphinxext_runtime_ref.links.judging.sphinx_rules import Target


TEXT = frozenset(
    {".c", ".cc", ".cfg", ".cpp", ".cu", ".cuh", ".go", ".h", ".hpp", ".ini", ".ipynb", ".java"}
    | {".js", ".json", ".md", ".proto", ".py", ".pyi", ".rs", ".rst", ".sh", ".toml", ".ts"}
    | {".txt", ".yaml", ".yml"}
)
"""Endings of files that are text for sure, so that nobody has to open them."""


def is_download(targets: Targets, path: str, fragment: str) -> bool:
    """Tell whether a file is copied into the output instead of being shown as source.

    Text with a fragment is shown, since a copy has no lines or headings; so is text outside of
    the documents' own folder.
    """
    state = targets.state
    if state.repository is None and not state.settings.source_pages:
        return True
    inside = path.startswith(f"{targets.source}/") if targets.source else True
    if inside and fragment in {"", "top"}:
        return True
    return not is_text(targets.files.root / path)


def is_text(path: Path) -> bool:
    """Tell whether a file is text, by the start of it where its name does not tell."""
    if not path.is_file():
        return False
    if path.suffix in TEXT:
        return True
    try:
        with path.open("rb") as stream:
            return path.suffix != ".pdf" and b"\0" not in stream.read(8000)
    except OSError:
        return False


def lines_of(targets: Targets, path: str, fragment: str) -> tuple[int, int]:
    """Give the first and last line that a fragment names, 0 where it names none that is there.

    A heading of a Markdown file that is no document is the line of that heading.
    """
    fragment = unquote(fragment)
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


def file_uri(
    env: BuildEnvironment, builder: Builder, targets: Targets, docname: str, target: Target
) -> str | None:
    """Give the address of a file's source; ``None`` where the builder has none."""
    path, fragment = target.name, unquote(target.fragment)
    repository = targets.state.repository
    if repository is not None and fragment and not is_line_anchor(fragment):
        return repository.file_url(path, fragment=fragment)
    return source_uri(env, builder, docname, path, *lines_of(targets, path, fragment))


def copy_uri(
    env: BuildEnvironment, builder: Builder, targets: Targets, docname: str, path: str
) -> str | None:
    """Give the address of a file's copy among the downloads, as pages address it."""
    name = download_name(env, targets, path)
    if builder.format != "html" or name is None:
        return None
    return relative_uri(builder, docname, f"_downloads/{quoted(name)}")


def download_name(env: BuildEnvironment, targets: Targets, path: str) -> str | None:
    """Give the path of a file's copy below the folder of downloads."""
    inside = from_source(targets, path)
    # Sphinx 7.4 stores strings, later ones paths
    stored = cast("dict[object, tuple[set[str], object]]", env.dlfiles)
    entry = stored.get(Path(inside)) or stored.get(inside)
    return str(entry[1]).replace("\\", "/") if entry else None


def picture_uri(
    env: BuildEnvironment, builder: Builder, targets: Targets, docname: str, path: str
) -> str | None:
    """Have a picture copied, and give its address."""
    inside = from_source(targets, path)
    if builder.format != "html" or inside not in env.images:
        return None
    name = env.images[inside][1]
    builder.images[inside] = name
    return relative_uri(builder, docname, f"{builder.imagedir}/{quoted(name)}")


def from_source(targets: Targets, path: str) -> str:
    """Give a path relative to the source folder, as Sphinx names files."""
    return relative(path, targets.source)


def relative_uri(builder: Builder, docname: str, path: str) -> str:
    """Give the address of a file of the output from a document's page."""
    page = builder.get_target_uri(docname)
    folder = posixpath.dirname("/" + page.partition("#")[0])
    return posixpath.relpath("/" + path, folder)
