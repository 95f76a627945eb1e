"""``runtime-ref fix``: roles and directives follow a source that moved."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.folders import git, write

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., subprocess.CompletedProcess[str]]

MARKDOWN = """\
# Settings

{source}`vserve/envs.py` {source}`the defaults <vserve/envs.py#LIMITS>`
{source}`~vserve/envs.py#A.B`

```{declaration-table} vserve/envs.py:LIMITS
:columns: name
:join: vserve/envs.py:B, vserve/cli.py:C, vserve/envs.py:D
```

```{declaration-table} vserve/cli.py:LIMITS
---
join: vserve/envs.py:B
---
```

:::{env-table} vserve/envs.py:LIMITS
:::

{source}`vserve/cli.py#main` {source}`vserve/never.py` `vserve/envs.py` [link](vserve/envs.py#L1)

```{note} vserve/envs.py:LIMITS
```
"""
RST = """\
See :source:`vserve/envs.py#LIMITS`.

.. declaration-coverage:: vserve/envs.py:LIMITS
   :documents: *

.. declaration-table:: vserve/cli.py:LIMITS
   :join: vserve/envs.py:B,
      vserve/envs.py:C
   :where: key != 'vserve/envs.py:C'

.. note:: vserve/envs.py
"""
CONFIG = "[tool.runtime-ref.tables.env-table]\nsource = 'vserve/environ.py:LIMITS'\n"


@pytest.fixture
def moved(tmp_path: Path) -> Path:
    """A repository in which a source was renamed."""
    files = {
        "vserve/envs.py": "LIMITS = {'a': 1}\n" * 3,
        "vserve/cli.py": "def main(): ...\n",
        "pyproject.toml": CONFIG,
        "a.md": MARKDOWN,
        "docs/b.rst": RST,
    }
    write(tmp_path, files)
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "start")
    git(tmp_path, "mv", "vserve/envs.py", "vserve/environ.py")
    return tmp_path


def now(text: str) -> str:
    """Give the text with the new name everywhere but where it is no source."""
    kept = ("`vserve/envs.py` [", "{note} vserve/envs", ".. note:: vserve/envs", "'vserve/envs")
    for number, part in enumerate(kept):
        text = text.replace(part, f"<{number}>")
    text = text.replace("vserve/envs.py", "vserve/environ.py")
    for number, part in enumerate(kept):
        text = text.replace(f"<{number}>", part)
    return text


@pytest.mark.parametrize("committed", [True, False], ids=["committed", "only staged"])
def test_roles_and_directives_follow_a_source(moved: Path, run: Run, *, committed: bool) -> None:
    if committed:
        git(moved, "commit", "-qm", "move")
    done = run("fix", ".", cwd=moved)
    assert (moved / "a.md").read_text(encoding="utf-8") == now(MARKDOWN)
    assert (moved / "docs/b.rst").read_text(encoding="utf-8") == now(RST)
    assert "a.md:3:10: 'vserve/envs.py' -> 'vserve/environ.py' (vserve/envs.py moved)" in (
        done.stdout.splitlines()
    )
    assert (done.returncode, done.stderr) == (0, "links: 13 fixed, 0 left\n")


def test_a_source_of_the_configuration_that_moved_is_told(moved: Path, run: Run) -> None:
    config = CONFIG.replace("environ", "envs")
    (moved / "pyproject.toml").write_text(config, encoding="utf-8")
    git(moved, "commit", "-qam", "move")
    done = run("fix", "docs", cwd=moved)
    assert done.returncode == 0
    warning, summary = done.stderr.splitlines()
    assert warning == (
        "warning: pyproject.toml names 'vserve/envs.py' as a source, which moved to "
        "'vserve/environ.py'; change it there, and in conf.py: only documents are rewritten"
    )
    assert summary == "links: 4 fixed, 0 left"
    assert (moved / "pyproject.toml").read_text(encoding="utf-8") == config


def test_a_diff_writes_nothing(moved: Path, run: Run) -> None:
    done = run("fix", "--diff", "docs", cwd=moved)
    assert done.returncode == 1
    assert "+See :source:`vserve/environ.py#LIMITS`.\n" in done.stdout
    assert (moved / "docs/b.rst").read_text(encoding="utf-8") == RST


@pytest.mark.parametrize(("options", "what"), [((), "fixed"), (("--diff",), "would be fixed")])
def test_a_link_that_stays_broken_in_the_file_that_moved_is_left(
    moved: Path, run: Run, options: tuple[str, ...], what: str
) -> None:
    links = "[x](no.md) [y](vserve/envs.py#L99) [z](vserve/envs.py#L1)\n"
    (moved / "c.md").write_text(links)
    done = run("fix", "c.md", *options, cwd=moved)
    assert "vserve/environ.py#L99" in done.stdout
    assert done.returncode == 1
    first, second, summary = done.stderr.splitlines()
    assert first.startswith("c.md:1:5: target: 'no.md'")
    assert second.startswith("c.md:1:16: lines: 'vserve/environ.py#L99'")
    assert summary == f"links: 1 {what}, 2 left"
