"""The reference page: sections, columns, order, links and what a reader of Markdown sees."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from sphinxext_runtime_ref.reports import markdown
from sphinxext_runtime_ref.reports.reference_page import first_difference, render

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable
    from pathlib import Path

REPORT: dict[str, Any] = {
    "evidence": "source declarations",
    "codecs": [
        {
            "symbol": "FP16",
            "name": "auto",
            "aliases": ["auto", "float16"],
            "storage_dtype": "torch.float16",
            "element_dtype": None,
            "quantized": False,
            "source": "pkg/codecs.py:9",
        }
    ],
    "routes": [
        {
            "name": "decode",
            "stage": "decode",
            "codecs": ["BF16", "FP16"],
            "xqa": True,
            "gqa_ratios": [4, 6],
            "max_chunk": None,
            "source": "pkg/__init__.py:30",
        }
    ],
    "configurations": [
        {
            "name": "pkg.Config",
            "owners": ["a.b", "c"],
            "methods": {"__post_init__": "pkg/my file.py:3", "compute_hash": "pkg/base.py:7"},
            "source": "pkg/config.py:1",
        },
        {"name": "pkg.Root", "owners": [], "methods": {}, "source": "pkg/root.py:2"},
    ],
    "bindings": [
        {
            "family": "awq/fp8",
            "stage": "w13",
            "mode": "dense",
            "binding": "gemm",
            "covers": "a|b",
            "layout": "x\ny",
            "arithmetic": "*FP16*",
            "source": "pkg/moe.py:5",
        }
    ],
    "tables": {
        "env-table": {
            "title": "Environment",
            "columns": ["name", "default"],
            "rows": [
                {
                    "name": {
                        "text": "A_B",
                        "kind": "literal",
                        "value": "A_B",
                        "source": "pkg/envs.py:4:5",
                    },
                    "default": {
                        "text": "os.cpu_count()",
                        "kind": "unevaluated",
                        "value": None,
                        "source": "pkg/envs.py:4:12",
                    },
                }
            ],
        }
    },
}


def shown(text: str) -> list[list[str]]:
    """The cells that a reader of rendered Markdown sees, table by table, links as targets."""
    tables: list[list[str]] = []
    row: list[str] = []
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        if token.type == "table_open":
            tables.append([])
        elif token.type == "tr_open":
            row = []
        elif token.type == "tr_close":
            tables[-1].append(" | ".join(row))
        elif token.type == "inline" and tables:
            row.append(
                "".join(
                    f"<{child.attrs['href']}>" if child.type == "link_open" else child.content
                    for child in token.children or ()
                )
            )
    return tables


def test_the_page_shows_the_sections_in_order() -> None:
    page = render(REPORT, "docs/design/reference.md")
    assert [line for line in page.splitlines() if line.startswith("#")] == [
        "# Runtime reference",
        "## Configuration owners",
        "## KV codecs",
        "## Attention route declarations",
        "## MoE stage bindings",
        "## Environment",
    ]
    assert "not effective settings or observed execution" in page
    assert page.endswith("|\n")
    assert "\n\n\n" not in page


def test_every_cell_reads_as_it_is_declared() -> None:
    configurations, codecs, routes, bindings, own = shown(render(REPORT, "docs/design/ref.md"))
    methods = (
        "__post_init__: <../../pkg/my%20file.py#L3>pkg/my file.py; "
        "compute_hash: <../../pkg/base.py#L7>pkg/base.py"
    )
    assert configurations == [
        "Type | Owner paths | Lifecycle / hash methods | Source",
        f"pkg.Config | a.b, c | {methods} | <../../pkg/config.py#L1>pkg/config.py",
        "pkg.Root | (root) |  | <../../pkg/root.py#L2>pkg/root.py",
    ]
    codec = "<../../pkg/codecs.py#L9>pkg/codecs.py"
    assert codecs == [
        "Symbol | Canonical / aliases | Storage / element | Quantized | Source",
        f"FP16 | auto / auto, float16 | torch.float16 / None | False | {codec}",
    ]
    shape = '{"gqa_ratios": [4, 6], "max_chunk": null, "xqa": true}'
    assert routes == [
        "Route | Stage | Codecs | Declared shape / flags | Source",
        f"decode | decode | BF16, FP16 | {shape} | <../../pkg/__init__.py#L30>pkg/__init__.py",
    ]
    assert bindings == [
        "Family | Stage / mode | Declared binding | Covers | Layout | Arithmetic | Source",
        "awq/fp8 | w13 / dense | gemm | a|b | x y | *FP16* | <../../pkg/moe.py#L5>pkg/moe.py",
    ]
    assert own == [
        "name | default | Source",
        "A_B | os.cpu_count() | <../../pkg/envs.py#L4>pkg/envs.py",
    ]


def test_a_section_that_is_not_there_is_left_out() -> None:
    page = render({"evidence": "", "codecs": []}, "ref.md")
    assert [line for line in page.splitlines() if line.startswith("## ")] == ["## KV codecs"]


def test_an_empty_string_is_told_from_no_text() -> None:
    empty = {"text": "", "kind": "literal", "value": "", "source": "m.py:1:5"}
    none = {"text": "", "kind": "literal", "value": "", "source": None}
    rows = [{"default": empty, "doc": empty}, {"default": none, "doc": none}]
    page = render({"tables": {"t": {"columns": ["default", "doc"], "rows": rows}}}, "ref.md")
    assert page.splitlines()[-2:] == ['| `""` |  | [m.py](m.py#L1) |', "|  |  |  |"]


def test_a_codec_without_aliases_has_no_empty_cell() -> None:
    codec: dict[str, object] = dict.fromkeys(("storage_dtype", "element_dtype", "quantized"))
    codec |= {"symbol": "A", "name": "a", "aliases": [], "source": "m.py:1"}
    rows = [codec, codec | {"aliases": [""]}, codec | {"name": "", "aliases": ["b", " "]}]
    _, *lines = shown(render({"codecs": rows}, "ref.md"))[0]
    assert [line.split(" | ")[1] for line in lines] == ["a / ()", 'a / ""', '"" / b, " "']


def test_what_stands_for_several_columns_is_there_once() -> None:
    unknown = {"text": "K2", "kind": "unevaluated", "value": None, "source": "m.py:1:5"}
    row = {"a": unknown, "b": {**unknown, "kind": "symbol"}, "c": unknown}
    page = render({"tables": {"t": {"columns": list(row), "rows": [row]}}}, "ref.md")
    assert page.splitlines()[-1] == "| `K2` | — | `K2` | [m.py](m.py#L1) |"


def test_groups_have_headings_in_place_of_their_column(
    tmp_path: Path,
    run: Callable[..., subprocess.CompletedProcess[str]],
    validate: Callable[[Any, str], None],
) -> None:
    (tmp_path / "m.py").write_text("T = {'b': ('x*', 1), 'a': ('', 2), 'c': ('x*', 3)}\n")
    (tmp_path / "pyproject.toml").write_text(
        "[tool.runtime-ref]\nreference-page = 'ref.md'\n[tool.runtime-ref.tables.own-table]\n"
        "source = 'm.py:T'\nfields = ['kind', 'n']\ncolumns = ['kind', 'key', 'n']\n"
        "group = 'kind'\n"
    )
    assert run("write").returncode == 0
    [own] = shown((tmp_path / "ref.md").read_text())
    place = "<m.py#L1>m.py"
    assert own == [
        "Key | N | Source",
        "x* |  | ",
        f"b | 1 | {place}",
        f"c | 3 | {place}",
        "Others |  | ",
        f"a | 2 | {place}",
    ]
    assert r"| **x\*** |  |  |" in (tmp_path / "ref.md").read_text()
    data = json.loads(run("dump").stdout)
    validate(data, "dump")
    assert data["tables"]["own-table"]["columns"] == ["kind", "key", "n"]
    assert data["tables"]["own-table"]["groups"] == ["x*", "x*", ""]


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [("a\nb\n", "a\nc\n", 2), ("a\n", "a\nb\n", 2), ("a\nb\n", "a\n", 2), ("", "a\n", 1)],
)
def test_the_first_line_that_differs_is_named(old: str, new: str, line: int) -> None:
    assert first_difference(old, new) == line


PRINTABLE = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp")))


@example("  a  ", True)
@example("`|`", True)
@given(PRINTABLE, st.booleans())
def test_any_text_is_shown_as_it_is(value: str, as_code: bool) -> None:
    cell = markdown.code(value) if as_code else markdown.text(value)
    rendered = (
        MarkdownIt("commonmark")
        .enable("table")
        .render("\n".join(markdown.table(("A", "B"), [(f"x{cell}x", "end")])))
    )
    plain = rendered.partition("<td>")[2].partition("</td>")[0]
    for tag in ("<code>", "</code>"):
        plain = plain.replace(tag, "")
    for entity, character in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&amp;", "&")):
        plain = plain.replace(entity, character)
    assert plain == f"x{value}x"
    assert "<td>end</td>" in rendered
