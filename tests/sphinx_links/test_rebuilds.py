"""Builds after builds: what changed is seen, what did not is not built again."""

from __future__ import annotations

import json
import os
import re
from typing import TYPE_CHECKING, Any

import pytest
import sphinx

from tests.folders import git

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

FILES = {
    "docs/index.md": "# Root\n\n```{toctree}\na\nb\n```\n",
    "docs/a.md": "# A\n\n[b](b.md#part) [x](../src/x.py#L2)\n\n[r](../README.md#use) [n](new.md)\n",
    "docs/b.md": "# B\n\n## Part\n",
    "src/x.py": "a = 1\nb = 2\n",
    "README.md": "# R\n\n## Use\n",
}
CONF = "myst_heading_anchors = 3\nshow_warning_types = True\n"


def broken(build: Any) -> list[tuple[str, str]]:
    return [(row["uri"], row["kind"]) for row in build.report() if row["status"] == "broken"]


def built(build: Any) -> set[str]:
    """Give the pages that a build wrote, by its progress lines."""
    lines = [line for line in build.stdout.splitlines() if line.startswith("writing output...")]
    return {line.rsplit(" ", 1)[-1] for line in lines if "%" in line}


def test_nothing_changed_reports_the_same(project: Callable[..., Any]) -> None:
    made = project(FILES, CONF)
    first, second = made.build(), made.build()
    assert broken(first) == broken(second) == [("new.md", "target")]
    assert first.warnings == second.warnings
    assert built(second) == set()


def test_a_target_outside_the_documents_changes(project: Callable[..., Any]) -> None:
    made = project(FILES, CONF)
    made.build()
    made.write({"src/x.py": "a = 1\n", "README.md": "# R\n"})
    build = made.build()
    assert broken(build) == [
        ("../src/x.py#L2", "lines"),
        ("../README.md#use", "anchor"),
        ("new.md", "target"),
    ]


def test_a_heading_moves_in_another_document(
    project: Callable[..., Any], crawl: Callable[..., Any]
) -> None:
    made = project(FILES, CONF)
    made.build()
    made.write({"docs/b.md": "# B\n\n(new-label)=\n\n## Other\n"})
    build = made.build()
    assert broken(build) == [("b.md#part", "anchor"), ("new.md", "target")]
    assert {"a", "b"} <= built(build)
    assert crawl(build.out).dead == set()
    made.write({"docs/b.md": "# B\n\n## Part\n"})
    build = made.build()
    assert broken(build) == [("new.md", "target")]
    assert [link.alive for link in crawl(build.out).showing("b") if "part" in link.url] == [True]


def test_a_document_is_written_anew_in_another_language(project: Callable[..., Any]) -> None:
    index = "# Root\n\n[see](a.md)\n\n```{toctree}\na\n```\n"
    made = project({"docs/index.md": index, "docs/a.md": "# A\n"})
    assert made.build().warnings == []
    link = 'href="a.html"><span class="std std-doc">see'
    assert link in made.build().html()
    (made.root / "docs/a.md").unlink()
    made.write({"docs/a.rst": "A\n=\n"})
    build = made.build()
    assert broken(build) == [("a.md", "target")]
    assert build.html() == made.build(out="fresh").html()
    (made.root / "docs/a.rst").unlink()
    made.write({"docs/a.md": "# A\n"})
    assert broken(made.build()) == []
    assert link in made.build().html()


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_the_page_of_a_document_that_went_is_none(
    project: Callable[..., Any], builder: str
) -> None:
    index = (
        "Root\n====\n\n`x <a.html>`_ `y <a/>`_\n\n.. raw:: html\n\n   <a href='a.html#a'>z</a>\n"
    )
    document = {"docs/a.rst": ":orphan:\n\nA\n=\n"}
    made = project({"docs/index.rst": index, **document})
    assert made.build(builder).warnings == []
    (made.root / "docs/a.rst").unlink()
    for _ in range(2):
        build = made.build(builder)
        assert broken(build) == [(uri, "target") for uri in ("a.html", "a/", "a.html#a")]
    made.write(document)
    assert made.build(builder).warnings == []


def test_what_was_copied_into_the_output_and_went_is_no_target(
    project: Callable[..., Any],
) -> None:
    conf = f"{CONF}html_extra_path = ['extra', 'robots.txt']\nhtml_static_path = ['static']\n"
    files = {"docs/extra/dl/a.zip": "x", "docs/robots.txt": "x", "docs/static/sub/b.css": "x"}
    page = "# Root\n\n[a](dl/a.zip) [r](robots.txt)\n\n[b](_static/sub/b.css)\n"
    made = project({"docs/index.md": page, **files}, conf)
    assert made.build().warnings == []
    for name in files:
        (made.root / name).unlink()
    for _ in range(2):
        assert [uri for uri, _ in broken(made.build())] == [
            "dl/a.zip",
            "robots.txt",
            "_static/sub/b.css",
        ]
    made.write(files)
    assert made.build().warnings == []


