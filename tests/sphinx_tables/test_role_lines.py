"""What is wrong with a role is said with the role's own line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

MARKDOWN = """\
# Top

Some text, and
{runtime:row}`gone` in the second line,
{source}`t.py#GONE` in the third,
``{runtime:row}`gone` `` as code, {runtime:row}`gone` again
and {runtime:row}`a title
<lost>` over two.

- An item
  {source}`t.py#GONE`

  > quoted {runtime:row}`over
  > there`

| A | B |
|---|---|
| x | y |
| x | {runtime:row}`gone` |

```{note}
Text

Text and
{source}`t.py#GONE`
```

```{include} part.txt
```
"""
RST = """\
Top
===

Some text, and
:runtime:row:`gone` in the second line,
:source:`t.py#GONE` in the third,
:runtime:row:`gone` again
and :runtime:row:`a title
<lost>` over two.

- An item
  :source:`t.py#GONE`

  `there`:runtime:row:

.. list-table::

   * - x
     - y
   * - x
     - * :runtime:row:`gone`

.. note::

   Text

   Text and
   :source:`t.py#GONE`

.. include:: part.txt
"""
CASES = {
    "md": (MARKDOWN, "Text\n\n{runtime:row}`gone`\n"),
    "rst": (RST, "Text\n\n:runtime:row:`gone`\n"),
}
LINES = {
    "md": [4, 5, 6, 7, 11, 13, 19, 25],
    "rst": [5, 6, 7, 8, 12, 14, 21, 28],
}


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("ending", CASES)
def test_each_role_has_its_line(project: Callable[..., Any], ending: str, jobs: int) -> None:
    text, part = CASES[ending]
    files = {"t.py": "T = {'a': 1}\n", f"docs/index.{ending}": text, "docs/part.txt": part}
    made = project(files, "exclude_patterns = ['part.txt']\n")
    for build in (made.build(jobs=jobs), made.build(jobs=jobs)):
        found = [re.match(r"\S+/(\S+?):(\d*): WARNING: ", line) for line in build.warnings]
        places = sorted((place[1], int(place[2] or 0)) for place in found if place)
        own = [(f"index.{ending}", line) for line in LINES[ending]]
        assert places == [*own, ("part.txt", 3)]


def test_what_two_documents_include_has_its_line_in_both(project: Callable[..., Any]) -> None:
    include = "# Top\n\n```{include} part.txt\n```\n"
    files = {f"docs/{name}.md": include for name in ("index", "b", "c", "d", "e", "f")}
    part = "Text\nand\n{source}`t.py#GONE`\n"
    made = project({**files, "docs/part.txt": part}, "exclude_patterns = ['part.txt']\n")
    said = [line for line in made.build(jobs=2).warnings if "t.py#GONE" in line]
    assert len(said) == 6
    assert all("docs/part.txt:3: WARNING: 't.py#GONE'" in line for line in said)
