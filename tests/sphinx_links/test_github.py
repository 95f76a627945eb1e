"""Documents that are read in the project and on GitHub have one warning for a broken link."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

CONF = "suppress_warnings = ['toc.not_included']\n"
MAINTAINED = CONF + "runtime_ref_maintained_docs = ['README.md', 'docs/*']\n"


def said(build: Any) -> list[str]:
    """Give the warnings, each from the name of its file on, without its type."""
    lines = (line.partition(f"{build.out.parent}/")[2] for line in build.warnings)
    # Sphinx 7.4 can't be told to leave out what it says of toctrees
    ours = (line for line in lines if "isn't included in any toctree" not in line)
    return [line.partition(" [runtime_ref")[0] for line in ours]


def test_a_maintained_document_of_the_project_is_warned_of_once(
    project: Callable[..., Any],
) -> None:
    files = {
        "docs/index.md": (
            "# R\n\n[a](gone.md) [b](gone.md)\n[c](b.html)\n\n[d](#lab)\n\n(lab)=\n\n## L\n"
        ),
        "docs/b.rst": (
            "B\n=\n\n`x <gone.md>`__ and `y`_\n\n.. _y: no.txt\n\nText.\n\n.. image:: no.png\n"
        ),
    }
    build = project(files, MAINTAINED.replace("'README.md', ", "")).build()
    missing = "no such file or folder (here and on GitHub)"
    alone = "works in this project, but not on GitHub"
    found = said(build)
    assert found[:5] == [
        f"docs/b.rst:4: WARNING: 'gone.md': {missing}",
        f"docs/b.rst:4: WARNING: 'no.txt': {missing}",
        f"docs/b.rst:10: WARNING: 'no.png': {missing}",
        f"docs/index.md:3: WARNING: 'gone.md': {missing}",
        f"docs/index.md:3: WARNING: 'gone.md': {missing}",
    ]
    assert [line.partition(":")[2].partition(": no such")[0] for line in found[5:]] == [
        f"4: WARNING: 'b.html': {alone}",
        f"6: WARNING: '#lab': {alone}: docs/index.md has no such heading or id",
    ]


def test_an_included_file_is_warned_of_once(project: Callable[..., Any]) -> None:
    readme = "# R\n\n[out](docs/index.md)\n\n<!-- begin -->\n\n[gone](gone.md) [in](other.md)\n"
    part = "```{include} ../README.md\n:start-after: '<!-- begin -->'\n```\n"
    files = {
        "README.md": readme + "\n[x](nowhere.md)\n",
        "docs/index.md": f"# I\n\n{part}",
        "docs/again.md": f"# J\n\n{part}",
        "docs/other.md": "# O\n",
    }
    assert said(project(files, MAINTAINED).build()) == [
        "README.md:7: WARNING: 'gone.md': no such file or folder (here and on GitHub)",
        (
            "README.md:7: WARNING: 'other.md': works in this project, but not on GitHub: "
            "no such file or folder; did you mean 'docs/other.md'?"
        ),
        "README.md:9: WARNING: 'nowhere.md': no such file or folder (here and on GitHub)",
    ]


def test_a_part_that_no_page_includes_is_judged_as_on_github_alone(
    project: Callable[..., Any],
) -> None:
    part = "```{include} ../README.md\n:start-after: '<!-- begin -->'\n```\n"
    files = {
        "README.md": "# R\n\n[x](gone.md)\n\n<!-- begin -->\n\n[y](http://x.invalid)\n",
        "docs/index.md": f"# I\n\n{part}",
    }
    assert said(project(files, MAINTAINED).build()) == [
        "README.md:3: WARNING: 'gone.md': no such file or folder"
    ]


def test_a_comment_on_a_link_that_breaks_on_github_alone_is_of_use(
    project: Callable[..., Any],
) -> None:
    text = "# R\n\n(lab)=\n\n## Part\n\n<!-- runtime-ref: ignore -->\n[x](#lab)\n"
    made = project({"docs/index.md": text}, CONF + "runtime_ref_check_github = True\n")
    build = made.build()
    assert said(build) == []
    assert [row["status"] for row in build.report()] == ["ignored"]
    unused = text.replace("#lab", "#part")
    made.write({"docs/index.md": unused})
    assert [
        "this ignore comment ignores no broken link" in line for line in said(made.build())
    ] == [True]
