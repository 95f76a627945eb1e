"""*Get started*, done as it is written."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "get-started.md").read_text(encoding="utf-8")
TYPES = ("-D", "show_warning_types=1")  # the default from Sphinx 8.0 on
FILE = re.compile(
    r"^(`{3,})\{code-block\} \w+\n:caption: (\S+)\n\n(.*?)^\1$", re.DOTALL | re.MULTILINE
)


@pytest.fixture
def kite(tmp_path: Path) -> Path:
    """Write the files of the page."""
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    for _, name, text in FILE.findall(PAGE):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def build(kite: Path) -> tuple[int, str]:
    """Build as the page says; give the exit code and the warnings, without this machine's path."""
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-W", "--keep-going", *TYPES, "docs", "docs/_build"],
        cwd=kite,
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
    )
    lines = [line for line in done.stderr.splitlines() if "WARNING" in line]
    return done.returncode, "\n".join(lines).replace(f"{kite}/", "") + "\n"


def shown(name: str) -> str:
    """Give an output as the page shows it."""
    assert f"outputs/{name}" in PAGE
    return (DOCS / "outputs" / name).read_text(encoding="utf-8")


def test_the_first_build_has_the_table_and_the_source_page(kite: Path) -> None:
    assert build(kite) == (0, "\n")
    page = (kite / "docs/_build/index.html").read_text(encoding="utf-8")
    for text in ("EAGER", "continuous", "Requests of one length together."):
        assert text in page
    link = re.findall(r'href="([^"]+#L4)"', page)
    assert link
    assert (kite / "docs/_build" / link[0].partition("#")[0]).is_file()


def test_the_second_table_leaves_a_member_out(kite: Path) -> None:
    block = re.findall(r"^````markdown\n(.*?)^````$", PAGE, re.DOTALL | re.MULTILINE)[0]
    (kite / "docs/index.md").write_text(f"# Kite\n\n{block}", encoding="utf-8")
    assert build(kite)[0] == 0
    page = (kite / "docs/_build/index.html").read_text(encoding="utf-8")
    assert "Modes for production" in page
    assert "for debugging" not in page


def test_a_renamed_symbol_fails_the_build(kite: Path) -> None:
    build(kite)
    modes = kite / "kite/modes.py"
    modes.write_text(modes.read_text(encoding="utf-8").replace("class Mode", "class BatchMode"))
    code, said = build(kite)
    assert code == 1
    assert said == shown("get-started-symbol.txt")


def test_a_heading_that_is_not_there_fails_the_build_again_and_again(kite: Path) -> None:
    page = kite / "docs/index.md"
    page.write_text(page.read_text(encoding="utf-8") + "\nRead about [modes](#mode).\n")
    first, second = build(kite), build(kite)
    assert first == (1, shown("get-started-link.txt"))
    assert second == first


def test_the_commands_without_sphinx_work(kite: Path) -> None:
    (kite / "README.md").write_text("# Kite\n", encoding="utf-8")
    modes = kite / "kite/modes.py"
    modes.write_text(modes.read_text(encoding="utf-8").replace("class Mode", "class BatchMode"))
    commands = re.findall(r"^runtime-ref (.+)$", PAGE, re.MULTILINE)
    assert len(commands) == 2
    for command in commands:
        done = subprocess.run(
            [sys.executable, "-m", "sphinxext_runtime_ref", *command.split()],
            cwd=kite,
            check=False,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == 0, done.stdout + done.stderr


DESIGN = """# Design

## Attention routes

```{route-table}
```

Long contexts take {runtime:route}`decode_xqa_paged_long`, see
[how a route is chosen](kernels.md#choosing-a-route) and
[the admission test](../kestrel/attention/routing.py#L210-L214).
"""


def test_the_landing_page_shows_what_is_really_said(tmp_path: Path) -> None:
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
    (tmp_path / "docs").mkdir()
    for name, content in files.items():
        (tmp_path / "docs" / name).write_text(content, encoding="utf-8")
    code, said = build(tmp_path)
    assert code == 1
    shown = (DOCS / "outputs/warnings.txt").read_text(encoding="utf-8")
    assert said == "".join(line for line in shown.splitlines(keepends=True) if "WARNING" in line)
