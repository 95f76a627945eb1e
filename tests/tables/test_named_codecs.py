"""The table of KV-cache codecs, and every way in which its declaration can be wrong."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.errors import DeclarationError

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.tables.model import Table

    Build = Callable[..., Table]

HEAD = '''\
from __future__ import annotations
from dataclasses import dataclass
import torch

@dataclass(frozen=True, eq=False)
class KVCodec:
    """One KV-cache storage format."""

    # Canonical name.
    name: str
    aliases: tuple[str, ...]
    storage_dtype: torch.dtype
    element_dtype: torch.dtype | None = None
    quantized: bool = False

    def stores(self, cache): ...


# The unquantized cache.
FP16 = KVCodec("auto", ("auto", "float16"), torch.float16)
FP8 = KVCodec(
    "fp8_e4m3", ("fp8",), torch.uint8, torch.float8_e4m3fn, quantized=True
)
'''
GOOD = HEAD + "KV_CODECS: tuple[KVCodec, ...] = (FP16, FP8)\n"


@pytest.fixture
def codecs(build: Build) -> Callable[..., Table]:
    return lambda text, **options: build(
        {"kv_codecs.py": text}, "kv_codecs.py", table="kv-codec-table", **options
    )


def test_rows_are_the_names_in_declared_order(codecs: Callable[..., Table]) -> None:
    table = codecs(GOOD)
    assert [column.header for column in table.columns] == [
        "Symbol",
        "Canonical name",
        "Aliases",
        "Storage dtype",
        "Element dtype",
        "Quantized",
    ]
    rows = [[row.cells[c.name].text for c in table.columns] for row in table.rows]
    assert rows == [
        ["FP16", "auto", "auto, float16", "torch.float16", "None", "False"],
        ["FP8", "fp8_e4m3", "fp8", "torch.uint8", "torch.float8_e4m3fn", "True"],
    ]
    first, second = table.rows
    assert (first.id, str(first.location), first.cells["doc"].text) == (
        "FP16",
        "kv_codecs.py:20:1",
        "The unquantized cache.",
    )
    assert second.location.line_range == (21, 23)
    assert table.object_type == "codec"


def test_codecs_may_come_from_another_file(build: Build) -> None:
    files = {
        "pkg/base.py": HEAD,
        "pkg/all.py": "from .base import FP16, FP8 as Eight, KVCodec\nKV_CODECS = (Eight, FP16)\n",
    }
    table = build(files, "pkg/all.py", table="kv-codec-table")
    assert [(row.id, row.cells["source"].text) for row in table.rows] == [
        ("Eight", "pkg/base.py:21"),
        ("FP16", "pkg/base.py:20"),
    ]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("KV_CODECS:", "CODECS:", r"'KV_CODECS' is not declared in kv_codecs\.py"),
        (
            "KV_CODECS: tuple[KVCodec, ...] = (FP16, FP8)",
            "KV_CODECS = (FP16,)\nKV_CODECS = (FP8,)",
            r"'KV_CODECS' is declared twice, at kv_codecs\.py:24:1 and at kv_codecs\.py:25:1",
        ),
        ("class KVCodec:", "class Codec:", r"'KVCodec' is not declared in kv_codecs\.py"),
        (
            "(FP16, FP8)",
            "[FP16, FP8]",
            r"kv_codecs\.py:24:34: expected KV_CODECS to be a tuple .*, got a list of 2",
        ),
        (
            "(FP16, FP8)",
            "(FP16, NOPE)",
            (
                r"kv_codecs\.py:24:41: can't evaluate 'NOPE': .* not defined; expected the "
                "name of a KVCodec record in KV_CODECS"
            ),
        ),
        (
            "(FP16, FP8)",
            "(FP16, KVCodec('a', (), torch.int8))",
            r"kv_codecs\.py:24:41: expected .* in KV_CODECS, got a KVCodec",
        ),
        ("(FP16, FP8)", "(FP16, 'FP8')", r"kv_codecs\.py:24:41: .*got the str 'FP8'"),
        (
            "(FP16, FP8)",
            "(FP16, FP8, FP16)",
            r"kv_codecs\.py:24:46: duplicate symbol 'FP16', first declared at kv_codecs\.py:24:35",
        ),
        (
            "torch.float16)",
            "torch.float16, bits=4)",
            r"kv_codecs\.py:20:8: .*KVCodec has no field 'bits'; it has name, aliases, ",
        ),
        ("torch.float16)", "name='x')", r"kv_codecs\.py:20:8: .*given the field 'name' twice"),
        (", torch.float16)", ")", r"kv_codecs\.py:20:8: .*missing the field 'storage_dtype'"),
        (
            "torch.uint8, torch.float8_e4m3fn",
            "torch.uint8, pick()",
            r"kv_codecs\.py:22:40: can't evaluate 'pick\(\)': what pick\(\) returns is not known",
        ),
        ('("fp8",)', '"fp8"', r"kv_codecs\.py:22:17: expected aliases of FP8 to be a tuple"),
        (
            '"fp8_e4m3",',
            "8,",
            r"kv_codecs\.py:22:5: expected name of FP8 \(a string\), got the int",
        ),
        ("quantized=True", "quantized=1", r"kv_codecs\.py:22:.*quantized of FP8 \(True or False\)"),
        (
            "    quantized: bool = False\n",
            "    quantized: bool = False\n    scale: int = 1\n",
            r"kv_codecs\.py:6:1: schema changed: KVCodec .*\(scale appeared\); expected name, ",
        ),
        (
            "    element_dtype: torch.dtype | None = None\n",
            "    element: torch.dtype | None = None\n",
            r"schema changed: KVCodec .*\(element_dtype vanished; element appeared\)",
        ),
    ],
)
def test_a_wrong_declaration_is_named_at_its_place(
    codecs: Callable[..., Table], old: str, new: str, message: str
) -> None:
    assert old in GOOD
    with pytest.raises(DeclarationError) as fault:
        codecs(GOOD.replace(old, new))
    assert re.search(message, str(fault.value)), str(fault.value)


def test_a_missing_file_is_named(build: Build) -> None:
    with pytest.raises(DeclarationError, match=r"vllm/v1/attention/kv_codecs\.py: no such file"):
        build({}, table="kv-codec-table")


def test_a_file_that_is_not_python_is_named(codecs: Callable[..., Table]) -> None:
    with pytest.raises(DeclarationError, match=r"kv_codecs\.py:1:\d+: not valid Python"):
        codecs("KV_CODECS = (\n")
