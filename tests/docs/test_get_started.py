"""*Get started*, done as it is written."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.folders import git, write

if TYPE_CHECKING:
    from collections.abc import Callable

    Done = subprocess.CompletedProcess[str]
    Build = Callable[[], tuple[int, str]]

DOCS = Path(__file__).parents[2] / "docs"
WHOLE = (DOCS / "get-started.md").read_text(encoding="utf-8")
PAGE, RST = WHOLE.split("## The same in reStructuredText")
TYPES = ("-D", "show_warning_types=1")  # the default from Sphinx 8.0 on
FILE = re.compile(
    r"^(`{3,})\{code-block\} \w+\n:caption: (\S+)\n\n(.*?)^\1$", re.DOTALL | re.MULTILINE
)
BLOCKS = re.findall(r"^````markdown\n(.*?)^````$", PAGE, re.DOTALL | re.MULTILINE)
RST_BLOCKS = re.findall(r"^```rst\n(.*?)^```$", RST, re.DOTALL | re.MULTILINE)


@pytest.fixture
def kite(tmp_path: Path) -> Path:
    """Write the files of the page."""
    git(tmp_path, "init", "--quiet")
    write(tmp_path, files_of(PAGE))
    return tmp_path


@pytest.fixture
def kite_in_rst(kite: Path) -> Path:
    """Write the files that differ in reStructuredText."""
    (kite / "docs/index.md").unlink()
    write(kite, files_of(RST))
    return kite


def files_of(page: str) -> dict[str, str]:
    """Give the files that a part of the page shows."""
    return {name: text for _, name, text in FILE.findall(page)}


@pytest.fixture
def build(tmp_path: Path, sphinx_build: Callable[..., Done]) -> Build:
    """Build as the page says; give the exit code and the warnings, without this machine's path."""

    def call() -> tuple[int, str]:
        done = sphinx_build(tmp_path, "-W", "--keep-going", *TYPES, "docs", "docs/_build")
        lines = [line for line in done.stderr.splitlines() if "WARNING" in line]
        return done.returncode, "\n".join(lines).replace(f"{tmp_path}/", "") + "\n"

    return call


def shown(name: str) -> str:
    """Give an output as the page shows it."""
    assert f"outputs/{name}" in WHOLE
    return (DOCS / "outputs" / name).read_text(encoding="utf-8")


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_the_first_build_has_the_table_and_the_source_page(kite: Path, build: Build) -> None:
    assert build() == (0, "\n")
    page = (kite / "docs/_build/index.html").read_text(encoding="utf-8")
    for text in ("EAGER", "continuous", "Requests of one length together."):
        assert text in page
    link = re.findall(r'href="([^"]+#L4)"', page)
    assert link
    assert (kite / "docs/_build" / link[0].partition("#")[0]).is_file()


def test_the_second_table_leaves_a_member_out(kite: Path, build: Build) -> None:
    (kite / "docs/index.md").write_text(f"# Kite\n\n{BLOCKS[0]}", encoding="utf-8")
    assert build()[0] == 0
    page = (kite / "docs/_build/index.html").read_text(encoding="utf-8")
    assert "Modes for production" in page
    assert "for debugging" not in page


def test_the_page_from_its_first_build_to_its_last_command(
    kite: Path, build: Build, run: Callable[..., Done]
) -> None:
    assert build()[0] == 0
    page, modes = kite / "docs/index.md", kite / "kite/modes.py"
    picked = BLOCKS[0].removesuffix("\n")
    first = "```{declaration-table} kite/modes.py:Mode\n```"
    change(page, first, picked)
    assert build()[0] == 0
    change(modes, "class Mode", "class BatchMode")
    assert build() == (1, shown("get-started-symbol.txt"))
    change(page, "modes.py:Mode", "modes.py:BatchMode")
    assert build()[0] == 0
    assert "\nRead about [modes](#mode).\n" in PAGE
    page.write_text(page.read_text(encoding="utf-8") + "\nRead about [modes](#mode).\n")
    for _ in range(2):
        assert build() == (1, shown("get-started-link.txt"))
    change(page, "#mode)", "#modes)")
    assert build()[0] == 0
    run_commands(run)


def run_commands(run: Callable[..., Done]) -> None:
    commands = re.findall(r"^runtime-ref (.+)$", PAGE, re.MULTILINE)
    assert len(commands) == 2
    for command in commands:
        done = run(*command.split())
        assert done.returncode == 0, done.stdout + done.stderr


def test_the_same_in_restructuredtext(
    kite_in_rst: Path, build: Build, run: Callable[..., Done]
) -> None:
    assert build() == (0, "\n")
    built = kite_in_rst / "docs/_build"
    page = (built / "index.html").read_text(encoding="utf-8")
    assert "Requests of one length together." in page
    link = re.findall(r'href="([^"]+#L4)"', page)
    assert (built / link[0].partition("#")[0]).is_file()
    index, modes = kite_in_rst / "docs/index.rst", kite_in_rst / "kite/modes.py"
    picked, broken = RST_BLOCKS
    change(index, ".. declaration-table:: kite/modes.py:Mode\n", picked)
    assert build()[0] == 0
    page = (built / "index.html").read_text(encoding="utf-8")
    assert "Modes for production" in page
    assert "for debugging" not in page
    change(modes, "class Mode", "class BatchMode")
    renamed = shown("get-started-symbol.txt").replace("index.md:5", "index.rst:7")
    assert build() == (1, renamed)
    change(index, "modes.py:Mode", "modes.py:BatchMode")
    index.write_text(f"{index.read_text(encoding='utf-8')}\n{broken}", encoding="utf-8")
    for _ in range(2):
        assert build() == (1, shown("get-started-link-rst.txt"))
    change(index, "#mode>", "#modes>")
    assert build()[0] == 0
    run_commands(run)


def test_what_is_built_is_ignored_by_git(kite: Path, build: Build) -> None:
    build()
    done = subprocess.run(
        ["git", "status", "--short", "--untracked-files=all"],
        cwd=kite,
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    names = sorted(line[3:] for line in done.stdout.splitlines())
    assert names == [".gitignore", "README.md", "docs/conf.py", "docs/index.md", "kite/modes.py"]


DESIGN = """# Design

## Attention routes

```{route-table}
```

Long contexts take {runtime:route}`decode_xqa_paged_long`, see
[how a route is chosen](kernels.md#choosing-a-route) and
[the admission test](../kestrel/attention/routing.py#L210-L214).
"""


def test_the_landing_page_shows_what_is_really_said(tmp_path: Path, build: Build) -> None:
    shutil.copytree(DOCS / "example/kestrel", tmp_path / "kestrel")
    routing = tmp_path / "kestrel/attention/routing.py"
    text = routing.read_text(encoding="utf-8")
    routing.write_text(text.replace("decode_xqa_paged_long", "decode_xqa_long"), encoding="utf-8")
    files = {
        "conf.py": "extensions = ['myst_parser', 'sphinxext_runtime_ref']\n"
        "runtime_ref_root = '..'\n"
        "runtime_ref_sources = {'routes': 'kestrel/attention/routing.py'}\n",
        "design.md": DESIGN,
        "kernels.md": "# Kernels\n\n## Choosing routes\n\nText.\n",
        "index.md": "# Index\n\n```{toctree}\ndesign\nkernels\n```\n",
    }
    write(tmp_path / "docs", files)
    code, said = build()
    assert code == 1
    shown = (DOCS / "outputs/warnings.txt").read_text(encoding="utf-8")
    assert said == "".join(line for line in shown.splitlines(keepends=True) if "WARNING" in line)
