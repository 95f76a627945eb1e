"""What a document shows: cells, headers, captions, options."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from bs4 import BeautifulSoup

if TYPE_CHECKING:
    from collections.abc import Callable


def parse(html: str) -> Any:
    """Parse a built page."""
    return BeautifulSoup(html, "html.parser")


@pytest.fixture
def show(project: Callable[..., Any], sources: dict[str, str], conf: str) -> Callable[..., Any]:
    """Build one Markdown page and give its parsed HTML and its warnings."""

    def build(text: str, more: str = "", **files: str) -> tuple[Any, list[str]]:
        made = project({**sources, **files, "docs/index.md": f"# Top\n\n{text}\n"}, conf + more)
        result = made.build()
        return parse(result.html()), result.warnings

    return build


def texts(tag: Any, row: int) -> list[str]:
    """Give the texts of a row's cells, without the marks that link to it."""
    cells = tag.find_all("tr")[row].find_all(["th", "td"])
    for mark in tag.select(".headerlink"):
        mark.decompose()
    return [" ".join(cell.get_text().split()) for cell in cells]


def test_codecs(show: Callable[..., Any]) -> None:
    page, warnings = show("```{kv-codec-table}\n```")
    assert warnings == []
    table = page.select_one("table.runtime-ref")
    assert texts(table, 0) == [
        "Symbol",
        "Canonical name",
        "Aliases",
        "Storage dtype",
        "Element dtype",
        "Quantized",
        "Source",
    ]
    assert texts(table, 1) == [
        "FP16",
        "auto",
        "auto, float16",
        "torch.float16",
        "None",
        "✗",
        "codecs.py:21",
    ]
    assert texts(table, 3)[4:6] == ["torch.float8_e4m3fn", "✓"]


def test_truth_values_have_a_word_for_those_who_listen(show: Callable[..., Any]) -> None:
    page, _ = show("```{kv-codec-table}\n```")
    marks = page.select(".runtime-ref-mark")
    assert [(mark["role"], mark["aria-label"]) for mark in marks] == [
        ("img", "no"),
        ("img", "no"),
        ("img", "yes"),
    ]


def test_headers_say_what_they_head(show: Callable[..., Any]) -> None:
    page, _ = show("```{moe-binding-table}\n:group: family\n```")
    table = page.select_one("table.runtime-ref")
    assert {cell["scope"] for cell in table.select("thead th")} == {"col"}
    assert [cell.get_text(strip=True) for cell in table.select("tr.runtime-ref-group th")] == [
        "awq/fp8",
        "nvfp4",
    ]
    assert {cell["scope"] for cell in table.select("tbody tr[id] th")} == {"row"}
    box = table.find_parent(class_="runtime-ref-scroll")
    assert (box["role"], box["tabindex"], box["aria-label"]) == (
        "region",
        "0",
        "Table of declarations",
    )


def test_columns_are_picked_ordered_and_renamed(show: Callable[..., Any]) -> None:
    page, warnings = show(
        "```{kv-codec-table}\n:columns: quantized, symbol as Codec\n:no-source:\n```"
    )
    assert warnings == []
    assert texts(page.select_one("table.runtime-ref"), 0) == ["Quantized", "Codec"]


def test_rows_are_filtered_and_sorted(show: Callable[..., Any]) -> None:
    page, warnings = show(
        "```{route-table}\n:where: stage == 'decode'\n:sort: -route\n:columns: route\n```"
    )
    assert warnings == []
    rows = page.select("table.runtime-ref tbody tr")
    assert [row["id"] for row in rows] == [
        "route-decode_xqa_paged",
        "route-decode_b",
        "route-decode_a",
    ]


def test_no_row_is_said(show: Callable[..., Any]) -> None:
    page, warnings = show("```{route-table}\n:where: stage == 'nothing'\n```")
    assert warnings == []
    [cell] = page.select("table.runtime-ref tbody tr > *")
    assert cell.get_text(strip=True) == "No row matches."
    assert cell["colspan"] == "5"


def test_a_caption_is_markup_and_a_name_is_numbered(show: Callable[..., Any]) -> None:
    page, warnings = show(
        "See {numref}`codecs`.\n\n```{kv-codec-table}\n:caption: The *codecs*\n:name: codecs\n"
        ":class: wide\n```",
        "numfig = True\n",
    )
    assert warnings == []
    caption = page.select_one("table.runtime-ref.wide caption")
    assert caption.select_one("em").get_text() == "codecs"
    link = page.select_one("a.reference.internal[href='#codecs']")
    assert link.get_text() == "Table 1"
    assert page.select_one("#codecs").name == "table"


