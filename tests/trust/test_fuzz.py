"""Made-up text for every reader: always an answer, and one that keeps its promises."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sphinxext_runtime_ref.errors import DeclarationError, RuntimeRefError
from sphinxext_runtime_ref.links.suggest import Distance, near
from sphinxext_runtime_ref.location import Location
from sphinxext_runtime_ref.settings import NAMES, Settings
from sphinxext_runtime_ref.source.evaluate import evaluate_text
from sphinxext_runtime_ref.source.limits import Limits, Meter
from sphinxext_runtime_ref.source.module import module_from
from sphinxext_runtime_ref.source.tree import SourceTree
from sphinxext_runtime_ref.tables.build import Request, build_table
from sphinxext_runtime_ref.tables.catalogue import catalogue_from
from sphinxext_runtime_ref.tables.display import display, plain
from sphinxext_runtime_ref.tables.options import OPTIONS
from tests.fuzz.targets import TARGETS
from tests.trust import promises

if TYPE_CHECKING:
    from pathlib import Path

    from sphinxext_runtime_ref.tables.options import Option

PROFILE = settings(
    max_examples=120, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
PIECES = st.sampled_from([*promises.MARKS, *promises.SPACES])
MARKUP = st.lists(PIECES, max_size=40).map("".join)


@PROFILE
@given(MARKUP, st.sampled_from(["a.md", "a.rst", "a.html", "a.ipynb"]))
def test_places_are_in_the_text(text: str, name: str) -> None:
    promises.places_are_in_the_text(name, text.encode())
    promises.ids_are_found(text.encode())


@PROFILE
@given(MARKUP)
def test_a_notebook_reads_as_its_cells(text: str) -> None:
    promises.a_notebook_reads_as_its_cells(text)


@PROFILE
@given(MARKUP)
def test_a_quick_look_finds_what_a_close_one_does(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    promises.a_quick_look_finds_what_a_close_one_does(tmp_path_factory.getbasetemp(), text.encode())


@PROFILE
@given(st.text())
def test_destinations_are_put_together_as_they_were(text: str) -> None:
    promises.a_destination_is_put_together_as_it_was(text)


@PROFILE
@given(st.text("LC-019", max_size=12))
def test_line_anchors_are_put_together_as_they_were(text: str) -> None:
    promises.a_line_anchor_is_put_together_as_it_was(text)


@PROFILE
@given(st.lists(st.text(max_size=20), max_size=20))
def test_slugs_are_unique(headings: list[str]) -> None:
    promises.slugs_are_unique(headings)


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
    for other in filter(None, candidates) if name else ():
        assert Distance(name).to(other, 4) == min(edits(name, other), 5)


@PROFILE
@given(st.text("ab/*?[]!-.", max_size=14), st.text("ab/.", max_size=14))
def test_any_glob_matches_or_is_refused(pattern: str, path: str) -> None:
    promises.a_glob_matches_or_is_refused(pattern, path)


EXPRESSIONS = st.lists(st.sampled_from(promises.CODE), max_size=12).map(" ".join)


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
    promises.settings_are_valid_or_have_their_default(values)


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


@pytest.mark.parametrize("name", TARGETS)
def test_what_is_fuzzed_keeps_its_promises_to_begin_with(tmp_path: Path, name: str) -> None:
    target = TARGETS[name]
    words = [word.encode() for word in target.words]
    for data in (b"", *target.examples, b"\xff".join(words), b"\n".join(words)):
        target.run(tmp_path, data)
