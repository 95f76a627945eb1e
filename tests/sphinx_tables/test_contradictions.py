"""Defaults that contradict each other: a warning of its own, once for what is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable

    Run = Callable[..., subprocess.CompletedProcess[str]]

ENV = """\
import os
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    APP_PORT: int = 8000
    APP_SIZE: int = 1
    APP_NAME: str = "x"
ENV = {
    "APP_PORT": lambda: int(os.getenv("APP_PORT", "8080")),
    "APP_SIZE": lambda: int(os.getenv("APP_SIZE", "2")),
    "APP_NAME": lambda: os.getenv("APP_NAME", "x"),
}
"""
TABLE = "```{{declaration-table}} env.py:ENV\n:where: {where}\n:no-index:\n```\n"
FILES = {
    "env.py": ENV,
    "docs/index.md": "# Top\n\n```{toctree}\nb\nc\n```\n",
    "docs/b.md": "# B\n\n" + TABLE.format(where="key == 'APP_NAME'"),
    "docs/c.md": "# C\n\n" + 2 * TABLE.format(where="key != 'APP_SIZE'"),
}
SAID = "env.py:8:5: {}the annotation declares the default 8000, the registry gives 8080"


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_contradiction_of_a_shown_row_is_told_once_in_every_build(
    project: Callable[..., Any], jobs: int
) -> None:
    more = {f"docs/d{n}.md": f"---\norphan: true\n---\n\n{FILES['docs/c.md']}" for n in range(8)}
    made = project({**FILES, **more}, "show_warning_types = True\n")
    for build in (made.build(jobs=jobs), made.build(jobs=jobs)):
        [warning] = build.warnings
        assert warning.endswith(
            f"docs/c.md:3: WARNING: {SAID.format('APP_PORT: ')} [runtime_ref.default]"
        )


def test_it_can_be_accepted_alone(project: Callable[..., Any]) -> None:
    broken = "```{declaration-table} env.py:GONE\n```\n"
    made = project({**FILES, "docs/b.md": f"# B\n\n{broken}"})
    [warning] = made.build(suppress_warnings=["runtime_ref.default"]).warnings
    assert "'GONE' is not declared" in warning


def test_commands_say_it_of_what_they_show_and_once(project: Callable[..., Any], run: Run) -> None:
    made = project(FILES)
    said = f"{SAID.format('')}\n".replace("5: ", "5: warning: APP_PORT: ")
    command = ("env.py:ENV", "--root", ".", "--where", "key != 'APP_SIZE'")
    assert run("dump", *command).stderr == said
    assert run("coverage", "env.py:ENV", "docs/b.md", *command[1:], "--quiet").stderr == said
    (made.root / "pyproject.toml").write_text(
        "[tool.runtime-ref.tables.one]\nsource = 'env.py:ENV'\n"
        "[tool.runtime-ref.tables.two]\nsource = 'env.py:ENV'\n"
    )
    said += (
        said.replace("PORT", "SIZE").replace(":8:", ":9:").replace("8000", "1").replace("8080", "2")
    )
    assert run("dump", "--root", ".").stderr == said


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("int = 8000", "int = 8000  # runtime-ref: ignore"),
        ('"8080")),', '"8080")),  # runtime-ref: ignore'),
        ('    "APP_PORT"', '    # Port of the server.\n    # runtime-ref: ignore\n    "APP_PORT"'),
        ('"8080")),', '"8080")),  # The port.  # noqa: X  # runtime-ref: ignore - see the notes'),
    ],
)
def test_one_can_be_accepted_where_it_is_declared(
    project: Callable[..., Any], old: str, new: str
) -> None:
    page = "# Top\n\n```{declaration-table} env.py:ENV\n:columns: key, doc\n```\n"
    made = project({"env.py": ENV.replace(old, new), "docs/index.md": page})
    build = made.build()
    [warning] = build.warnings
    assert "APP_SIZE: the annotation declares the default 1" in warning
    assert ": ignore" not in build.html()


def test_a_comment_that_accepts_nothing_is_reported(project: Callable[..., Any]) -> None:
    source = ENV.replace('"x"),\n}', '"x"),  # runtime-ref: ignore\n}')
    page = "# Top\n\n```{declaration-table} env.py:ENV\n:where: key == 'APP_NAME'\n```\n"
    [warning] = project({"env.py": source, "docs/index.md": page}).build().warnings
    assert "docs/index.md:3: WARNING: env.py:10:54: this ignore comment ignores" in warning