def test_a_page_in_a_folder_is_found_by_its_file_from_the_first_build_on(
    project: Callable[..., Any],
) -> None:
    text = "A\n=\n\n`x <z>`_ `y <z#z>`_ `z <z/>`_ `s <sub>`_\n"
    made = project(
        {
            "docs/index.rst": "Root\n====\n\n.. toctree::\n\n   a\n   z\n   sub/index\n",
            "docs/a.rst": text,
            "docs/z.rst": "Z\n=\n",
            "docs/sub/index.rst": "S\n=\n",
        }
    )
    for _ in range(2):
        build = made.build("dirhtml")
        assert broken(build) == [("z", "target"), ("z#z", "target")]
        assert 'href="../sub/"' in build.html("a/index.html")
        made.write({"docs/a.rst": f"{text}\n"})


@pytest.mark.parametrize("builder", ["html", "dirhtml", "text", "singlehtml"])
def test_what_another_builder_has_read_meanwhile_is_written(
    builder: str, project: Callable[..., Any]
) -> None:
    files = {
        "docs/index.md": "# Root\n\n```{toctree}\na\nb\nrows\n```\n",
        "docs/a.md": "# A\n\n[b](b.md#there) {runtime:row}`D.k`\n",
        "docs/b.md": "# B\n\n```{declaration-table} src/x.py:D\n```\n",
        "docs/rows.md": "# Rows\n",
        "src/x.py": "D = {'k': 8192}\n",
    }
    made = project(files, CONF)
    # as "make" does for all builders
    folder = made.root / f".out-{builder}-doctrees"
    (made.root / ".out-locallinks-doctrees").symlink_to(folder)
    assert broken(made.build(builder)) == [("b.md#there", "anchor")]
    moved = {"docs/rows.md": "# Rows\n" + files["docs/b.md"].removeprefix("# B\n")}
    made.write({"docs/b.md": "# B\n\n(there)=\n## Part\n", **moved})
    assert made.build("locallinks").warnings == []
    made.write({"src/x.py": "D = {'k': 4096}\n"})
    assert made.build("locallinks").warnings == []
    build, fresh = made.build(builder), made.build(builder, out="fresh")
    suffix = ".txt" if builder == "text" else ".html"
    paths = [path.relative_to(fresh.out) for path in fresh.out.rglob(f"*{suffix}")]
    ours, theirs = (
        # without the checksums of style sheets, which Sphinx 7.4 gives the second page only
        {path: re.sub(r"\?v=\w+", "", (one.out / path).read_text()) for path in paths}
        for one in (build, fresh)
    )
    assert any("4096" in page for page in theirs.values())
    assert ours == theirs
    assert builder == "singlehtml" or built(made.build(builder)) == set()


def test_a_document_appears_and_goes(
    project: Callable[..., Any], crawl: Callable[..., Any]
) -> None:
    made = project(FILES, CONF)
    made.build()
    made.write({"docs/new.md": "---\norphan: true\n---\n# New\n"})
    build = made.build()
    assert broken(build) == []
    assert [link.alive for link in crawl(build.out).showing("n")] == [True]
    (made.docs / "new.md").unlink()
    build = made.build()
    assert broken(build) == [("new.md", "target")]
    assert crawl(build.out).showing("n") == []


@pytest.mark.parametrize("uri", ["../../", "../../../../../etc/hostname", "a.md/", "made.py"])
def test_what_is_no_target_is_not_read_again(uri: str, project: Callable[..., Any]) -> None:
    files = {**FILES, "docs/index.md": f"# R\n\n[x]({uri})\n", "docs/made.py": "a\n"}
    made = project(files, CONF + "runtime_ref_require_tracked = True\n")
    git(made.root, "init", "-q")
    made.build()
    assert "0 added, 0 changed, 0 removed" in made.build().stdout


def test_a_report_that_cannot_be_written(project: Callable[..., Any]) -> None:
    made = project({"docs/index.md": "# R\n"}, CONF)
    made.write({"out-html/runtime_ref": "a file"})
    build = made.build()
    assert [line.rpartition("[")[2] for line in build.warnings] == ["runtime_ref.config]"]
    assert "can't write the reports" in build.warnings[0]


def test_a_pipe_is_not_read(project: Callable[..., Any]) -> None:
    made = project({"docs/index.md": "# R\n\n[x](../pipe#L1) [y](../pipe)\n"}, CONF)
    os.mkfifo(made.root / "pipe")
    assert broken(made.build()) == [("../pipe#L1", "target"), ("../pipe", "target")]


