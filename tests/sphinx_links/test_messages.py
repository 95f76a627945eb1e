"""What is said of a link in a Sphinx project: verdict, reason, target and suggestion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

URL = "https://github.com/org/repo/blob/v1"
CONF = (
    "myst_heading_anchors = 2\nshow_warning_types = True\n"
    "runtime_ref_source_url = 'https://github.com/org/repo'\n"
    "runtime_ref_source_revision = 'v1'\n"
)
TOC = "\n```{toctree}\n:glob:\n\n*\nsub/*\n```\n"
FILES: dict[str, str | bytes] = {
    "docs/index.md": f"# Root\n{TOC}",
    "docs/o.md": "# Other\n\n(my_label)=\n\n## Two\n\n(sec:one)=\n\n## One\n",
    "docs/set-up.md": "# Set-up\n\n## Installation of drivers\n",
    "docs/sub/index.md": "# S\n",
    "docs/p.png": "x",
    "pic.png": b"\0",
    "src/x.py": "a = 1\nl2 = 2\n",
    "lib/README.md": "# Usage\n",
}
NO_ID = "has no such heading or id"
NOT_HERE = "no such heading, id, label or object"
NO_LABEL = "no such label, document or object"
NO_FILE = "no such file or folder"
MACHINE = "names a file of one machine; write a relative path"
CODE = "src/x.py is shown as text and has only lines (L10, L10-L20)"
OFF = "exists, but this renderer cannot follow the link (rewrite_links is off)"

GOOD = {
    "#my_label": (None, "found by the renderer"),
    "my_label": (None, "found by the renderer"),
    "sec:one": (None, "found by the renderer"),
    "o": (None, "found by the renderer"),
    "o.md": ("docs/o.md", ""),
    "o/": ("docs/o.md", ""),
    "o.md?plain=1#L3": ("docs/o.md", ""),
    "o.md?plain=1#two": ("docs/o.md", ""),
    "sub/": ("docs/sub/index.md", ""),
    "sub/.": ("docs/sub/index.md", ""),
    "sub/..": ("docs/index.md", ""),
    ".": ("docs/index.md", ""),
    "../src/": ("src", ""),
    "../src/#top": ("src", ""),
    "../lib/#usage": ("lib/README.md", ""),
    f"{URL}/src/x.py#L2": ("src/x.py", ""),
    f"{URL}/src": ("src", ""),
}
BAD = {
    "#nope": ("anchor", NOT_HERE, None),
    "#my_lable": ("anchor", NOT_HERE, "#my_label"),
    "o.md#nope": ("anchor", f"o.md {NO_ID}", None),
    "set-up.md#install-drivers": (
        "anchor",
        f"set-up.md {NO_ID}",
        "set-up.md#installation-of-drivers",
    ),
    "o.md#twoo": ("anchor", f"o.md {NO_ID}", "o.md#two"),
    "o.html#MY-LABEL": ("anchor", f"o.md {NO_ID}", "o.html#my-label"),
    "o.md?plain=1#L99": ("lines", "the file has 9 lines", None),
    "genindex.html#nope": ("anchor", "the page genindex.html has no such id", None),
    "nowhere": ("target", NO_LABEL, None),
    "sec:onne": ("target", NO_LABEL, "sec:one"),
    "gone.md": ("target", NO_FILE, None),
    "%2e%2e/%2e%2e/gone.md": ("outside", "leads out of the root", None),
    "package.module.Gone": ("target", "no such file, label or object", None),
    "../src/#x": ("anchor", "is a folder without an index or a README.md", None),
    "../lib/#usagee": ("anchor", f"lib/README.md {NO_ID}", "../lib/#usage"),
    "../pic.png#x": ("anchor", "pic.png is a binary file, without anchors", None),
    "../src/x.py#l2": ("anchor", CODE, "../src/x.py#L2"),
    "C:/a.md": ("target", MACHINE, None),
    "file:///etc/hosts": ("target", MACHINE, None),
    "FILE:/a 'title'": ("target", MACHINE, None),
    f"{URL}/src/gone.py": ("target", NO_FILE, None),
    f"{URL}/src/x.py#L9": ("lines", "the file has 2 lines", None),
    f"{URL}/src/x.py#l2": ("anchor", CODE, f"{URL}/src/x.py#L2"),
    f"{URL}/lib/README.md#usagee": (
        "anchor",
        f"lib/README.md {NO_ID}",
        f"{URL}/lib/README.md#usage",
    ),
}
PICTURES = {
    "gone.png": ("target", NO_FILE, None),
    "p.pngs": ("target", NO_FILE, None),
    "none.*": ("target", "no such file in any format", None),
    "../src": ("target", "is a folder, not a file", None),
}


def rows(build: Any) -> dict[str, dict[str, Any]]:
    return {row["uri"]: row for row in build.report() if row["filename"].startswith("d.")}


def markdown(uris: list[str], mark: str = "") -> str:
    return "".join(f"{mark}[x{number}]({uri})\n\n" for number, uri in enumerate(uris))


def test_good_links_have_a_target(project: Callable[..., Any]) -> None:
    text = f"# Doc\n\n{markdown(list(GOOD))}![x](p.*) {{download}}`y <o.md#no>`\n"
    build = project({**FILES, "docs/d.md": text}, CONF).build()
    found = rows(build)
    # what is copied has no anchors
    wanted = {**GOOD, "p.*": ("docs/p.png", ""), "o.md#no": ("docs/o.md", "")}
    assert {uri: (row["target"], row["info"]) for uri, row in found.items()} == wanted
    assert {row["status"] for row in found.values()} == {"working"}
    assert build.warnings == []


@pytest.mark.parametrize("angle", [False, True])
def test_broken_links_have_a_reason(project: Callable[..., Any], *, angle: bool) -> None:
    written = [f"<{uri}>" if angle and " " not in uri else uri for uri in BAD]
    text = f"# Doc\n\n{markdown(written)}{markdown(list(PICTURES), '!')}"
    build = project({**FILES, "docs/d.md": text}, CONF).build()
    assert {
        uri: (row["kind"], row["info"], row["suggestion"]) for uri, row in rows(build).items()
    } == {uri.partition(" ")[0]: said for uri, said in {**BAD, **PICTURES}.items()}
    assert len(build.warnings) == len(BAD) + len(PICTURES)


def test_reasons_in_restructured_text(project: Callable[..., Any]) -> None:
    wanted = {
        "#nope": ("anchor", f"this document {NO_ID}", None),
        "#documnt": ("anchor", f"this document {NO_ID}", "#document"),
        "#my_lable": ("anchor", f"this document {NO_ID}", None),
        "o.html#nope": ("anchor", f"o.md {NO_ID}", None),
        "gone.html": ("target", NO_FILE, None),
        "o": ("target", NO_FILE, "o.md"),
        "my_label": ("target", NO_FILE, None),
    }
    links = "".join(f"`x{number} <{uri}>`__\n\n" for number, uri in enumerate(wanted))
    more = ":download:`../src`\n\n.. image:: none.*\n\n`y <o.html#two>`__\n"
    text = f"Document\n========\n\n{links}{more}"
    found = rows(project({**FILES, "docs/d.rst": text}, CONF).build())
    assert found.pop("o.html#two")["target"] == "docs/o.md"
    assert {uri: (row["kind"], row["info"], row["suggestion"]) for uri, row in found.items()} == {
        **wanted,
        "../src": ("target", "is a folder, not a file", None),
        "none.*": ("target", "no such file in any format", None),
    }


def test_what_the_renderer_alone_can_follow(project: Callable[..., Any]) -> None:
    able = ["o.md", "o.md#two", "#two", "o", "my_label", "../src/x.py", f"{URL}/src/x.py#L2"]
    unable = {
        "o.html": "target",
        "sub/": "target",
        ".": "target",
        "genindex.html": "target",
        "../src/": "target",
        "../src/x.py#L2": "lines",
        "../lib/README.md#usage": "anchor",
        "../lib/#usage": "anchor",
    }
    pictures = {"p%2Epng": "target", "p.png?raw=1": "target"}
    text = f"# Doc\n\n## Two\n\n{markdown([*able, *unable])}{markdown(['p.png', *pictures], '!')}"
    text += "[y](irc://x.invalid)\n"
    conf = f"{CONF}runtime_ref_rewrite_links = False\n"
    found = rows(project({**FILES, "docs/d.md": text}, conf).build())
    assert found.pop("irc://x.invalid")["info"] == NO_LABEL
    broken = {uri: row["kind"] for uri, row in found.items() if row["status"] == "broken"}
    assert broken == {**unable, **pictures}
    assert {found[uri]["info"] for uri in broken} == {OFF}
    assert found["../src/x.py#L2"]["target"] == "src/x.py"


@pytest.mark.parametrize("builder", ["html", "latex", "text"])
def test_a_picture_or_download_needs_a_file(project: Callable[..., Any], builder: str) -> None:
    text = "# A\n\n![a]()\n\n![b](#a) ![c](?raw=1)\n\n{download}`#a`\n\n[d](#)\n"
    build = project({"docs/index.md": text}, CONF).build(builder)
    said = "a picture or download needs the path of a file [runtime_ref.target]"
    assert [line.partition("index.md:")[2] for line in build.warnings] == [
        f"3: WARNING: {said}",
        f"5: WARNING: '#a': {said}",
        f"5: WARNING: '?raw=1': {said}",
        f"7: WARNING: '#a': {said}",
    ]
