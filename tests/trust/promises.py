"""What readers promise of any text, for tests that draw examples and for fuzzing (tests/fuzz)."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import ConfigError
from sphinxext_runtime_ref.globs import matches
from sphinxext_runtime_ref.links import urls
from sphinxext_runtime_ref.links.judging import lines
from sphinxext_runtime_ref.links.judging.check import make_checker
from sphinxext_runtime_ref.links.markup import rst
from sphinxext_runtime_ref.links.markup.documents import read_links
from sphinxext_runtime_ref.links.markup.headings import page_ids
from sphinxext_runtime_ref.links.markup.html import ids
from sphinxext_runtime_ref.links.markup.markdown import decode
from sphinxext_runtime_ref.links.markup.slugs import slug, unique_slugs
from sphinxext_runtime_ref.links.markup.survey import survey
from sphinxext_runtime_ref.links.model import only_problems
from sphinxext_runtime_ref.links.tree.files import Fault
from sphinxext_runtime_ref.settings import Settings, settings_from

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

MARKS = tuple(
    r"""
[ ] ( ) ![ ][ ]( ]: `` ` ``` * _ ~ $ < > <a <img <h1 </h1> <!-- --> <script> </script> id= name=
href= src= srcset= " ' = & &amp; &#x41; \ # ## - --- === | : :: .. ..\ _x: .. |x| image:: .. raw::
html _` `_ `__ :download: <x> https:// www. @ % %41 %FF %ED%A0%80 ? .md /../ ../ a é 字 👍 ÀÉ 0
L10 -L20
""".split()  # noqa: SIM905 - a list of these is hard to read
)
SPACES = (
    " ",
    "  ",
    "\n",
    "\n\n",
    "\t",
    "\r",
    "\r\n",
    "    ",
    "\0",
    "\x1b",
    "\u202e",
    "\ufeff",
    "\x0c",
)

CODE = tuple(
    """
x y 1 0 -1 2.5 1e400 1j 'a' b'x' "%s" "{}" None True ( ) [ ] { } , : . + - * / // % ** << >> | & ^ ~
< > == != in not is and or if else for lambda : = := f'{x!r:>9}' len( str( int( range( sorted( dict(
set( .format( .split( .join( .get( .encode( .rfind( sum( zip( enumerate( hex( chr( x[0] x[-1:] *y
**y ...
""".split()  # noqa: SIM905 - same
)


def places_are_in_the_text(name: str, data: bytes) -> None:
    rows = data.decode("utf-8-sig", "replace").split("\n")
    found = read_links(name, data)
    assert list(found.links) == sorted(found.links, key=lambda link: (link.line, link.column))
    for link in found.links:
        assert 1 <= link.line <= len(rows)
        assert 1 <= link.column <= len(rows[link.line - 1]) + 1


def ids_are_found(data: bytes) -> None:
    """Read the ids that a document has in each kind of markup."""
    page_ids(survey(decode(data))[1])
    rst.page(data).read_names()
    assert all(attribute.value for attribute in ids(decode(data)))


def a_notebook_reads_as_its_cells(text: str) -> None:
    """Read a text as the only cell of a notebook, and as a document."""
    cell = {"cell_type": "markdown", "metadata": {}, "source": text.splitlines(keepends=True)}
    data = json.dumps({"cells": [cell], "nbformat": 4}).encode()
    found = read_links("a.ipynb", data)
    wanted = [link.uri for link in read_links("a.md", b"\n" + text.encode()).links]
    if not text.startswith(("\ufeff", "---")):
        assert [link.uri for link in found.links] == wanted


def a_quick_look_finds_what_a_close_one_does(root: Path, data: bytes) -> None:
    """Check a document that is written below a folder for this."""
    (root / "a.md").write_bytes(data)
    every = only_problems(make_checker(root, Settings()).check("a.md"))
    quick = make_checker(root, Settings()).problems("a.md")
    assert quick.results == every.results
    assert quick.working == every.working


def a_destination_is_put_together_as_it_was(text: str) -> None:
    parts = urls.split(text)
    if parts is None:
        assert urls.scheme(text) or text.startswith("//")
        return
    # an empty query is the only thing that is left out
    assert parts.spelled() == re.sub(r"\A([^?#]*)\?(?=#|\Z)", r"\1", text)
    assert len(parts.paths) in {1, 2}
    assert urls.unquote(urls.quote(parts.path)) == parts.path
    a_line_anchor_is_put_together_as_it_was(parts.fragment or "")


def a_line_anchor_is_put_together_as_it_was(fragment: str) -> None:
    found = lines.parse(fragment)
    if isinstance(found, Fault):
        assert found.info
        again = lines.parse(found.suggestion) if found.suggestion else None
        assert not isinstance(again, Fault)
    else:
        assert lines.parse(str(found)) == found
        assert lines.is_line_anchor(fragment)
    lines.check(["a", "", "bcd"], fragment)


def a_glob_matches_or_is_refused(pattern: str, path: str) -> None:
    try:
        found = matches(pattern, path)
    except ConfigError as fault:
        refused, found = fault.message, False
    else:
        refused = pattern
    assert pattern in refused or repr(pattern) in refused
    if not set("*?[]") & set(pattern):
        assert found is (pattern == path)


def slugs_are_unique(headings: Sequence[str]) -> None:
    """Make the slugs of headings at once, and one by one as github-slugger does."""
    made = unique_slugs(headings)
    assert len(made) == len(headings)
    assert len(set(made)) == len(made)
    taken: Counter[str] = Counter()
    wanted = []
    for heading in headings:
        base = unique = slug(heading.replace("\n", ""))
        while unique in taken:
            taken[base] += 1
            unique = f"{base}-{taken[base]}"
        taken[unique] = 0
        wanted.append(unique)
        assert slug(base) == base
        assert not re.search(r"[ #<>\"']", base)
    assert made == wanted


def settings_are_valid_or_have_their_default(values: Mapping[str, object]) -> Settings:
    said: dict[str, str] = {}
    made = settings_from(values, said.__setitem__)
    for name, message in said.items():
        assert getattr(made, name) == getattr(Settings(), name)
        assert message
    again = settings_from(vars(made), said.__setitem__)
    assert again == made
    return made
