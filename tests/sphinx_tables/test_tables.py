"""What a document shows: cells, headers, errors, assets."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def test_codecs(show: Callable[..., Any], texts: Callable[..., list[str]]) -> None:
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
        "Table of declarations: moe-binding-table",
    )


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


def test_a_row_says_once_under_which_condition_it_is_there(show: Callable[..., Any]) -> None:
    source = "from lib import FLAG\nT = {'a': 1}\nif FLAG:\n    T['b'] = 2\n"
    page, warnings = show(
        "```{declaration-table} t.py:T\n:columns: key, value\n```", **{"t.py": source}
    )
    assert warnings == []
    assert [remark.get_text() for remark in page.select(".runtime-ref-condition")] == ["if FLAG"]


def test_a_missing_symbol_is_an_error_that_names_it(show: Callable[..., Any]) -> None:
    page, warnings = show("```{declaration-table} pkg/codecs.py:NOWHERE\n```")
    [warning] = warnings
    assert "'NOWHERE' is not declared" in warning
    box = page.select_one(".runtime-ref-error")
    assert "'NOWHERE' is not declared" in box.get_text(), "quotes are those of code"


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


def test_text_is_never_markup(show: Callable[..., Any]) -> None:
    source = "TABLE = {'a': '<script>alert(1)</script> *x* `y`'}\n"
    page, warnings = show("```{declaration-table} t.py:TABLE\n```", **{"t.py": source})
    assert warnings == []
    cell = page.select("tr[id] td")[0]
    assert cell.get_text(strip=True) == "<script>alert(1)</script> *x* `y`"
    assert cell.select("script, em, code") == []


def test_without_permalinks_rows_have_no_marks(show: Callable[..., Any]) -> None:
    page, _ = show("```{kv-codec-table}\n```", "html_permalinks = False\n")
    assert page.select(".runtime-ref-link") == []
    assert page.select_one("#codec-FP16").name == "tr"


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


def test_an_empty_string_is_told_from_no_value(show: Callable[..., Any]) -> None:
    source = "T = {'a': ('', 'x', ('', 'y')), 'b': ('z',)}\n"
    page, warnings = show(
        "```{declaration-table} t.py:T\n:columns: key, value[0], value[1], value[2]\n```",
        **{"t.py": source},
    )
    assert warnings == []
    first, second = page.select("tbody tr")
    empty, full, mixed = first.select("td")[:3]
    assert empty.select_one("code").get_text() == '""'
    assert full.get_text(strip=True) == "x"
    assert [code.get_text() for code in mixed.select("code")] == ['""']
    assert second.select("td")[1].get_text(strip=True) == ""


def test_nothing_in_a_collection_is_told_from_nothing(show: Callable[..., Any]) -> None:
    values = ["['']", "[]", "''", "['', 'a']", "('',)", "{''}", "{'': ''}", "[[]]", "[' ']", "' '"]
    source = f"T = {{{', '.join(f'{n}: {value}' for n, value in enumerate(values))}}}\n"
    for form in ("auto", "list", "text", "code"):
        page, warnings = show(
            f"```{{declaration-table}} t.py:T\n:columns: key, value\n:format: value={form}\n```",
            **{"t.py": source},
        )
        assert warnings == []
        cells = [row.select("td")[0].get_text(strip=True) for row in page.select("tbody tr")]
        both = '""a' if form == "list" else '"", a'
        shown = f'[""]|[]|""|{both}|("",)|{{""}}|"": ""|[[]]|[" "]|" "'
        assert cells == shown.split("|")


def test_booleans_beside_other_values_are_words(show: Callable[..., Any]) -> None:
    source = "T = {'a': (True, False), 'b': (False, 30), 'c': (True, None), 'd': (True, 'INFO')}\n"
    page, warnings = show("```{declaration-table} t.py:T\n```", **{"t.py": source})
    assert warnings == []
    cells = [[c.get_text(strip=True) for c in r.select("td")[:2]] for r in page.select("tbody tr")]
    assert cells == [["✓", "False"], ["✗", "30"], ["✓", "None"], ["✓", "INFO"]]


MIXED = """\
from dataclasses import dataclass
from elsewhere import LARGE


@dataclass
class Size:
    width: int
    tall: bool


SIZES = {"small": Size(1, False), "large": LARGE, "other": Size(3, True)}
"""


def test_what_is_not_known_column_by_column_is_there_once(show: Callable[..., Any]) -> None:
    page, warnings = show("```{declaration-table} t.py:SIZES\n```", **{"t.py": MIXED})
    assert warnings == []
    rows = page.select("table.runtime-ref tbody tr")
    cells = [
        [(cell.get_text(strip=True), cell.get("colspan")) for cell in row.select("td")]
        for row in rows
    ]
    assert [row[:-1] for row in cells] == [
        [("1", None), ("✗", None)],
        [("LARGE", "2")],
        [("3", None), ("✓", None)],
    ]
    assert rows[1].select_one("td.runtime-ref-shared code.runtime-ref-unevaluated")


def test_plain_text_and_manual_pages_have_it_once_too(
    project: Callable[..., Any], conf: str
) -> None:
    page = "# Top\n\n```{declaration-table} t.py:SIZES\n```\n"
    made = project({"t.py": MIXED, "docs/index.md": page}, conf)
    text = (made.build("text").out / "index.txt").read_text(encoding="utf-8")
    assert text.count("LARGE") == 1
    assert len({len(line) for line in text.splitlines() if line[:1] in {"|", "+"}}) == 1
    manual = made.build("man", man_pages=[("index", "t", "t", [], 1)])
    assert manual.warnings == []
    assert (manual.out / "t.1").read_text(encoding="utf-8").count("LARGE") == 1
