"""Verdicts on links, with their reasons and suggestions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from sphinxext_runtime_ref.errors import Kind
from sphinxext_runtime_ref.links.running.run import RunOptions, check_documents, find_problems
from sphinxext_runtime_ref.settings import Settings
from tests.folders import write

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sphinxext_runtime_ref.links.model import CheckResult

FILES: dict[str, str | bytes] = {
    "b.md": (
        "# Über uns\n\n## KV codecs\n\n## More { .x #own }\n\n"
        "<a id='Raw'></a><b name='old%3Aname'></b>\n"
    ),
    "src/x.py": "import os\n\ndef stores(self):\n    return 1\n",
    "pic.png": b"\x89PNG\0",
    "logo.svg": "<svg><g id='part'/></svg>",
    "paper.pdf": b"%PDF\0",
    "page.html": "<p id='Sec'><p id='v-1'>",
    "notes.rst": "Title\n=====\n\n.. _my target:\n\nSub Title\n---------\n",
    "doc.adoc": "= Title\n",
    "n.ipynb": '{"cells": [{"cell_type": "markdown", "source": "## Aside: `C++` &amp; *me*"}]}',
    "lib/README.md": "# Usage\n",
    "old/README.rst": "The use\n=======\n",
    "both/README.rst": "There\n=====\n",
    "both/README.md": "# Here\n",
    "bare/x.txt": "x",
    "wide.txt": "a\nb".encode("utf-16")[:-1],
}


def verdict(
    root: Path, text: str, files: Mapping[str, str | bytes] = FILES, **settings: Any
) -> CheckResult:
    """Check a document with one link, closely and quickly."""
    write(root, {**files, "a.md": text})
    (result,) = check_documents(root, ["a.md"], Settings(**settings))
    (quick,) = find_problems(root, ["a.md"], Settings(**settings), RunOptions(workers=1))
    assert quick.results == ((result,) if result.status in {"broken", "ignored"} else ())
    assert quick.working == (result.status == "working")
    return result


@pytest.mark.parametrize(
    ("uri", "target"),
    [
        ("b.md", "b.md"),
        ("b.md#über-uns", "b.md"),
        ("b.md#%C3%BCber-uns", "b.md"),
        ("b.md#ÜBER-UNS", "b.md"),
        ("b.md#kv-codecs", "b.md"),
        ("b.md#user-content-kv-codecs", "b.md"),
        ("b.md#raw", "b.md"),
        ("b.md#old%3Aname", "b.md"),
        ("b.md#top", "b.md"),
        ("b.md#", "b.md"),
        ("b.md?view=full#kv-codecs", "b.md"),
        ("b.md?plain=1#L3", "b.md"),
        ("#", "a.md"),
        ("#top", "a.md"),
        ("?raw=1", "a.md"),
        ("src/x.py#L1-L4", "src/x.py"),
        ("src/x.py#L3C5-L3C18", "src/x.py"),
        ("wide.txt#L2", "wide.txt"),
        ("pic.png#gh-dark-mode-only", "pic.png"),
        ("pic.png#gh-light-mode-only", "pic.png"),
        ("pic.png#only-light", "pic.png"),
        ("logo.svg#only-dark", "logo.svg"),
        ("logo.svg#part", "logo.svg"),
        ("logo.svg#svgView(viewBox(0,0,9,9))", "logo.svg"),
        ("paper.pdf#page=3", "paper.pdf"),
        ("page.html#Sec", "page.html"),
        ("page.html#L1C2", "page.html"),
        ("n.ipynb#aside-c--me", "n.ipynb"),
        ("n.ipynb#Aside:-C++-&-me", "n.ipynb"),
        ("notes.rst#sub-title", "notes.rst"),
        ("notes.rst#my-target", "notes.rst"),
        ("lib", "lib"),
        ("lib/#usage", "lib/README.md"),
        ("lib#readme", "lib/README.md"),
        ("bare/", "bare"),
        ("old/#the-use", "old/README.rst"),
        ("both/#here", "both/README.md"),
    ],
)
def test_good(tmp_path: Path, uri: str, target: str) -> None:
    found = verdict(tmp_path, f"[x](<{uri}>)")
    assert (found.status, found.target, found.info) == ("working", target, "")


@pytest.mark.parametrize(
    ("uri", "kind", "message"),
    [
        ("c.md", "target", "'c.md': no such file or folder"),
        ("B.md", "case", "'B.md': exists only with other capitals; did you mean 'b.md'?"),
        ("./src/X.py#L1", "case", "exists only with other capitals; did you mean './src/x.py#L1'?"),
        ("x.py", "target", "no such file or folder; did you mean 'src/x.py'?"),
        ("/sr/x.py", "target", "did you mean '/src/x.py'?"),
        ("xnotes.rst", "target", "did you mean 'notes.rst'?"),
        ("src\\x.py", "target", "has backslashes, which are part of a name in a link; write /"),
        ("b.md#codecs", "anchor", "'b.md#codecs': b.md has no such heading or id"),
        ("b.md#kv_codecs", "anchor", "did you mean 'b.md#kv-codecs'?"),
        ("b.md?x=1#kv-codec", "anchor", "did you mean 'b.md?x=1#kv-codecs'?"),
        ("b.md#own", "anchor", "gives this id as {#own}, which GitHub does not read; did you"),
        ("b.md#n%C3%B6pe", "anchor", "'b.md#n%C3%B6pe': b.md has no such heading or id"),
        ("#nope", "anchor", "a.md has no such heading or id"),
        ("src/x.py#L5", "lines", "'src/x.py#L5': the file has 4 lines"),
        ("src/x.py#l3-l4", "anchor", "did you mean 'src/x.py#L3-L4'?"),
        ("b.md?plain=1#L99", "lines", "'b.md?plain=1#L99': the file has 7 lines"),
        ("logo.svg#prt", "anchor", "logo.svg has no such id; did you mean 'logo.svg#part'?"),
        (
            "src/x.py#stores",
            "anchor",
            "src/x.py is shown as text and has only lines (L10, L10-L20)",
        ),
        ("b.md#L3", "anchor", "b.md has no such heading or id"),
        ("pic.png#x", "anchor", "pic.png is a binary file, without anchors"),
        ("pic.png#L1", "anchor", "pic.png is a binary file, without anchors"),
        ("logo.svg#other", "anchor", "logo.svg has no such id"),
        ("page.html#sec", "anchor", "page.html has no such id; did you mean 'page.html#Sec'?"),
        ("n.ipynb#Aside:-C", "anchor", "did you mean 'n.ipynb#aside-c--me'?"),
        ("page.html#L2", "lines", "the file has 1 line"),
        ("page.html#v_1", "anchor", "did you mean 'page.html#v-1'?"),
        ("old/#the-us", "anchor", "no such heading or id; did you mean 'old/#the-use'?"),
        ("both/#there", "anchor", "both/README.md has no such heading or id"),
        ("bare/#x", "anchor", "leads to a folder without a README that has headings"),
        ("lib/#nope", "anchor", "lib/README.md has no such heading or id"),
        ("../a.md", "outside", "leads out of the root"),
        ("file:///etc/hosts", "target", "a file: URL works on one machine only"),
        ("C:\\a.md", "target", "a path with a drive letter works on one machine only"),
    ],
)
def test_broken(tmp_path: Path, uri: str, kind: str, message: str) -> None:
    found = verdict(tmp_path, f"[x](<{uri.replace(chr(92), chr(92) * 2)}>)")
    assert (found.status, found.kind) == ("broken", kind)
    assert message in found.message


@pytest.mark.parametrize("uri", ["", "#a", "#gone", "#", "?raw=1"])
def test_a_picture_needs_a_file(tmp_path: Path, uri: str) -> None:
    for picture in (f"![x]({uri})", f"<b title='>'></b> ![x]({uri})"):
        found = verdict(tmp_path, f"{picture}\n\n# A\n")
        assert (found.status, found.kind) == ("broken", "target")
        assert "a picture or download needs the path of a file" in found.message


@pytest.mark.parametrize(
    "text",
    ["[x](https://x.invalid)", "<me@x.invalid>", "[x](//x.invalid)", "[x](tel:1)", "[r]: gone.md"],
)
def test_unchecked(tmp_path: Path, text: str) -> None:
    assert verdict(tmp_path, text).status == "unchecked"


@pytest.mark.parametrize(
    ("document", "uri", "status"),
    [
        ("a.md", "../../issues", "unchecked"),
        ("a.md", "../../issues/new?labels=bug#x", "unchecked"),
        ("a.md", "./lib/../../../releases/latest", "unchecked"),
        ("a.md", "../../blob/v1/c.md", "unchecked"),
        ("a.md", "../..", "unchecked"),
        ("a.md", "../../", "unchecked"),
        ("lib/a.md", "../../../wiki/Home", "unchecked"),
        ("a.rst", "../../pulls", "unchecked"),
        ("a.md", "../issues", "broken"),
        ("a.md", "..", "broken"),
        ("a.md", "../../../issues", "broken"),
        ("a.md", "../../other/issues", "broken"),
        ("lib/a.md", "../../issues", "broken"),
        ("a.html", "../../issues", "broken"),
        ("a.md", "/../../issues", "broken"),
    ],
)
def test_pages_of_the_repositorys_site_are_no_files(
    tmp_path: Path, document: str, uri: str, status: str
) -> None:
    text = {"md": f"[x]({uri})", "rst": f"`x <{uri}>`_", "html": f"<a href='{uri}'>"}
    (tmp_path / "lib").mkdir()
    (tmp_path / document).write_text(text[document.rpartition(".")[2]], encoding="utf-8")
    (found,) = check_documents(tmp_path, [document], Settings())
    assert (found.status, found.kind) == (status, "outside" if status == "broken" else None)


def test_every_page_of_the_repositorys_site_is_known(tmp_path: Path) -> None:
    pages = (
        *("actions", "activity", "archive", "blame", "blob", "branches", "commit", "commits"),
        *("compare", "contributors", "deployments", "discussions", "fork", "forks", "graphs"),
        *("issues", "labels", "milestone", "milestones", "network", "packages", "projects"),
        *("pull", "pulls", "pulse", "raw", "releases", "security", "stargazers", "tags", "tree"),
        *("watchers", "wiki"),
    )
    text = "".join(f"[x](../../{page})\n" for page in pages)
    (tmp_path / "a.md").write_text(text, encoding="utf-8")
    found = check_documents(tmp_path, ["a.md"], Settings())
    assert [str(one.status) for one in found] == ["unchecked"] * len(pages)


def test_pages_of_the_site_are_two_folders_above_the_clone(tmp_path: Path) -> None:
    root = tmp_path / "pkg"
    root.mkdir()
    (tmp_path / ".git").mkdir()
    (root / "a.md").write_text("[x](../../../issues) [y](../../issues)", encoding="utf-8")
    found = check_documents(root, ["a.md"], Settings())
    assert [one.status for one in found] == ["unchecked", "broken"]


@pytest.mark.parametrize("uri", ["{{site}}/a.md", "{%url%}", "../{{x}}.md#y"])
def test_what_a_template_fills_in_is_unchecked(tmp_path: Path, uri: str) -> None:
    found = verdict(tmp_path, f"[x](<{uri}>)")
    assert (found.status, found.info) == ("unchecked", "a template's place, filled in later")


def test_a_label_that_is_no_definition_but_a_file_is_undefined(tmp_path: Path) -> None:
    for text in ("[x][b.md]", "[x][b.md] <!-- a comment -->"):
        assert verdict(tmp_path, text).kind is Kind.REFERENCE


@pytest.mark.parametrize("comment", ["", "<!-- a comment -->\n", "a line\n" * 300 + "\n"])
def test_brackets_in_the_text_of_a_link_are_no_references(tmp_path: Path, comment: str) -> None:
    text = "[[x][y] z](#a)\n[see [x][]\n](#a) ![[x][y]](#a) [[x][y]\n\n](#a)\n\n# A\n"
    results = check_documents(tmp_path, [_write(tmp_path, comment + text)], Settings())
    lines = [one.link.line for one in results if one.kind is Kind.REFERENCE]
    assert lines == [comment.count("\n") + 3]


@pytest.mark.parametrize("ending", ["md", "markdown", "mdown", "mkdn", "mkd", "MD"])
def test_headings_of_markdown_by_any_name(tmp_path: Path, ending: str) -> None:
    files = {f"b.{ending}": "# Über uns\n"}
    assert verdict(tmp_path, f"[x](b.{ending}#über-uns)", files).status == "working"
    assert verdict(tmp_path, f"[x](b.{ending}#uns)", files).kind is Kind.ANCHOR


@pytest.mark.parametrize(
    "ending",
    ["adoc", "asciidoc", "asc", "org", "textile", "mediawiki", "wiki", "creole", "rdoc", "pod"],
)
def test_anchors_of_other_markup_are_not_guessed(tmp_path: Path, ending: str) -> None:
    found = verdict(tmp_path, f"[x](doc.{ending}#title)", {f"doc.{ending}": "= Title\n"})
    assert (found.status, found.info) == (
        "unchecked",
        f"the anchors of .{ending} files are not read",
    )


def test_an_undefined_reference_names_the_near_label(tmp_path: Path) -> None:
    results = check_documents(
        tmp_path, [_write(tmp_path, "[x][codecs] and [y][]\n\n[codec]: #\n")], Settings()
    )
    assert [result.message for result in results if result.status == "broken"] == [
        "'codecs': no reference of this label is defined; did you mean 'codec'?",
        "'y': no reference of this label is defined",
    ]


def test_a_target_that_cannot_be_read_says_so(tmp_path: Path) -> None:
    found = verdict(tmp_path, "[x](big.md#x)", {"big.md": ""})
    assert found.kind is Kind.ANCHOR
    with (tmp_path / "big.md").open("wb") as stream:
        stream.truncate(65 * 2**20)
    (again,) = check_documents(tmp_path, ["a.md"], Settings())
    assert again.message == "'big.md#x': big.md can't be read: larger than 64 MB"
    assert again.kind is Kind.DOCUMENT


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[x](src/x.py#L3 'def stores')", None),
        ("[x](src/x.py#L1-L4 'def  stores')", None),
        ("[x](src/x.py#L1)", None),
        ("[x](b.md#kv-codecs 'a title')", None),
        ("<a href='src/x.py#L1'>x</a>", None),
        ("[x](src/x.py#L1 'e')", "'e' is not there, but at line 3, 4"),
        ("[x](src/x.py#L1 'def stores')", "moved to line 3; did you mean 'src/x.py#L3'?"),
        ("[x](src/x.py#L1-L2 'def stores')", "did you mean 'src/x.py#L3-L4'?"),
        ("[x](src/x.py#L1 'r')", "'r' is not there, but at line"),
        ("[x](src/x.py#L4 'import  os')", "moved to line 1; did you mean 'src/x.py#L1'?"),
        ("[x](src/x.py#L1-L2 'return')", "'return' is not there, but at line 4"),
        ("[x](src/x.py#L1 'gone')", "'gone' is not there, nor anywhere else in the file"),
    ],
)
def test_pinned_lines(tmp_path: Path, text: str, message: str | None) -> None:
    text = text.replace("#L1 'r'", "#L2 'r'")
    found = verdict(tmp_path, text, line_anchors="pinned")
    assert (found.status == "working") == (message is None)
    assert message is None or (found.kind is Kind.LINES and message in found.message)


@pytest.mark.parametrize(
    ("times", "said"), [(2, "1, 2"), (5, "1, 2, 3, 4, 5"), (6, "1, 2, 3, 4, 5, …")]
)
def test_some_of_many_pinned_lines_are_named(tmp_path: Path, times: int, said: str) -> None:
    files = {"x.py": "a = 1\n" * times + "b = 1\n"}
    found = verdict(tmp_path, f"[x](x.py#L{times + 1} 'a = 1')", files, line_anchors="pinned")
    assert found.info == f"'a = 1' is not there, but at line {said}"
    assert found.suggestion is None


def test_forbidden_lines(tmp_path: Path) -> None:
    found = verdict(tmp_path, "[x](src/x.py#L3)", line_anchors="forbid")
    assert found.kind is Kind.LINES
    assert "name a symbol of src/x.py: by the role 'source' in documents of Sphinx" in found.message
    assert verdict(tmp_path, "[x](page.html#L1)", line_anchors="forbid").kind == "lines"
    assert verdict(tmp_path, "[x](b.md#kv-codecs)", line_anchors="forbid").status == "working"
    (tmp_path / "lines.md").write_text("# L1\n", encoding="utf-8")
    assert verdict(tmp_path, "[x](lines.md#L1)", line_anchors="forbid").status == "working"


def _write(root: Path, text: str) -> str:
    (root / "a.md").write_text(text, encoding="utf-8")
    return "a.md"
