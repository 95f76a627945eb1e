"""Every builder renders the tables, without a warning."""

from __future__ import annotations

import re
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest
from bs4 import BeautifulSoup

import sphinxext_runtime_ref

if TYPE_CHECKING:
    from collections.abc import Callable

MORE = "project = 'Tables'\nversion = '1'\nauthor = copyright = 'us'\nlatex_elements = {}\n"
MANY = f"T = {{{', '.join(f'{str(n)!r}: {n}' for n in range(120))}}}\n"
OUTPUTS = {
    "html": "index.html",
    "dirhtml": "index.html",
    "singlehtml": "index.html",
    "latex": "tables.tex",
    "text": "index.txt",
    "man": "tables.1",
    "texinfo": "tables.texi",
    "epub": "Tables.epub",
    "xml": "index.xml",
    "pseudoxml": "index.pseudoxml",
    "gettext": "index.pot",
    "dummy": "",
}


@pytest.fixture
def made(project: Callable[..., Any], sources: dict[str, str], conf: str, all_tables: str) -> Any:
    """Give a project with all tables, one of them grouped and long, and references."""
    text = (
        all_tables.replace("{moe-binding-table}", "{moe-binding-table}\n:group: family", 1)
        + "\n```{declaration-table} many.py:T\n:caption: Many\n:name: many\n```\n"
        + "\nSee {numref}`many`, {runtime:route}`decode_a`, {source}`pkg/codecs.py#FP16`.\n"
    )
    return project({**sources, "many.py": MANY, "docs/index.md": text}, conf + MORE)


@pytest.mark.parametrize("builder", OUTPUTS)
def test_no_builder_warns(made: Any, builder: str) -> None:
    build = made.build(builder, numfig=builder not in {"text", "man", "texinfo"})
    # Builders without numbers say so of every numbered reference, ours or not.
    assert [line for line in build.warnings if "numfig" not in line] == []
    if OUTPUTS[builder]:
        assert (build.out / OUTPUTS[builder]).is_file()


def test_plain_text(made: Any) -> None:
    text = (made.build("text").out / "index.txt").read_text(encoding="utf-8")
    assert '"FP16"' in text
    assert "| yes " in text
    assert "✓" not in text
    row = next(line for line in text.splitlines() if '"decode_xqa_paged"' in line)
    assert '"pkg/routing.py:25"' in row
    assert "| nvfp4 " in text


def test_manual_page(made: Any) -> None:
    text = (made.build("man").out / "tables.1").read_text(encoding="utf-8")
    assert "decode_xqa_paged" in text
    assert "pkg/codecs.py:21" in text
    assert "\nMany\n.TS\n" in text, "the caption stands before its table"


def test_texinfo_leads_to_the_row(made: Any) -> None:
    text = (made.build("texinfo").out / "tables.texi").read_text(encoding="utf-8")
    cell = re.escape("@code{decode_a}@anchor{index route-decode_a}@anchor{")
    found = re.search(rf"@item\n+{cell}([0-9a-f]+)}}", text)
    assert found
    assert f"@ref{{{found[1]},,decode_a}}" in text


def test_latex(made: Any) -> None:
    text = (made.build("latex").out / "tables.tex").read_text(encoding="utf-8")
    many = text[text.index(r"\sphinxthelongtablecaptionisattop") :]
    assert r"\begin{longtable}" in text
    assert "Many" in many
    assert r"\label{\detokenize{index:route-decode_a}}" in text
    assert r"\hyperref[\detokenize{index:route-decode_a}]" in text
    assert r"\X{" in text, "columns have shares of the page's width"
    assert "✓" not in text


def test_latex_places_text_and_strengthens_groups(project: Callable[..., Any], conf: str) -> None:
    source = "T = [\n    # ==== Small ====\n    ('a b', 1, 'x'),\n]\n"
    table = ".. declaration-table:: t.py:T\n   :fields: name, size, mark\n   :group: group\n"
    page = f"Top\n===\n\n{table}   :no-source:\n   :align: left, right, center\n"
    made = project({"t.py": source, "docs/index.rst": page}, conf + MORE)
    text = (made.build("latex").out / "tables.tex").read_text(encoding="utf-8")
    kinds = ("raggedright", "raggedleft", "centering")
    columns = "".join(rf">{{\{kind}\arraybackslash}}\X{{\d+}}{{\d+}}" for kind in kinds)
    assert re.search(re.escape(columns).replace(r"\\d\+", r"\d+"), text)
    for kind, word in zip(kinds, ("a b", "1", "x"), strict=True):
        assert re.search(rf"\\{kind}\\arraybackslash\n+\\sphinxAtStartPar\n.*\b{word}\b", text)
    assert r"\sphinxstylestrong{Small}" in text


def test_cells_in_latex_link_to_rows_of_other_documents(
    project: Callable[..., Any], sources: dict[str, str], conf: str
) -> None:
    top = "# Top\n\n```{kv-codec-table}\n```\n\n```{toctree}\nroutes\n```\n"
    routes = "# Routes\n\n```{route-table}\n```\n\n{runtime:codec}`FP16`\n"
    files = {**sources, "docs/index.md": top, "docs/routes.md": routes}
    text = (project(files, conf + MORE).build("latex").out / "tables.tex").read_text("utf-8")
    labels = set(re.findall(r"label\{\\detokenize\{([^}]+)\}", text))
    links = re.findall(r"hyperref\[\\detokenize\{([^}]+)\}\]", text)
    assert links.count("index:codec-FP16") > 1
    assert set(links) <= labels


