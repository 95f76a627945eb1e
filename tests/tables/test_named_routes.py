"""The table of attention routes, and every way in which its declaration can be wrong."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.errors import DeclarationError

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.tables.model import Table

    Build = Callable[..., Table]

CODECS = """\
from dataclasses import dataclass
@dataclass(frozen=True)
class KVCodec:
    name: str
FP16 = KVCodec("auto")
BF16 = KVCodec("bfloat16")
"""
HEAD = '''\
from dataclasses import dataclass
from typing import Literal
import not_installed
from pkg.codecs import BF16, FP16, KVCodec

_NATIVE_CODECS = frozenset((FP16,))
_ALL_CODECS = _NATIVE_CODECS | {BF16}

@dataclass(frozen=True)
class RouteSpec:
    """Structural admission."""

    name: str
    stage: Literal["decode", "prefill"]
    codecs: frozenset[KVCodec] = _NATIVE_CODECS
    head_dims: tuple[int, ...] = ()
    max_chunk: int | None = None
    fallback: bool = False

    def admits(self): ...

def _build_specs(declarations):
    result = {}
    return result

'''
GOOD = (
    HEAD
    + """\
ROUTE_SPECS: dict[str, RouteSpec] = _build_specs(
    [
        # ---- Decode ----
        # The fast one.
        ("decode_xqa", "decode", {"head_dims": (256,), "max_chunk": 1 << 12}),
        (
            "decode_dense "
            "decode_paged",
            "decode",
            {"codecs": _ALL_CODECS},
        ),
        # ---- Prefill ----
        ("prefill_safe", "prefill", {}),
    ]
)
"""
)


@pytest.fixture
def routes(build: Build) -> Callable[..., Table]:
    return lambda text, **options: build(
        {"pkg/__init__.py": "", "pkg/codecs.py": CODECS, "pkg/routing.py": text},
        "pkg/routing.py",
        table="route-table",
        **options,
    )


def shown(table: Table) -> list[list[str]]:
    return [[row.cells[column.name].text for column in table.columns] for row in table.rows]


def test_each_name_is_a_row(routes: Callable[..., Table]) -> None:
    table = routes(GOOD)
    assert shown(table) == [
        ["decode_xqa", "decode", "FP16", "head_dims: (256), max_chunk: 4096"],
        ["decode_dense", "decode", "FP16, BF16", ""],
        ["decode_paged", "decode", "FP16, BF16", ""],
        ["prefill_safe", "prefill", "FP16", ""],
    ]
    assert table.rows[0].cells["doc"].text == "The fast one."
    assert [row.group for row in table.rows] == ["Decode", "Decode", "Decode", "Prefill"]
    assert [str(row.location) for row in table.rows][:2] == [
        "pkg/routing.py:30:9",
        "pkg/routing.py:31:9",
    ]
    assert table.object_type == "route"


def test_defaults_are_one_option_away(routes: Callable[..., Table]) -> None:
    table = routes(GOOD, columns="route, options", **{"show-defaults": ""})
    assert shown(table)[1] == [
        "decode_dense",
        "head_dims: (), max_chunk: None, fallback: False",
    ]


def test_every_field_is_a_column_and_all_are_json(routes: Callable[..., Table]) -> None:
    (row, *_) = routes(GOOD).rows
    assert row.cells["fallback"].text == "False"
    assert row.cells["json"].text == '{"fallback": false, "head_dims": [256], "max_chunk": 4096}'
    assert list(json.loads(row.cells["json"].text)) == ["fallback", "head_dims", "max_chunk"]


def test_codecs_lead_to_their_declaration(routes: Callable[..., Table]) -> None:
    cell = routes(GOOD).rows[1].cells["codecs"]
    assert [[(text, str(place)) for text, place in item.links] for item in cell.items] == [
        [("FP16", "pkg/codecs.py:5:1")],
        [("BF16", "pkg/codecs.py:6:1")],
    ]


FIRST = '("decode_xqa", "decode", {"head_dims": (256,), "max_chunk": 1 << 12})'


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("ROUTE_SPECS:", "ROUTES:", r"'ROUTE_SPECS' is not declared in pkg/routing\.py"),
        (
            GOOD[len(HEAD) :],
            "ROUTE_SPECS = _build_specs([])\nROUTE_SPECS = _build_specs([])\n",
            r"'ROUTE_SPECS' is declared twice, at pkg/routing\.py:26:1 and at pkg/routing\.py:27:1",
        ),
        (
            "= _build_specs(",
            "= dict(",
            r"pkg/routing\.py:\d+:\d+: .*expected ROUTE_SPECS to be _build_specs\(\[",
        ),
        ("class RouteSpec:", "class Spec:", r"'RouteSpec' is not declared in pkg/routing\.py"),
        (
            "    name: str\n    stage",
            "    title: str\n    stage",
            (
                r"pkg/routing\.py:10:1: schema changed: expected RouteSpec to begin .* "
                "name, stage; it has title, stage"
            ),
        ),
        (
            FIRST,
            '("decode_xqa", "decode")',
            (
                r"pkg/routing\.py:30:9: expected a route in .*: a tuple of 3 \(names, stage, "
                r"options\), got a tuple of 2"
            ),
        ),
        (FIRST, '"decode_xqa"', r"pkg/routing\.py:30:9: .*a tuple of 3 .*got the str"),
        (
            FIRST,
            '(1, "decode", {})',
            r"pkg/routing\.py:30:10: expected the names of a route \(a str",
        ),
        (FIRST, '("", "decode", {})', r"pkg/routing\.py:30:10: expected the names of a route"),
        (
            FIRST,
            '("a", None, {})',
            r"pkg/routing\.py:30:15: expected the stage of route 'a' \(a str",
        ),
        (FIRST, '("a", "decode", ())', r"30:25: expected the options of route 'a' to be a dict"),
        (FIRST, '("a", "decode", {1: 2})', r"30:26: expected a field name in the options of route"),
        (
            FIRST,
            '("a", "decode", {"head_dim": 2})',
            (
                r"30:26: unknown field 'head_dim' in the options of route 'a', RouteSpec has none; "
                r"did you mean 'head_dims'\?"
            ),
        ),
        (FIRST, '("a", "decode", {"stage": "x"})', r"30:26: duplicate field 'stage'"),
        (
            FIRST,
            '("a", "decode", {"head_dims": pick()})',
            r"pkg/routing\.py:30:39: can't evaluate 'pick\(\)'",
        ),
        (
            FIRST,
            '("a", "decode", {"codecs": frozenset((FP8,))})',
            r"pkg/routing\.py:30:47: can't evaluate 'FP8': 'FP8' is not defined",
        ),
        (
            "    head_dims: tuple[int, ...] = ()\n",
            "    head_dims: tuple[int, ...]\n",
            r"pkg/routing\.py:31:9: missing field 'head_dims' of route 'decode_dense'",
        ),
        (
            "prefill_safe",
            "decode_paged",
            (
                r"pkg/routing\.py:38:10: duplicate route 'decode_paged', first declared at "
                r"pkg/routing\.py:32:13"
            ),
        ),
        ('"decode_paged"', '"decode_dense"', r"duplicate route 'decode_dense'"),
        ("(FP16,)", "(FP32,)", r"pkg/routing\.py:6:29: can't evaluate 'FP32'"),
    ],
)
def test_a_wrong_declaration_is_named_at_its_place(
    routes: Callable[..., Table], old: str, new: str, message: str
) -> None:
    assert old in GOOD
    with pytest.raises(DeclarationError) as fault:
        routes(GOOD.replace(old, new))
    assert re.search(message, str(fault.value)), str(fault.value)


def test_a_key_given_twice_is_reported(routes: Callable[..., Table]) -> None:
    options = '{"fallback": True, "fallback": False}'
    with pytest.raises(DeclarationError, match=r"routing\.py:30:44: .*duplicate key 'fallback'"):
        routes(GOOD.replace(FIRST, f'("a", "decode", {options})'))
