"""The directives ``declaration-coverage`` and ``declaration-changes``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from bs4 import BeautifulSoup

from tests.folders import git

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def parse(html: str) -> Any:
    """Parse a built page."""
    return BeautifulSoup(html, "html.parser")


COVERAGE = """\
# Top

```{declaration-coverage} pkg/limits.py:LIMITS
:documents: guide.md
- mask: internal, see the design
```

```{toctree}
guide
```
"""


def test_missing_and_stale_names_are_said(
    project: Callable[..., Any], sources: dict[str, str], conf: str
) -> None:
    guide = "# Guide\n\n- `retries`: how often\n- `strict`: or not\n- `batch_token`: how many\n"
    made = project({**sources, "docs/index.md": COVERAGE, "docs/guide.md": guide}, conf)
    build = made.build()
    missing, stale = build.warnings
    assert "docs/index.md:3: WARNING: pkg/limits.py:5" in missing
    assert "1 of 4 names are in no document: 'batch_tokens'" in missing
    assert "guide.md:5:4: 'batch_token' is listed, but not declared" in stale
    assert "did you mean 'batch_tokens'?" in stale
    assert "[runtime_ref.coverage]" in missing
    page = parse(build.html())
    box = page.select_one(".runtime-ref-coverage")
    [link] = box.select("a")
    assert link.get_text() == "batch_tokens"
    assert link["href"] == "_source/pkg/limits.py.html#L5"
    assert [text.get_text() for text in box.select(":scope > p")] == [
        "2 of 4 names are documented.",
        "Missing:",
        "Left out on purpose:",
    ]
    *_, excluded = box.select("li")
    assert excluded.get_text(strip=True) == "mask: internal, see the design"


def test_missing_names_are_said_and_linked_in_every_build(
    project: Callable[..., Any], sources: dict[str, str], conf: str
) -> None:
    files = {**sources, "docs/index.md": COVERAGE, "docs/guide.md": "# Guide\n\n`retries`\n"}
    made = project(files, conf)
    first = made.build().warnings
    assert "2 of 4 names are in no document" in first[0]
    assert made.build().warnings == first
    made.write({"docs/guide.md": "# Guide\n\n```{declaration-table} pkg/limits.py:LIMITS\n```\n"})
    [link, *_] = parse(made.build().html()).select(".runtime-ref-coverage a")
    assert link["href"].startswith("guide.html#row-LIMITS.")


def test_a_name_that_is_listed_on_purpose_is_accepted(
    project: Callable[..., Any], sources: dict[str, str], conf: str
) -> None:
    guide = "# Guide\n\n- `retries`\n- `strict`\n- `batch_tokens`\n- `old`\n"
    index = COVERAGE.replace("mask:", "old: *removed*\nmask:")
    build = project({**sources, "docs/index.md": index, "docs/guide.md": guide}, conf).build()
    assert build.warnings == []
    box = parse(build.html()).select_one(".runtime-ref-coverage")
    assert [text.get_text() for text in box.select(":scope > p")] == [
        "3 of 4 names are documented.",
        "Left out on purpose:",
        "Listed on purpose:",
    ]
    assert box.select("li")[-1].get_text(strip=True) == "old: *removed*"


def test_a_mended_document_is_seen(
    project: Callable[..., Any], sources: dict[str, str], conf: str
) -> None:
    made = project({**sources, "docs/index.md": COVERAGE, "docs/guide.md": "# Guide\n"}, conf)
    assert len(made.build().warnings) == 1
    made.write({"docs/guide.md": "# Guide\n\nbatch_tokens, retries and strict\n"})
    build = made.build()
    assert build.warnings == []
    assert "3 of 4 names are documented." in build.html()


@pytest.mark.parametrize(
    "block",
    [
        "```{declaration-coverage} pkg/limits.py:LIMITS\n:documents: index.*\n\n- mask: why\n```\n",
        ":::{declaration-coverage} pkg/limits.py:LIMITS\n- mask: why\n:::\n",
        "```{eval-rst}\n.. declaration-coverage:: pkg/limits.py:LIMITS\n\n   mask: why\n\n```\n",
    ],
)
def test_what_a_directive_excludes_is_not_documented_by_it(
    project: Callable[..., Any], sources: dict[str, str], conf: str, block: str
) -> None:
    text = f"# Top\n\nbatch_tokens, retries and strict\n\n{block}\nThe end.\n"
    build = project({**sources, "docs/index.md": text}, conf).build()
    assert build.warnings == []
    assert "3 of 4 names are documented." in build.html()


@pytest.mark.parametrize("glob", ["/g/*.md", "/?/[a-c].md", "**/?.md"])
def test_a_named_table_and_globs(
    project: Callable[..., Any], sources: dict[str, str], conf: str, glob: str
) -> None:
    text = f"# Top\n\n```{{declaration-coverage}} kv-codec-table\n:documents: {glob}\n```\n"
    made = project(
        {
            **sources,
            "docs/index.md": text + "\n```{toctree}\n:glob:\ng/*\n```\n",
            "docs/g/a.md": "# A\n\nFP16\n",
            "docs/g/b.md": "# B\n\nFP8\n",
        },
        conf,
    )
    [warning] = made.build().warnings
    assert "'BF16'" in warning
    made.write({"docs/g/c.md": "# C\n\nBF16\n"})
    assert made.build().warnings == []


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (":documents: none*.md", "no document matches 'none*.md'"),
        (":documents: gone.md", "gone.md: can't be read"),
        (":documents: ../../../etc/hosts", "lies outside the root"),
        ("- mask", "expected an exclusion 'NAME: reason', got '- mask'"),
        ("- mask:", "the exclusion of 'mask' needs a reason"),
        (":column: kye", "no row has a column 'kye' (did you mean 'key'?)"),
        ("- nothing: it is not there", "the exclusion of 'nothing' excuses nothing"),
    ],
)
def test_what_is_wrong_with_a_coverage_directive_is_said(
    project: Callable[..., Any], sources: dict[str, str], conf: str, body: str, message: str
) -> None:
    table = "```{declaration-coverage} pkg/limits.py:LIMITS"
    text = f"# Top\n\nretries, batch_tokens, strict, mask\n\n{table}\n{body}\n```\n"
    build = project({**sources, "docs/index.md": text}, conf).build()
    [warning] = build.warnings
    assert "docs/index.md:5: WARNING: " in warning
    assert message in warning


CHANGES = "# Top\n\n```{declaration-changes} pkg/limits.py:LIMITS\n:since: v1\n```\n"


def begin_history(root: Path) -> None:
    """Commit all files to a new repository."""
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "one")


def test_changes_since_a_tag(
    project: Callable[..., Any], sources: dict[str, str], conf: str
) -> None:
    made = project({**sources, "docs/index.md": CHANGES}, conf)
    begin_history(made.root)
    git(made.root, "tag", "v1")
    build = made.build()
    assert build.warnings == []
    assert parse(build.html()).select("section > p")[0].get_text() == (
        "pkg/limits.py:LIMITS: nothing changed since v1."
    )
    limits = sources["pkg/limits.py"]
    limits = limits.replace("8192", "4096").replace('"retries": 3', '"tries": 3')
    made.write({"pkg/limits.py": limits})
    build = made.build()
    assert build.warnings == []
    page = parse(build.html())
    assert page.select("section > p")[0].get_text() == "pkg/limits.py:LIMITS since v1:"
    parts = page.select_one("dl.runtime-ref-changes")
    assert [term.get_text() for term in parts.select("dt")] == [
        "Added (1)",
        "Changed (1)",
        "Removed (1)",
    ]
    assert [" ".join(item.get_text().split()) for item in parts.select("dd")] == [
        "tries",
        "batch_tokens: value 8192 → 4096",
        "retries",
    ]


def test_two_revisions_are_named_in_the_language_of_the_page(
    project: Callable[..., Any], sources: dict[str, str], conf: str
) -> None:
    text = CHANGES.replace(":since: v1", ":since: v1\n:until: v2")
    made = project({**sources, "docs/index.md": text}, conf)
    begin_history(made.root)
    git(made.root, "tag", "v1")
    made.write({"pkg/limits.py": sources["pkg/limits.py"].replace("8192", "4096")})
    git(made.root, "commit", "-qam", "two")
    git(made.root, "tag", "v2")
    page = parse(made.build(language="de").html())
    assert page.select("section > p")[0].get_text() == "pkg/limits.py:LIMITS von v1 bis v2:"
    assert page.select_one("dl.runtime-ref-changes dt").get_text() == "Geändert (1)"


def test_a_branch_that_moved_is_read_again(
    project: Callable[..., Any], sources: dict[str, str], conf: str
) -> None:
    text = CHANGES.replace(":since: v1", ":since: base")
    made = project({**sources, "docs/index.md": text}, conf)
    begin_history(made.root)
    git(made.root, "branch", "base")
    made.write({"pkg/limits.py": sources["pkg/limits.py"].replace("8192", "4096")})
    git(made.root, "commit", "-qam", "two")
    assert "Changed (1)" in made.build().html()
    git(made.root, "branch", "-f", "base", "HEAD")
    build = made.build()
    assert build.warnings == []
    assert "nothing changed since base." in build.html()


def test_a_declaration_that_is_new_is_all_added(
    project: Callable[..., Any], sources: dict[str, str], conf: str
) -> None:
    limits = sources.pop("pkg/limits.py")
    made = project({**sources, "docs/index.md": CHANGES}, conf)
    begin_history(made.root)
    git(made.root, "tag", "v1")
    made.write({"pkg/limits.py": limits})
    build = made.build()
    assert build.warnings == []
    assert "Added (4)" in build.html()


@pytest.mark.parametrize(
    ("option", "message"),
    [(":since: v9", "v9"), (":columns: key", "option 'since' is missing")],
)
def test_what_is_wrong_with_a_changes_directive_is_said(
    project: Callable[..., Any], sources: dict[str, str], conf: str, option: str, message: str
) -> None:
    made = project({**sources, "docs/index.md": CHANGES.replace(":since: v1", option)}, conf)
    git(made.root, "init", "-q")
    [warning] = made.build().warnings
    assert "docs/index.md:3: WARNING: " in warning
    assert message in warning