def test_a_linked_file_goes_and_comes_back(
    project: Callable[..., Any], crawl: Callable[..., Any]
) -> None:
    text = "# A\n\n[whole](../src/x.py) [line](../src/x.py#L2)\n"
    raw = '\n<a href="../src/x.py">raw</a>\n'
    role = "# B\n\n{source}`src/x.py`\n"
    made = project({**FILES, "docs/a.md": text + raw, "docs/b.md": role}, CONF)
    assert made.build().warnings == []
    (made.root / "src/x.py").rename(made.root / "src/y.py")
    for _ in range(2):
        build = made.build()
        places = [line.partition(": WARNING")[0].rpartition("docs/")[2] for line in build.warnings]
        assert sorted(places) == ["a.md:3", "a.md:3", "a.md:5", "b.md:3"]
        assert "href" not in build.html("a.html").partition("<p>")[2].partition("</p>")[0]
        assert crawl(build.out).dead == {("a.html", "../src/x.py")}
    (made.root / "src/y.py").rename(made.root / "src/x.py")
    again = made.build()
    assert again.warnings == []
    assert again.html("a.html") == made.build(out="fresh").html("a.html")
    assert built(made.build()) == set()


@pytest.mark.parametrize("link", ["[r](../README.md#use)", '<a href="../README.md#use">r</a>'])
def test_a_linked_heading_moves_in_a_file_that_is_no_document(
    project: Callable[..., Any], crawl: Callable[..., Any], link: str
) -> None:
    page = FILES["docs/a.md"].replace("[r](../README.md#use)", link)
    made = project({**FILES, "docs/a.md": page}, CONF)
    assert [link.url for link in crawl(made.build().out).showing("r")] == [
        "_source/README.md.html#L3"
    ]
    made.write({"README.md": "# R\n\nMore.\n\n## Use\n"})
    build = made.build()
    assert [link.url for link in crawl(build.out).showing("r")] == ["_source/README.md.html#L5"]
    assert built(made.build()) == set()


def test_a_linked_folder_goes(project: Callable[..., Any]) -> None:
    url = (
        "runtime_ref_source_url = 'https://github.com/o/r'\nruntime_ref_source_revision = 'main'\n"
    )
    made = project({**FILES, "docs/a.md": "# A\n\n[lib](../lib/)\n", "lib/x.txt": "x"}, CONF + url)
    assert "https://github.com/o/r/tree/main/lib" in made.build().html("a.html")
    (made.root / "lib").rename(made.root / "library")
    build = made.build()
    assert broken(build) == [("../lib/", "target")]
    assert "https://github.com/o/r" not in build.html("a.html")
    assert "0 added, 0 changed, 0 removed" in made.build().stdout


def test_a_static_file_comes_and_goes(project: Callable[..., Any]) -> None:
    text = "# Root\n\n[x](_static/x.css) [y](more/y.txt) [z](z.txt) ![i](_static/i.png)\n"
    static = {
        "docs/static/x.css": "a\n",
        "docs/extra/more/y.txt": "b\n",
        "docs/z.txt.in/z.txt": "c\n",
    }
    kept = {"docs/static/a.css": "", "docs/extra/a.txt": "", "docs/static/i.png": b"x"}
    conf = "html_static_path = ['static']\nhtml_extra_path = ['extra', 'z.txt.in/z.txt']\n"
    made = project({"docs/index.md": text, **kept}, conf)
    uris = ["_static/x.css", "more/y.txt", "z.txt"]
    for present in (False, True, False):
        if present:
            made.write(static)
        else:
            for name in static:
                (made.root / name).unlink(missing_ok=True)
        build = made.build()
        missing = [] if present else uris
        assert [uri for uri, _ in broken(build)] == [*missing, "_static/i.png"]
        assert [uri for uri in uris if f'href="{uri}"' in build.html()] == (uris if present else [])
        assert built(made.build()) == set()


def test_a_picture_appears(project: Callable[..., Any]) -> None:
    made = project({"docs/index.md": "# Root\n\n![p](p.png)\n"}, CONF)
    assert broken(made.build()) == [("p.png", "target")]
    made.write({"docs/p.png": b"x"})
    build = made.build()
    assert broken(build) == []
    assert (build.out / "_images/p.png").read_bytes() == b"x"


