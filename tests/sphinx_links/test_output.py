"""What the output holds: addresses in the repository, copies, and nothing from outside."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinxext_runtime_ref.links.judging.sphinx_rules import relative

if TYPE_CHECKING:
    from collections.abc import Callable

CONF = "myst_heading_anchors = 3\nshow_warning_types = True\n"
REPOSITORY = (
    "runtime_ref_source_url = 'https://github.com/o/r'\nruntime_ref_source_revision = 'main'\n"
)
BLOB = "https://github.com/o/r/blob/main"
FILES = {
    "src/x.py": "a = 1\nb = 2\n",
    "README.md": "# R\n\n## Part B\n",
    "src/pics/a b.png": b"\x89PNG\0",
    "docs/data.csv": "a\n",
    "docs/paper.pdf": b"%PDF\0",
    "docs/sub/film.mp4": b"\0",
}


def broken(build: Any) -> list[tuple[str, str]]:
    return [(row["uri"], row["kind"]) for row in build.report() if row["status"] == "broken"]


@pytest.mark.parametrize(
    ("uri", "address"),
    [
        ("../src/x.py", f"{BLOB}/src/x.py"),
        ("../src/x.py#L2", f"{BLOB}/src/x.py#L2"),
        ("../src/x.py#L1-L2", f"{BLOB}/src/x.py#L1-L2"),
        ("../src/", "https://github.com/o/r/tree/main/src"),
        ("../README.md#part-b", f"{BLOB}/README.md#part-b"),
        ("../README.md", f"{BLOB}/README.md"),
    ],
)
def test_repository_addresses(uri: str, address: str, project: Callable[..., Any]) -> None:
    text = f"# Root\n\n[one]({uri})\n\n<a href='{uri}'>two</a>\n"
    build = project({**FILES, "docs/index.md": text}, CONF + REPOSITORY).build()
    assert broken(build) == []
    assert build.warnings == []
    assert build.html().count(f"{address}'") + build.html().count(f'{address}"') == 2


def test_the_projects_own_addresses_are_checked(project: Callable[..., Any]) -> None:
    text = (
        f"# Root\n\n[1]({BLOB}/src/x.py#L2)\n[2]({BLOB}/src/x.py#L9)\n[3]({BLOB}/gone.py)\n"
        "[4](https://github.com/o/r/blob/other/gone.py)\n"
    )
    build = project({**FILES, "docs/index.md": text}, CONF + REPOSITORY).build()
    assert broken(build) == [(f"{BLOB}/src/x.py#L9", "lines"), (f"{BLOB}/gone.py", "target")]
    assert len(build.warnings) == 2


def test_copies(project: Callable[..., Any], crawl: Callable[..., Any]) -> None:
    text = (
        "# Root\n\n[csv](data.csv) [pdf](paper.pdf) [page](paper.pdf#page=3)\n\n"
        "<img alt='pic' src='../src/pics/a%20b.png' "
        "srcset='../src/pics/a%20b.png 1x, ../src/pics/a%20b.png 2x'>\n\n"
        "<video src='sub/film.mp4' poster='../src/pics/a%20b.png'></video>\n\n"
        "<a href='data.csv'>raw</a>\n"
    )
    made = project({**FILES, "docs/index.md": text}, CONF)
    for builder in ("html", "dirhtml", "singlehtml"):
        build = made.build(builder)
        assert broken(build) == []
        assert build.warnings == []
        pages = crawl(build.out)
        for name in ("csv", "pdf", "pic", "raw"):
            assert [link.alive for link in pages.showing(name)] == [True], name
        assert (build.out / "_images/film.mp4").is_file()
        assert (build.out / "_images/a b.png").is_file()


@pytest.mark.parametrize("checked", [True, False])
def test_nothing_from_outside(checked: bool, project: Callable[..., Any]) -> None:
    text = (
        "# Root\n\n[a](../../secret.txt) ![b](../../secret.png) {download}`../../secret.txt`\n"
        '<a href="../../secret.txt">c</a> <img src="../../secret.png" alt="d">\n'
    )
    made = project({"docs/index.md": text}, CONF + f"runtime_ref_check_links = {checked}\n")
    for name in ("secret.txt", "secret.png"):
        (made.root.parent / name).write_text("SECRET")
    build = made.build()
    assert all("[runtime_ref.outside]" in line for line in build.warnings)
    assert len(build.warnings) == (5 if checked else 3)
    for path in build.out.rglob("*"):
        assert not path.is_file() or b"SECRET" not in path.read_bytes(), path
    assert 'href="../../secret' not in build.html()
    assert 'src="../../secret' not in build.html()


@pytest.mark.parametrize(
    "builder", ["text", "man", "texinfo", "epub", "xml", "gettext", "pseudoxml"]
)
def test_other_builders(builder: str, project: Callable[..., Any]) -> None:
    text = (
        "# Root\n\n[a](gone.md) [b](../src/x.py#L2) ![c](gone.png) [d](data.csv) [e](../src/)\n\n"
        "![f](gone2.png)\n\n<img src='../src/pics/a%20b.png'>\n"
    )
    conf = CONF + "man_pages = [('index', 'root', 'Root', ['me'], 1)]\nepub_show_urls = 'no'\n"
    conf += "version = release = '1'\nepub_copyright = 'me'\n"
    build = project({**FILES, "docs/index.md": text}, conf).build(builder)
    assert broken(build) == [(uri, "target") for uri in ("gone.md", "gone.png", "gone2.png")]
    assert [line for line in build.warnings if "runtime_ref" not in line] == []


def test_pictures_in_print(project: Callable[..., Any]) -> None:
    build = project({"docs/index.md": "# R\n\n![some words](gone.png)\n"}, CONF).build("latex")
    tex = next(build.out.glob("*.tex")).read_text(encoding="utf-8")
    assert "some words" in tex
    assert "gone.png" not in tex


def test_docstrings(project: Callable[..., Any]) -> None:
    files = {
        "docs/index.rst": "Root\n====\n\n.. automodule:: linked_module\n   :members:\n",
        "lib/linked_module.py": (
            '"""A module.\n\nSee `x <gone.html>`_.\n"""\n\n\n'
            'def run():\n    """Run.\n\n    See `y <gone2.html>`__ and `z <index.html>`__.\n'
            '    """\n'
        ),
    }
    made = project(files, CONF + "extensions.append('sphinx.ext.autodoc')\n")
    sys.path.insert(0, str(made.root / "lib"))
    try:
        build = made.build()
    finally:
        sys.path.pop(0)
        sys.modules.pop("linked_module", None)
    rows = [row for row in build.report() if row["status"] == "broken"]
    assert [(row["filename"], row["lineno"], row["column"], row["uri"]) for row in rows] == [
        ("../lib/linked_module.py", 3, 9, "gone.html"),
        ("../lib/linked_module.py", 10, 13, "gone2.html"),
    ]
    assert len(build.warnings) == 2


