"""What MyST knows, and what it gets wrong: each link has one verdict, and none is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import myst_parser

if TYPE_CHECKING:
    from collections.abc import Callable

CONF = "myst_heading_anchors = 2\nshow_warning_types = True\n"
FILES = {
    "docs/index.md": "# Root\n\n```{toctree}\n:glob:\n\n*\nsub/*\n```\n",
    "docs/o.md": (
        "# Other\n\n(my_label)=\n\n## Two\n\n### Three\n\n<a id='Raw-Id'></a>\n\n"
        "```{py:function} pkg.run()\n```\n\n```{math}\n:label: eq1\n\na = b\n```\n\n"
        "```{figure} p.png\n:name: fig-one\n\nA figure\n```\n\na[^n]\n\n[^n]: note\n"
    ),
    "docs/p.png": "x",
    "docs/sub/page.md": "# Page\n\n(sub-label)=\n\ntext\n",
}


def build_of(project: Callable[..., Any], text: str, conf: str = "") -> Any:
    return project({**FILES, "docs/d.md": f"# Doc\n\n{text}"}, CONF + conf).build()


def broken(build: Any) -> list[tuple[str, str]]:
    return [(row["uri"], row["kind"]) for row in build.report() if row["status"] == "broken"]


def test_labels_and_objects_of_the_whole_project(
    project: Callable[..., Any], crawl: Callable[..., Any]
) -> None:
    text = (
        "[l1](#my_label) [l2](my_label) [l3](#pkg.run) [l4](sub/page) [l5](#sub-label)\n"
        "[l6](#fig-one) [l7](o.md#my_label) [l8](o.md#two) [l9](o.md#three) [l10](o.md#Raw-Id)\n"
        "[l11](o.md#pkg.run) [l12](o.md#equation-eq1) [l13](o.md#fig-one) [l14](o.html#pkg.run)\n"
    )
    build = build_of(project, text)
    assert broken(build) == []
    assert build.warnings == []
    pages = crawl(build.out)
    for number in range(1, 15):
        shown = pages.showing(f"l{number}")
        assert [link.alive for link in shown] == [True], number


def test_ids_have_their_case(project: Callable[..., Any]) -> None:
    build = build_of(project, "[a](o.md#Two)\n[b](o.md#raw-id)\n[c](o.md#PKG.run)\n")
    assert broken(build) == [(uri, "anchor") for uri in ("o.md#Two", "o.md#raw-id", "o.md#PKG.run")]
    assert [row["suggestion"] for row in build.report() if row["status"] == "broken"] == [
        "o.md#two",
        "o.md#Raw-Id",
        "o.md#pkg.run",
    ]


def test_a_bare_name_with_a_fragment_is_dead(project: Callable[..., Any]) -> None:
    build = build_of(project, "[a](sub/page)\n[b](sub/page#sub-label)\n")
    assert broken(build) == [("sub/page#sub-label", "target")]
    assert len(build.warnings) == 1
    assert "did you mean 'sub/page.md#sub-label'?" in build.warnings[0]


def test_what_only_myst_can_judge_is_left_to_it(project: Callable[..., Any]) -> None:
    text = "{ref}`nowhere`\n\n[a](inv:none#x)\n\n{doc}`gone`\n"
    build = build_of(project, text)
    assert broken(build) == []
    kinds = sorted(line.rpartition("[")[2].rstrip("]") for line in build.warnings)
    assert kinds == ["myst.iref_missing", "ref.doc", "ref.ref"]


def test_labels_with_a_colon(project: Callable[..., Any]) -> None:
    text = "(sec:one)=\n\n## One\n\n[a](sec:one) [b](#sec:one)\n[c](sec:two)\n[d](lonely)\n"
    build = build_of(project, text)
    assert broken(build) == [("sec:two", "target"), ("lonely", "target")]
    assert [line.split(": ", 3)[3].rpartition(" [")[0] for line in build.warnings] == [
        "no such label, document or object",
        "no such label, document or object",
    ]


def test_suggested_labels(project: Callable[..., Any]) -> None:
    build = build_of(project, "[a](my_labels)\n[b](#sub-lable)\n[c](fig:one)\n")
    assert [row["suggestion"] for row in build.report() if row["status"] == "broken"] == [
        "my_label",
        "#sub-label",
        "fig-one",
    ]


def test_a_slug_is_suggested_as_it_works_on_github_too(project: Callable[..., Any]) -> None:
    text = "## Torch 其他\n\n[a](#Torch-其他) [b](d.md#Torch-其他)\n"
    build = build_of(project, text, "myst_heading_anchors = 2\n")
    assert [row["suggestion"] for row in build.report() if row["status"] == "broken"] == [
        "#torch-其他",
        "d.md#torch-其他",
    ]


def test_a_file_of_one_machine_is_said_once(project: Callable[..., Any]) -> None:
    build = build_of(project, "[a](file:///etc/hosts)\n")
    assert broken(build) == [("file:///etc/hosts", "target")]
    assert len(build.warnings) == 1


def test_ambiguous_names_are_said_once(project: Callable[..., Any]) -> None:
    text = "```{py:class} two\n```\n\n```{js:class} two\n```\n\n[a](#two)\n"
    build = project({"docs/index.md": f"# R\n\n{text}"}, "show_warning_types = True\n").build()
    assert len([line for line in build.warnings if "[myst.xref_ambiguous]" in line]) == 1
    assert broken(build) == []


def test_text_of_links_is_rendered(project: Callable[..., Any]) -> None:
    text = (
        "[**bold** `code`](o.html#two 'a title') [](o.md#two) [](o.md) <project:o.md#my_label>\n"
        "[](../src/x.py#L1)\n[*em*](#raw-here)\n\n<i id='raw-here'></i>\n"
    )
    made = project({**FILES, "docs/d.md": f"# Doc\n\n{text}", "src/x.py": "a\n"}, CONF)
    html = made.build().html("d.html")
    assert "<strong>bold</strong>" in html
    if myst_parser.__version__ >= "5":  # MyST 4 drops titles
        assert 'title="a title"' in html
    assert '<a class="reference internal" href="o.html#two"' in html
    assert html.count(">Two</span></a>") == 2
    assert ">Other</span></a>" in html
    assert 'href="_source/src/x.py.html#L1"><span><code' in html
    assert 'href="#raw-here"><span class="xref myst"><em>em</em>' in html


def test_all_links_external(project: Callable[..., Any]) -> None:
    conf = "myst_all_links_external = True\n"
    build = build_of(project, "[a](o.md) [b](o.html#two) [c](gone.md)\n", conf)
    assert broken(build) == [("gone.md", "target")]
    assert len(build.warnings) == 1


def test_undefined_references(project: Callable[..., Any]) -> None:
    text = (
        "[a][b] and [c][], \\[d\\]\\[e\\] but `[f][g]` and x[i][j] and [h]\n\n"
        "[**bold**][k] and [text [inner]][l]\n\n$x[m][n]$\n\n- [ ] task\n- [^n]\n\n[^n]: x\n\n"
        "```text\n[o][p]\n```\n\n[b]: o.md\n"
    )
    build = build_of(project, text, "myst_enable_extensions = ['dollarmath', 'tasklist']\n")
    assert broken(build) == [("c", "reference"), ("k", "reference"), ("l", "reference")]


def test_brackets_in_the_text_of_a_link_are_no_references(project: Callable[..., Any]) -> None:
    build = build_of(project, "[[a][b] c](o.md) [d [e][]](o.md) [**[f][g]** h](o.md) [i][j]\n")
    assert broken(build) == [("j", "reference")]


def test_unused_definitions_are_only_noted(project: Callable[..., Any]) -> None:
    build = build_of(project, "[a][one]\n\n[one]: o.md\n[two]: gone.md\n")
    rows = [row for row in build.report() if row["filename"] == "d.md"]
    assert [(row["uri"], row["status"]) for row in rows] == [
        ("o.md", "working"),
        ("gone.md", "unchecked"),
    ]
    assert build.warnings == []


def test_a_project_without_myst(project: Callable[..., Any]) -> None:
    files = {
        "docs/index.rst": "Root\n====\n\n`a <#root>`__ `b <#nope>`__ `c <gone.html>`__\n",
    }
    conf = "extensions = ['sphinxext_runtime_ref']\nshow_warning_types = True\n"
    build = project(files, conf).build()
    assert broken(build) == [("#nope", "anchor"), ("gone.html", "target")]
    assert len(build.warnings) == 2


def test_other_schemes_and_hosts_are_no_labels(project: Callable[..., Any]) -> None:
    text = (
        "# Root\n\n[a](tel:1) [b](//x.invalid/y#z 'T') [c](sms:2) [d](sec:one) [e][f]\n\n"
        "(sec:one)=\n## One\n\n[g](sec:two)\n\n[f]: //x.invalid/f\n"
    )
    build = project({"docs/index.md": text}, "show_warning_types = True\n").build()
    status = {row["uri"]: row["status"] for row in build.report()}
    assert status == {
        "tel:1": "unchecked",
        "//x.invalid/y#z": "unchecked",
        "sms:2": "unchecked",
        "sec:one": "working",
        "//x.invalid/f": "unchecked",
        "sec:two": "broken",
    }
    assert [line.rpartition("[")[2] for line in build.warnings] == ["runtime_ref.target]"]
    for address in ("tel:1", "//x.invalid/y#z", "sms:2", "//x.invalid/f"):
        assert f'href="{address}"' in build.html()
    assert 'title="T"' in build.html()
