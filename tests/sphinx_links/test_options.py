"""What a project can choose: ignoring, strictness, repairs, dialects, reports."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.folders import git

if TYPE_CHECKING:
    from collections.abc import Callable

CONF = "myst_heading_anchors = 3\nshow_warning_types = True\n"
TOC = "\n```{toctree}\n:glob:\n\n*\n```\n"


def rows(build: Any, status: str = "broken") -> list[tuple[int, str, str | None]]:
    found = [row for row in build.report() if row["status"] == status]
    return [(row["lineno"], row["uri"], row["kind"]) for row in found]


def test_ignore_comments(project: Callable[..., Any]) -> None:
    files = {
        "docs/index.md": (
            "# Root\n\n[a](gone.md) <!-- runtime-ref: ignore -->\n[b](gone2.md)\n\n"
            "<!-- runtime-ref: ignore -->\n[c](gone3.md)\n\n"
            "% runtime-ref: ignore\n[d](gone4.md)\n\n"
            "[e](index.md) <!-- runtime-ref: ignore -->\n\n```\n<!-- runtime-ref: ignore -->\n```\n"
            + TOC
        ),
        "docs/r.rst": (
            "R\n=\n\n.. runtime-ref: ignore\n\n`x <gone.html>`_\n\n"
            ".. runtime-ref: ignore\n\ntext\n`y <gone.html>`_\n"
        ),
    }
    build = project(files, CONF).build("locallinks")
    assert rows(build) == [
        (4, "gone2.md", "target"),
        (12, "", "ignore"),
        (8, "", "ignore"),
        (11, "gone.html", "target"),
    ]
    assert [uri for _, uri, _ in rows(build, "ignored")] == [
        "gone.md",
        "gone3.md",
        "gone4.md",
        "gone.html",
    ]
    assert len(build.warnings) == 4


def test_ignore_comments_of_several_lines(project: Callable[..., Any]) -> None:
    files = {
        "docs/index.md": (
            "# Root\n\n<!--\nruntime-ref: ignore\n-->\n[a](gone.md)\n[b](gone2.md)\n\n"
            "<!-- runtime-ref:\nignore -->\n[c](other.rst)\n" + TOC
        ),
        "docs/other.rst": (
            "R\n=\n\n..\n   runtime-ref: ignore\n\n`x <gone.html>`_\n\n"
            ".. runtime-ref:\n   ignore\n\n\n`y <gone.html>`_\n"
        ),
    }
    build = project(files, CONF).build("locallinks")
    assert rows(build) == [(7, "gone2.md", "target"), (9, "", "ignore")]
    assert [uri for _, uri, _ in rows(build, "ignored")] == ["gone.md", "gone.html", "gone.html"]


def test_patterns(project: Callable[..., Any]) -> None:
    files = {"docs/index.md": "# Root\n\n[a](gen/a.md) [b](gone.md)\n\n![c](gen/c.png)\n"}
    conf = CONF + "runtime_ref_ignore = ['gen/', 'never/']\n"
    made = project(files, conf)
    build = made.build("html")
    last = len((made.docs / "conf.py").read_text().splitlines())
    assert sorted(rows(build)) == [(3, "gone.md", "target"), (last, "", "ignore")]
    assert [uri for _, uri, _ in rows(build, "ignored")] == ["gen/a.md", "gen/c.png"]
    assert any("'never/' matches no link" in line for line in build.warnings)
    assert len(build.warnings) == 2


def test_an_unused_pattern_is_told_where_it_stands(project: Callable[..., Any]) -> None:
    files = {
        "docs/index.md": "# Root\n\n[a](gen/a.md)\n",
        "docs/pyproject.toml": '[tool.runtime-ref]\nignore = ["gen/",\n  "never/"]\n',
    }
    made = project(files, CONF)
    [warning] = made.build().warnings
    assert warning.startswith(f"{made.root}/docs/pyproject.toml:3: WARNING: the ignore pattern")
    [row] = [row for row in made.build().report() if row["kind"] == "ignore"]
    assert (row["filename"], row["lineno"], row["column"]) == ("pyproject.toml", 3, 3)
    [warning] = made.build(runtime_ref_ignore=["none/", "gen/"]).warnings
    assert warning.startswith(f"WARNING: {made.root}/docs/conf.py: the ignore pattern 'none/'")


def test_ignored_documents(project: Callable[..., Any]) -> None:
    files = {"docs/index.md": "# Root\n" + TOC, "docs/old.md": "# Old\n\n[b](gone.md)\n"}
    build = project(files, CONF + "runtime_ref_ignore_documents = ['old.md']\n").build()
    assert rows(build) == []
    assert build.warnings == []


def test_nitpick_ignore_of_myst_holds(project: Callable[..., Any]) -> None:
    conf = CONF + "nitpick_ignore = [('myst', 'nowhere')]\n"
    conf += "nitpick_ignore_regex = [('myst', r'gen-.*')]\n"
    files = {"docs/index.md": "# Root\n\n[a](#nowhere) [b](#gen-x) [c](#other)\n"}
    build = project(files, conf).build()
    assert rows(build) == [(3, "#other", "anchor")]
    assert len(rows(build, "ignored")) == 2
    assert len(build.warnings) == 1


def test_suppressed_warnings_stay_in_the_report(project: Callable[..., Any]) -> None:
    conf = CONF + "suppress_warnings = ['runtime_ref.anchor']\n"
    build = project({"docs/index.md": "# Root\n\n[a](#no) [b](no.md)\n"}, conf).build()
    assert len(rows(build)) == 2
    assert [line for line in build.warnings if "#no" in line] == []
    assert len(build.warnings) == 1


def test_without_the_check_myst_warns_as_before(project: Callable[..., Any]) -> None:
    files = {
        "docs/index.md": (
            "# Root\n\n[a](#no) [b](no.md) ![c](no.png) {download}`no.bin` [d](../src/x.py#L2)\n"
        ),
        "src/x.py": "a\nb\n",
    }
    made = project(files, CONF + "runtime_ref_check_links = False\n")
    build = made.build()
    types = sorted(line.rpartition("[")[2].rstrip("]") for line in build.warnings)
    assert types == [
        "download.not_readable",
        "image.not_readable",
        "myst.xref_missing",
        "myst.xref_missing",
    ]
    assert not (build.out / "runtime_ref").exists()
    assert 'href="_source/src/x.py.html#L2"' in build.html()


def test_without_repairs_what_cannot_be_followed_is_broken(project: Callable[..., Any]) -> None:
    files = {
        "docs/index.md": (
            "# Root\n\n[1](other.md) [2](other.md#part) [3](data.csv) [4](../src/x.py)\n\n"
            "[5](other.html)\n[6](../src/x.py#L1)\n[7](../src/)\n![8](my%20pic.png)\n"
            "[9](../README.md#r)\n[10](genindex.html)\n" + TOC
        ),
        "docs/other.md": "# Other\n\n## Part\n",
        "docs/data.csv": "a\n",
        "docs/my pic.png": b"x",
        "src/x.py": "a\n",
        "README.md": "# R\n",
    }
    build = project(files, CONF + "runtime_ref_rewrite_links = False\n").build()
    assert rows(build) == [
        (5, "other.html", "target"),
        (6, "../src/x.py#L1", "lines"),
        (7, "../src/", "target"),
        (8, "my%20pic.png", "target"),
        (9, "../README.md#r", "anchor"),
        (10, "genindex.html", "target"),
    ]
    assert all("this renderer cannot follow" in line for line in build.warnings)


def test_line_anchors(project: Callable[..., Any]) -> None:
    files = {
        "docs/index.md": (
            '# Root\n\n[a](../x.py#L1 "def stores")\n[b](../x.py#L3-L4 "def stores")\n'
            '[c](../x.py#L3 "nothing")\n[d](../x.py#L2)\n'
        ),
        "x.py": "import os\n\ndef stores():\n    pass\n",
    }
    made = project(files, CONF)
    assert rows(made.build("locallinks")) == []
    build = made.build("locallinks", runtime_ref_line_anchors="pinned")
    assert rows(build) == [(3, "../x.py#L1", "lines"), (5, "../x.py#L3", "lines")]
    assert any("did you mean '../x.py#L3'?" in line for line in build.warnings)
    build = made.build("locallinks", runtime_ref_line_anchors="forbid")
    assert [line for line, _, _ in rows(build)] == [3, 4, 5, 6]


def test_both_dialects(project: Callable[..., Any]) -> None:
    files = {
        "docs/index.md": (
            "# Root\n\n(lab)=\n\n## Part\n\n[1](other.md#part)\n[2](#lab)\n[3](other.html)\n"
            "[4](gone.md)\n[5](other.md#nope)\n" + TOC
        ),
        "docs/other.md": "# Other\n\n## Part\n",
    }
    build = project(files, CONF + "runtime_ref_check_github = True\n").build()
    assert rows(build) == [
        (8, "#lab", "anchor"),
        (9, "other.html", "target"),
        (10, "gone.md", "target"),
        (11, "other.md#nope", "anchor"),
    ]
    said = {line.rpartition("index.md:")[2].split(":")[0]: line for line in build.warnings}
    assert "works in this project, but not on GitHub" in said["8"]
    assert "works in this project, but not on GitHub" in said["9"]
    assert "here and on GitHub" in said["10"]
    assert len(build.warnings) == 4


def test_require_tracked(project: Callable[..., Any]) -> None:
    files = {
        "docs/index.md": "# Root\n\n[1](other.md) [2](../src/x.py)\n\n[3](../made.py)\n" + TOC,
        "docs/other.md": "# Other\n",
        "src/x.py": "a\n",
        "made.py": "a\n",
    }
    made = project(files, CONF + "runtime_ref_require_tracked = True\n")
    for command in (["init", "-q"], ["add", "docs", "src"]):
        git(made.root, *command)
    build = made.build()
    assert rows(build) == [(5, "../made.py", "untracked")]
    assert len(build.warnings) == 1


def test_reports_and_summary(project: Callable[..., Any]) -> None:
    files = {
        "docs/index.md": "# Root\n\n[1](#nope) [2](gone.md) [3](https://x.invalid) [4](#root)\n"
    }
    chosen = {"report_dir": "reports/links", "reports": ["json", "txt", "sarif"]}
    build = project(files, CONF).build(**{f"runtime_ref_{k}": v for k, v in chosen.items()})
    folder = build.out / "reports/links"
    assert {path.name for path in folder.iterdir()} == {"output.json", "output.txt", "output.sarif"}
    lines = (folder / "output.json").read_text(encoding="utf-8").splitlines()
    first = json.loads(lines[0])
    assert list(first) == [
        *("filename", "lineno", "status", "code", "uri", "info"),
        *("column", "kind", "target", "suggestion"),
    ]
    assert [json.loads(line)["status"] for line in lines] == [
        *("broken", "broken", "unchecked", "working"),
    ]
    text = (folder / "output.txt").read_text(encoding="utf-8")
    assert text.splitlines()[1] == "index.md:3: [broken] gone.md: no such file or folder"
    assert "links: 3 checked, 2 broken (1 anchor, 1 missing target); report: " in build.stdout


def test_the_builder_prints_a_line_a_link(project: Callable[..., Any]) -> None:
    files = {"docs/index.md": "# Root\n\n[1](gone.md)\n[2](#root)\n[3](https://x.invalid)\n"}
    made = project(files, CONF)
    build = made.build("locallinks")
    assert (
        "(        index.md: line    3) broken    gone.md - no such file or folder" in build.stdout
    )
    assert "(        index.md: line    4) ok        #root" in build.stdout
    assert "x.invalid" not in build.stdout
    assert build.status == 1
    assert list(build.out.rglob("*.html")) == []
    made.write({"docs/gone.md": "---\norphan: true\n---\n# G\n"})
    assert made.build("locallinks").status == 0


@pytest.mark.parametrize(
    ("uri", "better"),
    [
        ("Other.md", "other.md"),
        ("othr.md", "other.md"),
        ("other.md#kv_codecs", "other.md#kv-codecs"),
        ("sub/other", "sub/other.md"),
        ("sub/other#top-part", "sub/other.md#top-part"),
        ("othr.html#kv-codecs", "other.html#kv-codecs"),
        ("../src/X.py#L1", "../src/x.py#L1"),
        ("/sub/othr.md", "/sub/other.md"),
        ("x.py", "../src/x.py"),
    ],
)
def test_suggestions(uri: str, better: str, project: Callable[..., Any]) -> None:
    files = {
        "docs/index.md": f"# Root\n\n[a]({uri})\n" + TOC,
        "docs/other.md": "# Other\n\n## KV codecs\n",
        "docs/sub/other.md": "---\norphan: true\n---\n# Sub other\n\n## Top part\n",
        "src/x.py": "a\n",
    }
    build = project(files, CONF).build("locallinks")
    found = [row for row in build.report() if row["uri"] == uri]
    if uri == "sub/other":
        assert [row["status"] for row in found] == ["working"]
    else:
        assert [row["suggestion"] for row in found] == [better]


@pytest.mark.parametrize(("documents", "shown"), [(99, False), (100, True)])
def test_a_long_check_shows_its_progress(
    documents: int, shown: bool, project: Callable[..., Any]
) -> None:
    pages = {f"docs/p{number:02}.md": f"# P{number}\n" for number in range(documents - 1)}
    made = project({**pages, "docs/index.md": "# I\n\n```{toctree}\n:glob:\np*\n```\n"}, CONF)
    stdout = made.build("dummy").stdout
    assert ("checking links... [100%] p98" in stdout) is shown
    assert ("checking links..." in stdout) is shown