names = st.text("abc.", min_size=1, max_size=2).filter(lambda text: text.strip("."))
paths = st.lists(names, min_size=1, max_size=4).map("/".join)


@given(paths, st.lists(names, max_size=4).map("/".join))
def test_relative_paths_lead_back(path: str, folder: str) -> None:
    parts = folder.split("/") if folder else []
    for part in relative(path, folder).split("/"):
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    assert "/".join(parts) == path


def test_generated_pages(project: Callable[..., Any], crawl: Callable[..., Any]) -> None:
    files = {
        "docs/index.md": (
            "# Root\n\n```{toctree}\napi\n```\n\n[a](_modules/linked_pages.html#run)\n"
            "[b](py-modindex.html)\n[c](extra/more.html)\n[d](_modules/linked_pages.html#nope)\n"
            "[e](search.html)\n"
        ),
        "docs/api.rst": "API\n===\n\n.. automodule:: linked_pages\n   :members:\n",
        "docs/_templates/more.html": "<p>more</p>\n",
        "lib/linked_pages.py": '"""A module."""\n\n\ndef run():\n    """Run."""\n',
    }
    conf = (
        "extensions += ['sphinx.ext.autodoc', 'sphinx.ext.viewcode']\n"
        "templates_path = ['_templates']\nhtml_additional_pages = {'extra/more': 'more.html'}\n"
    )
    made = project(files, CONF + conf)
    sys.path.insert(0, str(made.root / "lib"))
    try:
        for builder in ("html", "dirhtml", "dummy"):
            for _ in range(2):
                build = made.build(builder)
                assert broken(build) == [("_modules/linked_pages.html#nope", "anchor")]
                assert len(build.warnings) == 1
            if builder != "dummy":
                shown = [crawl(build.out).showing(name)[0].alive for name in "abcde"]
                assert shown == [True, True, True, False, True]
    finally:
        sys.path.pop(0)
        sys.modules.pop("linked_pages", None)


