"""Links to source: repository addresses, source pages, the role ``source``."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

import pytest
from bs4 import BeautifulSoup

if TYPE_CHECKING:
    from collections.abc import Callable


def parse(html: str) -> Any:
    """Parse a built page."""
    return BeautifulSoup(html, "html.parser")


def page_of(build: Any, name: str = "index.html") -> Any:
    return parse(build.html(name))


def source_links(page: Any) -> list[Any]:
    return list(page.select("a.runtime-ref-source"))


def test_repository_links(project: Callable[..., Any], sources: dict[str, str], conf: str) -> None:
    more = "runtime_ref_source_url = 'https://github.com/o/r'\nruntime_ref_source_revision = 'v1'\n"
    made = project({**sources, "docs/index.md": "# Top\n\n```{kv-codec-table}\n```\n"}, conf + more)
    build = made.build()
    assert build.warnings == []
    links = [link["href"] for link in source_links(page_of(build))]
    assert "https://github.com/o/r/blob/v1/pkg/codecs.py#L21" in links
    assert not (build.out / "_source").exists()
    text = (made.build("latex").out / "projectnamenotset.tex").read_text(encoding="utf-8")
    assert r"\sphinxhref{https://github.com/o/r/blob/v1/pkg/codecs.py\#L21}" in text


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_every_source_link_lands_on_its_line(
    project: Callable[..., Any],
    sources: dict[str, str],
    conf: str,
    all_tables: str,
    builder: str,
) -> None:
    more = "\n{source}`pkg/codecs.py#KVCodec.stores` {source}`pkg/limits.py#L3-L5`\n"
    text = "# Top\n\n```{toctree}\nsub/all\n```\n"
    files = {**sources, "docs/index.md": text, "docs/sub/all.md": all_tables + more}
    build = project(files, conf).build(builder)
    assert build.warnings == []
    pages = {path.relative_to(build.out).as_posix() for path in build.out.rglob("*.html")}
    ids: dict[str, set[str]] = {}
    checked = 0
    for name in sorted(pages):
        page = page_of(build, name)
        for link in page.select("a.runtime-ref-source, a.runtime-ref-back, .runtime-ref-backs a"):
            path, _, fragment = unquote(link["href"]).partition("#")
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
            if not path:
                target = name
            if target not in pages:
                target = posixpath.join(target, "index.html").removeprefix("./")
            if target not in ids:
                ids[target] = {tag["id"] for tag in page_of(build, target).select("[id]")}
            assert not fragment or fragment in ids[target], (name, link["href"])
            checked += 1
    assert checked > 40


def test_a_source_page(project: Callable[..., Any], sources: dict[str, str], conf: str) -> None:
    text = "# The codecs\n\n```{kv-codec-table}\n```\n\n{source}`pkg/codecs.py#L7-L15`\n"
    build = project({**sources, "docs/index.md": text}, conf).build()
    page = page_of(build, "_source/pkg/codecs.py.html")
    lines = page.select(".runtime-ref-code .runtime-ref-line")
    source = sources["pkg/codecs.py"].splitlines()
    assert [line["id"] for line in lines] == [f"L{n}" for n in range(1, len(source) + 1)]
    assert [line.select_one(".runtime-ref-text").get_text() for line in lines] == source
    marked = {line["id"] for line in lines if "runtime-ref-marked" in line["class"]}
    assert {"L7", "L15", "L21", "L22", "L23"} <= marked
    assert "L1" not in marked
    assert lines[6].find("a", id="L7-L15")
    assert '[id="L7-L15"]:target' in str(page.style)
    back = lines[20].select_one("a.runtime-ref-back")
    assert back["href"] == "../../index.html#codec-FP16"
    assert back["title"] == "Shown in FP16 (The codecs)"
    assert page.select_one(".runtime-ref-code .k") is not None, "highlighted by Pygments"
    assert not (build.out / "_source/pkg/limits.py.html").exists(), "only files referred to"


def test_a_source_page_is_escaped(project: Callable[..., Any], conf: str) -> None:
    source = "T = {'<script>alert(1)</script>': 1}  # </pre><img src=x onerror=alert(1)>\n"
    text = "# <b>Top</b>\n\n```{declaration-table} a&b.py:T\n```\n"
    build = project({"a&b.py": source, "docs/index.md": text}, conf).build()
    assert build.warnings == []
    page = page_of(build, "_source/a&b.py.html")
    assert page.select("script:-soup-contains('alert')") == []
    assert page.select(".runtime-ref-code img, .runtime-ref-backs b") == []
    assert page.select_one("h1").get_text() == "a&b.py"
    assert page.select_one(".runtime-ref-text").get_text() == source.rstrip("\n")


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("a\n\nb\n", ["a", "", "b"]),
        ("\n\na", ["", "", "a"]),
        ("a\r\nb\r\n", ["a", "b"]),
        ("a\x0cb\x85c\u2028d\n", ["a\x0cb\x85c\u2028d"]),
        ("", []),
        ("  \n\n", ["  ", ""]),
    ],
)
def test_lines_are_counted_as_python_does(
    project: Callable[..., Any], conf: str, text: str, lines: list[str]
) -> None:
    made = project({"x.txt": text.encode(), "docs/index.md": "# T\n\n{source}`x.txt`\n"}, conf)
    build = made.build()
    assert build.warnings == []
    page = page_of(build, "_source/x.txt.html")
    assert [line.get_text() for line in page.select(".runtime-ref-text")] == lines


def test_without_pages_the_place_is_text(
    project: Callable[..., Any], sources: dict[str, str], conf: str
) -> None:
    text = "# Top\n\n```{kv-codec-table}\n```\n\n{source}`the codecs <pkg/codecs.py>`\n"
    made = project({**sources, "docs/index.md": text}, conf + "runtime_ref_source_pages = False\n")
    build = made.build()
    assert build.warnings == []
    assert source_links(page_of(build)) == []
    assert "pkg/codecs.py:21" in page_of(build).get_text()
    assert not (build.out / "_source").exists()
    plain = (made.build("text").out / "index.txt").read_text(encoding="utf-8")
    assert "pkg/codecs.py:21" in plain
    assert "the codecs (pkg/codecs.py)" in plain


@pytest.mark.parametrize("builder", ["text", "latex", "man"])
def test_the_role_has_its_place_in_print(
    project: Callable[..., Any], sources: dict[str, str], conf: str, builder: str
) -> None:
    text = (
        "# Top\n\n{source}`pkg/codecs.py#FP16`; {source}`one <pkg/codecs.py#L3-L4>`; "
        "{source}`pkg/limits.py`.\n"
    )
    conf += "project = 'Tables'\nauthor = 'us'\n"
    build = project({**sources, "docs/index.md": text}, conf).build(builder)
    assert build.warnings == []
    [name] = [n for n in ("index.txt", "tables.tex", "tables.1") if (build.out / n).is_file()]
    shown = (build.out / name).read_text(encoding="utf-8").replace("\\allowbreak{}", "")
    assert "(pkg/codecs.py:21)" in shown
    assert "(pkg/codecs.py:3)" in shown
    assert "(pkg/limits.py)" not in shown, "the path is the text already"


def test_the_role_links_symbols_and_lines(
    project: Callable[..., Any], sources: dict[str, str], conf: str
) -> None:
    text = (
        "# Top\n\n{source}`pkg/codecs.py#KVCodec.stores` {source}`~pkg/codecs.py#KVCodec.stores` "
        "{source}`pkg/codecs.py#L3` {source}`these lines <pkg/codecs.py#L3-L4>` "
        "{source}`pkg/limits.py` {source}`~pkg/limits.py` {source}`!pkg/none.py#X` "
        "{source}`!pkg/none.py` {source}`!none <pkg/none.py>`\n"
    )
    build = project({**sources, "docs/index.md": text}, conf).build()
    assert build.warnings == []
    found = [
        (link.get_text(), link["href"], link["title"]) for link in source_links(page_of(build))
    ]
    page = "_source/pkg/codecs.py.html"
    assert found == [
        ("KVCodec.stores", f"{page}#L17-L18", "pkg/codecs.py:17"),
        ("stores", f"{page}#L17-L18", "pkg/codecs.py:17"),
        ("codecs.py#L3", f"{page}#L3", "pkg/codecs.py:3"),
        ("these lines", f"{page}#L3-L4", "pkg/codecs.py:3"),
        ("pkg/limits.py", "_source/pkg/limits.py.html", "pkg/limits.py"),
        ("limits.py", "_source/pkg/limits.py.html", "pkg/limits.py"),
    ]
    unlinked = page_of(build).select("code.runtime-ref-source, span.runtime-ref-source")
    texts = [one.get_text() for one in unlinked if one.find_parent("a") is None]
    assert texts == ["X", "pkg/none.py", "none"]


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("pkg/codecs.py#KVCodec.store", "did you mean 'stores'"),
        (
            "pkg/codecs.py#KVCodc",
            (
                "'pkg/codecs.py#KVCodc': 'KVCodc' is not declared; "
                "did you mean 'KVCodec'? [runtime_ref.declaration]"
            ),
        ),
        ("pkg/codecs.py#", "nothing follows the '#'"),
        ("pkg/codecs.py#L500", "the file has 25 lines [runtime_ref.lines]"),
        ("pkg/codecs.py#L9-L3", "did you mean 'pkg/codecs.py#L3-L9'? [runtime_ref.lines]"),
        ("pkg/codec.py#FP16", "did you mean 'pkg/codecs.py#FP16'? [runtime_ref.target]"),
        ("pkg/Codecs.py", "did you mean 'pkg/codecs.py'? [runtime_ref.case]"),
        ("../../../etc/passwd", "leads out of the root; the root is /"),
        ("pkg", "is a folder; expected a file [runtime_ref.target]"),
        ("docs/index.md#top", "only Python files have symbols"),
    ],
)
def test_a_vanished_target_is_said_with_a_suggestion(
    project: Callable[..., Any], sources: dict[str, str], conf: str, target: str, message: str
) -> None:
    made = project({**sources, "docs/index.md": f"# Top\n\n{{source}}`{target}`\n"}, conf)
    build = made.build()
    [warning] = build.warnings
    assert made.build().warnings == [warning], "also in a build where nothing changed"
    assert f"docs/index.md:3: WARNING: {target!r}: " in warning
    assert message in warning
    assert target.partition("#")[2] in page_of(build).get_text()


def test_a_file_that_nothing_refers_to_loses_its_page(
    project: Callable[..., Any], sources: dict[str, str], conf: str
) -> None:
    made = project({**sources, "docs/index.md": "# Top\n\n{source}`pkg/limits.py`\n"}, conf)
    page = made.build().out / "_source/pkg/limits.py.html"
    assert page.is_file()
    made.write({"docs/index.md": "# Top\n\n{source}`pkg/codecs.py`\n"})
    build = made.build()
    assert not page.exists()
    assert (build.out / "_source/pkg/codecs.py.html").is_file()


@pytest.mark.parametrize("name", ["a\u2028b.txt", "a\n0 index"])
def test_a_name_of_two_lines_is_one_page(project: Callable[..., Any], conf: str, name: str) -> None:
    made = project({name: "text\n", "docs/index.md": f"# Top\n\n[x](<../{quote(name)}>)\n"}, conf)
    page = made.build().out / f"_source/{name}.html"
    before = page.stat().st_mtime_ns
    made.build()
    assert page.stat().st_mtime_ns == before
    made.write({"docs/index.md": "# Top\n"})
    build = made.build()
    assert not page.exists()
    assert (build.out / "index.html").is_file()


@pytest.mark.parametrize(
    "setting",
    [{"runtime_ref_source_pages": False}, {"runtime_ref_source_url": "https://github.com/o/r"}],
)
def test_pages_go_when_the_project_wants_none_any_more(
    project: Callable[..., Any], sources: dict[str, str], conf: str, setting: dict[str, object]
) -> None:
    made = project({**sources, "docs/index.md": "# Top\n\n{source}`pkg/limits.py`\n"}, conf)
    page = made.build().out / "_source/pkg/limits.py.html"
    assert page.is_file()
    assert made.build(**setting).warnings == []
    assert not page.exists()


def test_pages_are_made_again_only_when_they_differ(
    project: Callable[..., Any], sources: dict[str, str], conf: str
) -> None:
    text = "# Top\n\n{source}`pkg/limits.py` {source}`pkg/codecs.py`\n"
    made = project({**sources, "docs/index.md": text}, conf)
    build = made.build()
    pages = [build.out / f"_source/pkg/{name}.py.html" for name in ("limits", "codecs")]
    before = [page.stat().st_mtime_ns for page in pages]
    made.write({"pkg/limits.py": sources["pkg/limits.py"] + "MORE = 1\n"})
    made.build()
    after = [page.stat().st_mtime_ns for page in pages]
    assert after[0] > before[0]
    assert after[1] == before[1]
    assert "MORE" in pages[0].read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "name", [f"{name}.__version__" for name in ("sphinx", "pygments", "sphinxext_runtime_ref")]
)
def test_pages_are_made_again_by_another_version(
    project: Callable[..., Any], conf: str, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    index = "# Top\n\n{source}`a.py`\n"
    made = project({"a.py": "", "docs/index.md": index}, conf)
    page = made.build().out / "_source/a.py.html"
    before = page.stat().st_mtime_ns
    # Sphinx 7.4 makes no pages where no document is written
    made.write({"docs/index.md": f"{index}\nMore.\n"})
    made.build()
    assert page.stat().st_mtime_ns == before
    monkeypatch.setattr(name, "0.0.0")
    made.write({"docs/index.md": f"{index}\nMuch more.\n"})
    made.build()
    assert page.stat().st_mtime_ns > before


def test_pages_are_made_again_when_the_navigation_around_them_changes(
    project: Callable[..., Any], sources: dict[str, str], conf: str
) -> None:
    index = "# Top\n\n{source}`pkg/limits.py`\n\n```{toctree}\none\n```\n"
    made = project({**sources, "docs/index.md": index, "docs/one.md": "# One\n\n## Part\n"}, conf)
    theme = {"html_theme": "alabaster"}
    page = made.build(**theme).out / "_source/pkg/limits.py.html"
    assert 'href="../../one.html">One<' in page.read_text(encoding="utf-8")
    made.write({"docs/one.md": "# First\n\n## Part\n"})
    made.build(**theme)
    assert 'href="../../one.html">First<' in page.read_text(encoding="utf-8")
    index = index.replace("one\n", "one\ntwo\n")
    made.write({"docs/two.md": "# Two\n", "docs/index.md": index})
    made.build(**theme)
    assert 'href="../../two.html">Two<' in page.read_text(encoding="utf-8")
    before = page.stat().st_mtime_ns
    made.write({"docs/one.md": "# First\n\nText.\n\n## Part\n"})
    made.build(**theme)
    assert page.stat().st_mtime_ns == before
