"""What a cell says of a value."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinxext_runtime_ref.location import Location
from sphinxext_runtime_ref.printable import printable
from sphinxext_runtime_ref.source import values
from sphinxext_runtime_ref.source.values import SequenceType
from sphinxext_runtime_ref.tables.display import cell, display, plain
from sphinxext_runtime_ref.tables.model import CellKind

PLACE = Location("m.py", 1, 1)


def lit(value: object, text: str | None = None) -> values.Literal:
    return values.Literal(value, PLACE, text=text)


def seq(*items: values.Value, type: SequenceType = SequenceType.TUPLE) -> values.Sequence:  # noqa: A002 - as in the class
    return values.Sequence(type, items, PLACE)


def sym(text: str) -> values.Symbol:
    return values.Symbol(text, f"m.py:{text}", PLACE)


GONE = values.Unevaluated("os.cpu_count()", "a call", PLACE)
CALL = values.Call("re.compile", (), "re.compile('x')", PLACE)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (lit("as it is"), "as it is"),
        (lit(""), ""),
        (lit(255, "0xFF"), "0xFF"),
        (lit(0.5, "0.50"), "0.50"),
        (lit(16384), "16384"),
        (lit(None), "None"),
        (lit(True), "True"),
        (lit(...), "..."),
        (lit(b"x"), "b'x'"),
        (sym("torch.float16"), "torch.float16"),
        (seq(), "()"),
        (seq(type=SequenceType.LIST), "[]"),
        (seq(type=SequenceType.FROZENSET), "frozenset()"),
        (values.Mapping((), PLACE), "{}"),
        (seq(lit("a"), lit(1)), "a, 1"),
        (seq(lit("")), '("",)'),
        (seq(lit(""), type=SequenceType.LIST), '[""]'),
        (seq(lit(""), type=SequenceType.SET), '{""}'),
        (seq(lit(""), type=SequenceType.FROZENSET), 'frozenset({""})'),
        (seq(lit(" \n")), '(" \\n",)'),
        (seq(lit(""), lit("a"), lit("")), '"", a, ""'),
        (seq(lit("a"), seq(lit(""), type=SequenceType.LIST)), 'a, [""]'),
        (seq(lit("a"), seq(lit(""), lit("b"))), 'a, ("", b)'),
        (values.Mapping(((lit(""), lit("")),), PLACE), '"": ""'),
        (values.Mapping(((lit("k"), seq(lit(""))),), PLACE), 'k: ("",)'),
        (seq(lit("a"), seq(lit("b"), lit("c"))), "a, (b, c)"),
        (seq(seq()), "((),)"),
        (seq(seq(seq(type=SequenceType.LIST)), type=SequenceType.LIST), "[([],)]"),
        (seq(values.Mapping((), PLACE), type=SequenceType.LIST), "[{}]"),
        (values.Mapping(((lit("k"), lit(1)), (lit("m"), seq(lit(2)))), PLACE), "k: 1, m: (2)"),
        (GONE, "os.cpu_count()"),
        (CALL, "re.compile('x')"),
    ],
)
def test_display_text(value: values.Value, expected: str) -> None:
    assert display(value) == expected


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (lit(1), CellKind.LITERAL),
        (sym("A"), CellKind.SYMBOL),
        (seq(sym("A"), sym("B")), CellKind.SYMBOL),
        (seq(sym("A"), lit("b")), CellKind.LITERAL),
        (seq(), CellKind.LITERAL),
        (seq(lit(1), seq(GONE)), CellKind.UNEVALUATED),
        (CALL, CellKind.CALL),
        (GONE, CellKind.UNEVALUATED),
    ],
)
def test_a_collection_is_as_certain_as_its_parts(value: values.Value, kind: CellKind) -> None:
    assert cell(value).kind is kind


def test_an_element_of_a_sequence_is_a_cell_of_its_own() -> None:
    place = Location("codecs.py", 3, 1)
    made = cell(seq(values.Symbol("A", "codecs.py:A", PLACE, definition=place)))
    assert [item.links for item in made.items] == [(("A", place),)]


def test_what_no_output_takes_is_escaped() -> None:
    assert printable("a\0b\x1b[31m\ud800\tc\n") == "a\\x00b\\x1b[31m\\ud800\tc\n"


def test_a_very_long_integer_has_a_text() -> None:
    assert display(lit(1 << 20_000)).startswith("0x1000")
    json.dumps(plain(lit(1 << 20_000)))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (seq(lit(1), sym("A")), [1, "A"]),
        (values.Mapping(((lit("k"), lit(None)),), PLACE), {"k": None}),
        (values.Mapping(((lit(1), lit("a")),), PLACE), [[1, "a"]]),
        (values.Record("R", (values.Field("x", lit(1), given=True),), "R(1)", PLACE), {"x": 1}),
        (lit(float("inf")), "inf"),
        (lit(1 + 2j), "(1+2j)"),
        (GONE, None),
        (CALL, None),
    ],
)
def test_values_as_json(value: values.Value, expected: object) -> None:
    assert plain(value) == expected


scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(),
    st.binary(),
    st.complex_numbers(),
).map(lit)
trees = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.builds(
            lambda kind, items: values.Sequence(kind, tuple(items), PLACE),
            st.sampled_from(SequenceType),
            st.lists(inner, max_size=4),
        ),
        st.builds(
            lambda pairs: values.Mapping(tuple(pairs), PLACE),
            st.lists(st.tuples(inner, inner), max_size=4),
        ),
    ),
    max_leaves=12,
)


@given(trees)
def test_every_value_has_a_text_and_a_form_in_strict_json(value: values.Value) -> None:
    text = display(value)
    assert not any(ord(c) < 32 and c not in "\t\n\r" for c in text)
    text.encode()
    json.dumps(plain(value), allow_nan=False)