def test_parallel_is_as_serial(project: Callable[..., Any]) -> None:
    files = {f"docs/p{n}.md": f"# P{n}\n\n[x](p{n + 1}.md#p{n}) [y](g{n}.md)\n" for n in range(12)}
    index = "# Root\n\n```{toctree}\n:glob:\n\np*\n```\n"
    made = project({"docs/index.md": index, **files}, CONF)
    serial, parallel = made.build(out="one"), made.build(out="four", jobs=4)
    assert serial.report() == parallel.report()
    assert sorted(serial.warnings) == sorted(parallel.warnings)
    assert len(broken(serial)) == 24
    for name in files:
        page = name.removeprefix("docs/").replace(".md", ".html")
        assert serial.html(page) == parallel.html(page)


def test_incremental_is_as_fresh(project: Callable[..., Any]) -> None:
    made = project(FILES, CONF)
    made.build()
    made.write({"docs/b.md": "# B\n\ntext\n\n## Part\n", "docs/new.md": "# New\n", "src/x.py": ""})
    again, fresh = made.build(), made.build(out="fresh")
    assert again.report() == fresh.report()
    assert again.html("a.html") == fresh.html("a.html")


def test_anchors_of_unchanged_files_are_kept(project: Callable[..., Any]) -> None:
    made = project(FILES, CONF)
    readme = made.root / "README.md"
    os.utime(readme, (1_600_000_000, 1_600_000_000))
    made.build()
    size = readme.stat().st_size
    readme.write_bytes(b"x" * size)
    os.utime(readme, (1_600_000_000, 1_600_000_000))
    assert broken(made.build()) == [("new.md", "target")]
    os.utime(readme)
    assert ("../README.md#use", "anchor") in broken(made.build())


def test_a_kept_file_is_judged_in_the_same_words(project: Callable[..., Any]) -> None:
    made = project({"docs/index.md": "# I\n\n[a](../part.md#own)\n", "part.md": "# A {#own}\n"})
    os.utime(made.root / "part.md", (1_600_000_000, 1_600_000_000))
    first, again = made.build(), made.build()
    assert len(first.warnings) == 1
    assert "part.md gives this id as {#own}, which GitHub does not read" in first.warnings[0]
    assert again.warnings == first.warnings


@pytest.fixture
def kept(project: Callable[..., Any]) -> tuple[Any, Path]:
    """Build a project, and give it with the file of the anchors that it keeps."""
    made = project(FILES, CONF)
    os.utime(made.root / "README.md", (1_600_000_000, 1_600_000_000))
    made.build()
    return made, made.root / ".out-html-doctrees/runtime_ref_anchors.json"


@pytest.mark.parametrize("text", ["", "{}", "[1, 2]"])
def test_a_damaged_store_is_made_again(text: str, kept: tuple[Any, Path]) -> None:
    made, store = kept
    store.write_text(text, encoding="utf-8")
    assert broken(made.build()) == [("new.md", "target")]


@pytest.mark.parametrize(
    "entry", [[1], [1, 2, 3, 4, 5, 6], [1, 2, [], [], [], {"a": 1}], [1, 2, [], [], [], []]]
)
def test_a_damaged_entry_of_the_store_is_made_again(
    entry: list[Any], kept: tuple[Any, Path]
) -> None:
    made, store = kept
    data = json.loads(store.read_bytes())
    assert list(data["files"]) == ["README.md"]
    data["files"]["README.md"] = entry
    store.write_text(json.dumps(data), encoding="utf-8")
    assert broken(made.build()) == [("new.md", "target")]


@pytest.mark.parametrize("name", ["pyromark.__version__", "sphinxext_runtime_ref.__version__"])
def test_what_another_version_kept_is_not_believed(
    name: str, kept: tuple[Any, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    made, store = kept
    store.write_text(store.read_text(encoding="utf-8").replace('"use"', '"other"'))
    assert broken(made.build()) == [("../README.md#use", "anchor"), ("new.md", "target")]
    monkeypatch.setattr(name, "0.0.0")
    assert broken(made.build()) == [("new.md", "target")]


@pytest.mark.parametrize("builder", ["html", "locallinks"])
def test_warnings_as_errors(
    builder: str, project: Callable[..., Any], sphinx_build: Callable[..., Any]
) -> None:
    made = project({"docs/index.md": "# Root\n\n[a](a.md)\n[b](b.md)\n"}, CONF)
    for _ in range(2):
        done = sphinx_build(made.root, "-W", "-b", builder, "docs", "out")
        assert done.returncode != 0
        assert "'a.md': no such file or folder" in done.stderr
        assert "links: 2 checked, 2 broken (2 missing targets)" in done.stdout
        assert "Traceback" not in done.stderr
        text = (made.root / "out/runtime_ref/output.txt").read_text(encoding="utf-8")
        assert len(text.splitlines()) == 2
        if sphinx.version_info >= (8, 1):
            assert "'b.md': no such file or folder" in done.stderr
