"""Pages whose links MyST renders well are left to it, until one of their targets goes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

CONF = "myst_heading_anchors = 2\nshow_warning_types = True\n"
FILES = {
    "docs/index.md": "# Root\n\n```{toctree}\n:glob:\n*\n```\n",
    "docs/a.md": "# A\n\n[b](b.md) [part](b.md#part) [label](#my-label) [run](#pkg.run)\n",
    "docs/b.md": "# B\n\n(my-label)=\n## Part\n\n```{py:function} pkg.run()\n```\n",
}


def broken(build: Any) -> list[str]:
    return [row["uri"] for row in build.report() if row["status"] == "broken"]


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("# B\n\n(my-label)=\n## Other\n\n```{py:function} pkg.run()\n```\n", ["part"]),
        ("# B\n\n## Part\n\n```{py:function} pkg.run()\n```\n", ["label"]),
        ("# B\n\n(my-label)=\n## Part\n", ["run"]),
        ("# B\n", ["part", "label", "run"]),
    ],
)
def test_targets_within_a_document_go_and_come_back(
    text: str, gone: list[str], project: Callable[..., Any], crawl: Callable[..., Any]
) -> None:
    made = project(FILES, CONF)
    build = made.build()
    assert build.warnings == []
    assert len(crawl(build.out).showing("part")) == 1
    made.write({"docs/b.md": text})
    build = made.build()
    assert len(broken(build)) == len(gone)
    assert len(build.warnings) == len(gone)
    assert build.html("a.html").count("runtime-ref-broken") == len(gone)
    assert [name for name in ("part", "label", "run") if not crawl(build.out).showing(name)] == gone
    made.write({"docs/b.md": FILES["docs/b.md"]})
    build = made.build()
    assert build.warnings == []
    assert "runtime-ref-broken" not in build.html("a.html")


def test_a_document_goes(project: Callable[..., Any], crawl: Callable[..., Any]) -> None:
    made = project({**FILES, "docs/a.md": "# A\n\n[b](b.md)\n"}, CONF)
    assert made.build().warnings == []
    (made.docs / "b.md").unlink()
    build = made.build()
    assert broken(build) == ["b.md"]
    assert len(build.warnings) == 1
    assert crawl(build.out).showing("b") == []


@pytest.mark.parametrize(
    ("more", "works"),
    [
        ("<a href='../README.md'>x</a>", True),
        ("[x](../README.md)", True),
        ("[x](b.html)", True),
        ("[x](b)", True),
        ("[x](#nowhere)", False),
    ],
)
def test_one_link_that_needs_help_is_found(
    more: str, works: bool, project: Callable[..., Any], crawl: Callable[..., Any]
) -> None:
    text = f"{FILES['docs/a.md']}\n{more}\n"
    build = project({**FILES, "docs/a.md": text, "README.md": "# R\n"}, CONF).build()
    assert [link.alive for link in crawl(build.out).showing("x")] == [True] * works
    assert len(build.warnings) == len(broken(build)) == (not works)
