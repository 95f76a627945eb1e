"""Rows as objects: roles, index, inventory, search, duplicates."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, Any

import pytest
from bs4 import BeautifulSoup
from sphinx.util.inventory import InventoryFile

if TYPE_CHECKING:
    from collections.abc import Callable


def parse(html: str) -> Any:
    """Parse a built page."""
    return BeautifulSoup(html, "html.parser")


def test_every_role_leads_to_its_row(
    project: Callable[..., Any], sources: dict[str, str], conf: str, all_tables: str
) -> None:
    wanted = {
        "runtime:codec": ("FP16", "codec-FP16"),
        "runtime:route": ("decode_a", "route-decode_a"),
        "runtime:binding": ("awq/fp8.w13.dense", "binding-awq/fp8.w13.dense"),
        "runtime:config": ("CacheConfig", "config-CacheConfig"),
        "runtime:row": ("LIMITS.retries", "row-LIMITS.retries"),
        "any": ("BF16", "codec-BF16"),
    }
    links = "\n\n".join(f"{{{role}}}`{name}`" for role, (name, _) in wanted.items())
    made = project(
        {
            **sources,
            "docs/index.md": "# Top\n\n```{toctree}\nall\n```\n\n" + links,
            "docs/all.md": all_tables,
        },
        conf,
    )
    build = made.build()
    assert build.warnings == []
    page = parse(build.html())
    tables = parse(build.html("all.html"))
    for name, anchor in wanted.values():
        link = page.select_one(f"a[href='all.html#{anchor}']")
        assert link.get_text() == name
        assert tables.find(id=anchor).name == "tr"


def test_the_end_of_a_name_is_enough_where_it_is_unique_or_to_show(
    project: Callable[..., Any], sources: dict[str, str], conf: str, all_tables: str
) -> None:
    text = all_tables + "\n{runtime:row}`retries` {runtime:row}`three <retries>`"
    text += " {runtime:row}`~LIMITS.retries` {runtime:row}`!LIMITS.retries`\n"
    build = project({**sources, "docs/index.md": text}, conf).build()
    assert build.warnings == []
    page = parse(build.html())
    links = page.select("a.internal[href='#row-LIMITS.retries']")
    assert [link.get_text() for link in links] == ["retries", "three", "retries"]


@pytest.mark.parametrize(
    ("reference", "message"),
    [
        (
            "{runtime:route}`decode_xqa_page`",
            "there is no route 'decode_xqa_page'; did you mean 'decode_xqa_paged'",
        ),
        ("{runtime:codec}`INT4`", "there is no codec 'INT4'; there are 'FP16', 'BF16', 'FP8'"),
        ("{runtime:row}`anything`", "there is no row 'anything'"),
        (
            "{runtime:row}`retrie`",
            "there is no row 'retrie'; did you mean 'LIMITS.retries'? [ref.row]",
        ),
        (
            "{runtime:binding}`w13.dens`",
            "there is no binding 'w13.dens'; did you mean 'awq/fp8.w13.dense'? [ref.binding]",
        ),
    ],
)
def test_an_unknown_name_is_a_reference_warning(  # noqa: PLR0917 - fixtures and parameters
    project: Callable[..., Any],
    sources: dict[str, str],
    conf: str,
    all_tables: str,
    reference: str,
    message: str,
) -> None:
    text = f"{all_tables}\nSee {reference}.\n"
    build = project({**sources, "docs/index.md": text}, conf).build()
    [warning] = build.warnings
    line = text.splitlines().index(f"See {reference}.") + 1
    assert f"docs/index.md:{line}: WARNING: " in warning
    assert message.replace("'", "") in warning.replace("'", "")


def test_a_name_like_none_does_not_list_all_rows(project: Callable[..., Any], conf: str) -> None:
    source = f"ENV = {{{', '.join(f'{name!r}: 1' for name in map('VS_{}'.format, range(30)))}}}\n"
    text = "# Top\n\n```{declaration-table} t.py:ENV\n```\n\n{runtime:row}`anything`\n"
    [warning] = project({"t.py": source, "docs/index.md": text}, conf).build().warnings
    assert "anything'; none of the 30 that there are is like it" in warning


def test_nitpick_ignore_is_heard(
    project: Callable[..., Any], sources: dict[str, str], conf: str
) -> None:
    text = "# Top\n\n{runtime:route}`gone`\n"
    more = "nitpicky = True\nnitpick_ignore = [('runtime:route', 'gone')]\n"
    assert project({**sources, "docs/index.md": text}, conf + more).build().warnings == []


def test_symbols_of_other_tables_are_linked(
    project: Callable[..., Any], sources: dict[str, str], conf: str
) -> None:
    made = project(
        {
            **sources,
            "docs/index.md": "# Top\n\n```{toctree}\ncodecs\n```\n\n```{route-table}\n```\n",
            "docs/codecs.md": "# Codecs\n\n```{kv-codec-table}\n```\n",
        },
        conf + "nitpicky = True\n",
    )
    build = made.build()
    assert build.warnings == []
    page = parse(build.html())
    row = page.find(id="route-decode_a")
    assert [link["href"] for link in row.select("a.internal[href^='codecs.html']")] == [
        "codecs.html#codec-FP8"
    ]
    own = parse(build.html("codecs.html")).find(id="codec-FP8")
    assert own.select("th code a, th a code") == []


def test_rows_are_in_inventory_index_and_search(
    project: Callable[..., Any], sources: dict[str, str], conf: str, all_tables: str
) -> None:
    build = project({**sources, "docs/index.md": all_tables}, conf).build()
    with (build.out / "objects.inv").open("rb") as stream:
        inventory: Any = InventoryFile.load(stream, "https://x.org", posixpath.join)
    # Sphinx 8.2 put the dictionary into an object.
    data = getattr(inventory, "data", inventory)
    kinds = {kind: set(items) for kind, items in data.items() if "runtime:" in kind}
    assert kinds["runtime:codec"] == {"FP16", "BF16", "FP8"}
    assert kinds["runtime:route"] == {
        "decode_xqa_paged",
        "decode_a",
        "decode_b",
        "prefill_dense",
    }
    assert kinds["runtime:config"] == {"CacheConfig", "EngineConfig"}
    assert "nvfp4.w13.packed" in kinds["runtime:binding"]
    assert "LIMITS.mask" in kinds["runtime:row"]
    index = build.html("genindex.html")
    assert re.search(r"decode_a\s*\(route\)", index)
    search = (build.out / "searchindex.js").read_text(encoding="utf-8")
    assert '"decode_xqa_paged"' in search


def test_another_project_can_link_rows(
    project: Callable[..., Any], sources: dict[str, str], conf: str, all_tables: str
) -> None:
    made = project({**sources, "docs/index.md": all_tables}, conf)
    made.build()
    made.write(
        {
            "other/conf.py": (
                "extensions = ['myst_parser', 'sphinxext_runtime_ref', 'sphinx.ext.intersphinx']\n"
                "intersphinx_mapping = {'ours': ('https://x.org/', '../out-html/objects.inv')}\n"
            ),
            "other/index.md": (
                "# Other\n\n{runtime:route}`decode_a` {external+ours:runtime:codec}`FP16`\n"
            ),
        }
    )
    build = made.build(out="out-other", source=made.root / "other")
    assert build.warnings == []
    page = parse(build.html())
    assert [link["href"] for link in page.select("a.reference.external")] == [
        "https://x.org/index.html#route-decode_a",
        "https://x.org/index.html#codec-FP16",
    ]


def test_a_row_that_two_documents_show_is_said_once(
    project: Callable[..., Any], sources: dict[str, str], conf: str
) -> None:
    made = project(
        {
            **sources,
            "docs/index.md": "# Top\n\n```{toctree}\nb\n```\n\n```{kv-codec-table}\n```\n",
            "docs/b.md": "# B\n\n```{kv-codec-table}\n```\n",
        },
        conf,
    )
    for build in (made.build(), made.build()):
        [warning] = build.warnings
        assert (
            "docs/index.md:7: WARNING: codec rows 'FP16', 'BF16', 'FP8': also shown in b.md:3; "
            in warning
        )
        assert ":no-index:" in warning
        assert "[runtime_ref.duplicate]" in warning
    made.write({"docs/b.md": "# B\n\n```{kv-codec-table}\n:no-index:\n```\n"})
    build = made.build()
    assert build.warnings == []
    page = parse(build.html("b.html"))
    assert page.select("tr[id], .runtime-ref-link") == []
    assert page.select_one("table.runtime-ref td").get_text(strip=True)


def test_a_table_that_two_documents_include_can_not_be_told_apart(
    project: Callable[..., Any], conf: str
) -> None:
    files = {"t.py": "T = {'x': 1}\n", "docs/part.txt": "\n```{declaration-table} t.py:T\n```\n"}
    include = "```{include} part.txt\n```\n"
    files |= {"docs/b.md": f"# B\n\n{include}"}
    files |= {"docs/index.md": f"# Top\n\n```{{toctree}}\nb\n```\n\n{include}"}
    [warning] = project(files, conf).build().warnings
    assert "docs/part.txt:" in warning
    assert "WARNING: row 'T.x': also shown in b.md; include the table once" in warning


def test_rows_that_one_document_shows_twice_name_the_line(
    project: Callable[..., Any], conf: str
) -> None:
    table = "```{declaration-table} a.py:T\n```\n\n"
    rows = ", ".join(f"'k{number}': {number}" for number in range(5))
    files = {"a.py": f"T = {{{rows}}}\n", "docs/index.md": f"# Top\n\n{table}{table}"}
    [warning] = project(files, conf).build().warnings
    assert (
        "docs/index.md:6: WARNING: rows 'T.k0', 'T.k1', 'T.k2' and 2 more: also shown in this "
        "document, at line 3; give one of the tables the option ':no-index:'" in warning
    )


def test_rows_of_two_declarations_with_one_name_need_a_prefix(
    project: Callable[..., Any], conf: str
) -> None:
    table = "```{declaration-table} %s.py:T\n%s```\n\n"
    files = {"a.py": "T = {'x': 1}\n", "b.py": "T = {'x': 2}\n"}
    text = "# Top\n\n" + table % ("a", "") + table % ("b", "")
    made = project({**files, "docs/index.md": text}, conf)
    [warning] = made.build().warnings
    assert "row 'T.x'" in warning
    assert ":prefix:" in warning
    made.write({"docs/index.md": "# Top\n\n" + table % ("a", "") + table % ("b", ":prefix: b\n")})
    build = made.build()
    assert build.warnings == []
    assert 'id="row-b.x"' in build.html()


def test_the_projects_own_table_has_directive_and_role(
    project: Callable[..., Any], sources: dict[str, str], conf: str
) -> None:
    more = (
        "runtime_ref_tables = {'limit-table': {'source': 'pkg/limits.py:LIMITS', "
        "'headers': {'key': 'Limit'}, 'object_type': 'limit'}}\n"
    )
    text = "# Top\n\n```{limit-table}\n```\n\n{runtime:limit}`retries`\n"
    build = project({**sources, "docs/index.md": text}, conf + more).build()
    assert build.warnings == []
    page = parse(build.html())
    assert page.select_one("thead th").get_text(strip=True) == "Limit"
    assert page.select_one("a.internal[href='#limit-retries']").get_text() == "retries"


@pytest.mark.parametrize("name", ["note", "figure", "code-block", "kv-codec-table"])
def test_a_table_can_not_take_another_directives_name(
    project: Callable[..., Any], sources: dict[str, str], conf: str, name: str
) -> None:
    more = f"runtime_ref_tables = {{{name!r}: {{'source': 'pkg/limits.py:LIMITS'}}}}\n"
    build = project({**sources, "docs/index.md": "# Top\n"}, conf + more).build("dummy")
    [warning] = build.warnings
    assert f"runtime_ref_tables: {name}: the name is taken by" in warning


def test_a_row_of_another_type_is_told_with_its_role(project: Callable[..., Any]) -> None:
    files = {
        "t.py": "T = {'PORT': 1, 'HOST': 2}\n",
        "docs/index.md": "# Top\n\n```{env-table}\n```\n\n{runtime:row}`PORT`\n",
    }
    conf = "runtime_ref_tables = {'env-table': {'source': 't.py:T'}}\n"
    [warning] = project(files, conf).build().warnings
    assert "there is no row 'PORT'; the role 'runtime:env' has a row of that name" in warning
