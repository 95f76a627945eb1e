"""*From a script to the directives*, step by step as it is written."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    Command = Callable[[str], tuple[int, str]]

PAGE = (Path(__file__).parents[2] / "docs/from-a-script.md").read_text(encoding="utf-8")
REGISTRY = """MODELS = {
    # The default.
    "KiteForCausalLM": ("kite", "KiteModel"),
    "OwlForCausalLM": ("owl", "OwlModel"),
}
MODELS.update({"HawkForCausalLM": ("kite", "HawkModel")})
"""


def blocks(language: str, fence: str = "```") -> list[str]:
    return re.findall(rf"^{fence}{language}\n(.*?)^{fence}$", PAGE, re.DOTALL | re.MULTILINE)


@pytest.fixture
def command(run: Callable[..., Any]) -> Command:
    """Run a command of the page; give its exit code and what it printed."""

    def call(line: str) -> tuple[int, str]:
        done = run(*re.sub(r"#.*", "", line).split()[1:])
        return done.returncode, done.stdout + done.stderr

    return call


def test_every_step_works(project: Callable[..., Any], command: Command) -> None:
    first, named = blocks("markdown", "````")
    (sentence,) = blocks("markdown")
    tables = next(text for text in blocks("python") if "runtime_ref_tables" in text)
    page = "# Models\n\n" + first
    made = project({"src/app/registry.py": REGISTRY, "docs/index.md": page + sentence})

    dumps = [line for text in blocks("sh") for line in text.splitlines() if " dump " in line]
    assert len(dumps) == 2
    for line in dumps:
        code, printed = command(line)
        assert code == 0
        assert "HawkForCausalLM" in printed, "what a later line adds"

    build = made.build()
    assert build.warnings == []
    assert "Remarks" in build.html()
    assert 'href="#row-MODELS.KiteForCausalLM"' in build.html()

    for name, conf, settings in (
        ("conf", tables, ""),
        ("toml", "", next(text for text in blocks("toml") if "tables.model-table" in text)),
    ):
        text = f"# Models\n\n{named}\n\nSee {{runtime:model}}`KiteForCausalLM`.\n"
        other = project({"docs/index.md": text, "pyproject.toml": settings}, conf)
        build = other.build(out=name)
        assert build.warnings == []
        assert 'href="#model-KiteForCausalLM"' in build.html()
        assert "OwlForCausalLM" not in build.html()


def test_the_committed_page_is_written_and_checked(
    project: Callable[..., Any], command: Command
) -> None:
    made = project(
        {
            "src/app/registry.py": REGISTRY,
            "docs/index.md": "# Models\n\nText.\n",
            "pyproject.toml": "\n".join(sorted(blocks("toml"), key=len)),
        },
        next(text for text in blocks("python") if "exclude_patterns" in text),
    )
    write, check = next(text for text in blocks("sh") if "write" in text).splitlines()
    assert command(write)[0] == 0
    assert "HawkForCausalLM" in (made.root / "docs/reference.md").read_text(encoding="utf-8")
    assert command(check)[0] == 0
    assert made.build().warnings == []
    for flags in ("--check", "--write", "--json"):
        assert command(f"runtime-ref {flags} --root {made.root}")[0] == 0
    made.write({"src/app/registry.py": REGISTRY.replace("Owl", "Emu")})
    assert command(check)[0] == 1
