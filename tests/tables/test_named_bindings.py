"""The table of MoE stage bindings, and every way in which its declarations can be wrong."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.errors import DeclarationError

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.tables.model import Table

    Build = Callable[..., Table]

GOOD = """\
STAGE_BINDINGS = {
    "w13": {
        # One token.
        "compact": ("compact_w13", "input+W13", "compact active", "TM FP16"),
        "per_expert_dispatch": ("gemm", "W13", "offsets", "TM dispatch"),
    },
    "w2": {"compact": ("stage", "W2", "active", "TM FP16")},
}

# (format, stage, mode): native name, ...
FP4_STAGE_BINDINGS = {
    ("nvfp4", "w13", "dense"): (
        "nvfp4_dense_out",
        "w13",
        "offsets",
        "FP32 accumulation; FP16 boundary",
    ),
    ("mxfp4", "w2", "qpn"): ("mxfp4_qpn_out", "w2", "route slots", "explicit split-K"),
}
"""
COLUMNS = "family, stage, mode, native, covers, layout, arithmetic"


@pytest.fixture
def bindings(build: Build) -> Callable[..., Table]:
    return lambda text, **options: build(
        {"declarations.py": text}, "declarations.py", table="moe-binding-table", **options
    )


def test_both_declarations_make_rows(bindings: Callable[..., Table]) -> None:
    table = bindings(GOOD, columns=COLUMNS)
    assert [[row.cells[c.name].text for c in table.columns] for row in table.rows] == [
        [
            "awq/fp8",
            "w13",
            "compact",
            "awq_moe_compact_w13_sm70_out, fp8_moe_compact_w13_sm70_out",
            "input+W13",
            "compact active",
            "TM FP16",
        ],
        [
            "awq/fp8",
            "w13",
            "per_expert_dispatch",
            "awq_moe_gemm_sm70_per_expert_dispatch_out, fp8_moe_gemm_sm70_per_expert_dispatch_out",
            "W13",
            "offsets",
            "TM dispatch",
        ],
        [
            "awq/fp8",
            "w2",
            "compact",
            "awq_moe_stage_sm70_out, fp8_moe_stage_sm70_out",
            "W2",
            "active",
            "TM FP16",
        ],
        [
            "nvfp4",
            "w13",
            "dense",
            "nvfp4_dense_out",
            "w13",
            "offsets",
            "FP32 accumulation; FP16 boundary",
        ],
        ["mxfp4", "w2", "qpn", "mxfp4_qpn_out", "w2", "route slots", "explicit split-K"],
    ]
    first = table.rows[0]
    assert (first.id, str(first.location)) == ("awq/fp8.w13.compact", "declarations.py:4:9")
    assert first.cells["doc"].text == "One token."
    assert table.rows[3].location.line_range == (12, 17)
    assert table.object_type == "binding"


COMPACT = '("compact_w13", "input+W13", "compact active", "TM FP16")'
QPN = '("mxfp4", "w2", "qpn")'


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("\nSTAGE_BINDINGS", "\nBINDINGS", r"'STAGE_BINDINGS' is not declared in declarations\.py"),
        ("FP4_STAGE_BINDINGS", "FP4", r"'FP4_STAGE_BINDINGS' is not declared in declarations\.py"),
        (
            "FP4_STAGE_BINDINGS",
            "FP4_STAGE_BINDINGS = {}\nFP4_STAGE_BINDINGS",
            r"'FP4_STAGE_BINDINGS' is declared twice, at .*:12:1 and at .*:13:1",
        ),
        (
            COMPACT,
            '("compact_w13", "input+W13")',
            (
                r"declarations\.py:5:20: expected binding 'awq/fp8\.w13\.compact': a tuple of 4 "
                r"\(binding, covers, layout, arithmetic\), got a tuple of 2"
            ),
        ),
        (COMPACT, '["a", "b", "c", "d"]', r"5:20: expected binding .*got a list of 4"),
        (COMPACT, '("a", "b", "c", 4)', r"5:36: expected arithmetic of binding .*got the int '4'"),
        (COMPACT, '("a", "b", "c", d())', r"5:36: expected arithmetic of .*got the call 'd\(\)'"),
        ('"w2": {', "2: {", r"8:5: expected a stage in STAGE_BINDINGS \(a string\), got the int"),
        (
            '{"compact": ("stage", "W2", "active", "TM FP16")}',
            "()",
            r"8:11: expected stage 'w2' in STAGE_BINDINGS to be a dict of modes",
        ),
        (
            '        "compact": (',
            "        None: (",
            r"5:9: expected a mode of stage 'w13' in STAGE_BINDINGS \(a string\)",
        ),
        (
            QPN,
            '("mxfp4", "w2")',
            r"19:5: expected a key in FP4_STAGE_BINDINGS: .*stage, mode\), got a tuple of 2",
        ),
        (QPN, '"mxfp4"', r"19:5: expected a key in FP4_STAGE_BINDINGS: a tuple of 3 .*the str"),
        (QPN, '("mxfp4", 2, "qpn")', r"19:15: expected the stage in a key of FP4_STAGE_BINDINGS"),
        (
            QPN,
            '("nvfp4", "w13", "dense")',
            r"19:5: FP4_STAGE_BINDINGS: duplicate key .*declarations\.py:13:5",
        ),
        (
            '"per_expert_dispatch":',
            '"compact":',
            r"6:9: STAGE_BINDINGS: duplicate key 'compact', first at declarations\.py:5:9",
        ),
        (
            QPN,
            '("awq/fp8", "w2", "compact")',
            r"19:5: duplicate binding 'awq/fp8\.w2\.compact', .* at declarations\.py:8:12",
        ),
        ("STAGE_BINDINGS = {\n", "STAGE_BINDINGS = [\n", r"not valid Python"),
    ],
)
def test_a_wrong_declaration_is_named_at_its_place(
    bindings: Callable[..., Table], old: str, new: str, message: str
) -> None:
    text = "\n" + GOOD
    assert old in text
    with pytest.raises(DeclarationError) as fault:
        bindings(text.replace(old, new, 1))
    assert re.search(message, str(fault.value)), str(fault.value)
