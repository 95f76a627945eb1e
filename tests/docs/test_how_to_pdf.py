"""*PDF, EPUB, text and man pages*: what the page shows, built as it is written."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "how-to/pdf.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^(`{4,5})markdown\n(.*?)^\1$", re.DOTALL | re.MULTILINE)
BLOCKS = [text for _, text in BLOCK.findall(PAGE)]
CONF = """
version = '1'
project = 'Tables'
author = copyright = 'us'
runtime_ref_sources = {
    'codecs': 'kestrel/attention/codecs.py',
    'routes': 'kestrel/attention/routing.py',
    'bindings': 'kestrel/moe/declarations.py',
}
"""


@pytest.mark.parametrize(
    ("builder", "name", "layout"),
    [("html", "index.html", True), ("latex", "tables.tex", False), ("text", "index.txt", False)],
)
def test_the_tables_of_the_page(
    project: Callable[..., Any], builder: str, name: str, layout: bool
) -> None:
    assert len(BLOCKS) == 2
    text = "# Top\n\n" + "\n".join(BLOCKS) + "\n{runtime:binding}`nvfp4.w13.packed`\n"
    made = project({"docs/index.md": text}, CONF)
    shutil.copytree(DOCS / "example/kestrel", made.root / "kestrel")
    build = made.build(builder)
    assert build.warnings == []
    page = (build.out / name).read_text(encoding="utf-8")
    assert ("packed pairs" in page) is layout, "all columns in HTML only"
    links = {"html": 'href="#binding-nvfp4.w13.packed"', "latex": "binding-nvfp4.w13.packed-2}]"}
    assert links.get(builder, "") in page


def test_the_commands_of_the_page_build_beside_each_other(
    project: Callable[..., Any], sphinx_build: Callable[..., Any]
) -> None:
    commands = re.findall(r"^sphinx-build (.*)$", PAGE, re.MULTILINE)
    assert len(commands) == 4
    made = project({"docs/index.md": "# Top\n\n" + BLOCKS[0]}, CONF)
    shutil.copytree(DOCS / "example/kestrel", made.root / "kestrel")
    for command in commands:
        arguments = command.replace("-M latexpdf", "-M latex").split()  # TeX is not everywhere
        done = sphinx_build(made.root, *arguments, "-W")
        assert (done.returncode, done.stderr) == (0, ""), command
