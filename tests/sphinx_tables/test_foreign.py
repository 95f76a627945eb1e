"""Markdown in cells: what is said of it is said of its place in the source."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

SOURCE = '''\
"""Notes.

[unused]: nothing.md
"""
T = {
    'a': """Text

{nope}`x`, {doc}`gone`

[y](z.md)

```{note}
![](no.png) {other}`x`
```
""",
    'b': '{third}`y`',
}
'''
TABLE = "```{declaration-table} t.py:T\n:format: value=markup\n```\n"


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("name", ["index", "part"])
def test_faults_have_their_place_in_the_source(
    project: Callable[..., Any], conf: str, jobs: int, name: str
) -> None:
    conf = conf.replace("check_links = False", "check_links = True")
    # So many lines that those of the table differ from those of the document.
    files = {"t.py": SOURCE, "docs/index.md": "# Top\n\n```{include} part.txt\n```\n"}
    files |= {f"docs/{n}.md": f"---\norphan: true\n---\n# {n}\n" for n in "abcde"}
    files |= {"docs/part.txt": TABLE}
    if name == "index":
        files["docs/index.md"] = f"# Top\n\n{TABLE}"
    build = project(files, conf).build(jobs=jobs)
    places = [line.partition(": WARNING: ")[::2] for line in build.warnings]
    start = str(build.out.parent / "t.py")
    said = [
        (place.removeprefix(start), text.partition(" [")[0].partition(" from docs/")[0])
        for place, text in places
    ]
    cell = ":docstring of T (Markdown)"
    assert said == [
        (f"{cell}:8", 'Unknown interpreted text role "nope".'),
        (f"{cell}:13", 'Unknown interpreted text role "other".'),
        (f"{cell}:16", 'Unknown interpreted text role "third".'),
        (f"{cell}:8", "unknown document: 'gone'"),
        (":10", "'z.md': no such file or folder"),
        (":13", "'no.png': no such file or folder"),
    ]
    rows = [(row["filename"], row["lineno"], row["uri"]) for row in build.report()]
    assert rows == [("../t.py", 10, "z.md"), ("../t.py", 13, "no.png")]


def test_what_follows_the_table_is_said_of_the_document(
    project: Callable[..., Any], conf: str
) -> None:
    text = f"# Top\n\n{TABLE}\n{{nope}}`x`\n"
    source = "T = {'a': 'all is *well*'}\n"
    [warning] = project({"t.py": source, "docs/index.md": text}, conf).build().warnings
    assert ":7: WARNING: Unknown interpreted text role" in warning
    assert "docs/index.md" in warning