def test_an_index_that_is_gone(project: Callable[..., Any]) -> None:
    text = "# Root\n\n[a](py-modindex.html)\n"
    module = "\n```{py:module} thing\n```\n"
    made = project({"docs/index.md": text + module}, CONF)
    assert broken(made.build()) == []
    made.write({"docs/index.md": text})
    build = made.build()
    assert (build.out / "py-modindex.html").exists()
    assert broken(build) == [("py-modindex.html", "target")]


def test_parallel_copies(project: Callable[..., Any], crawl: Callable[..., Any]) -> None:
    pages = {
        f"docs/p{n}.md": f"# P{n}\n\n<img src='pics/{n}.png' alt='i{n}'>\n\n[s](../src/{n}.py#L1)\n"
        for n in range(12)
    }
    pictures = {f"docs/pics/{n}.png": b"\x89" for n in range(12)}
    sources = {f"src/{n}.py": "a\n" for n in range(12)}
    index = {"docs/index.md": "# Root\n\n```{toctree}\n:glob:\n\np*\n```\n"}
    build = project({**index, **pages, **pictures, **sources}, CONF).build(jobs=4)
    assert build.warnings == []
    found = crawl(build.out)
    for number in range(12):
        assert [link.alive for link in found.showing(f"i{number}")] == [True]
    assert [link.alive for link in found.showing("s")] == [True] * 12


def test_references_in_one_page_lead_to_its_ids(
    project: Callable[..., Any], crawl: Callable[..., Any]
) -> None:
    tables = "runtime_ref_tables = {'env-table': {'source': 'src/m.py:T'}}\n"
    made = project(
        {
            "src/m.py": "T = {'a': 1}\n",
            "docs/index.md": "# I\n\n{runtime:env}`a` [part](sub/b.md#part)\n"
            "<a href='sub/b.md#part'>raw</a>\n\n```{toctree}\n:maxdepth: 1\nsub/b\nc\n```\n",
            "docs/sub/b.md": "# B\n\n```{env-table}\n```\n\n## Part\n\n[up](../index.md)\n",
            "docs/c.rst": "C\n=\n\n:runtime:env:`row <a>` `top <index.md>`__ "
            "`b <sub/b.md#part>`__\n",
        },
        CONF + tables,
    )
    build = made.build("singlehtml")
    assert build.warnings == []
    pages = crawl(build.out)
    for text in ("a", "row", "part", "raw", "up", "top", "b"):
        (link,) = pages.showing(text)
        assert link.alive, link


def test_a_missing_picture_is_not_shown_as_the_one_of_that_name_in_another_folder(
    project: Callable[..., Any],
) -> None:
    index = "# Root\n\n![there](p.png)\n\n```{toctree}\nsub/a\n```\n"
    files = {"docs/sub/a.md": "# A\n\n![gone](p.png)\n", "docs/p.png": b"x"}
    build = project({"docs/index.md": index, **files}, CONF).build()
    assert [row["filename"] for row in build.report() if row["status"] == "broken"] == ["sub/a.md"]
    assert 'src="_images/p.png"' in build.html()
    assert "_images" not in build.html("sub/a.html")


def test_pictures_of_substitutions_are_judged_once(project: Callable[..., Any]) -> None:
    text = (
        "Root\n====\n\n.. |a| image:: none.png\n\n.. |b| image:: my%20pic.png\n\n"
        ".. |unused| image:: unused.png\n\n|a| |b| |a|\n"
    )
    files = {"docs/index.rst": text, "docs/my pic.png": b"\x89PNG\0"}
    build = project(files, "show_warning_types = True\n").build()
    assert broken(build) == [("none.png", "target")]
    assert sorted(line.rpartition("[")[2] for line in build.warnings) == [
        "image.not_readable]",  # what nothing uses is left to Sphinx
        "runtime_ref.target]",
    ]
    assert "_images/my%20pic.png" in build.html()


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_pages_that_are_only_copied_keep_their_paths(
    builder: str, project: Callable[..., Any], crawl: Callable[..., Any]
) -> None:
    links = "[a](/own.html) [b](/sub/own.html#x) [c](/genindex.html) [d](/more.html)"
    html = '<a href="{0}own.html">e</a> <a href="{0}sub/own.html#x">f</a>'
    files = {
        "docs/index.md": f"# R\n\n```{{toctree}}\nsub/page\n```\n\n{links}\n\n{html.format('')}\n",
        "docs/sub/page.md": f"# P\n\n{links}\n\n{html.format('../')}\n",
        "docs/extra/own.html": "<p id=x>",
        "docs/extra/sub/own.html": "<p id=x>",
    }
    conf = "html_extra_path = ['extra']\nhtml_additional_pages = {'more': 'page.html'}\n"
    made = project(files, CONF + conf)
    for _ in range(2):
        build = made.build(builder)
        assert build.warnings == []
        assert crawl(build.out).dead == set()


