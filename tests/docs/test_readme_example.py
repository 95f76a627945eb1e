"""The thirty seconds of the README, in both languages, and the message that it shows."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
THIRTY_SECONDS = README.split("## In thirty seconds")[1].split("## What it does")[0]
BLOCKS = {
    kind: text
    for _, kind, text in re.findall(
        r"^(`{3,})(\w+)\n(.*?)^\1$", THIRTY_SECONDS, re.DOTALL | re.MULTILINE
    )
    if kind != "sh"
}
COMMANDS = re.findall(r"^(runtime-ref [^#\n]+?) *(?:#.*)?$", THIRTY_SECONDS, re.MULTILINE)
SOURCES = {
    "src/app/envs.py": """import os
from typing import Any, Callable

APP_PORT: int = 8000

environment_variables: dict[str, Callable[[], Any]] = {
    # Where to listen.
    "APP_PORT": lambda: int(os.getenv("APP_PORT", "8000")),
    "HOME": lambda: os.getenv("HOME"),
}
""",
    "src/app/cache.py": "class Cache:\n    def evict(self): ...\n",
    "src/app/modes.py": "from enum import Enum\n\n\nclass Mode(Enum):\n    EAGER = 1\n",
    "README.md": "# App\n\nRead [the docs](docs/).\n",
}


@pytest.mark.parametrize(("kind", "name"), [("markdown", "index.md"), ("rst", "index.rst")])
def test_the_example_builds_as_it_is_written(
    project: Callable[..., Any], kind: str, name: str
) -> None:
    title = "# Top\n\n" if kind == "markdown" else "Top\n===\n\n"
    made = project({**SOURCES, f"docs/{name}": title + BLOCKS[kind]}, BLOCKS["python"])
    build = made.build()
    assert build.warnings == []
    page = build.html()
    assert "Where to listen." in page
    assert "8000" in page
    assert ">HOME<" not in page, "the condition holds"
    assert '<a class="runtime-ref-source' in page


def test_the_message_is_the_one_that_is_said(project: Callable[..., Any]) -> None:
    name, line = re.findall(r"^docs/(design\.md):(\d+): ", BLOCKS["text"])[0]
    uri = re.findall(r"WARNING: '([^']+)'", BLOCKS["text"])[0]
    above = "\n" * (int(line) - 3)
    files = {
        "docs/index.md": f"# Top\n\n```{{toctree}}\n{name}\ncache.md\n```\n",
        f"docs/{name}": f"# Design\n\n{above}See [eviction]({uri}).\n",
        "docs/cache.md": "# Cache\n\n## Eviction\n\nText.\n",
    }
    conf = "myst_heading_anchors = 3\nshow_warning_types = True\n"  # the default from 8.0 on
    said = project(files, conf).build().warnings
    assert [line.split("/docs/")[-1] for line in said] == [
        BLOCKS["text"].removeprefix("docs/").strip()
    ]


def test_the_commands_work(project: Callable[..., Any], run: Callable[..., Any]) -> None:
    project({**SOURCES, "docs/index.md": "# Top\n\n[code](../src/app/modes.py#L4)\n"})
    assert len(COMMANDS) == 2
    for command in COMMANDS:
        done = run(*command.split()[1:])
        assert done.returncode == 0, done.stdout + done.stderr
    assert '"EAGER"' in done.stdout