def test_epub(made: Any) -> None:
    build = made.build("epub")
    with zipfile.ZipFile(build.out / "Tables.epub") as book:
        names = set(book.namelist())
        page = book.read("index.xhtml").decode()
    ET.fromstring(page)
    assert "_static/runtime-ref.css" in names
    assert not any("runtime-ref.js" in name or "_source/" in name for name in names)
    assert "pkg/codecs.py:21" in page.replace("<wbr />", "")
    assert 'href="_static/runtime-ref.css"' in page


def test_a_second_epub_is_packed_without_the_reports_of_the_first(
    project: Callable[..., Any], conf: str
) -> None:
    files = {"docs/index.md": "# Top\n\n[code](../t.py)\n", "t.py": "T = 1\n"}
    made = project(files, conf.replace("runtime_ref_check_links = False", "") + MORE)
    for _ in range(2):
        build = made.build("epub")
        assert build.warnings == []
        assert (build.out / "runtime_ref/output.json").is_file()


def test_the_style_sheet_has_no_selector_that_checkers_of_epub_refuse() -> None:
    sheet = Path(sphinxext_runtime_ref.__file__).parent / "extension/static/runtime-ref.css"
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert ":has(" not in text


def test_single_page_links_within_itself(made: Any) -> None:
    build = made.build("singlehtml")
    assert 'href="#route-decode_a"' in build.html()
    text = build.html().replace("<wbr />", "")
    assert "pkg/codecs.py:21" in text, "a single page has no pages beside it"
    assert not (build.out / "_source").exists()


def test_xml_is_plain_docutils(made: Any) -> None:
    tree = ET.parse(made.build("xml").out / "index.xml")
    tables = tree.findall(".//table")
    assert len(tables) == 6
    kinds = {node.tag for table in tables for node in table.iter()}
    assert kinds <= {
        *("table", "tgroup", "colspec", "thead", "tbody", "row", "entry", "paragraph", "title"),
        *("literal", "inline", "reference", "container", "bullet_list", "list_item"),
    }


def test_the_pdf_fits_its_pages(made: Any) -> None:
    if shutil.which("latexmk") is None:
        pytest.skip("needs latexmk")
    build = made.build("latex")
    done = subprocess.run(
        ["latexmk", "-pdf", "-interaction=nonstopmode", "-halt-on-error", "tables.tex"],
        cwd=build.out,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    log = (build.out / "tables.log").read_text(encoding="utf-8", errors="replace")
    assert done.returncode == 0, log[-3000:]
    assert "undefined references" not in log
    wide = [
        line
        for line in log.splitlines()
        if line.startswith("Overfull \\hbox") and float(line.split("(")[1].split("pt")[0]) > 10
    ]
    assert wide == []


GRID = (
    "T = {'a': 'as\\n\\n+---+---+\\n| p | q |\\n+---+---+\\n| r | s |\\n+---+---+\\n', 'b': 'x'}\n"
)
INNER = """\
Top
===

.. declaration-table:: t.py:T
   :format: value=markup
   :prefix: markup

.. list-table::

   * - left
     - .. declaration-table:: t.py:T
          :where: key == "b"
"""


@pytest.mark.parametrize("builder", ["text", "man", "latex"])
def test_a_table_in_a_cell_is_shown_by_its_rows(
    project: Callable[..., Any], conf: str, builder: str
) -> None:
    conf += "project = 'Tables'\nauthor = 'us'\n"
    build = project({"t.py": GRID, "docs/index.rst": INNER}, conf).build(builder)
    assert build.warnings == []
    [name] = [n for n in ("index.txt", "tables.tex", "tables.1") if (build.out / n).is_file()]
    shown = (build.out / name).read_text(encoding="utf-8")
    assert "p | q;" in shown
    assert "r | s" in shown
    assert ("b | x | t.py:1" in shown) is (builder != "latex"), "LaTeX has it as a table"


CELL = "   * - left\n     - "
TABLE = ".. declaration-table:: t.py:T\n"


@pytest.mark.parametrize(
    ("outer", "kind"),
    [
        (f"\n{CELL}{TABLE}", "tabular"),
        (f"   :widths: 20 80\n\n{CELL}{TABLE}", "tabular"),
        (f"\n{CELL}.. list-table::\n\n          * - {TABLE}", "tabular"),
        (f"   :class: longtable\n\n{CELL}{TABLE}", "longtable"),
        ("\n" + "   * - x\n     - y\n" * 30 + CELL + TABLE, "longtable"),
    ],
)
def test_latex_does_not_measure_a_table_with_a_table_in_it(
    project: Callable[..., Any], conf: str, outer: str, kind: str
) -> None:
    text = f"Top\n===\n\n.. list-table::\n{outer}"
    source = f"T = {{{', '.join(f'{n}: {n}' for n in range(12))}}}\n"
    build = project({"t.py": source, "docs/index.rst": text}, conf + MORE).build("latex")
    assert build.warnings == []
    tex = (build.out / "tables.tex").read_text(encoding="utf-8")
    # LaTeX ends with an error where "tabulary" sets a cell with a table twice.
    kinds = re.findall(r"begin\{(tabular|tabulary|longtable)\}", tex)
    assert kinds[0] == kind
    if kind == "longtable":
        assert kinds == [kind], "Sphinx has no tables in one that goes over pages"
        assert "11 | 11 | t.py:1" in tex
    else:
        assert len(kinds) == outer.count("::") + 1
        assert set(kinds[:-1]) == {kind}
        assert kinds[-1] != "longtable"


def test_html_has_a_table_in_a_cell(project: Callable[..., Any], conf: str) -> None:
    build = project({"t.py": GRID, "docs/index.rst": INNER}, conf).build()
    assert build.warnings == []
    page = BeautifulSoup(build.html(), "html.parser")
    assert len(page.select("table.runtime-ref")) == 2
    assert [cell.get_text() for cell in page.select("table.runtime-ref table td")] == [*"pqrs"]
