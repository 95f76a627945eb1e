"""What is fuzzed: functions that take any bytes, and raise where a promise is broken.

docs/explanation/threat-model.md says what each one promises and how much it was fuzzed.
"""

from __future__ import annotations

from keyword import kwlist
from typing import TYPE_CHECKING, NamedTuple

from sphinxext_runtime_ref.errors import ProjectFileError, RuntimeRefError
from sphinxext_runtime_ref.project_file import fault_of, load, place_of
from sphinxext_runtime_ref.settings import NAMES
from sphinxext_runtime_ref.tables.catalogue import catalogue_from
from sphinxext_runtime_ref.tables.options import OPTIONS
from tests.fuzz.modules import tables_keep_their_places
from tests.fuzz.trees import NAMES as DOCUMENTS
from tests.fuzz.trees import a_cache_changes_no_verdict
from tests.trust import promises

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from sphinxext_runtime_ref.location import Location


class Target(NamedTuple):
    """What is called for each input.

    :param run: takes an empty folder of its own, in which later calls find what it left, and the
        input.
    :param endings: those of files that are good to begin with.
    :param examples: more to begin with.
    :param words: put into inputs.
    :param parts: how many files an input is made of (:data:`~tests.fuzz.trees.PARTS`).
    :param size: of the largest inputs, in bytes; small ones are run more often.
    """

    run: Callable[[Path, bytes], object]
    endings: tuple[str, ...]
    examples: tuple[bytes, ...] = ()
    words: Sequence[str] = (*promises.MARKS, *promises.SPACES)
    parts: int = 1
    size: int = 4096


def markdown(folder: Path, data: bytes) -> None:
    promises.places_are_in_the_text("a.md", data)
    promises.ids_are_found(data)
    promises.a_quick_look_finds_what_a_close_one_does(folder, data)


def rst(_: Path, data: bytes) -> None:
    promises.places_are_in_the_text("a.rst", data)
    promises.ids_are_found(data)


def html(_: Path, data: bytes) -> None:
    promises.places_are_in_the_text("a.html", data)
    promises.places_are_in_the_text("a.ipynb", data)
    promises.ids_are_found(data)
    promises.a_notebook_reads_as_its_cells(_text(data))


def slugs(_: Path, data: bytes) -> None:
    promises.slugs_are_unique([line.replace("\v", "\n") for line in _text(data).split("\n")])


def urls(_: Path, data: bytes) -> None:
    for line in _text(data).split("\n"):
        promises.a_destination_is_put_together_as_it_was(line)
        promises.a_line_anchor_is_put_together_as_it_was(line)
        pattern, _mark, path = line.partition("\t")
        promises.a_glob_matches_or_is_refused(pattern, path)


def evaluator(_: Path, data: bytes) -> None:
    tables_keep_their_places(data)


def config(folder: Path, data: bytes) -> None:
    """Read a project file; what is refused has its place in there."""
    path = folder / "pyproject.toml"
    path.write_bytes(data)
    (folder / ".git").touch()
    rows = data.decode("utf-8", "replace").split("\n")
    try:
        found = load(folder)
    except ProjectFileError as fault:
        places = [one.location for one in fault.faults]
    except RuntimeRefError as fault:
        places = [fault.location]
    else:
        places = [one.location for one in found.faults]
        made = promises.settings_are_valid_or_have_their_default(found.values)
        catalogue_from(made, lambda *said: places.append(fault_of(path, *said).location))
        if found.path:
            places += [place_of(path, folder, "ignore", one) for one in made.ignore]
    for place in places:
        assert place
        _is_in(place, rows)


def _is_in(place: Location, rows: Sequence[str]) -> None:
    assert place.path.endswith("pyproject.toml")
    assert 0 <= place.line <= len(rows)
    if place.line:
        assert 0 <= place.column <= len(rows[place.line - 1]) + 1


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


_TREE = (
    b"A# H\n[a](b/c.md#h) ![b](no.md) [r]\n\n[r]: d.rst#x\n",
    b"# H\n[a](../a.md#h) [b](../A.md) [c](../e.html#i) <!-- runtime-ref: ignore -->\n",
    b".. _x:\n\nH\n=\n`a <a.md>`_ :download:`b <b>` `H`_\n",
    b"<a href='a.md#h' id=i>x</a> <img src=no.png srcset='a.md 2x'>\n",
    b'{"cells": [{"cell_type": "markdown", "source": ["# H\\n", "[a](a.md#k)"]}]}',
)
_SETTINGS = ("[tool.runtime-ref]\n", "[tool.runtime-ref.", " = ", *NAMES)
TARGETS = {
    "markdown": Target(markdown, (".md",)),
    "rst": Target(rst, (".rst", ".txt")),
    "html": Target(html, (".html", ".ipynb", ".md")),
    "slugs": Target(slugs, (".md",), (b"a\na\na-1\nA b-\n\n\na\v-1",), size=400),
    "urls": Target(
        urls,
        (".md", ".toml"),
        (b"a/%41.md?plain=1#L10C2-L20C3", b"docs/**/[!a-c]*.md?\tdocs/x/b.md", b"L3-1\nL10-L20"),
        size=200,
    ),
    "evaluator": Target(
        evaluator,
        (".py",),
        (b"#:shape=enum;columns=name,value\nclass A:\n    b = 1\n",),
        (*promises.CODE, *kwlist, "#:", *(option.name for option in OPTIONS)),
    ),
    "config": Target(
        config,
        (".toml",),
        tuple(
            f"[tool.runtime-ref]\n{name} = {value}\n".encode()
            for name in NAMES
            for value in ("true", "'x'", "['x', 'y*']", "{ x = 'y', 'z' = {source = 'a:B'} }")
        ),
        _SETTINGS,
        size=1000,
    ),
    "cache": Target(
        a_cache_changes_no_verdict,
        (".md", ".rst", ".html"),
        (b"\0".join([*_TREE, b"=", b"# K\n", b"", b"=", b"="]), b"\0".join([*_TREE, *_TREE])),
        parts=2 * len(DOCUMENTS),
    ),
}
