"""Made-up text for every reader: always an answer, and one that keeps its promises."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sphinxext_runtime_ref.errors import ConfigError, DeclarationError, RuntimeRefError
from sphinxext_runtime_ref.globs import matches
from sphinxext_runtime_ref.links import lines, rst, urls
from sphinxext_runtime_ref.links.documents import read_links
from sphinxext_runtime_ref.links.headings import page_ids
from sphinxext_runtime_ref.links.html import ids
from sphinxext_runtime_ref.links.markdown import decode
from sphinxext_runtime_ref.links.slugs import slug, unique_slugs
from sphinxext_runtime_ref.links.suggest import distance, near
from sphinxext_runtime_ref.links.survey import survey
from sphinxext_runtime_ref.location import Location
from sphinxext_runtime_ref.settings import NAMES, Settings, settings_from
from sphinxext_runtime_ref.source.evaluate import evaluate_text
from sphinxext_runtime_ref.source.limits import Limits, Meter
from sphinxext_runtime_ref.source.module import module_from
from sphinxext_runtime_ref.source.tree import SourceTree
from sphinxext_runtime_ref.tables.build import Request, build_table
from sphinxext_runtime_ref.tables.catalogue import catalogue_from
from sphinxext_runtime_ref.tables.display import display, plain
from sphinxext_runtime_ref.tables.options import OPTIONS

if TYPE_CHECKING:
    from sphinxext_runtime_ref.tables.options import Option

PROFILE = settings(
    max_examples=120, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
MARKS = r"""
[ ] ( ) ![ ][ ]( ]: `` ` ``` * _ ~ $ < > <a <img <h1 </h1> <!-- --> <script> </script> id= name=
href= src= srcset= " ' = & &amp; &#x41; \ # ## - --- === | : :: .. ..\ _x: .. |x| image:: .. raw::
html _` `_ `__ :download: <x> https:// www. @ % %41 %FF %ED%A0%80 ? .md /../ ../ a é 字 👍 ÀÉ 0
L10 -L20
"""
SPACES = [
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
]
PIECES = st.sampled_from([*MARKS.split(), *SPACES])
MARKUP = st.lists(PIECES, max_size=40).map("".join)


@PROFILE
@given(MARKUP, st.sampled_from(["a.md", "a.rst", "a.html", "a.ipynb"]))
def test_places_are_in_the_text(text: str, name: str) -> None:
    rows = text.encode().decode("utf-8-sig", "replace").split("\n")
    found = read_links(name, text.encode())
    assert list(found.links) == sorted(found.links, key=lambda link: (link.line, link.column))
    for link in found.links:
        if name != "a.rst":
            assert 1 <= link.line <= len(rows)
            assert 1 <= link.column <= len(rows[link.line - 1]) + 1
    page_ids(survey(decode(text.encode()))[1])
    rst.ids(text.encode())
    assert all(attribute.value for attribute in ids(text))


@PROFILE
@given(MARKUP)
def test_a_notebook_reads_as_its_cells(text: str) -> None:
    cell = {"cell_type": "markdown", "metadata": {}, "source": text.splitlines(keepends=True)}
    data = json.dumps({"cells": [cell], "nbformat": 4}).encode()
    found = read_links("a.ipynb", data)
    wanted = [link.uri for link in read_links("a.md", b"\n" + text.encode()).links]
    if not text.startswith(("\ufeff", "---")):
        assert [link.uri for link in found.links] == wanted


@PROFILE
@given(st.text())
def test_destinations_are_put_together_as_they_were(text: str) -> None:
    parts = urls.split(text)
    if parts is None:
        assert urls.scheme(text) or text.startswith("//")
        return
    assert parts.spelled(fragment=None) in {text, text.replace("?#", "#").removesuffix("?")}
    assert len(parts.paths) in {1, 2}
    assert urls.unquote(urls.quote(parts.path)) == parts.path
    lines.parse(parts.fragment or "")


@PROFILE
@given(st.lists(st.text(max_size=20), max_size=20))
def test_slugs_are_of_kept_characters_and_unique(headings: list[str]) -> None:
    made = unique_slugs(headings)
    assert len(made) == len(headings)
    assert len(set(made)) == len(made)
    for text in headings:
        again = slug(slug(text))
        assert again == slug(text)
        assert not re.search(r"[ #<>\"']", again)


def edits(one: str, other: str) -> int:
    row = list(range(len(other) + 1))
    for number, char in enumerate(one, 1):
        last, row[0] = row[0], number
        for at, against in enumerate(other, 1):
            last, row[at] = row[at], min(row[at] + 1, row[at - 1] + 1, last + (char != against))
    return row[-1]


@PROFILE
@given(st.text("abcd-", max_size=9), st.lists(st.text("abcd-", max_size=9), max_size=8))
def test_suggestions_are_candidates(name: str, candidates: list[str]) -> None:
    found = near(name, candidates)
    assert found is None or found in candidates
    for other in candidates:
        assert distance(name, other, 4) == min(edits(name, other), 5)


@PROFILE
@given(st.text("ab/*?[]!-.", max_size=14), st.text("ab/.", max_size=14))
def test_any_glob_matches_or_is_refused(pattern: str, path: str) -> None:
    try:
        found = matches(pattern, path)
    except ConfigError as fault:
        refused, found = fault.message, False
    else:
        refused = pattern
    assert pattern in refused
    if not set("*?[]") & set(pattern):
        assert found is (pattern == path)


CODE = """
x y 1 0 -1 2.5 1e400 1j 'a' b'x' "%s" "{}" None True ( ) [ ] { } , : . + - * / // % ** << >> | & ^ ~
< > == != in not is and or if else for lambda : = := f'{x!r:>9}' len( str( int( range( sorted( dict(
set( .format( .split( .join( .get( .encode( .rfind( sum( zip( enumerate( hex( chr( x[0] x[-1:] *y
**y ...
"""
EXPRESSIONS = st.lists(st.sampled_from(CODE.split()), max_size=12).map(" ".join)


@PROFILE
@given(EXPRESSIONS)
def test_any_expression_has_a_value_or_is_refused(expression: str) -> None:
    known = {"x": evaluate_text("('a', 1, {'k': [2]})", lambda _: None)}
    meter = Meter(Limits(steps=20_000))
    try:
        value = evaluate_text(expression, known.get, meter)
    except DeclarationError as fault:
        shown = str(fault)
    else:
        shown = display(value)
        plain(value)
    assert isinstance(shown, str)


@PROFILE
@given(
    st.binary(max_size=80),
    st.sampled_from([b"", b"\xef\xbb\xbf", b"# coding: latin-1\n", b"# coding: x\n"]),
)
def test_any_source_is_read_or_refused_at_its_place(data: bytes, head: bytes) -> None:
    try:
        module_from("m.py", head + data, 1000).scope  # noqa: B018 - reads the statements
    except DeclarationError as fault:
        place = fault.location
    else:
        place = Location("m.py", 1)
    assert place
    assert place.path == "m.py"


SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.binary(max_size=4)
KEYS = st.text(max_size=8) | st.integers()
VALUES: Any = st.recursive(
    SCALARS | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=6,
)


@PROFILE
@given(st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=6))
def test_any_configuration_is_valid_or_has_its_default(values: dict[str, Any]) -> None:
    said: dict[str, str] = {}
    made = settings_from(values, said.__setitem__)
    for name, message in said.items():
        assert getattr(made, name) == getattr(Settings(), name)
        assert message


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> SourceTree:
    folder = tmp_path_factory.mktemp("source")
    (folder / "m.py").write_text("T = {'a': (1, 'x'), 'b': (2, 'y')}\n")
    return SourceTree(folder)


@PROFILE
@given(st.sampled_from(OPTIONS), st.text(max_size=30))
def test_any_option_is_read_or_refused(tree: SourceTree, option: Option, text: str) -> None:
    catalogue = catalogue_from(Settings(), lambda *_: None)
    request = Request("declaration-table", "m.py:T", {option.name: text})
    try:
        said = build_table(tree, catalogue, request).columns[0].header
    except RuntimeRefError as fault:
        said = str(fault)
    assert said