def test_widths_and_alignment(show: Callable[..., Any]) -> None:
    page, warnings = show(
        "```{moe-binding-table}\n:columns: family, stage\n:no-source:\n:widths: 1, 3\n"
        ":align: left, right\n```\n\n```{kv-codec-table}\n:align: center\n```"
    )
    assert warnings == []
    first, second = page.select("table.runtime-ref")
    assert [column["style"] for column in first.select("col")] == ["width: 25.0%", "width: 75.0%"]
    assert all("text-right" in row.find_all(["th", "td"])[1]["class"] for row in first("tr"))
    assert "align-center" in second["class"]


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("columns: symbl", "no row has a column 'symbl' (did you mean 'symbol'?)"),
        ("columns:", "option 'columns' is empty: expected NAME [as HEADER], ..."),
        ("widths: 1, 2", "option 'widths': the table has 7 columns, got 2 widths"),
        ("align: left, right", "option 'align': the table has 7 columns, got 2 words"),
        ("where: symbol ==", "where 'symbol =='"),
        ("sort: symbl", "'symbl'"),
    ],
)
def test_a_bad_option_is_one_warning_at_the_directive(
    show: Callable[..., Any], option: str, message: str
) -> None:
    page, warnings = show(f"```{{kv-codec-table}}\n:{option}\n```")
    assert len(warnings) == 1
    assert "docs/index.md:3: WARNING: " in warnings[0]
    assert message in warnings[0]
    box = page.select_one(".admonition.error.runtime-ref-error")
    assert message.split(":", maxsplit=1)[0].replace("'", "") in box.get_text().translate(
        str.maketrans("", "", "'‘’")
    )
    assert page.select("table.runtime-ref") == []


def test_an_error_has_the_place_in_the_source(show: Callable[..., Any]) -> None:
    broken = SHORT_CODECS
    page, warnings = show("```{kv-codec-table}\n```", **{"pkg/codecs.py": broken})
    [warning] = warnings
    assert "docs/index.md:3: WARNING: pkg/codecs.py:" in warning
    assert warning.endswith("[runtime_ref.declaration]")
    box = page.select_one(".runtime-ref-error")
    assert box.select_one("code").get_text().startswith("pkg/codecs.py:")


SHORT_CODECS = """\
from dataclasses import dataclass


@dataclass(frozen=True)
class KVCodec:
    name: str


FP16 = KVCodec("auto")
KV_CODECS = (FP16,)
"""


def test_a_missing_file_is_an_error_that_names_it(show: Callable[..., Any]) -> None:
    page, warnings = show("```{kv-codec-table} pkg/nowhere.py\n```")
    [warning] = warnings
    assert "pkg/nowhere.py" in warning
    assert page.select_one(".runtime-ref-error")


def test_long_cells_fold_and_numbers_keep_their_order(show: Callable[..., Any]) -> None:
    long = "word " * 60
    source = f'TABLE = {{"a": ("{long}", 0x10), "b": ("short", 9)}}\n'
    page, warnings = show(
        "```{declaration-table} t.py:TABLE\n:fields: doc_text, size\n```", **{"t.py": source}
    )
    assert warnings == []
    [fold] = page.select("details.runtime-ref-fold")
    assert fold.select_one("summary").get_text(strip=True).endswith("…")
    assert len(fold.select_one("summary").get_text()) < 90
    assert fold.select_one("p").get_text().split() == long.split()
    size = page.select_one("tr[id='row-TABLE.a'] td.text-right")
    assert (size.get_text(strip=True), size["data-sort"]) == ("0x10", "16")


def test_folding_can_be_turned_off(show: Callable[..., Any]) -> None:
    source = f'TABLE = {{"a": "{"word " * 60}"}}\n'
    page, _ = show("```{declaration-table} t.py:TABLE\n:fold: 0\n```", **{"t.py": source})
    assert page.select("details") == []


def test_text_is_never_markup(show: Callable[..., Any]) -> None:
    source = "TABLE = {'a': '<script>alert(1)</script> *x* `y`'}\n"
    page, warnings = show("```{declaration-table} t.py:TABLE\n```", **{"t.py": source})
    assert warnings == []
    cell = page.select("tr[id] td")[0]
    assert cell.get_text(strip=True) == "<script>alert(1)</script> *x* `y`"
    assert cell.select("script, em, code") == []


def test_text_is_markup_where_it_is_asked_for(show: Callable[..., Any]) -> None:
    source = "TABLE = {'a': 'an *important* thing'}\n"
    page, warnings = show(
        "```{declaration-table} t.py:TABLE\n:format: value=markup\n```", **{"t.py": source}
    )
    assert warnings == []
    assert page.select_one("tr[id] td em").get_text() == "important"


