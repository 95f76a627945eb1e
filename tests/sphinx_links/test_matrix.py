"""Kinds of links, by kinds of targets, by builders: verdicts and built pages agree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

TARGETS = {
    "other.md": "",
    "other.md#two-words": "",
    "other.md#label-one": "",
    "other.md#raw-id": "",
    "other.md#deep-down": "",
    "other.md#nope": "anchor",
    "page.rst": "",
    "page.rst#inner-part": "",
    "page.rst#nope": "anchor",
    "other.html": "",
    "other.html#two-words": "",
    "other.html#nope": "anchor",
    "gone.html": "target",
    "sub/": "",
    "sub/index.md#here-i-am": "",
    "/sub/page.md": "",
    "/gone.md": "target",
    "genindex.html": "",
    "search.html": "",
    "py-modindex.html": "target",
    "_static/own.css": "",
    "extra.txt": "",
    "data.csv": "",
    "data.csv?raw=1": "",
    "my%20notes.txt": "",
    "../src/x.py": "",
    "../src/x.py#L2": "",
    "../src/x.py#L1-L2": "",
    "../src/x.py#L9": "lines",
    "../src/": "",
    "../nowhere/": "target",
    "../README.md": "",
    "../README.md#part-b": "",
    "../README.md#nope": "anchor",
    "Other.md": "case",
    "gone.md": "target",
    "../../../../../../../../etc/hostname": "outside",
    "#local": "",
    "#nope": "anchor",
    "https://example.org/x": "",
}
PICTURES = {
    "pic.png": "",
    "my%20pic.png": "",
    "pic.png?raw=1": "",
    "pic.png#gh-dark-mode-only": "",
    "../src/logo.png": "",
    "gone.png": "target",
    "Pic.png": "case",
    "../../../../../../../../etc/hostname": "outside",
    "data:image/png;base64,iVBORw0KGgo=": "",
}
FORMS = {
    "inline.md": "[{text}]({url})\n\n",
    "angle.md": "[{text}](<{url}>)\n\n",
    "reference.md": "[{text}][ref {text}]\n\n[ref {text}]: {url}\n\n",
    "html.md": '<a href="{url}">{text}</a>\n\n',
    "block.md": '<p>\n<a href="{url}">{text}</a>\n</p>\n\n',
    "note.md": "```{{note}}\nwords [{text}]({url})\n```\n\n",
    "table.md": "| a |\n|---|\n| [{text}]({url}) |\n\n",
    "embedded.rst": "`{text} <{url}>`__\n\n",
    "named.rst": "`{text}`_\n\n.. _{text}: {url}\n\n",
    "raw.rst": '.. raw:: html\n\n   <a href="{url}">{text}</a>\n\n',
}
PICTURE_FORMS = {
    "image.md": "![{text}]({url})\n\n",
    "figure.md": "```{{figure}} {url}\n:alt: {text}\n```\n\n",
    "img.md": '<img src="{url}" alt="{text}">\n\n',
    "image.rst": ".. image:: {url}\n   :alt: {text}\n\n",
}
FILES: dict[str, str | bytes] = {
    "docs/index.md": "# Root\n\n```{toctree}\n:glob:\n\n*\nsub/*\n```\n",
    "docs/other.md": (
        "# Other\n\n(label-one)=\n## Two words\n\n<a id='raw-id'></a>\n\n"
        "### C\n\n#### D\n\n##### Deep down\n"
    ),
    "docs/page.rst": "Page\n====\n\nInner part\n----------\n\ntext\n",
    "docs/sub/index.md": "# Sub\n\n## Here I am\n",
    "docs/sub/page.md": "# Sub page\n",
    "docs/_static/own.css": "a {}\n",
    "docs/_extra/extra.txt": "x\n",
    "docs/data.csv": "a,b\n",
    "docs/my notes.txt": "x\n",
    "docs/pic.png": b"\x89PNG\r\n\x1a\n\0",
    "docs/my pic.png": b"\x89PNG\r\n\x1a\n\0",
    "src/x.py": "a = 1\nb = 2\n",
    "src/logo.png": b"\x89PNG\r\n\x1a\n\0",
    "README.md": "# Readme\n\n## Part B\n",
}
CONF = (
    "html_static_path = ['_static']\nhtml_extra_path = ['_extra']\nmyst_heading_anchors = 3\n"
    "html_sidebars = {'**': []}\nshow_warning_types = True\n"
)
PLAIN_TEXT = {
    "html": {"../src/"},
    "dirhtml": {"../src/"},
    "singlehtml": {url for url in TARGETS if url.startswith(("../src/", "../README"))},
}
"""What has no address where there is no repository, and in one page also no source page."""


def stem_of(name: str) -> str:
    return name.replace(".", "-")


def local(url: str, name: str) -> str:
    return f"#local-{stem_of(name)}" if url == "#local" else url


def document(name: str, form: str, targets: dict[str, str]) -> str:
    """Write a document with a link of one form to every target; each shows its number."""
    title, stem = f"Title {name}", stem_of(name)
    anchor = f"<i id='local-{stem}'></i>"
    if name.endswith(".rst"):
        head = f"{title}\n{'=' * len(title)}\n\n.. raw:: html\n\n   {anchor}\n\n"
    else:
        head = f"# {title}\n\n{anchor}\n\n"
    numbered = enumerate(targets)
    return head + "".join(form.format(text=f"{stem}-{n}", url=local(u, name)) for n, u in numbered)


def files() -> dict[str, str | bytes]:
    forms = [*((n, f, TARGETS) for n, f in FORMS.items())]
    forms += [(n, f, PICTURES) for n, f in PICTURE_FORMS.items()]
    made = {f"docs/{stem_of(n)}.{n[-3:].strip('.')}": document(n, f, t) for n, f, t in forms}
    return {**FILES, **made}


def expected(builder: str) -> dict[tuple[str, str], str]:
    """Give the verdict on each link, by the number that it shows and its destination."""
    result = {}
    for forms, targets in ((FORMS, TARGETS), (PICTURE_FORMS, PICTURES)):
        for name in forms:
            for number, (url, kind) in enumerate(targets.items()):
                verdict = kind
                if builder == "singlehtml" and url in {"genindex.html", "search.html"}:
                    verdict = "target"
                result[f"{stem_of(name)}-{number}", local(url, name)] = verdict
    return result


@pytest.fixture
def matrix(project: Callable[..., Any]) -> Any:
    return project(files(), CONF)


@pytest.mark.parametrize("builder", ["html", "dirhtml", "singlehtml"])
def test_pages_and_verdicts_agree(builder: str, matrix: Any, crawl: Callable[..., Any]) -> None:
    build = matrix.build(builder)
    rows = verdicts_of(build)
    pages = crawl(build.out)
    differing = []
    for (text, url), verdict in expected(builder).items():
        document = text.rpartition("-")[0]
        if rows.pop((document, url), None) != verdict:
            differing.append(f"{text} {url}: not judged {verdict or 'working'}")
        shown = pages.showing(text)
        alive = [link for link in shown if link.alive or link.external]
        if bool(alive) == bool(verdict) and (shown or url not in PLAIN_TEXT[builder]):
            differing.append(f"{text} {url}: {verdict or 'working'}, but shown as {shown}")
    assert differing == []
    assert rows == {}
    assert other_warnings(build) == []


@pytest.mark.parametrize("builder", ["latex", "dummy", "locallinks"])
def test_builders_without_pages_agree(builder: str, matrix: Any) -> None:
    build = matrix.build(builder)
    wanted = {(text.rpartition("-")[0], url): v for (text, url), v in expected("").items()}
    assert verdicts_of(build) == wanted
    assert other_warnings(build) == []


def verdicts_of(build: Any) -> dict[tuple[str, str], str]:
    """Give the kind of finding by document and destination."""
    result = {}
    for row in build.report():
        key = row["filename"].rpartition(".")[0], row["uri"]
        assert key not in result
        result[key] = row["kind"] or ""
    return result


def other_warnings(build: Any) -> list[str]:
    return [line for line in build.warnings if "[runtime_ref." not in line]