@pytest.mark.parametrize(("builder", "page"), [("html", "b.htm"), ("dirhtml", "b/")])
def test_pages_with_another_ending(builder: str, page: str, project: Callable[..., Any]) -> None:
    text = (
        "# A\n\n```{toctree}\nb\n```\n\n[1](b.htm) [2](b.html) [3](b.htm#b) [4](genindex.htm) "
        '[5](more.htm) [6](gone.htm) [7](own.html)\n\n<a href="b.htm">8</a>\n'
    )
    conf = (
        "html_file_suffix = '.htm'\nhtml_extra_path = ['extra']\n"
        "html_additional_pages = {'more': 'page.html'}\n"
    )
    files = {"docs/index.md": text, "docs/b.md": "# B\n", "docs/extra/own.html": "<p>"}
    build = project(files, CONF + conf).build(builder)
    [warning] = build.warnings
    assert "index.md:7: WARNING: 'gone.htm': no such file" in warning
    shown = [row["uri"] for row in build.report() if row["status"] == "working"]
    assert shown == ["b.htm", "b.html", "b.htm#b", "genindex.htm", "more.htm", "own.html", "b.htm"]
    written = build.html("index.htm")
    index, more = page.replace("b", "genindex", 1), page.replace("b", "more", 1)
    for uri in (page, f"{page}#b", index, more, "own.html"):
        assert f'href="{uri}"' in written
    assert written.count(f'href="{page}"') >= 3


TREE = ".. toctree::\n   :maxdepth: 1\n\n   e\n\n"


def test_documents_of_folders_on_one_page(
    project: Callable[..., Any], crawl: Callable[..., Any]
) -> None:
    links = "`a <../index.html#part>`_ `b <../b.html>`_ `c <e.html#here>`_ `d <../notes.txt>`_"
    html = ".. raw:: html\n\n   <a href='../b.html'>x</a> <a href='e.html'>y</a>\n"
    files = {
        "docs/index.rst": "R\n=\n\nPart\n----\n\n.. toctree::\n   :maxdepth: 1\n\n   sub/c\n   b\n",
        "docs/sub/c.rst": f"{links}\n\n{html}\nC\n=\n\n{links}\n\n{TREE}{html}",
        "docs/sub/e.rst": f"E\n=\n\n.. _here:\n\nHere\n----\n\n{html}",
        "docs/b.rst": "B\n=\n",
        "docs/notes.txt": "n\n",
    }
    build = project(files, CONF).build("singlehtml")
    assert build.warnings == []
    dead = {url for _, url in crawl(build.out).dead}
    assert dead <= {"genindex.html", "search.html", "py-modindex.html"}
    assert 'href="../' not in build.html()
    assert "href='../" not in build.html()


@pytest.mark.parametrize(("builder", "count"), [("html", 0), ("singlehtml", 1)])
def test_pages_of_viewcode(builder: str, count: int, project: Callable[..., Any]) -> None:
    conf = (
        "import sys\nsys.path.insert(0, '.')\nextensions += ['sphinx.ext.autodoc', "
        "'sphinx.ext.viewcode']\n"
    )
    files = {
        "docs/index.rst": (
            "R\n=\n\n.. autoclass:: textwrap.TextWrapper\n\n`x <_modules/textwrap.html>`_\n"
        ),
    }
    build = project(files, CONF + conf).build(builder)
    assert len([w for w in build.warnings if "'_modules/textwrap.html': no such" in w]) == count
