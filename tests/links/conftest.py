"""A tree of many documents, and checks of all of them."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from sphinxext_runtime_ref.links.running.run import RunOptions, find_problems
from sphinxext_runtime_ref.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

OLD = 1_600_000_000


@dataclass
class Pages:
    """Documents below a root with good and broken links of many kinds."""

    root: Path

    def write(self, name: str, text: str, *, age: int = OLD) -> None:
        """Write a file that seems to be of long ago, so that its time can be believed."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        os.utime(path, (age, age))

    def documents(self) -> list[str]:
        """Give the paths of all documents."""
        found = (path.relative_to(self.root).as_posix() for path in self.root.rglob("*"))
        return sorted(path for path in found if path.endswith((".md", ".rst")))

    def problems(
        self, how: RunOptions | None = None, settings: Settings | None = None
    ) -> list[Any]:
        """Check all documents: for each, what is wrong and how many links are good."""
        found = find_problems(self.root, self.documents(), settings or Settings(), how)
        return [(checked.results, checked.working) for checked in found]


@pytest.fixture
def pages(tmp_path: Path) -> Pages:
    """Make the tree."""
    made = Pages(tmp_path / "root")
    for number in range(30):
        made.write(
            f"part{number % 4}/page{number:02}.md",
            f"# Page {number}\n\n[a](page{number + 4:02}.md#page-{number + 4})\n"
            f"[b](../part{(number + 1) % 4}/page{number + 1:02}.md) [c](#page-{number})\n"
            f"[d](../src/x.py#L{number}) [e](https://x.invalid) [f](GONE.md)\n",
        )
    made.write("src/x.py", "x = 1\n" * 10)
    made.write("extra.rst", "`x <part0/page00.md>`_ `y <gone.md>`_\n")
    return made
