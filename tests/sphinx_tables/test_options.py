"""What the options of a directive do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from bs4 import BeautifulSoup

if TYPE_CHECKING:
    from collections.abc import Callable


def test_columns_are_picked_ordered_and_renamed(
    show: Callable[..., Any], texts: Callable[..., list[str]]
) -> None:
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
    assert len(warnings) == 1
    assert "index.md:3: WARNING: pkg/routing.py:23:1: where " in warnings[0]
    assert "is true for none of 4 rows [runtime_ref.declaration]" in warnings[0]
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


LABELLED = {
    "index.md": (
        "# Top\n\n{ref}`before` {numref}`before`\n\n(before)=\n(other)=\n"
        "```{declaration-table} t.py:T\n:caption: The *table*\n:name: own\n```\n"
    ),
    "index.rst": (
        "Top\n===\n\n:ref:`before` :numref:`before`\n\n.. _before:\n.. _other:\n\n"
        ".. declaration-table:: t.py:T\n   :caption: The *table*\n   :name: own\n"
    ),
}


@pytest.mark.parametrize("name", LABELLED)
def test_a_label_before_a_table_is_the_tables(
    project: Callable[..., Any], conf: str, name: str
) -> None:
    files = {"t.py": "T = {'a': 1}\n", f"docs/{name}": LABELLED[name]}
    build = project(files, conf + "numfig = True\n").build()
    assert build.warnings == []
    page: Any = BeautifulSoup(build.html(), "html.parser")
    links = page.select("h1 + p a.reference.internal")
    assert [link.get_text() for link in links] == ["The table", "Table 1"]
    target = page.find(id=links[0]["href"].removeprefix("#"))
    assert target.find_parent(class_="runtime-ref-table") is page.select_one(".runtime-ref-table")
    assert [len(page.select(f"#{label}")) for label in ("before", "other", "own")] == [1, 1, 1]
    made = project(files, conf + "project = 'Tables'\nnumfig = True\n").build("latex")
    assert made.warnings == []
    text = (made.out / "tables.tex").read_text(encoding="utf-8")
    labels = [rf"\label{{\detokenize{{index:{label}}}}}" for label in ("before", "other", "own")]
    assert [text.count(label) for label in labels] == [1, 1, 1]


def test_a_caption_is_no_heading_in_plain_text(project: Callable[..., Any], conf: str) -> None:
    text = "# Top\n\n```{declaration-table} t.py:T\n:caption: All *of* `T`\n```\n"
    build = project({"t.py": "T = {'a': 1}\n", "docs/index.md": text}, conf).build("text")
    assert build.warnings == []
    lines = (build.out / "index.txt").read_text(encoding="utf-8").splitlines()
    at = lines.index('All *of* "T"')
    assert lines[at + 1] == ""
    assert lines[at + 2].startswith("+--")


def test_lists_as_yaml_writes_them(show: Callable[..., Any], texts: Callable[..., Any]) -> None:
    page, warnings = show(
        "```{declaration-table} t.py:T\n---\nfields: [size, name]\nno-source:\n"
        'columns: [key, "name as Name, or none"]\nalign: [left, right]\nwidths: [1, 3]\n---\n```',
        **{"t.py": "T = {'a': (1, 'x')}\n"},
    )
    assert warnings == []
    table = page.select_one("table.runtime-ref")
    assert texts(table, 0) == ["Key", "Name, or none"]
    left, right = table.select("thead th")
    assert "text-left" in left["class"]
    assert "text-right" in right["class"]
    assert [column["style"] for column in table.select("col")] == ["width: 25.0%", "width: 75.0%"]


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
        ("columns: source\n:no-source:", "option 'no-source': no column is left"),
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


@pytest.mark.parametrize("value", ["", " x", " -1", " 1.5", f" {'9' * 5000}"])
def test_a_fold_that_is_no_number_is_told_in_words(show: Callable[..., Any], value: str) -> None:
    _, warnings = show(f"```{{kv-codec-table}}\n:fold:{value}\n```")
    assert len(warnings) == 1
    assert "expected a number of characters, 0 for never" in warnings[0]


@pytest.mark.parametrize("value", ["", " wide", " 0, 1", " 1, x", f" {'9' * 5000}"])
def test_widths_that_are_no_numbers_are_told_in_words(show: Callable[..., Any], value: str) -> None:
    _, warnings = show(f"```{{kv-codec-table}}\n:widths:{value}\n```")
    assert len(warnings) == 1
    assert "expected 'auto', 'grid' or a number above 0 for each column" in warnings[0]


def test_folding_can_be_turned_off(show: Callable[..., Any]) -> None:
    source = f'TABLE = {{"a": "{"word " * 60}"}}\n'
    page, _ = show("```{declaration-table} t.py:TABLE\n:fold: 0\n```", **{"t.py": source})
    assert page.select("details") == []


def test_text_is_markup_where_it_is_asked_for(show: Callable[..., Any]) -> None:
    source = "TABLE = {'a': 'an *important* thing'}\n"
    page, warnings = show(
        "```{declaration-table} t.py:TABLE\n:format: value=markup\n```", **{"t.py": source}
    )
    assert warnings == []
    assert page.select_one("tr[id] td em").get_text() == "important"


def test_faults_in_markup_have_their_place_in_the_source(
    project: Callable[..., Any], conf: str
) -> None:
    conf = conf.replace("check_links = False", "check_links = True")
    source = "T = {\n    'a': 'see :nope:`x`',\n    'b': '`y <z.md>`_',\n}\n"
    text = "Top\n===\n\n.. declaration-table:: t.py:T\n   :format: value=markup\n"
    warnings = project({"t.py": source, "docs/index.rst": text}, conf).build().warnings
    assert any("/t.py:docstring of T:2: ERROR: Unknown" in line for line in warnings)
    assert "/t.py:3: WARNING: 'z.md': no such file or folder from docs/index.rst" in warnings[-1]


def test_code_in_markup_breaks_where_other_code_does(show: Callable[..., Any]) -> None:
    source = "TABLE = {'a': 'see `package.module.some_long_name` and {math}`x`'}\n"
    page, warnings = show(
        "```{declaration-table} t.py:TABLE\n:format: value=markup\n```", **{"t.py": source}
    )
    assert warnings == []
    code = page.select_one("tr[id] td p code")
    assert code.decode_contents() == "package.<wbr/>module.<wbr/>some_<wbr/>long_<wbr/>name"
    assert code["class"] == ["docutils", "literal", "notranslate"]


def test_flags_are_kept_whole_and_a_package_is_told_by_its_name(show: Callable[..., Any]) -> None:
    source = (
        "import argparse\np = argparse.ArgumentParser()\n"
        "p.add_argument('-q', '--allow-all-remote-code-here')\n"
    )
    page, warnings = show(
        "```{declaration-table} pkg/app/__init__.py:p\n```", **{"pkg/app/__init__.py": source}
    )
    assert warnings == []
    codes = [code.decode_contents() for code in page.select("tr[id] th code")]
    assert codes == [
        '<span class="pre">-q</span>',
        "<wbr/>".join(
            f'<span class="pre">{part}</span>' for part in ("--allow-", "all-", "remote-", "code-")
        )
        + "<wbr/>here",
    ]
    assert page.select_one("tr[id] a.runtime-ref-source").get_text() == "app/__init__.py:3"


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


def test_a_path_is_a_link_while_its_file_is_there(project: Callable[..., Any], conf: str) -> None:
    source = (
        "T = {'a': ('lib/a.c', ('lib/b.c', 'no/c.c'), '/etc/passwd', 'lib', '../up.c', 'x y')}\n"
    )
    text = (
        "# Top\n\n```{declaration-table} t.py:T\n:fields: one, many, other, folder, above, words\n"
        ":format: one=link, many=link, other=link, folder=link, above=link, words=link\n```\n"
    )
    files = {"t.py": source, "lib/a.c": "int a;\n", "lib/b.c": "", "docs/index.md": text}
    made = project(files, conf)

    def links(build: Any) -> dict[str, Any]:
        assert build.warnings == []
        page = BeautifulSoup(build.html(), "html.parser")
        found = page.select("tbody td a.runtime-ref-source")
        return {link.get_text(): link["href"] for link in found}

    pages = {name: f"_source/{name}.html" for name in ("lib/a.c", "lib/b.c")}
    build = made.build()
    assert links(build) == {**pages, "t.py:1": "_source/t.py.html#L1"}
    source_page: Any = BeautifulSoup(build.html("_source/lib/a.c.html"), "html.parser")
    assert source_page.select_one(".runtime-ref-text").get_text() == "int a;"
    made.write({"no/c.c": "int c;\n"})
    assert links(made.build())["no/c.c"] == "_source/no/c.c.html"
    (made.root / "lib/a.c").unlink()
    build = made.build()
    assert "lib/a.c" not in links(build)
    assert "lib/a.c" in build.html()
    assert not (build.out / "_source/lib/a.c.html").exists()


def test_large_tables_get_a_filter(show: Callable[..., Any]) -> None:
    source = f"TABLE = {{{', '.join(f'{n}: {n}' for n in range(30))}}}\n"
    text = "```{declaration-table} t.py:TABLE\n```"
    page, _ = show(text, **{"t.py": source})
    assert page.select_one(".runtime-ref-table")["data-filterable"] == "yes"
    page, _ = show(text.replace("TABLE\n", "TABLE\n:filterable: no\n"), **{"t.py": source})
    assert page.select_one(".runtime-ref-table")["data-filterable"] == "no"
    page, _ = show("```{kv-codec-table}\n:filterable:\n```")
    assert page.select_one(".runtime-ref-table")["data-filterable"] == "yes"


def test_a_column_of_group_headings_is_not_shown_again(
    show: Callable[..., Any], texts: Callable[..., list[str]]
) -> None:
    page, warnings = show(
        "```{moe-binding-table}\n:group: family\n```\n\n"
        "```{moe-binding-table}\n:group: family\n:columns: family, mode\n:no-index:\n```"
    )
    assert warnings == []
    first, second = page.select("table.runtime-ref")
    assert texts(first, 0)[:2] == ["Stage", "Mode"]
    assert texts(second, 0) == ["Family", "Mode", "Source"]


@pytest.mark.parametrize("value", ["no", "false", "true"])
def test_a_flag_with_a_value_is_refused_and_never_switched_on(
    show: Callable[..., Any], texts: Callable[..., list[str]], value: str
) -> None:
    page, warnings = show(
        f"```{{declaration-table}} pkg/limits.py:LIMITS\n:no-source: {value}\n```",
    )
    [warning] = [line for line in warnings if "no-source" in line]
    assert "a flag takes no value" in warning
    assert texts(page.select_one("table.runtime-ref"), 0) == [
        "Key",
        "Value",
        "Description",
        "Source",
    ]


def test_a_flag_with_a_value_does_not_make_a_table_strict(show: Callable[..., Any]) -> None:
    page, warnings = show(
        "```{declaration-table} t.py:T\n:strict: no\n```\n\n"
        "```{declaration-coverage} t.py:T\n:strict: no\n```\na",
        **{"t.py": "T = {'a': call()}\n"},
    )
    assert [line.partition("'strict'")[2][:4] for line in warnings] == [": no", ": no"]
    assert page.select_one("table.runtime-ref tbody tr")