def test_groups_have_headings_and_the_rest_has_one_too(show: Callable[..., Any]) -> None:
    source = (
        "from dataclasses import dataclass\n\n\n@dataclass\nclass R:\n    kind: str = ''\n\n\n"
        "T = {'a': R('x'), 'b': R(), 'c': R('x')}\n"
    )
    page, warnings = show("```{declaration-table} t.py:T\n:group: kind\n```", **{"t.py": source})
    assert warnings == []
    rows = [row.get_text(" ", strip=True).split()[0] for row in page.select("tbody tr")]
    assert rows == ["x", "a", "c", "Others", "b"]


def test_formats_by_name(show: Callable[..., Any]) -> None:
    source = "T = {'a': (1, 'plain', 'https://example.org/', ('p', 'q'), 'pkg.mod')}\n"
    page, warnings = show(
        "```{declaration-table} t.py:T\n:fields: on, text, url, many, code\n"
        ":format: on=bool, url=link, many=list, code=code\n```",
        **{"t.py": source},
    )
    assert warnings == []
    on, text, url, many, code, _ = page.select("tbody tr td")
    assert on.select_one(".runtime-ref-yes")["aria-label"] == "yes"
    assert text.select("code") == []
    assert url.select_one("a")["href"] == "https://example.org/"
    assert [item.get_text(strip=True) for item in many.select("li")] == ["p", "q"]
    assert code.select_one("code").get_text() == "pkg.mod"


def test_without_permalinks_rows_have_no_marks(show: Callable[..., Any]) -> None:
    page, _ = show("```{kv-codec-table}\n```", "html_permalinks = False\n")
    assert page.select(".runtime-ref-link") == []
    assert page.select_one("#codec-FP16").name == "tr"


def test_large_tables_get_a_filter(show: Callable[..., Any]) -> None:
    source = f"TABLE = {{{', '.join(f'{n}: {n}' for n in range(30))}}}\n"
    text = "```{declaration-table} t.py:TABLE\n```"
    page, _ = show(text, **{"t.py": source})
    assert page.select_one(".runtime-ref-table")["data-filterable"] == "yes"
    page, _ = show(text.replace("TABLE\n", "TABLE\n:filterable: no\n"), **{"t.py": source})
    assert page.select_one(".runtime-ref-table")["data-filterable"] == "no"
    page, _ = show("```{kv-codec-table}\n:filterable:\n```")
    assert page.select_one(".runtime-ref-table")["data-filterable"] == "yes"


def test_assets_are_on_pages_with_a_table_only(
    project: Callable[..., Any], sources: dict[str, str], conf: str
) -> None:
    made = project(
        {
            **sources,
            "docs/index.md": "# Top\n\n```{toctree}\nplain\n```\n\n```{kv-codec-table}\n```\n",
            "docs/plain.md": "# Plain\n",
        },
        conf,
    )
    build = made.build()
    assert build.warnings == []
    for name in ("runtime-ref.css", "runtime-ref.js"):
        assert f"_static/{name}?v=" in build.html()
        assert name not in build.html("plain.html")
        assert (build.out / "_static" / name).is_file()


def test_markdown_and_restructuredtext_give_the_same(
    project: Callable[..., Any], sources: dict[str, str], conf: str
) -> None:
    names = ("kv-codec-table", "route-table", "moe-binding-table", "config-owner-table")
    fences = "".join(f"```{{{name}}}\n:caption: C\n:group: source\n```\n\n" for name in names)
    colons = fences.replace("```", ":::")
    rst = "".join(f".. {name}::\n   :caption: C\n   :group: source\n\n" for name in names)
    made = project(
        {
            **sources,
            "docs/index.md": "# Top\n\n```{toctree}\na\nb\nc\n```\n",
            "docs/a.md": f"# Same\n\n{fences}",
            "docs/b.md": f"# Same\n\n{colons}",
            "docs/c.rst": f"Same\n====\n\n{rst}",
        },
        conf + "suppress_warnings = ['runtime_ref.duplicate']\n",
    )
    build = made.build("dummy")
    assert build.warnings == []
    bodies = []
    for name in ("a.md", "b.md", "c.rst"):
        text = build.env.get_doctree(name.partition(".")[0]).pformat()
        text = re.sub(rf'(source|refdoc)="[^"]*\b{name.partition(".")[0]}(\.\w+)?"', "", text)
        bodies.append(text[text.index("<index") :])
    assert bodies[0] == bodies[1] == bodies[2]
    assert bodies[0].count("<table ") == 4


def test_a_column_of_group_headings_is_not_shown_again(show: Callable[..., Any]) -> None:
    page, warnings = show(
        "```{moe-binding-table}\n:group: family\n```\n\n"
        "```{moe-binding-table}\n:group: family\n:columns: family, mode\n:no-index:\n```"
    )
    assert warnings == []
    first, second = page.select("table.runtime-ref")
    assert texts(first, 0)[:2] == ["Stage", "Mode"]
    assert texts(second, 0) == ["Family", "Mode", "Source"]
